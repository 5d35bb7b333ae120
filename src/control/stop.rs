use core::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;

/// A request to stop that any thread can make and any number of workers look at. Clones share it.
///
/// ```
/// let stop = amazons::control::Stop::new();
/// let worker_side = stop.clone();
/// stop.stop();
/// assert!(worker_side.is_stopped());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// A request not yet made.
    #[must_use]
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Makes the request. It can't be taken back.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Release);
    }

    /// Whether the request was made.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }
}
