//! Helpers that join a job, if they get to it before it ends.

use core::sync::atomic::{AtomicUsize, Ordering};
use core::time::Duration;
use std::sync::Arc;

use super::shared::Shared;
use crate::control::Pool;

/// How long the caller sleeps while it waits for the last helpers to look up.
const NAP: Duration = Duration::from_micros(100);

/// Set in the count of helpers when nobody may join any more.
const CLOSED: usize = 1 << (usize::BITS - 1);

/// Those who help with a job now. A pool that is busy with other things may never come to the others, and nobody waits for
/// these.
#[derive(Default)]
pub(super) struct Crew(AtomicUsize);

/// A helper's part in a job, until it is dropped.
pub(super) struct Member<'a>(&'a Crew);

impl Crew {
    /// Joins, unless the job is over.
    pub(super) fn join(&self) -> Option<Member<'_>> {
        self.0
            .fetch_update(Ordering::AcqRel, Ordering::Acquire, |state| {
                (state & CLOSED == 0).then_some(state + 1)
            })
            .is_ok()
            .then_some(Member(self))
    }
}

impl Drop for Member<'_> {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Ordering::AcqRel);
    }
}

/// A job that its caller works on; when dropped, be it in a panic, it is over for all who help.
pub(super) struct Gathering<'a> {
    pub(super) crew: Arc<Crew>,
    pub(super) shared: &'a Shared,
    pub(super) pool: &'a Pool,
}

impl Drop for Gathering<'_> {
    fn drop(&mut self) {
        self.shared.finish(None);
        self.crew.0.fetch_or(CLOSED, Ordering::AcqRel);
        self.pool.wait_until(
            || self.crew.0.load(Ordering::Acquire) == CLOSED,
            || std::thread::sleep(NAP),
        );
    }
}
