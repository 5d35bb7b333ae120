use std::sync::Arc;

use super::arena::{BLOCK_BYTES, NoMemory};
use super::choice::RootChoice;
use super::epoch::Epochs;
use super::job::{Job, Task};
use super::settings::Settings;
use super::simulate::Hands;
use super::tree::Tree;
use crate::board::Position;
use crate::control::Pool;

/// Room that the least tree leaves for nodes: enough for a root with all its slides visited, and a walk's lists.
const LEAST_BLOCKS: usize = 4096;

/// Set aside for a worker's stack and its share of the pool's queues, so that resident memory keeps to the budget too: a
/// minute's search with two threads had 70 KiB a thread more resident than its allocations.
const STACK_BYTES: usize = 96 << 10;

/// Set aside for a search of some of the root's moves: the list of them, twice, and the visits of all moves before it.
const CHOICE_BYTES: usize = 128 << 10;

/// An engine's tree: its own between searches, its workers' during one.
pub(crate) struct TreeOwner(Arc<Tree>);

impl TreeOwner {
    /// Bytes that a search with this many workers needs at least.
    pub(crate) fn least_bytes(workers: usize) -> usize {
        TreeOwner::fixed_bytes(workers) + LEAST_BLOCKS * BLOCK_BYTES
    }

    /// Bytes that a search takes beside the nodes.
    fn fixed_bytes(workers: usize) -> usize {
        // One more for whoever expands the root.
        (workers + 1) * (Hands::BYTES + STACK_BYTES) + Epochs::bytes(workers + 1) + CHOICE_BYTES
    }

    /// A tree that, with its workers, takes `bytes` bytes.
    pub(crate) fn new(
        workers: usize,
        bytes: usize,
        settings: Settings,
        seed: u64,
    ) -> Result<TreeOwner, NoMemory> {
        let bytes = bytes.saturating_sub(TreeOwner::fixed_bytes(workers));
        Tree::new(workers, bytes, settings, seed).map(|tree| TreeOwner(Arc::new(tree)))
    }

    /// Takes `position` for the root, for a search of all its moves or some. Waits until the last search's workers, who
    /// have ended, have let go of the tree.
    pub(crate) fn set_position(
        &mut self,
        position: &Position,
        keep: bool,
        choice: Option<&RootChoice>,
    ) {
        loop {
            if let Some(tree) = Arc::get_mut(&mut self.0) {
                tree.set_position(position, keep);
                tree.set_choice(choice);
                return;
            }
            std::thread::yield_now();
        }
    }

    /// A search of the tree, whose root is the task's position.
    pub(crate) fn job(&self, task: Task, pool: &Pool) -> Job {
        Job::new(task, &self.0, pool)
    }
}
