//! Making room in a full tree: what was not visited for the longest time goes.

use core::sync::atomic::Ordering;
use std::sync::TryLockError;

use super::arena::{NONE, Supply};
use super::children::Children;
use super::edge::{Edge, Proof};
use super::tree::Tree;

/// Ages are told apart in so many steps.
const AGES: usize = 256;

/// Subtrees that are cut off before they become garbage, all at once.
const BATCH: usize = 1024;

/// Nodes freed, or blocks looked at, between two looks at the request to stop: about a tenth of a millisecond.
const STOP_CHECK: u32 = 2048;

/// The share of the memory that is to be free afterwards: one half. Less would mean more frequent walks, more a
/// smaller tree.
const FREE_SHARE: u32 = 2;

/// The share of the memory left free at which making room begins, so that other workers need not wait: a 16th.
const LOW_SHARE: u32 = 16;

/// What recycling needs to know from one time to the next; locked while it goes on.
#[derive(Default)]
pub(super) struct Recycling {
    /// Tops of subtrees that nobody can reach, each naming the next in its stamp.
    garbage: u32,
    /// No node in the tree was last visited before this.
    oldest: u32,
}

impl Tree {
    /// Whether memory runs out.
    #[inline]
    pub(super) fn is_nearly_full(&self) -> bool {
        self.arena.available() < self.arena.capacity() / LOW_SHARE
    }

    /// Makes about half of the memory free; `is_stopped` ends it early. While another worker is at it, this one goes on
    /// with what is left, and waits when nothing is: simulations that can't keep what they find are worth nothing. The
    /// caller must not be reading the tree.
    pub(super) fn recycle(&self, supply: &mut Supply, is_stopped: impl Fn() -> bool) {
        let mut recycling = match self.recycling.try_lock() {
            Ok(recycling) => recycling,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => {
                while self.arena.available() == 0
                    && matches!(self.recycling.try_lock(), Err(TryLockError::WouldBlock))
                    && !is_stopped()
                {
                    std::thread::yield_now();
                }
                return;
            }
        };
        self.reap(&mut recycling, supply, &is_stopped);
        if !self.is_nearly_full() {
            return;
        }
        if let Some(cut) = self.age_to_cut_at(recycling.oldest, &is_stopped) {
            recycling.oldest = cut;
            self.cut_before(cut, &mut recycling, supply, &is_stopped);
        }
    }

    /// The stamp such that the nodes not visited since make up the memory that is to be freed.
    fn age_to_cut_at(&self, oldest: u32, is_stopped: &impl Fn() -> bool) -> Option<u32> {
        let now = self.arena.now();
        let width = now.saturating_sub(oldest).div_ceil(AGES as u32).max(1);
        let mut blocks_of_age = [0u32; AGES];
        for block in 1..self.arena.touched() {
            if let Some((stamp, blocks)) = self.arena.node_size(block) {
                let age = (stamp.saturating_sub(oldest) / width) as usize;
                blocks_of_age[age.min(AGES - 1)] += blocks;
            }
            if block % STOP_CHECK == 0 && is_stopped() {
                return None;
            }
        }
        let wanted = (self.arena.capacity() / FREE_SHARE).saturating_sub(self.arena.available());
        let mut freed = 0;
        let age = blocks_of_age.iter().position(|blocks| {
            freed += blocks;
            freed >= wanted
        });
        Some(age.map_or(now, |age| {
            oldest
                .saturating_add((age as u32 + 1).saturating_mul(width))
                .min(now)
        }))
    }

    /// Cuts off and frees all subtrees whose top was last visited before `cut`.
    fn cut_before(
        &self,
        cut: u32,
        recycling: &mut Recycling,
        supply: &mut Supply,
        is_stopped: &impl Fn() -> bool,
    ) {
        let top = self.top();
        if top == NONE {
            return;
        }
        // Below a slide that wins is the shot that wins.
        let root = self.root.load(Ordering::Acquire);
        let is_won = |edge: Edge| edge.proof() == Some(Proof::Win);
        let mut batch: Vec<u32> = Vec::with_capacity(BATCH);
        // One walk a step of the game at most.
        let mut open: Vec<Children<'_>> = vec![self.arena.children(top)];
        while let Some(children) = open.last_mut() {
            let Some((_, at, edge)) = children.next() else {
                open.pop();
                continue;
            };
            let child = edge.link();
            if child == NONE {
                continue;
            }
            let is_old = self.arena.stamp(child) < cut;
            if is_old && !self.leads_to_root(child) && !(children.node() == root && is_won(edge)) {
                self.arena.unlink(at);
                batch.push(child);
                if batch.len() == BATCH {
                    self.discard(&mut batch, recycling);
                    self.reap(recycling, supply, is_stopped);
                }
            } else {
                open.push(self.arena.children(child));
            }
            if is_stopped() {
                break;
            }
        }
        self.discard(&mut batch, recycling);
        self.reap(recycling, supply, is_stopped);
    }

    /// Makes garbage of subtrees that were cut off, once nobody can be in them any more.
    fn discard(&self, batch: &mut Vec<u32>, recycling: &mut Recycling) {
        self.epochs.wait_for_readers();
        for top in batch.drain(..) {
            self.throw_away(top, recycling);
        }
    }

    /// Puts a subtree that nobody can reach on the heap of garbage.
    pub(super) fn throw_away(&self, top: u32, recycling: &mut Recycling) {
        self.arena.set_stamp(top, recycling.garbage);
        recycling.garbage = top;
    }

    /// Frees the garbage, node by node: a node's children become tops themselves.
    fn reap(&self, recycling: &mut Recycling, supply: &mut Supply, is_stopped: &impl Fn() -> bool) {
        let mut freed = 0;
        while recycling.garbage != NONE {
            let node = recycling.garbage;
            recycling.garbage = self.arena.stamp(node);
            for (_, _, edge) in self.arena.children(node) {
                if edge.link() != NONE {
                    self.throw_away(edge.link(), recycling);
                }
            }
            self.arena.free_node(supply, node);
            freed += 1;
            if freed % STOP_CHECK == 0 {
                supply.give_back(&self.arena);
                if is_stopped() {
                    break;
                }
            }
        }
        supply.give_back(&self.arena);
    }
}
