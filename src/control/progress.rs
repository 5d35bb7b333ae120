use core::fmt;
use core::time::Duration;
use std::time::Instant;

/// A callback that a long computation calls from time to time with how far it has come.
///
/// It runs on a thread of the computation, which waits for it. When it panics, the computation ends and the panic
/// reaches whoever waits for its result.
///
/// ```
/// use amazons::control::Progress;
/// use std::time::Duration;
/// let mut progress = Progress::new(Duration::ZERO, |percent: &u32| assert!(*percent <= 100));
/// progress.tick(|| 42);
/// ```
pub struct Progress<T> {
    every: Duration,
    next: Instant,
    callback: Box<dyn FnMut(&T) + Send>,
}

impl<T> Progress<T> {
    /// Calls `callback` at most once in `every`, the first time when that has passed.
    pub fn new(every: Duration, callback: impl FnMut(&T) + Send + 'static) -> Progress<T> {
        Progress {
            every,
            next: after(Instant::now(), every),
            callback: Box::new(callback),
        }
    }

    /// Calls back with what `report` makes, if it is time.
    pub fn tick(&mut self, report: impl FnOnce() -> T) {
        if self.is_due() {
            self.tell(&report());
        }
    }

    /// Whether it is time to tell again.
    #[must_use]
    pub fn is_due(&self) -> bool {
        Instant::now() >= self.next
    }

    /// Calls back.
    pub fn tell(&mut self, report: &T) {
        (self.callback)(report);
        self.next = after(Instant::now(), self.every);
    }
}

/// `now` plus `every`, or a day later where that is past what an instant can hold.
fn after(now: Instant, every: Duration) -> Instant {
    now.checked_add(every)
        .unwrap_or(now + Duration::from_secs(86_400))
}

impl<T> fmt::Debug for Progress<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Progress")
            .field("every", &self.every)
            .finish_non_exhaustive()
    }
}
