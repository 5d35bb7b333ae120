//! When memory that was cut off from the tree may be used again: once nobody can be reading it any more.

use super::line::Line;
use super::sync::{AtomicU64, Ordering, fence, yield_now};

/// A reader's line when it reads nothing.
const IDLE: u64 = 0;

/// Readers announce the epoch in which they start; a writer that has cut something off starts a new epoch and
/// waits until no reader of an older one is left (Fraser 2004).
pub(super) struct Epochs {
    current: Line<AtomicU64>,
    readers: Box<[Line<AtomicU64>]>,
}

impl Epochs {
    pub(super) fn new(readers: usize) -> Epochs {
        Epochs {
            current: Line::new(AtomicU64::new(1)),
            readers: (0..readers)
                .map(|_| Line::new(AtomicU64::new(IDLE)))
                .collect(),
        }
    }

    /// Bytes that the lines of `readers` readers take.
    pub(super) const fn bytes(readers: usize) -> usize {
        (readers + 1) * size_of::<Line<AtomicU64>>()
    }

    /// Lets reader `reader` read until the guard is dropped. A guard may be taken while an older one is held.
    #[inline]
    pub(super) fn enter(&self, reader: usize) -> Reading<'_> {
        let line: &AtomicU64 = &self.readers[reader];
        let before = line.load(Ordering::Relaxed);
        if before == IDLE {
            line.store(self.current.load(Ordering::Acquire), Ordering::Relaxed);
            // Either this reader sees what was cut off before, or the one who cut it off sees this reader.
            fence(Ordering::SeqCst);
        }
        Reading { line, before }
    }

    /// Ends the reading of reader `reader` that was left [open](Reading::leave_open).
    #[inline]
    pub(super) fn close(&self, reader: usize) {
        self.readers[reader].store(IDLE, Ordering::Release);
    }

    /// Waits until everybody who may have seen what is cut off by now has finished.
    pub(super) fn wait_for_readers(&self) {
        fence(Ordering::SeqCst);
        let new = self.current.fetch_add(1, Ordering::AcqRel) + 1;
        for line in &self.readers {
            loop {
                let epoch = line.load(Ordering::Acquire);
                if epoch == IDLE || epoch >= new {
                    break;
                }
                yield_now();
            }
        }
        fence(Ordering::SeqCst);
    }
}

/// A reader at work. When it is dropped, the reader is again what it was before: idle, or reading for an older guard.
pub(super) struct Reading<'a> {
    line: &'a AtomicU64,
    /// What the line said before.
    before: u64,
}

impl Reading<'_> {
    /// Goes on without the guard, until [`Epochs::close`].
    #[inline]
    pub(super) fn leave_open(self) {
        core::mem::forget(self);
    }
}

impl Drop for Reading<'_> {
    fn drop(&mut self) {
        self.line.store(self.before, Ordering::Release);
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn a_reading_left_open_lasts_until_it_is_closed() {
        let epochs = Epochs::new(1);
        let is_reading = || epochs.readers[0].load(Ordering::Relaxed) != IDLE;
        drop(epochs.enter(0));
        assert!(!is_reading());
        epochs.enter(0).leave_open();
        assert!(is_reading());
        drop(epochs.enter(0));
        assert!(is_reading());
        epochs.close(0);
        assert!(!is_reading());
    }
}
