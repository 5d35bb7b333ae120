use core::fmt;

use crate::control::{MemoryBudget, OverBudget, Pool, PoolError};
use crate::search::Settings;

/// How an [`Engine`](crate::Engine) is built.
///
/// ```
/// use amazons::{Engine, EngineOptions};
/// let options = EngineOptions::new().with_threads(1).with_memory_mib(32).with_lines(5);
/// let engine = Engine::new(options)?;
/// assert_eq!(engine.threads(), 1);
/// # Ok::<(), amazons::EngineError>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct EngineOptions {
    pub(super) threads: usize,
    pub(super) memory_mib: usize,
    pub(super) lines: usize,
    pub(super) seed: u64,
    pub(super) keep_tree: bool,
    pub(super) pool: Option<Pool>,
    pub(super) budget: Option<MemoryBudget>,
    pub(super) settings: Settings,
}

impl EngineOptions {
    /// Memory of an engine when nothing else is said, in MiB: some ten seconds of new nodes for one thread.
    pub const DEFAULT_MEMORY_MIB: usize = 256;

    /// Best moves in a report when nothing else is said.
    pub const DEFAULT_LINES: usize = 3;

    /// One thread for each processor (one thread without the feature `parallel`), 256 MiB, three lines, seed 0.
    pub fn new() -> EngineOptions {
        let threads = if cfg!(feature = "parallel") {
            std::thread::available_parallelism()
                .map_or(1, |count| count.get().min(Pool::MAX_THREADS))
        } else {
            1
        };
        EngineOptions {
            threads,
            memory_mib: EngineOptions::DEFAULT_MEMORY_MIB,
            lines: EngineOptions::DEFAULT_LINES,
            seed: 0,
            keep_tree: false,
            pool: None,
            budget: None,
            settings: Settings::default(),
        }
    }

    /// The number of threads of the engine's own pool. One thread searches reproducibly.
    pub fn with_threads(mut self, threads: usize) -> EngineOptions {
        self.threads = threads;
        self
    }

    /// A pool for the engine to use, perhaps shared with others, instead of its own.
    pub fn with_pool(mut self, pool: Pool) -> EngineOptions {
        self.pool = Some(pool);
        self
    }

    /// Memory for everything a search allocates, in MiB. Tables that all engines of a program share, less than 2 MiB, are
    /// beside it.
    pub fn with_memory_mib(mut self, mib: usize) -> EngineOptions {
        self.memory_mib = mib;
        self
    }

    /// A budget that the engine's memory is taken from, shared with other engines.
    pub fn with_budget(mut self, budget: MemoryBudget) -> EngineOptions {
        self.budget = Some(budget);
        self
    }

    /// The number of best moves in a report.
    pub fn with_lines(mut self, lines: usize) -> EngineOptions {
        self.lines = lines;
        self
    }

    /// Decides between moves that look the same; with one thread, the same seed gives the same report.
    pub fn with_seed(mut self, seed: u64) -> EngineOptions {
        self.seed = seed;
        self
    }

    /// Whether a search takes over what the last one found out, when its position is the same, one of the last eight plies,
    /// or up to two plies further on from any of those. Off unless asked for: reports then depend on earlier searches.
    pub fn with_kept_tree(mut self, keep: bool) -> EngineOptions {
        self.keep_tree = keep;
        self
    }

    /// The search's constants.
    #[cfg(feature = "tuning")]
    pub fn with_settings(mut self, settings: Settings) -> EngineOptions {
        self.settings = settings;
        self
    }
}

impl Default for EngineOptions {
    fn default() -> EngineOptions {
        EngineOptions::new()
    }
}

/// Why there is no such engine.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EngineError {
    /// No such pool of threads.
    Pool(PoolError),
    /// Less memory than a search needs.
    TooLittleMemory {
        /// MiB asked for.
        mib: usize,
        /// The least number of MiB for this number of threads.
        least_mib: usize,
    },
    /// The shared budget has not as much left.
    Budget(OverBudget),
    /// The system has not as much memory.
    NoMemory {
        /// MiB asked for.
        mib: usize,
    },
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineError::Pool(error) => error.fmt(f),
            EngineError::TooLittleMemory { mib, least_mib } => {
                write!(
                    f,
                    "{mib} MiB are too little memory for a search: {least_mib} at least"
                )
            }
            EngineError::Budget(error) => error.fmt(f),
            EngineError::NoMemory { mib } => write!(f, "could not allocate {mib} MiB"),
        }
    }
}

impl core::error::Error for EngineError {}
