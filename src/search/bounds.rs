//! When a search ends by itself: its limits, which may change while it runs.

use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use core::time::Duration;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::board::Position;
use crate::control::{Budget, Deliberation, Limits, Outlook};

/// Simulations that a worker takes from the common limit at a time, at most.
const MAX_LEASE: u64 = 64;

/// In place of a bound that is not set.
const NONE: u64 = u64::MAX;

/// How often in a move's usual time it is looked whether it was enough, at most.
const LOOKS: u32 = 100;

/// The limits of a search, as they are now.
pub(super) struct Bounds {
    started: Instant,
    workers: u64,
    /// Own moves expected to need thought, for the clock.
    moves: f64,
    /// Whether there is one move to choose from.
    forced: bool,
    /// Nanoseconds from the start.
    deadline: AtomicU64,
    visits: Mutex<Visits>,
    /// As in `visits`, to be read without its lock.
    terms: AtomicU64,
    /// Nodes made.
    nodes: AtomicU64,
    has_clock: AtomicBool,
    thinking: Mutex<Option<Thinking>>,
}

/// The common limit of simulations.
struct Visits {
    /// Those not yet taken by a worker; [`NONE`] without a limit.
    left: u64,
    /// Those a worker takes at a time: few enough that all end together.
    share: u64,
    /// How often the limits were set. What was taken before is not to be used.
    terms: u64,
}

/// A move that is thought about by the clock.
struct Thinking {
    deliberation: Deliberation,
    /// When the clock started, from the start of the search, and what had been done by then.
    begin: Duration,
    visits: u64,
    next_look: Duration,
}

/// What a search has done.
#[derive(Clone, Copy, Default)]
pub(super) struct Done {
    pub(super) visits: u64,
    pub(super) nodes: u64,
}

impl Bounds {
    /// No bounds yet, for a search of a position that begins now.
    pub(super) fn new(position: &Position, forced: bool, workers: usize) -> Bounds {
        Bounds {
            started: Instant::now(),
            workers: workers.max(1) as u64,
            moves: expected_moves(position),
            forced,
            deadline: AtomicU64::new(NONE),
            visits: Mutex::new(Visits {
                left: NONE,
                share: 1,
                terms: 0,
            }),
            terms: AtomicU64::new(0),
            nodes: AtomicU64::new(NONE),
            has_clock: AtomicBool::new(false),
            thinking: Mutex::new(None),
        }
    }

    /// The longest that a search within these limits may take.
    pub(super) fn most_time(&self, limits: &Limits) -> Option<Duration> {
        let most = limits.clock.map(|clock| clock.budget(self.moves).most);
        limits.time.into_iter().chain(most).min()
    }

    /// Sets the limits: visits and nodes beyond what is done, time from `begin`, a time since the search began.
    pub(super) fn set(&self, limits: &Limits, begin: Duration, done: Done) {
        let budget = limits.clock.map(|clock| match self.forced {
            true => NO_TIME,
            false => clock.budget(self.moves),
        });
        let most = budget.map(|budget| budget.most);
        let time = limits.time.into_iter().chain(most).min();
        *lock(&self.thinking) = budget.map(|budget| Thinking {
            deliberation: Deliberation::new(budget),
            begin,
            visits: done.visits,
            next_look: begin,
        });
        self.has_clock.store(budget.is_some(), Ordering::Relaxed);
        {
            let mut visits = lock(&self.visits);
            let left = limits.visits.unwrap_or(NONE);
            *visits = Visits {
                left,
                share: (left / (8 * self.workers)).clamp(1, MAX_LEASE),
                terms: visits.terms + 1,
            };
            self.terms.store(visits.terms, Ordering::Release);
        }
        let nodes = limits
            .nodes
            .map_or(NONE, |nodes| nodes.saturating_add(done.nodes));
        self.nodes.store(nodes, Ordering::Relaxed);
        let deadline = time.map_or(NONE, |time| nanoseconds(begin.saturating_add(time)));
        self.deadline.store(deadline, Ordering::Release);
    }

    /// How often the limits were set.
    pub(super) fn terms(&self) -> u64 {
        self.terms.load(Ordering::Acquire)
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    pub(super) fn is_over_time(&self) -> bool {
        let deadline = self.deadline.load(Ordering::Acquire);
        deadline != NONE && nanoseconds(self.elapsed()) >= deadline
    }

    /// The time that the search may still take, as a limit.
    pub(super) fn time_left(&self) -> Limits {
        match self.deadline.load(Ordering::Acquire) {
            NONE => Limits::unlimited(),
            deadline => Limits::time(Duration::from_nanos(
                deadline.saturating_sub(nanoseconds(self.elapsed())),
            )),
        }
    }

    /// Whether the nodes made reach their limit.
    pub(super) fn has_enough_nodes(&self, made: impl FnOnce() -> u64) -> bool {
        let nodes = self.nodes.load(Ordering::Relaxed);
        nodes != NONE && made() >= nodes
    }

    /// Whether so many visits in all, of a search that takes no [`Lease`], reach their limit.
    #[cfg(feature = "tuning")]
    pub(super) fn has_enough_visits(&self, visits: u64) -> bool {
        visits >= lock(&self.visits).left
    }

    /// A worker's next simulations.
    fn lease(&self) -> Lease {
        let mut visits = lock(&self.visits);
        let left = match visits.left {
            NONE => NONE,
            left => left.min(visits.share),
        };
        if left != NONE {
            visits.left -= left;
        }
        Lease {
            left,
            terms: visits.terms,
        }
    }

    /// Ends the search if the clock says that it has thought enough. One worker looks at a time.
    pub(super) fn consult_clock(&self, outlook: impl FnOnce() -> Outlook) {
        if !self.has_clock.load(Ordering::Relaxed) {
            return;
        }
        let Ok(mut thinking) = self.thinking.try_lock() else {
            return;
        };
        let Some(thinking) = thinking.as_mut() else {
            return;
        };
        let now = self.elapsed();
        if now < thinking.next_look {
            return;
        }
        let usual = thinking.deliberation.budget().usual;
        thinking.next_look = now + usual / LOOKS;
        let mut outlook = outlook();
        outlook.visits = outlook.visits.saturating_sub(thinking.visits);
        let elapsed = now.saturating_sub(thinking.begin);
        if thinking.deliberation.is_enough(elapsed, &outlook) {
            self.deadline.store(0, Ordering::Release);
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos())
        .unwrap_or(NONE - 1)
        .min(NONE - 1)
}

/// Simulations a worker may do before it asks again.
#[derive(Default)]
pub(super) struct Lease {
    left: u64,
    terms: u64,
}

impl Lease {
    /// Takes one simulation; `false` when there are no more.
    #[inline]
    pub(super) fn take(&mut self, bounds: &Bounds) -> bool {
        if self.left == 0 || self.terms != bounds.terms.load(Ordering::Relaxed) {
            *self = bounds.lease();
        }
        if self.left == NONE {
            return true;
        }
        let any = self.left > 0;
        self.left -= u64::from(any);
        any
    }
}

/// The share of a board's squares that is empty when the sides have parted, which ends the thinking: 33 of 100 on average in
/// self-play, after 59 plies.
const EMPTY_WHEN_PARTED: f64 = 0.33;

/// How many own moves the parting comes earlier or later: the 59 plies have a standard deviation of eight.
const SPREAD: f64 = 4.0;

/// How many own moves, this one included, will need thought. A square is burnt a ply.
fn expected_moves(position: &Position) -> f64 {
    let empty = f64::from(position.empty().count());
    let parted = EMPTY_WHEN_PARTED * f64::from(position.squares().count());
    let left = (empty - parted) / 2.0;
    // What is left of a normal spread about the mean, once that is past: never nothing.
    let smooth = (left + (left * left + 4.0 * SPREAD * SPREAD).sqrt()) / 2.0;
    smooth.min((empty / 2.0).ceil()).max(1.0)
}

/// The time of a move that needs no thought.
const NO_TIME: Budget = Budget {
    usual: Duration::ZERO,
    most: Duration::ZERO,
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_limits_take_back_what_workers_had_taken() {
        let bounds = Bounds::new(&Position::start(), false, 2);
        let mut leases = [Lease::default(), Lease::default()];
        // Where fewer are made than allowed, the workers hold more when the limits change.
        for (visits, most) in [
            (10_000, 100),
            (150, 200),
            (0, 200),
            (5_000, 3),
            (1, 200),
            (900, 1_000),
        ] {
            bounds.set(&Limits::visits(visits), Duration::ZERO, Done::default());
            let mut taken = 0;
            while taken < most && leases.iter_mut().any(|lease| lease.take(&bounds)) {
                taken += 1;
                leases.reverse();
            }
            assert_eq!(taken, most.min(visits));
            bounds.set(&Limits::unlimited(), Duration::ZERO, Done::default());
            assert!((0..1_000).all(|_| leases[0].take(&bounds)));
        }
    }

    #[test]
    fn moves_to_think_about_are_those_until_the_sides_part() {
        let start = expected_moves(&Position::start());
        assert!((29.0..32.0).contains(&start), "{start}");
        let late: Position =
            "2*1q5/3*1*4/1q1**3q1/3*1*2*1/2Q1**1*2/1*2*3q1/3Q*1*3/2*4Q2/1Q2*1*3/10 w"
                .parse()
                .unwrap();
        let later = expected_moves(&late);
        assert!(later < start && later > 5.0, "{later}");
        let last: Position = "q***1/Q***1 w".parse().unwrap();
        assert_eq!(expected_moves(&last), 1.0);
    }
}
