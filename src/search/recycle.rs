//! Making room in a full tree: what was not visited for the longest time goes.

use std::sync::TryLockError;

use super::arena::{NONE, Supply};
use super::node::{Children, EdgeAt};
use super::tree::Tree;

/// Ages are told apart in so many steps.
const AGES: usize = 256;

/// Subtrees that are cut off before their memory is collected, all at once.
const BATCH: usize = 1024;

/// The share of the memory that is to be free afterwards: one half. Less would mean more frequent walks, more a
/// smaller tree.
const FREE_SHARE: u32 = 2;

/// The share of the memory left free at which making room begins, so that other workers need not wait: a 16th.
const LOW_SHARE: u32 = 16;

impl Tree {
    /// Whether memory runs out.
    #[inline]
    pub(super) fn is_nearly_full(&self) -> bool {
        self.arena.available() < self.arena.capacity() / LOW_SHARE
    }

    /// Frees about half of the memory, unless another worker is at it or `is_stopped` says so first. The caller
    /// must not be reading the tree. Returns the number of blocks freed.
    pub(super) fn recycle(&self, supply: &mut Supply, is_stopped: impl Fn() -> bool) -> u32 {
        let mut oldest = match self.recycling.try_lock() {
            Ok(oldest) => oldest,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => return 0,
        };
        let cut = self.age_to_cut_at(*oldest);
        *oldest = cut;
        let freed = self.cut_before(supply, cut, is_stopped);
        supply.give_back(&self.arena);
        freed
    }

    /// The stamp such that the nodes not visited since make up the memory that is to be freed.
    fn age_to_cut_at(&self, oldest: u32) -> u32 {
        let now = self.arena.now();
        let width = ((now - oldest.min(now)) as usize).div_ceil(AGES).max(1);
        let mut blocks_of_age = [0u64; AGES];
        for block in 1..self.arena.touched() {
            if let Some((stamp, blocks)) = self.arena.node_size(block) {
                let age = (stamp.saturating_sub(oldest)) as usize / width;
                blocks_of_age[age.min(AGES - 1)] += u64::from(blocks);
            }
        }
        let wanted = u64::from(
            self.arena.capacity() / FREE_SHARE
                - self
                    .arena
                    .available()
                    .min(self.arena.capacity() / FREE_SHARE),
        );
        let mut freed = 0;
        for (age, blocks) in blocks_of_age.iter().enumerate() {
            freed += blocks;
            if freed >= wanted {
                return oldest.saturating_add(((age + 1) * width) as u32).min(now);
            }
        }
        now
    }

    /// Cuts off and frees all subtrees whose top was last visited before `cut`.
    fn cut_before(&self, supply: &mut Supply, cut: u32, is_stopped: impl Fn() -> bool) -> u32 {
        let root = self.root.load(core::sync::atomic::Ordering::Acquire);
        if root == NONE {
            return 0;
        }
        let mut freed = 0;
        let mut batch: Vec<u32> = Vec::with_capacity(BATCH);
        let mut open: Vec<Children<'_>> = vec![self.arena.children(root)];
        while let Some(children) = open.last_mut() {
            let Some((_, at, edge)) = children.next() else {
                open.pop();
                if is_stopped() {
                    break;
                }
                continue;
            };
            let child = edge.link();
            if child == NONE {
                continue;
            }
            if self.arena.stamp(child) < cut {
                self.cut(at, child, &mut batch);
                if batch.len() == BATCH {
                    freed += self.collect(supply, &mut batch);
                }
            } else {
                open.push(self.arena.children(child));
            }
        }
        freed + self.collect(supply, &mut batch)
    }

    fn cut(&self, at: EdgeAt, child: u32, batch: &mut Vec<u32>) {
        self.arena.unlink(at);
        batch.push(child);
    }

    /// Frees subtrees that were cut off.
    fn collect(&self, supply: &mut Supply, batch: &mut Vec<u32>) -> u32 {
        if batch.is_empty() {
            return 0;
        }
        self.epochs.wait_for_readers();
        let freed = batch
            .drain(..)
            .map(|top| self.free_subtree(supply, top, NONE))
            .sum();
        supply.give_back(&self.arena);
        freed
    }
}
