use core::pin::Pin;
use core::task::{Context, Poll};

use crate::control::{Limits, Stop};
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

    /// Replaces the search's limits, all counted from now; returns whether it goes on with them: `false` when it has ended, is
    /// ending or was stopped. So a search without limits that ponders becomes, when the
    /// opponent plays what was expected, one that thinks about its move, with all it knows.
    ///
    /// ```
    /// use amazons::{Engine, EngineOptions, Limits, Position, control::Clock};
    /// use std::time::Duration;
    /// let mut engine = Engine::new(EngineOptions::new().with_memory_mib(16))?;
    /// let pondering = engine.start(&Position::start(), Limits::unlimited());
    /// assert!(pondering.set_limits(Limits::clock(Clock::new(Duration::from_secs(2)))));
    /// assert!(pondering.wait().best_move.is_some());
    /// # Ok::<(), amazons::EngineError>(())
    /// ```
    pub fn set_limits(&self, limits: Limits) -> bool {
        self.job.set_limits(&limits)
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

/// A search can be awaited in async code of any kind: no thread waits meanwhile.
///
/// ```
/// # use std::pin::pin;
/// # use std::sync::Arc;
/// # use std::task::{Context, Poll, Wake};
/// # struct Unpark(std::thread::Thread);
/// # impl Wake for Unpark {
/// #     fn wake(self: Arc<Self>) {
/// #         self.0.unpark();
/// #     }
/// # }
/// # fn block_on<T>(future: impl Future<Output = T>) -> T {
/// #     let waker = Arc::new(Unpark(std::thread::current())).into();
/// #     let mut future = pin!(future);
/// #     loop {
/// #         if let Poll::Ready(output) = future.as_mut().poll(&mut Context::from_waker(&waker)) {
/// #             return output;
/// #         }
/// #         std::thread::park();
/// #     }
/// # }
/// use amazons::{Engine, EngineOptions, Limits, Position};
/// let mut engine = Engine::new(EngineOptions::new().with_memory_mib(16))?;
/// let report = block_on(async { engine.start(&Position::start(), Limits::visits(100)).await });
/// assert!(report.best_move.is_some());
/// # Ok::<(), amazons::EngineError>(())
/// ```
impl IntoFuture for Search {
    type Output = Report;
    type IntoFuture = SearchFuture;

    fn into_future(self) -> SearchFuture {
        SearchFuture(self)
    }
}

/// The end of a [`Search`]. Dropping it stops the search. Panics like [`Search::wait`].
#[derive(Debug)]
pub struct SearchFuture(Search);

impl SearchFuture {
    /// The search.
    #[must_use]
    pub fn search(&self) -> &Search {
        &self.0
    }
}

impl Future for SearchFuture {
    type Output = Report;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Report> {
        match self.0.job.poll(context.waker()) {
            Some(report) => Poll::Ready(report),
            None => Poll::Pending,
        }
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
