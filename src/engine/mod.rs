//! The face of the library: an engine, its options, and searches that run.

mod book;
mod handle;
mod level;
mod options;
mod request;
mod session;

use core::fmt;

pub use book::{Book, BookEntryError, BookError, BookErrorKind, BookMove, BookMoves};
pub use handle::{Search, SearchFuture};
pub use level::{Level, ParseLevelError};
pub use options::{EngineError, EngineOptions};
pub use request::{Request, RequestError};
pub use session::{Ponder, Session};

use crate::board::{Move, Position};
use crate::control::{Limits, MemoryBudget, Pool, Stop};
use crate::endgame::prepare;
use crate::search::{Job, Noise, Report, Root, RootChoice, Task, TreeOwner};

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
        prepare();
        let tree = TreeOwner::new(pool.threads(), memory, options.settings, options.seed)
            .map_err(|_| EngineError::NoMemory { mib })?;
        Ok(Engine {
            options,
            pool,
            tree,
            job: None,
        })
    }

    /// The number of threads of a search.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.pool.threads()
    }

    /// Searches all moves of a position, and returns when a limit is met, when the result is proven, or when there is
    /// nothing to search: the game is over, or the sides never meet again and can be counted. One thread searches on the
    /// caller's.
    ///
    /// A search without limits ends only with a proof: [`start`](Engine::start) gives one that can be stopped. Like every
    /// search, it first stops one that this engine still runs.
    pub fn search(&mut self, position: &Position, limits: Limits) -> Report {
        let job = self.prepare(Request::new(position).with_limits(limits), None);
        self.run(&job)
    }

    /// The move of an opponent of this level, or `None` when there is none: short for a request
    /// [with a level](Request::with_level). The same seed plays the same game.
    pub fn play_level(&mut self, position: &Position, level: Level, seed: u64) -> Option<Move> {
        let job = self.prepare(Request::new(position).with_level(level, seed), None);
        self.run(&job).best_move
    }

    fn run(&self, job: &Job) -> Report {
        if self.pool.threads() == 1 {
            job.run_here();
        } else {
            job.spawn();
        }
        job.wait()
    }

    /// Starts a search of all moves of a position in the background: short for [`begin`](Engine::begin).
    ///
    /// An engine of one thread takes one from the system for it. Should there be none, the search is over when this returns;
    /// one without limits then ends with its first simulation.
    pub fn start(&mut self, position: &Position, limits: Limits) -> Search {
        let job = self.prepare(Request::new(position).with_limits(limits), None);
        job.spawn();
        Search::new(job)
    }

    /// Begins the search asked for in the background. An engine runs one search at a time: an earlier one is stopped
    /// first.
    ///
    /// # Errors
    /// When the request can't be met; what ran before goes on.
    pub fn begin(&mut self, mut request: Request) -> Result<Search, RequestError> {
        let choice = request.choice()?;
        let job = self.prepare(request, choice);
        job.spawn();
        Ok(Search::new(job))
    }

    /// Forgets what earlier searches found out; a search that runs is stopped first.
    pub fn clear(&mut self) {
        self.end_last_search();
        self.tree.set_root(&Root {
            position: Position::start(),
            keep: false,
            choice: None,
            noise: Noise::default(),
            workers: self.pool.threads(),
        });
    }

    /// Gets ready for a search of a position: what is known of it stays known, if trees are kept.
    fn go_to(&mut self, position: &Position) {
        self.end_last_search();
        if self.options.keep_tree {
            self.tree.set_root(&Root {
                position: *position,
                keep: true,
                choice: None,
                noise: Noise::default(),
                workers: self.pool.threads(),
            });
        }
    }

    fn prepare(&mut self, request: Request, choice: Option<RootChoice>) -> Job {
        self.end_last_search();
        let position = request.position;
        let threads = request.threads.unwrap_or(usize::MAX).max(1);
        let workers = self.pool.threads().min(threads);
        self.tree.set_root(&Root {
            position,
            // A level plays the same whatever was searched before.
            keep: self.options.keep_tree && request.level.is_none(),
            choice: choice.as_ref(),
            noise: request
                .level
                .map_or_else(Noise::default, |(level, seed)| level.noise(seed)),
            workers,
        });
        let task = Task {
            position,
            limits: request.limits,
            lines: request.lines.unwrap_or(self.options.lines),
            stop: Stop::new(),
            progress: request.progress,
            choice,
            workers,
        };
        let job = self.tree.job(task, &self.pool);
        self.job = Some(job.clone());
        job
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
