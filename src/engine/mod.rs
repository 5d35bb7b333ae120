//! The face of the library: an engine, its options, and searches that run.

mod handle;
mod options;

use core::fmt;

pub use handle::Search;
pub use options::{EngineError, EngineOptions};

use crate::board::Position;
use crate::control::{Limits, MemoryBudget, Pool, Progress, Reservation, Stop};
use crate::search::{Job, Report, Task, TreeOwner};

/// A player and analyst: one search tree, its memory and its threads.
///
/// ```
/// use amazons::{Engine, EngineOptions, Limits, Position};
/// let mut engine = Engine::new(EngineOptions::new().with_memory_mib(16))?;
/// let report = engine.search(&Position::start(), Limits::visits(200));
/// assert!(Position::start().is_legal(report.best_move.unwrap()));
/// # Ok::<(), amazons::EngineError>(())
/// ```
pub struct Engine {
    options: EngineOptions,
    pool: Pool,
    tree: TreeOwner,
    /// The last search begun, perhaps still running.
    job: Option<Job>,
    _memory: Reservation,
}

impl Engine {
    /// An engine. Its memory is set aside now, though the system hands most of it out only as the tree grows.
    ///
    /// # Errors
    /// When there are not as many threads or not as much memory, or too little memory was asked for.
    pub fn new(options: EngineOptions) -> Result<Engine, EngineError> {
        let pool = match &options.pool {
            Some(pool) => pool.clone(),
            None => Pool::new(options.threads).map_err(EngineError::Pool)?,
        };
        let mib = options.memory_mib;
        let least_mib = TreeOwner::least_bytes(pool.threads()).div_ceil(1 << 20);
        if mib < least_mib {
            return Err(EngineError::TooLittleMemory { mib, least_mib });
        }
        let bytes = mib
            .checked_mul(1 << 20)
            .ok_or(EngineError::NoMemory { mib })?;
        let budget = options
            .budget
            .clone()
            .unwrap_or_else(|| MemoryBudget::bytes(bytes));
        let memory = budget.reserve(bytes).map_err(EngineError::Budget)?;
        let tree = TreeOwner::new(pool.threads(), bytes, options.settings, options.seed)
            .map_err(|_| EngineError::NoMemory { mib })?;
        Ok(Engine {
            options,
            pool,
            tree,
            job: None,
            _memory: memory,
        })
    }

    /// The number of threads of a search.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.pool.threads()
    }

    /// Searches a position and returns when a limit is met, when the result is proven, or when there is nothing to
    /// search: the game is over, or the sides never meet again and can be counted. One thread searches on the caller's.
    ///
    /// A search without limits ends only with a proof: [`start`](Engine::start) gives one that can be stopped.
    pub fn search(&mut self, position: &Position, limits: Limits) -> Report {
        let (job, _stop) = self.prepare(position, limits, None);
        if self.pool.threads() == 1 {
            job.run_here();
        } else {
            job.spawn();
        }
        job.wait()
    }

    /// Starts a search in the background. An engine runs one search at a time: an earlier one is stopped first.
    pub fn start(&mut self, position: &Position, limits: Limits) -> Search {
        self.launch(position, limits, None)
    }

    /// [`start`](Engine::start)s a search that reports its progress.
    ///
    /// The callback runs on one of the search's threads, which waits for it. When it panics, the search ends and
    /// [`Search::wait`] panics likewise; the engine stays usable.
    ///
    /// ```
    /// use amazons::{Engine, EngineOptions, Limits, Position, control::Progress};
    /// use std::time::Duration;
    /// let mut engine = Engine::new(EngineOptions::new().with_memory_mib(16))?;
    /// let progress = Progress::new(Duration::ZERO, |report: &amazons::Report| assert!(report.visits > 0));
    /// let report = engine.start_with_progress(&Position::start(), Limits::visits(50), progress).wait();
    /// assert_eq!(report.visits, 50);
    /// # Ok::<(), amazons::EngineError>(())
    /// ```
    pub fn start_with_progress(
        &mut self,
        position: &Position,
        limits: Limits,
        progress: Progress<Report>,
    ) -> Search {
        self.launch(position, limits, Some(progress))
    }

    /// Forgets what earlier searches found out.
    pub fn clear(&mut self) {
        self.end_last_search();
        self.tree.set_position(&Position::start(), false);
    }

    fn launch(
        &mut self,
        position: &Position,
        limits: Limits,
        progress: Option<Progress<Report>>,
    ) -> Search {
        let (job, stop) = self.prepare(position, limits, progress);
        job.spawn();
        Search::new(job, stop)
    }

    fn prepare(
        &mut self,
        position: &Position,
        limits: Limits,
        progress: Option<Progress<Report>>,
    ) -> (Job, Stop) {
        self.end_last_search();
        self.tree.set_position(position, self.options.keep_tree);
        let stop = Stop::new();
        let task = Task {
            position: *position,
            limits,
            lines: self.options.lines,
            stop: stop.clone(),
            progress,
        };
        let job = self.tree.job(task, &self.pool);
        self.job = Some(job.clone());
        (job, stop)
    }

    fn end_last_search(&mut self) {
        if let Some(job) = self.job.take() {
            job.stop();
            job.wait_quietly();
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        if let Some(job) = &self.job {
            job.stop();
        }
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine")
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}
