//! A search that runs: who works on it, how it ends, and who is told.

use core::any::Any;
use core::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use core::task::Waker;
use core::time::Duration;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::answer::report_without_search;
use super::arena::NONE;
use super::bounds::{Bounds, Done};
use super::choice::RootChoice;
use super::counting::at_root;
use super::edge::Proof;
use super::line::Line;
use super::report::{Report, Spent};
use super::simulate::Hands;
use super::tree::Tree;
use super::worker::Worker;
use crate::board::Position;
use crate::control::{Limits, Pool, Progress, Sliced, Stop};

/// What one worker has done; it alone writes there.
#[derive(Default)]
struct Counters {
    nodes: AtomicU64,
    evaluations: AtomicU64,
}

/// A running or finished search. Clones are the same search.
#[derive(Clone)]
pub(crate) struct Job(Arc<Shared>);

/// What the workers of a search and those who ask for it have in common.
pub(super) struct Shared {
    pub(super) bounds: Bounds,
    lines: usize,
    /// Whether the search began without limits.
    is_endless: bool,
    pub(super) choice: Option<RootChoice>,
    /// Visits of the root's other moves before this search.
    visits_outside: u64,
    pub(super) stop: Stop,
    pool: Pool,
    /// What expanding the root took.
    root: (u64, u64),
    counters: Box<[Line<Counters>]>,
    /// However tight the limits, there is one simulation, which names a shot for the best slide: whoever takes this
    /// back has to make it.
    pub(super) owes_first: AtomicBool,
    /// Workers that have not made up their minds to end. Locked while limits change, so that none ends for limits that are
    /// no longer.
    at_work: Mutex<usize>,
    /// Workers that may still have the tree.
    running: AtomicUsize,
    progress: Option<Line<Mutex<Progress<Report>>>>,
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
    /// Who is to be told.
    waker: Option<Waker>,
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
    /// Workers, no more than the pool has threads; what the tree's root was told.
    pub(crate) workers: usize,
}

impl Job {
    /// A search of `tree`, whose root is the task's position.
    pub(super) fn new(task: Task, tree: &Arc<Tree>, pool: &Pool) -> Job {
        let workers = task.workers;
        let forced = match &task.choice {
            None => task.position.move_count() == 1,
            Some(choice) => choice.is_single(),
        };
        let bounds = Bounds::new(&task.position, forced, workers);
        let answer = report_without_search(
            &task.position,
            task.lines,
            task.choice.as_ref(),
            at_root(bounds.most_time(&task.limits), tree.counting_bytes),
        );
        let workers = if answer.is_some() { 0 } else { workers };
        let tree = (workers > 0).then(|| Arc::clone(tree));
        let mut hands = Hands::new(workers);
        if let Some(tree) = &tree
            && tree.root.load(Ordering::Acquire) == NONE
        {
            tree.expand_root(&mut hands);
            hands.supply.give_back(&tree.arena);
        }
        let visits = tree
            .as_ref()
            .map_or(0, |tree| tree.visits.load(Ordering::Relaxed));
        let outside = |tree: &Arc<Tree>| tree.detour.as_ref().map(|detour| detour.visits_outside);
        let visits_outside = tree.as_ref().and_then(outside).unwrap_or(0);
        let (nodes, evaluations) = hands.spent();
        let owes_first = visits == visits_outside;
        let mut limits = task.limits;
        // The first is made whatever the limits, by the worker that comes first.
        limits.visits = (limits.visits).map(|visits| visits.saturating_sub(owes_first.into()));
        bounds.set(&limits, Duration::ZERO, Done { visits, nodes: 0 });
        Job(Arc::new(Shared {
            lines: task.lines,
            is_endless: task.limits == Limits::unlimited(),
            choice: task.choice,
            visits_outside,
            stop: task.stop,
            pool: pool.clone(),
            root: (nodes, evaluations),
            counters: (0..workers).map(|_| Line::default()).collect(),
            owes_first: AtomicBool::new(owes_first),
            at_work: Mutex::new(workers),
            running: AtomicUsize::new(workers),
            progress: task
                .progress
                .map(|progress| Line::new(Mutex::new(progress))),
            tree: Mutex::new(tree),
            end: Mutex::new(End {
                report: answer.map(|report| Report {
                    seconds: bounds.elapsed().as_secs_f64(),
                    ..report
                }),
                ..End::default()
            }),
            ended: Condvar::new(),
            bounds,
        }))
    }

    /// Runs the workers on the pool.
    pub(crate) fn spawn(&self) {
        for index in 0..self.0.counters.len() {
            let worker = |tree| Worker::new(&self.0, tree, index);
            let spawned = match self.0.tree() {
                Some(tree) => self.0.pool.spawn_sliced(worker(tree)),
                None => Ok(()),
            };
            if spawned.is_err() {
                // The system has no thread to give: the work is done here and now. Nobody could stop it meanwhile.
                if self.0.is_endless {
                    self.stop();
                }
                self.run_worker(index);
            }
        }
    }

    /// Runs the one worker of a search with one on this thread.
    pub(crate) fn run_here(&self) {
        for index in 0..self.0.counters.len() {
            self.run_worker(index);
        }
    }

    fn run_worker(&self, index: usize) {
        if let Some(tree) = self.0.tree() {
            let mut worker = Worker::new(&self.0, tree, index);
            while !worker.slice() {}
        }
    }

    /// Replaces the limits, counting from now. Returns `false`, with nothing changed, when the search has ended or is about
    /// to.
    pub(crate) fn set_limits(&self, limits: &Limits) -> bool {
        let visits = |tree: Arc<Tree>| tree.visits.load(Ordering::Relaxed);
        let done = Done {
            visits: self.0.tree().map_or(0, visits),
            nodes: self.0.spent().nodes,
        };
        let at_work = lock(&self.0.at_work);
        let goes_on =
            *at_work > 0 && *at_work == self.0.counters.len() && !self.0.stop.is_stopped();
        if goes_on {
            self.0.bounds.set(limits, self.0.bounds.elapsed(), done);
        }
        goes_on
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

    /// The end of [`wait`](Job::wait), or `None` with `waker` to be woken by it. A panic comes out as in `wait`.
    pub(crate) fn poll(&self, waker: &Waker) -> Option<Report> {
        let mut end = lock(&self.0.end);
        if end.report.is_none() {
            end.waker = Some(waker.clone());
            return None;
        }
        drop(end);
        Some(self.wait())
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

    /// A worker has panicked: the first panic is kept for whoever waits, and the other workers end.
    pub(super) fn fail(&self, panic: Box<dyn Any + Send>) {
        self.stop.stop();
        *lock(&self.at_work) -= 1;
        lock(&self.end).panic.get_or_insert(panic);
    }

    /// A worker wants to end because of limits that were set so many times by then; returns whether they still hold.
    pub(super) fn may_end(&self, terms: u64) -> bool {
        let mut at_work = lock(&self.at_work);
        let may = terms == self.bounds.terms();
        *at_work -= usize::from(may);
        may
    }

    /// A worker has ended and no longer has the tree; the last one makes the final report.
    pub(super) fn leave(&self) {
        if self.running.fetch_sub(1, Ordering::AcqRel) == 1 {
            self.finish();
        }
    }

    fn finish(&self) {
        let report = catch_unwind(AssertUnwindSafe(|| self.report_now()));
        // Whoever finds no tree any more waits for the report.
        let mut end = lock(&self.end);
        *lock(&self.tree) = None;
        let report = report.unwrap_or_else(|panic| {
            end.panic.get_or_insert(panic);
            None
        });
        end.report = Some(report.unwrap_or_else(Report::unknown));
        let waker = end.waker.take();
        drop(end);
        self.ended.notify_all();
        if let Some(waker) = waker {
            // Whatever a waker does must not reach the pool's thread.
            let _ = catch_unwind(AssertUnwindSafe(|| waker.wake()));
        }
    }

    /// Whether there is nothing left to find out. The root may be won by a move that is not to be chosen.
    pub(super) fn is_proven(&self, tree: &Tree) -> bool {
        match tree.proof() {
            None => false,
            Some(Proof::Loss) => true,
            Some(Proof::Win) => self.choice.is_none(),
        }
    }

    pub(super) fn count(&self, index: usize, hands: &Hands) {
        let counters = &self.counters[index];
        counters.nodes.store(hands.nodes, Ordering::Relaxed);
        counters
            .evaluations
            .store(hands.evaluations, Ordering::Relaxed);
    }

    pub(super) fn spent(&self) -> Spent {
        let sum = |of: fn(&Counters) -> &AtomicU64| -> u64 {
            self.counters
                .iter()
                .map(|counters| of(counters).load(Ordering::Relaxed))
                .sum()
        };
        Spent {
            nodes: self.root.0 + sum(|counters| &counters.nodes),
            evaluations: self.root.1 + sum(|counters| &counters.evaluations),
            time: self.bounds.elapsed(),
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

    /// Calls back if it is time, after `settling`: the callback may take as long as it likes, and nobody is to wait for what
    /// this worker keeps to itself.
    pub(super) fn tell_progress(&self, settling: impl FnOnce()) {
        if let Some(progress) = &self.progress
            && let Ok(mut progress) = progress.try_lock()
            && progress.is_due()
        {
            settling();
            if let Some(report) = self.report_now() {
                progress.tell(&report);
            }
        }
    }
}
