use std::sync::Arc;

use super::arena::{BLOCK_BYTES, NoMemory};
use super::choice::RootChoice;
use super::epoch::Epochs;
use super::job::{Job, Task};
use super::noise::Noise;
use super::settings::Settings;
use super::simulate::Hands;
use super::tree::Tree;
use crate::board::Position;
use crate::control::{Pool, Reservation};

/// Room that the least tree leaves for nodes: enough for a root with all its slides visited, and a walk's lists.
const LEAST_BLOCKS: usize = 4096;

/// Set aside for a worker's stack and its share of the pool's queues, so that resident memory keeps to the budget too: a
/// minute's search with two threads had 70 KiB a thread more resident than its allocations.
const STACK_BYTES: usize = 96 << 10;

/// Set aside for a search of some of the root's moves: the list of them, twice, and the visits of all moves before it.
const CHOICE_BYTES: usize = 128 << 10;

/// What a tree is to be searched for.
pub(crate) struct Root<'a> {
    pub(crate) position: Position,
    /// Whether the tree may hold what earlier searches found out.
    pub(crate) keep: bool,
    /// The moves to choose from, where those are not all.
    pub(crate) choice: Option<&'a RootChoice>,
    pub(crate) noise: Noise,
    /// Workers of the search.
    pub(crate) workers: usize,
}

/// An engine's tree: its own between searches, its workers' during one.
pub(crate) struct TreeOwner(Arc<Tree>);

impl TreeOwner {
    /// Bytes that a search with this many workers needs at least.
    pub(crate) fn least_bytes(workers: usize) -> usize {
        TreeOwner::fixed_bytes(workers) + Tree::bytes_for(workers, LEAST_BLOCKS * BLOCK_BYTES)
    }

    /// Bytes that a search takes beside the nodes.
    fn fixed_bytes(workers: usize) -> usize {
        // One more for whoever expands the root.
        (workers + 1) * (Hands::BYTES + STACK_BYTES) + Epochs::bytes(workers + 1) + CHOICE_BYTES
    }

    /// A tree that, with its workers, takes the bytes that are set aside.
    pub(crate) fn new(
        workers: usize,
        memory: Reservation,
        settings: Settings,
        seed: u64,
    ) -> Result<TreeOwner, NoMemory> {
        let bytes = memory
            .bytes()
            .saturating_sub(TreeOwner::fixed_bytes(workers));
        let mut tree = Tree::new(workers, bytes, settings, seed)?;
        tree.memory = Some(memory);
        Ok(TreeOwner(Arc::new(tree)))
    }

    /// Makes the tree that of `root`. Waits until the last search's workers, who have ended, have let go of the tree.
    pub(crate) fn set_root(&mut self, root: &Root<'_>) {
        loop {
            if let Some(tree) = Arc::get_mut(&mut self.0) {
                // What was misjudged on purpose is of no use to another.
                let keep = root.keep && tree.noise == root.noise;
                tree.noise = root.noise;
                tree.arena.set_workers(root.workers);
                tree.set_position(&root.position, keep);
                tree.set_choice(root.choice);
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

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::control::MemoryBudget;

    #[test]
    fn the_least_memory_leaves_its_nodes() {
        for workers in [1, 2, 3, 20, 49, 200] {
            let bytes = TreeOwner::least_bytes(workers);
            let memory = MemoryBudget::bytes(bytes).reserve(bytes).unwrap();
            let owner = TreeOwner::new(workers, memory, Settings::default(), 0).unwrap();
            let blocks = owner.0.arena.capacity() as usize;
            // One block's number stands for none, and aligning them may cost another.
            let wanted = LEAST_BLOCKS - 2;
            assert!(
                (wanted..wanted + 64).contains(&blocks),
                "{workers}: {blocks}"
            );
        }
    }
}
