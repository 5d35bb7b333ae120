use core::ops::{Deref, DerefMut};

/// A value with cache lines of its own: writing it takes nothing else out of other workers' caches. 128 bytes, because
/// processors fetch lines in pairs.
#[derive(Default)]
#[repr(align(128))]
pub(super) struct Line<T>(T);

impl<T> Line<T> {
    pub(super) const fn new(value: T) -> Line<T> {
        Line(value)
    }
}

impl<T> Deref for Line<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for Line<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}
