//! A search that runs: its workers, when they end, and who is told.

use core::any::Any;
use core::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use core::time::Duration;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use super::answer::report_without_search;
use super::arena::NONE;
use super::choice::RootChoice;
use super::line::Line;
use super::node::Proof;
use super::report::{Report, Spent};
use super::simulate::Hands;
use super::tree::Tree;
use crate::board::Position;
use crate::control::{Limits, Pool, Progress, Stop};

/// Simulations that a worker takes from the common limit at a time, at most.
const MAX_LEASE: u64 = 64;

/// Edges count visits in 32 bits; a search that comes this near to the most they hold ends. Some minutes on 64 threads.
const MAX_VISITS: u64 = u32::MAX as u64 - (1 << 16);

/// Simulations between two looks at the clock: some 20 microseconds.
const TIME_CHECK: u64 = 4;

/// What one worker has done; it alone writes there.
#[derive(Default)]
struct Counters {
    nodes: AtomicU64,
    evaluations: AtomicU64,
}

/// A running or finished search. Clones are the same search.
#[derive(Clone)]
pub(crate) struct Job(Arc<Shared>);

struct Shared {
    limits: Limits,
    lines: usize,
    choice: Option<RootChoice>,
    /// Visits of the root's other moves before this search.
    visits_outside: u64,
    stop: Stop,
    started: Instant,
    pool: Pool,
    /// Simulations not yet taken by a worker, where they are limited.
    left: AtomicU64,
    /// What expanding the root took.
    root: (u64, u64),
    counters: Box<[Line<Counters>]>,
    /// However tight the limits, there is one simulation, which names a shot for the best slide: whoever takes this
    /// back has to make it.
    owes_first: AtomicBool,
    running: AtomicUsize,
    progress: Mutex<Option<Progress<Report>>>,
    /// Taken away when the search has ended, so that the engine has the tree for itself again. Locked by whoever reads the
    /// tree for a report.
    tree: Mutex<Option<Arc<Tree>>>,
    end: Mutex<End>,
    ended: Condvar,
}

#[derive(Default)]
struct End {
    report: Option<Report>,
    panic: Option<Box<dyn Any + Send>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a search is to do.
pub(crate) struct Task {
    pub(crate) position: Position,
    pub(crate) limits: Limits,
    /// Best moves to report.
    pub(crate) lines: usize,
    pub(crate) stop: Stop,
    pub(crate) progress: Option<Progress<Report>>,
    /// The moves to choose from, where those are not all.
    pub(crate) choice: Option<RootChoice>,
    /// Workers to use at most.
    pub(crate) workers: usize,
}

impl Job {
    /// A search of `tree`, whose root is the task's position, with as many workers as the pool has threads.
    pub(super) fn new(task: Task, tree: &Arc<Tree>, pool: &Pool) -> Job {
        let started = Instant::now();
        let answer = report_without_search(&task.position, task.lines, task.choice.as_ref());
        let workers = match answer {
            Some(_) => 0,
            None => pool.threads().min(task.workers.max(1)),
        };
        let tree = (workers > 0).then(|| Arc::clone(tree));
        let mut hands = Hands::new(workers);
        if let Some(tree) = &tree
            && tree.root.load(Ordering::Acquire) == NONE
        {
            tree.expand_root(&mut hands);
            hands.supply.give_back(&tree.arena);
        }
        let visits = |tree: &Arc<Tree>| tree.visits.load(Ordering::Relaxed);
        let outside = |tree: &Arc<Tree>| tree.detour.as_ref().map(|detour| detour.visits_outside);
        let visits_outside = tree.as_ref().and_then(outside).unwrap_or(0);
        let unvisited = tree.as_ref().map(visits) == Some(visits_outside);
        Job(Arc::new(Shared {
            limits: task.limits,
            lines: task.lines,
            choice: task.choice,
            visits_outside,
            stop: task.stop,
            started,
            pool: pool.clone(),
            left: AtomicU64::new(task.limits.visits.unwrap_or(0)),
            root: hands.spent(),
            counters: (0..workers).map(|_| Line::default()).collect(),
            owes_first: AtomicBool::new(unvisited),
            running: AtomicUsize::new(workers),
            progress: Mutex::new(task.progress),
            tree: Mutex::new(tree),
            end: Mutex::new(End {
                report: answer.map(|report| Report {
                    seconds: started.elapsed().as_secs_f64(),
                    ..report
                }),
                panic: None,
            }),
            ended: Condvar::new(),
        }))
    }

    /// Runs the workers on the pool.
    pub(crate) fn spawn(&self) {
        for index in 0..self.0.counters.len() {
            let shared = Arc::clone(&self.0);
            let tree = self.0.tree();
            let spawned = self.0.pool.spawn(move || {
                if let Some(tree) = tree {
                    shared.work(tree, index);
                }
            });
            if spawned.is_err() {
                // The system has no thread to give: the work is done here and now.
                if let Some(tree) = self.0.tree() {
                    self.0.work(tree, index);
                }
            }
        }
    }

    /// Runs the one worker of a pool of one thread on this thread.
    pub(crate) fn run_here(&self) {
        for index in 0..self.0.counters.len() {
            if let Some(tree) = self.0.tree() {
                self.0.work(tree, index);
            }
        }
    }

    /// Asks the workers to end.
    pub(crate) fn stop(&self) {
        self.0.stop.stop();
    }

    pub(crate) fn stop_token(&self) -> Stop {
        self.0.stop.clone()
    }

    pub(crate) fn is_finished(&self) -> bool {
        lock(&self.0.end).report.is_some()
    }

    /// The final report, once there is one.
    pub(crate) fn finished(&self) -> Option<Report> {
        lock(&self.0.end).report.clone()
    }

    /// The report as it stands now.
    pub(crate) fn report(&self) -> Report {
        self.0
            .report_now()
            .or_else(|| self.finished())
            .unwrap_or_else(Report::unknown)
    }

    /// Waits for the end.
    ///
    /// # Panics
    /// With the panic of a worker, or of the progress callback, the first time it is asked.
    pub(crate) fn wait(&self) -> Report {
        self.wait_quietly();
        let mut end = lock(&self.0.end);
        if let Some(panic) = end.panic.take() {
            drop(end);
            resume_unwind(panic);
        }
        end.report.clone().unwrap_or_else(Report::unknown)
    }

    /// Waits for the end, however it ended.
    pub(crate) fn wait_quietly(&self) {
        let shared = &self.0;
        shared.pool.wait_until(
            || self.is_finished(),
            || {
                let end = lock(&shared.end);
                if end.report.is_none() {
                    drop(shared.ended.wait_timeout(end, Duration::from_millis(50)));
                }
            },
        );
    }
}

impl Shared {
    fn tree(&self) -> Option<Arc<Tree>> {
        lock(&self.tree).clone()
    }

    /// One worker's whole life.
    fn work(&self, tree: Arc<Tree>, index: usize) {
        let result = catch_unwind(AssertUnwindSafe(|| self.simulate_until_end(&tree, index)));
        if let Err(panic) = result {
            self.stop.stop();
            lock(&self.end).panic.get_or_insert(panic);
        }
        drop(tree);
        if self.running.fetch_sub(1, Ordering::AcqRel) == 1 {
            self.finish();
        }
    }

    /// The last worker's duty.
    fn finish(&self) {
        let report = catch_unwind(AssertUnwindSafe(|| self.report_now()));
        *lock(&self.tree) = None;
        let mut end = lock(&self.end);
        let report = report.unwrap_or_else(|panic| {
            end.panic.get_or_insert(panic);
            None
        });
        end.report = Some(report.unwrap_or_else(Report::unknown));
        drop(end);
        self.ended.notify_all();
    }

    fn simulate_until_end(&self, tree: &Tree, index: usize) {
        let mut hands = Hands::new(index);
        let mut lease = Lease {
            left: 0,
            share: self.share(),
        };
        let mut since_check = 0;
        // Without a root there was no memory for a single node.
        while !self.is_proven(tree) && tree.root.load(Ordering::Acquire) != NONE {
            if tree.visits.load(Ordering::Relaxed) >= MAX_VISITS {
                break;
            }
            let may = lease.take(self) && !self.stop.is_stopped() && !self.has_enough_nodes();
            let must = self.owes_first.load(Ordering::Relaxed)
                && self.owes_first.swap(false, Ordering::Relaxed);
            if !may && !must {
                break;
            }
            match &self.choice {
                None => tree.simulate(&mut hands),
                Some(choice) => {
                    if !tree.simulate_among(&mut hands, choice) {
                        break;
                    }
                }
            }
            self.count(index, &hands);
            since_check += 1;
            if since_check == TIME_CHECK || must {
                since_check = 0;
                if self.is_over_time() {
                    break;
                }
                self.tell_progress();
            }
            if tree.is_nearly_full() {
                let is_stopped = || self.stop.is_stopped() || self.is_over_time();
                tree.recycle(&mut hands.supply, is_stopped);
            }
        }
        hands.supply.give_back(&tree.arena);
    }

    /// Whether there is nothing left to find out. The root may be won by a move that is not to be chosen.
    fn is_proven(&self, tree: &Tree) -> bool {
        match tree.proof() {
            None => false,
            Some(Proof::Loss) => true,
            Some(Proof::Win) => self.choice.is_none(),
        }
    }

    fn is_over_time(&self) -> bool {
        self.limits
            .time
            .is_some_and(|time| self.started.elapsed() >= time)
    }

    /// Whether the nodes made reach their limit.
    fn has_enough_nodes(&self) -> bool {
        self.limits
            .nodes
            .is_some_and(|limit| self.spent().nodes >= limit)
    }

    /// How many simulations a worker takes from the common limit at a time: few enough that all end together.
    fn share(&self) -> u64 {
        let workers = self.counters.len() as u64;
        (self.limits.visits.unwrap_or(0) / (8 * workers)).clamp(1, MAX_LEASE)
    }

    fn count(&self, index: usize, hands: &Hands) {
        let counters = &self.counters[index];
        counters.nodes.store(hands.nodes, Ordering::Relaxed);
        counters
            .evaluations
            .store(hands.evaluations, Ordering::Relaxed);
    }

    fn spent(&self) -> Spent {
        let sum = |of: fn(&Counters) -> &AtomicU64| -> u64 {
            self.counters
                .iter()
                .map(|counters| of(counters).load(Ordering::Relaxed))
                .sum()
        };
        Spent {
            nodes: self.root.0 + sum(|counters| &counters.nodes),
            evaluations: self.root.1 + sum(|counters| &counters.evaluations),
            time: self.started.elapsed(),
        }
    }

    /// A report off the tree, while there is one.
    fn report_now(&self) -> Option<Report> {
        let tree = lock(&self.tree);
        let tree = tree.as_ref()?;
        // The workers are the readers before this one.
        let mut report = tree.report(
            self.counters.len(),
            self.lines,
            self.spent(),
            self.choice.as_ref(),
        );
        report.visits = report.visits.saturating_sub(self.visits_outside);
        Some(report)
    }

    fn tell_progress(&self) {
        let Ok(mut progress) = self.progress.try_lock() else {
            return;
        };
        if let Some(progress) = progress.as_mut()
            && progress.is_due()
            && let Some(report) = self.report_now()
        {
            progress.tell(&report);
        }
    }
}

/// Simulations a worker may do before it asks again.
struct Lease {
    left: u64,
    share: u64,
}

impl Lease {
    /// Takes one simulation; `false` when there are no more.
    fn take(&mut self, shared: &Shared) -> bool {
        if shared.limits.visits.is_none() {
            return true;
        }
        if self.left == 0 {
            let taken = shared
                .left
                .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| {
                    (left > 0).then(|| left - left.min(self.share))
                });
            self.left = taken.map_or(0, |before| before.min(self.share));
        }
        let any = self.left > 0;
        self.left -= u64::from(any);
        any
    }
}
