//! A game's clock, and how much of it a move gets.

use core::time::Duration;

use crate::board::Move;

/// What the clock of the side to move shows.
///
/// The time for a move follows from it: a share of what is left by the number of moves that will need thought, more
/// while the best move is in doubt and less when it is not. Where there is one move, or the result is proven, it is
/// played at once.
///
/// ```
/// use amazons::{Engine, EngineOptions, Limits, Position, control::Clock};
/// use std::time::Duration;
/// let clock = Clock::new(Duration::from_millis(1_500)).with_increment(Duration::from_millis(20));
/// let mut engine = Engine::new(EngineOptions::new().with_memory_mib(16))?;
/// let report = engine.search(&Position::start(), Limits::clock(clock));
/// assert!(report.seconds < 1.0);
/// # Ok::<(), amazons::EngineError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Clock {
    /// Time left.
    pub remaining: Duration,
    /// Time that every move made adds.
    pub increment: Duration,
    /// Own moves until time is added anew; the rest of the game if not given.
    pub moves_to_go: Option<u32>,
    /// Time that is never planned with: what the way to the referee and back may take.
    pub reserve: Duration,
}

impl Clock {
    /// Time set aside when nothing else is said.
    pub const DEFAULT_RESERVE: Duration = Duration::from_millis(30);

    /// A clock with so much time for the rest of the game.
    #[must_use]
    pub const fn new(remaining: Duration) -> Clock {
        Clock {
            remaining,
            increment: Duration::ZERO,
            moves_to_go: None,
            reserve: Clock::DEFAULT_RESERVE,
        }
    }

    /// The clock at the start of a game of the Computer Olympiad: 30 minutes for all moves.
    #[must_use]
    pub const fn olympiad() -> Clock {
        Clock::new(Duration::from_secs(30 * 60))
    }

    /// This clock with time added for every move made.
    #[must_use]
    pub const fn with_increment(mut self, increment: Duration) -> Clock {
        self.increment = increment;
        self
    }

    /// This clock with time added anew after so many own moves.
    #[must_use]
    pub const fn with_moves_to_go(mut self, moves: u32) -> Clock {
        self.moves_to_go = Some(moves);
        self
    }

    /// This clock with another time set aside.
    #[must_use]
    pub const fn with_reserve(mut self, reserve: Duration) -> Clock {
        self.reserve = reserve;
        self
    }

    /// Time for one move when so many own moves, this one included, are expected to need thought.
    pub(crate) fn budget(&self, moves: f64) -> Budget {
        let usable = self.remaining.saturating_sub(self.reserve);
        let moves = match self.moves_to_go {
            Some(to_go) => moves.min(f64::from(to_go)),
            None => moves,
        }
        .max(1.0);
        let most = part(usable, 1.0 / (1.0 + MOST_SPREAD * (moves - 1.0)));
        let share = part(usable, 1.0 / moves);
        let usual = share.saturating_add(part(self.increment, INCREMENT_SHARE));
        Budget {
            usual: usual.min(most),
            most: most.min(usual.saturating_mul(MOST_OF_USUAL)),
        }
    }
}

/// A part of a time. Rounding may carry the longest over the end of what a duration holds.
fn part(time: Duration, factor: f64) -> Duration {
    Duration::try_from_secs_f64(time.as_secs_f64() * factor).unwrap_or(Duration::MAX)
}

/// How fast the most that a move may take falls with the moves to come: 27% of the time with ten of them, all with one.
const MOST_SPREAD: f64 = 0.3;

/// A move never takes longer than so many usual ones.
const MOST_OF_USUAL: u32 = 4;

/// The part of the increment that is spent at once: the rest makes up for what a move takes beside the search.
const INCREMENT_SHARE: f64 = 0.75;

/// Time for one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Budget {
    /// When nothing is special.
    pub(crate) usual: Duration,
    /// Whatever happens.
    pub(crate) most: Duration,
}

/// What a search has come to at some moment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outlook {
    pub(crate) best: Option<Move>,
    /// Visits that the best move is ahead of every other that is not lost; none where another has more.
    pub(crate) lead: u64,
    /// Simulations of this search so far.
    pub(crate) visits: u64,
    /// The probability that the side to move wins with the best move.
    pub(crate) win_rate: f32,
}

/// Decides, look by look, when a search has thought enough.
#[derive(Debug)]
pub(crate) struct Deliberation {
    budget: Budget,
    best: Option<Move>,
    /// When the best move last changed, if it did.
    changed: Option<Duration>,
    /// The highest win rate so far.
    peak: f32,
    /// When the first look was, and the visits by then.
    first: Option<(Duration, u64)>,
}

/// A best move that changed within this last part of the time is in doubt...
const DOUBT_PART: f64 = 0.35;

/// ...and gets so much more time.
const DOUBT_STRETCH: f64 = 1.7;

/// So much more time for a win rate that has fallen by `FULL_FALL` or more since its highest, less for less.
const FALL_STRETCH: f64 = 1.0;
const FULL_FALL: f32 = 0.1;

/// A move that would need more than this share of the visits to come can't catch up: the tree never gives so many to one
/// that looks worse.
const CATCH_UP_SHARE: f64 = 0.7;

/// How long, as a part of the usual time, a search is watched before its pace counts. What comes before the first look does
/// not: threads that wake up, and an attempt to solve the position.
const PACE_PART: f64 = 0.02;

impl Deliberation {
    pub(crate) fn new(budget: Budget) -> Deliberation {
        Deliberation {
            budget,
            best: None,
            changed: None,
            peak: 0.0,
            first: None,
        }
    }

    pub(crate) fn budget(&self) -> Budget {
        self.budget
    }

    /// Whether the search has thought enough, `elapsed` after its start.
    pub(crate) fn is_enough(&mut self, elapsed: Duration, outlook: &Outlook) -> bool {
        if outlook.best != self.best {
            if self.best.is_some() {
                self.changed = Some(elapsed);
            }
            self.best = outlook.best;
        }
        self.peak = self.peak.max(outlook.win_rate);
        let end = self.end(elapsed, outlook);
        if elapsed >= end {
            return true;
        }
        if outlook.visits == 0 {
            return false;
        }
        let (since, before) = *self.first.get_or_insert((elapsed, outlook.visits));
        let (watched, seen) = (
            elapsed.saturating_sub(since),
            outlook.visits.saturating_sub(before),
        );
        if seen == 0 || watched < part(self.budget.usual, PACE_PART) {
            return false;
        }
        let to_come = (end - elapsed).as_secs_f64() / watched.as_secs_f64() * seen as f64;
        outlook.lead as f64 > CATCH_UP_SHARE * to_come
    }

    /// When the search ends if things stay as they are.
    fn end(&self, elapsed: Duration, outlook: &Outlook) -> Duration {
        let mut stretch = 1.0;
        let is_recent = |changed| {
            let since = elapsed.saturating_sub(changed);
            since.as_secs_f64() < DOUBT_PART * elapsed.as_secs_f64()
        };
        if self.changed.is_some_and(is_recent) {
            stretch *= DOUBT_STRETCH;
        }
        let fall = (self.peak - outlook.win_rate) / FULL_FALL;
        stretch *= 1.0 + FALL_STRETCH * f64::from(fall.clamp(0.0, 1.0));
        part(self.budget.usual, stretch).min(self.budget.most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn milliseconds(number: u64) -> Duration {
        Duration::from_millis(number)
    }

    fn outlook(best: &str, visits: u64, lead: u64, win_rate: f32) -> Outlook {
        Outlook {
            best: Some(best.parse().unwrap()),
            lead,
            visits,
            win_rate,
        }
    }

    /// When a search at a steady speed ends, in milliseconds, if it finds this.
    fn end(budget: Budget, find: impl Fn(u64) -> Outlook) -> u64 {
        let mut deliberation = Deliberation::new(budget);
        (1..)
            .find(|&now| deliberation.is_enough(milliseconds(now), &find(now)))
            .unwrap()
    }

    #[test]
    fn no_clock_runs_out() {
        // Every move takes its most, and the way there and back beside.
        let overhead = Duration::from_micros(400);
        for total in [50, 100, 500, 2_000, 60_000, 1_800_000] {
            for increment in [0, 1, 30, 2_000] {
                for to_go in [None, Some(1), Some(2), Some(40)] {
                    let mut clock = Clock::new(milliseconds(total));
                    clock.increment = milliseconds(increment);
                    for expected in (1..=46u32).rev() {
                        clock.moves_to_go = to_go.map(|moves| (expected - 1) % moves + 1);
                        let used = clock.budget(f64::from(expected)).most + overhead;
                        let left = clock.remaining.checked_sub(used);
                        let left = left.unwrap_or_else(|| {
                            panic!("{clock:?} ran out {expected} moves before the end")
                        });
                        clock.remaining = left + clock.increment;
                        if clock.moves_to_go == Some(1) {
                            clock.remaining += milliseconds(total);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn time_is_shared_among_the_moves_to_come() {
        let clock = Clock::olympiad();
        let budget = clock.budget(30.0);
        let share = Duration::from_secs(60);
        assert!(budget.usual < share && budget.usual > share.mul_f64(0.99));
        assert!(budget.most > 2 * share && budget.most < 5 * share);
        let last = clock.with_moves_to_go(1).budget(30.0);
        assert_eq!(last.usual, clock.remaining - clock.reserve);
        assert_eq!(last.most, last.usual);
        let nothing = Clock::new(milliseconds(20)).budget(10.0);
        assert_eq!(nothing.most, Duration::ZERO);
        let forever = Clock::new(Duration::MAX).with_increment(Duration::MAX);
        let forever = forever.budget(1.0);
        assert!(forever.usual > Duration::from_secs(1 << 32) && forever.usual <= forever.most);
    }

    #[test]
    fn doubt_and_falling_take_longer_and_certainty_less() {
        let budget = Budget {
            usual: milliseconds(1_000),
            most: milliseconds(4_000),
        };
        let usual = end(budget, |now| outlook("d1-d7/g7", 100 * now, now, 0.5));
        assert!((950..=1_000).contains(&usual), "{usual}");
        let unsure = end(budget, |now| {
            let best = if now < 800 { "d1-d7/g7" } else { "d1-d6/g6" };
            outlook(best, 100 * now, now, 0.5)
        });
        assert!((1_200..2_000).contains(&unsure), "{unsure}");
        let falling = end(budget, |now| {
            let win_rate = if now < 500 { 0.6 } else { 0.5 };
            outlook("d1-d7/g7", 100 * now, now, win_rate)
        });
        assert!((1_900..2_100).contains(&falling), "{falling}");
        let both = end(budget, |now| {
            let best = if now % 10 < 5 { "d1-d7/g7" } else { "d1-d6/g6" };
            outlook(best, 100 * now, now, 1.0 - now as f32 / 1e4)
        });
        assert!((3_000..=4_000).contains(&both), "{both}");
        let clear = end(budget, |now| outlook("d1-d7/g7", 100 * now, 90 * now, 0.5));
        assert!((400..600).contains(&clear), "{clear}");
    }

    #[test]
    fn a_lead_ends_nothing_before_the_pace_is_known() {
        // A kept tree's lead over the runner-up, before 100 simulations a millisecond: the greater one is never caught up with.
        for usual in [50, 1_000, 60_000] {
            let budget = Budget {
                usual: milliseconds(usual),
                most: milliseconds(4 * usual),
            };
            // An attempt to solve the position comes before the first simulations.
            for late in [0, 1, usual / 10] {
                let search = |lead: u64| {
                    end(budget, |now| {
                        let visits = 4 + 100 * now.saturating_sub(late);
                        let visits = if now < late { 0 } else { visits };
                        outlook("d1-d7/g7", visits, lead + visits, 0.5)
                    })
                };
                let caught_up = search(20 * usual);
                assert!(caught_up > usual / 4, "{usual} {late} {caught_up}");
                let clear = search(90 * usual);
                let soon = late + usual / 20;
                assert!(
                    clear > late && clear <= soon.max(2),
                    "{usual} {late} {clear}"
                );
            }
        }
    }
}
