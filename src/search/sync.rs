//! What the tree's workers share, for real or, with `--cfg loom`, as the model checker loom has it.

#[cfg(loom)]
pub(super) use loom::{
    sync::Mutex,
    sync::atomic::{AtomicU32, AtomicU64, Ordering, fence},
    thread::yield_now,
};

#[cfg(not(loom))]
pub(super) use {
    core::sync::atomic::{AtomicU32, AtomicU64, Ordering, fence},
    std::sync::Mutex,
    std::thread::yield_now,
};

/// So many words, all 0; nothing when the system has no memory for them. They are not touched: the system backs them with
/// memory as they are used.
#[cfg(not(loom))]
pub(super) fn zeroed_words(count: usize) -> Option<Vec<AtomicU64>> {
    bytemuck::allocation::try_zeroed_vec(count).ok()
}

#[cfg(loom)]
pub(super) fn zeroed_words(count: usize) -> Option<Vec<AtomicU64>> {
    Some((0..count).map(|_| AtomicU64::new(0)).collect())
}
