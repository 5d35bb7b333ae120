use core::fmt;
#[cfg(feature = "parallel")]
use std::collections::VecDeque;
#[cfg(feature = "parallel")]
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The threads that long computations run on; clones share them.
///
/// A pool of one thread starts a thread for each computation and needs no rayon. A larger one is a rayon pool, its own
/// or the caller's. Nothing here blocks a thread of the caller's pool while it waits.
///
/// ```
/// use amazons::control::Pool;
/// let pool = Pool::new(1)?;
/// assert_eq!(pool.threads(), 1);
/// # Ok::<(), amazons::control::PoolError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Pool(Threads);

#[derive(Clone, Debug)]
enum Threads {
    One,
    #[cfg(feature = "parallel")]
    Rayon(Arc<Shared>),
}

/// Work that is done a little at a time, so that those who share a pool take turns.
pub(crate) trait Sliced: Send {
    /// Works for about a millisecond, now and then some twenty; returns whether that was the end. It must not panic.
    fn slice(&mut self) -> bool;
}

#[cfg(feature = "parallel")]
struct Shared {
    threads: Arc<rayon::ThreadPool>,
    /// Work that waits for its next slice, in turn. For each there is a job in the pool that does a slice of whatever is first
    /// by then: rayon itself lets a thread go on with what the thread began.
    waiting: Mutex<VecDeque<Box<dyn Sliced>>>,
}

#[cfg(feature = "parallel")]
impl Shared {
    fn new(threads: Arc<rayon::ThreadPool>) -> Arc<Shared> {
        Arc::new(Shared {
            threads,
            waiting: Mutex::default(),
        })
    }

    fn waiting(&self) -> MutexGuard<'_, VecDeque<Box<dyn Sliced>>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn enqueue(self: &Arc<Self>, work: Box<dyn Sliced>) {
        self.waiting().push_back(work);
        self.spawn_turn();
    }

    fn spawn_turn(self: &Arc<Self>) {
        let shared = Arc::clone(self);
        self.threads.spawn(move || {
            let next = shared.waiting().pop_front();
            if let Some(mut work) = next
                && !work.slice()
            {
                shared.waiting().push_back(work);
                // A job that a thread of the pool spawns comes before all that others give the pool: they get a turn first.
                rayon::yield_now();
                shared.spawn_turn();
            }
        });
    }

    /// Does a slice of the work that is first, whose own turn may be held up by what waits here; returns whether there was any.
    fn take_turn(self: &Arc<Self>) -> bool {
        let Some(mut work) = self.waiting().pop_front() else {
            return false;
        };
        if !work.slice() {
            self.enqueue(work);
        }
        true
    }
}

#[cfg(feature = "parallel")]
impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.threads.fmt(f)
    }
}

impl Pool {
    /// The most threads of a pool: a shared tree counts workers in eight bits.
    pub const MAX_THREADS: usize = 255;

    /// A pool of its own with `threads` threads.
    ///
    /// # Errors
    /// When `threads` is 0 or more than [`MAX_THREADS`](Pool::MAX_THREADS), when it is over 1 without the feature
    /// `parallel`, or when the system gives no threads.
    pub fn new(threads: usize) -> Result<Pool, PoolError> {
        match threads {
            1 => Ok(Pool(Threads::One)),
            #[cfg(feature = "parallel")]
            2..=Pool::MAX_THREADS => rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .thread_name(|index| format!("amazons-{index}"))
                .build()
                .map(|pool| Pool(Threads::Rayon(Shared::new(Arc::new(pool)))))
                .map_err(|error| PoolError::System(error.to_string())),
            _ => Err(PoolError::Threads(threads)),
        }
    }

    /// The caller's pool, shared with whatever else runs there. Workers are ordinary jobs of it. Engines that are to take
    /// turns share one `Pool`, by cloning it.
    #[cfg(feature = "parallel")]
    #[must_use]
    pub fn from_rayon(pool: Arc<rayon::ThreadPool>) -> Pool {
        Pool(Threads::Rayon(Shared::new(pool)))
    }

    /// The number of threads.
    #[must_use]
    pub fn threads(&self) -> usize {
        match &self.0 {
            Threads::One => 1,
            #[cfg(feature = "parallel")]
            Threads::Rayon(pool) => pool.threads.current_num_threads().min(Pool::MAX_THREADS),
        }
    }

    /// Runs `job` on a thread of the pool, some time soon. A job that panics is the job's own affair: it must not.
    ///
    /// # Errors
    /// When the system has no thread for it.
    pub(crate) fn spawn<J: FnOnce() + Send + 'static>(&self, job: J) -> Result<(), PoolError> {
        match &self.0 {
            Threads::One => std::thread::Builder::new()
                .name("amazons".into())
                .spawn(job)
                .map(drop)
                .map_err(|error| PoolError::System(error.to_string())),
            #[cfg(feature = "parallel")]
            Threads::Rayon(pool) => {
                pool.threads.spawn(job);
                Ok(())
            }
        }
    }

    /// Does work on the pool's threads, in turn with all other such work.
    ///
    /// # Errors
    /// When the system has no thread for it. The work is lost.
    pub(crate) fn spawn_sliced(&self, mut work: impl Sliced + 'static) -> Result<(), PoolError> {
        match &self.0 {
            // The system lets threads take turns.
            Threads::One => self.spawn(move || while !work.slice() {}),
            #[cfg(feature = "parallel")]
            Threads::Rayon(pool) => {
                pool.enqueue(Box::new(work));
                Ok(())
            }
        }
    }

    /// Waits until `is_done`; `block` sleeps a while or until it is likely to be so. On a thread of this very pool the
    /// wait does the pool's other work instead: blocking there could wait for a job that needs this thread.
    pub(crate) fn wait_until(&self, is_done: impl Fn() -> bool, mut block: impl FnMut()) {
        while !is_done() {
            #[cfg(feature = "parallel")]
            if let Threads::Rayon(pool) = &self.0
                && pool.threads.current_thread_index().is_some()
            {
                if rayon::yield_now() != Some(rayon::Yield::Executed) && !pool.take_turn() {
                    std::thread::yield_now();
                }
                continue;
            }
            block();
        }
    }
}

/// Why there is no such pool.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PoolError {
    /// Not a number of threads a pool can have.
    Threads(usize),
    /// What the system said.
    System(String),
}

impl fmt::Display for PoolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PoolError::Threads(threads) if cfg!(feature = "parallel") => {
                write!(
                    f,
                    "a pool has 1 to {} threads, not {threads}",
                    Pool::MAX_THREADS
                )
            }
            PoolError::Threads(threads) => {
                write!(
                    f,
                    "without the feature `parallel` a pool has 1 thread, not {threads}"
                )
            }
            PoolError::System(message) => write!(f, "could not start threads: {message}"),
        }
    }
}

impl core::error::Error for PoolError {}
