//! What counting separated positions may cost a search, in work and in memory.

use core::time::Duration;

use crate::endgame::Effort;

/// Search that counting each side of the root may take: some five milliseconds, for which a request to stop has to wait.
const ROOT_WORK: u64 = 50_000;

/// Nodes of such a search in a millisecond, about.
const WORK_A_MILLISECOND: u64 = 10_000;

/// Search that counting the end of a principal variation may take: a fraction of a millisecond, for which a request to
/// stop has to wait once a line.
const MARGIN_WORK: u64 = 5_000;

/// Memory of each worker's counting: 256 positions. In 60 games of 600 simulations a move 22 counts took more than 50, none more
/// than 280.
pub(super) const LEAF_BYTES: usize = 48 << 10;

/// The share of the memory, one in so many, that the root's counting takes beside [`LEAF_BYTES`], up to what all its work could
/// fill.
pub(super) const ROOT_MEMORY_SHARE: usize = 32;
const MOST_ROOT_BYTES: usize = 10 << 20;

/// Bytes for counting the root, or the end of a principal variation, out of a search's memory.
pub(super) const fn root_bytes(memory: usize) -> usize {
    let share = memory / ROOT_MEMORY_SHARE;
    LEAF_BYTES
        + if share < MOST_ROOT_BYTES {
            share
        } else {
            MOST_ROOT_BYTES
        }
}

/// For the root of a search that may take so long.
pub(super) fn at_root(time: Option<Duration>, bytes: usize) -> Effort {
    let work = time.map_or(ROOT_WORK, |time| {
        ROOT_WORK.min(WORK_A_MILLISECOND.saturating_mul(time.as_millis() as u64 / 4))
    });
    Effort { work, bytes }
}

/// For a leaf.
pub(super) fn at_leaf(work: u64) -> Effort {
    Effort {
        work,
        bytes: LEAF_BYTES,
    }
}

/// For the end of a principal variation.
pub(super) fn at_end(bytes: usize) -> Effort {
    Effort {
        work: MARGIN_WORK,
        bytes,
    }
}
