use crate::control::Stop;
use crate::search::{Job, Report};

/// A search that goes on in the background.
///
/// Any thread may look at it or stop it. Dropping it stops the search.
///
/// ```
/// use amazons::{Engine, EngineOptions, Limits, Position};
/// let mut engine = Engine::new(EngineOptions::new().with_threads(1).with_memory_mib(16))?;
/// let search = engine.start(&Position::start(), Limits::unlimited());
/// while search.report().visits < 100 {
///     std::thread::yield_now();
/// }
/// search.stop();
/// assert!(search.wait().best_move.is_some());
/// # Ok::<(), amazons::EngineError>(())
/// ```
pub struct Search {
    job: Job,
}

impl Search {
    pub(super) fn new(job: Job) -> Search {
        Search { job }
    }

    /// The final report, or `None` while the search goes on.
    #[must_use]
    pub fn poll(&self) -> Option<Report> {
        self.job.finished()
    }

    /// The report as it stands now.
    #[must_use]
    pub fn report(&self) -> Report {
        self.job.report()
    }

    /// Whether the search has ended.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.job.is_finished()
    }

    /// Asks the search to end; it does within a few simulations.
    pub fn stop(&self) {
        self.job.stop();
    }

    /// A token that stops the search, to be kept elsewhere.
    #[must_use]
    pub fn stop_token(&self) -> Stop {
        self.job.stop_token()
    }

    /// Waits until the search ends, and returns its report. On a thread of the pool that the search uses it helps instead of
    /// blocking.
    ///
    /// # Panics
    /// When the progress callback has panicked: with the same panic.
    #[must_use]
    pub fn wait(self) -> Report {
        self.job.wait()
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        self.job.stop();
    }
}

impl core::fmt::Debug for Search {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Search")
            .field("finished", &self.is_finished())
            .finish_non_exhaustive()
    }
}
