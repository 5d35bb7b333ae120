//! How a query that is worked on is ended from elsewhere.

use std::sync::{Mutex, PoisonError};

use amazons::control::Stop;

/// A request to end a query, whatever search it is at.
#[derive(Debug, Default)]
pub struct Cancel {
    asked: Stop,
    search: Mutex<Option<Stop>>,
}

impl Cancel {
    pub fn cancel(&self) {
        self.asked.stop();
        if let Some(search) = &*self.search.lock().unwrap_or_else(PoisonError::into_inner) {
            search.stop();
        }
    }

    pub fn is_cancelled(&self) -> bool {
        self.asked.is_stopped()
    }

    /// The search that the query is at from now on.
    pub fn attach(&self, search: Stop) {
        let mut attached = self.search.lock().unwrap_or_else(PoisonError::into_inner);
        // Whoever cancels between this look and the next line finds the lock taken and then the search.
        if self.is_cancelled() {
            search.stop();
        }
        *attached = Some(search);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_is_stopped_whenever_it_comes() {
        let cancel = Cancel::default();
        let [first, second, late] = [Stop::new(), Stop::new(), Stop::new()];
        cancel.attach(first.clone());
        cancel.attach(second.clone());
        cancel.cancel();
        cancel.attach(late.clone());
        let stopped = [first, second, late].map(|stop| stop.is_stopped());
        assert_eq!(stopped, [false, true, true]);
    }
}
