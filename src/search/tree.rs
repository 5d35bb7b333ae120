//! The tree that all workers share.

use core::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use super::arena::{Arena, NONE, NoMemory, Supply};
use super::epoch::Epochs;
use super::node::Proof;
use super::settings::Settings;
use crate::board::Position;
use crate::territory::Evaluator;

/// A Monte Carlo tree with two steps a ply: under a position hang its slides, under a slid position its shots.
pub(super) struct Tree {
    pub(super) arena: Arena,
    pub(super) epochs: Epochs,
    pub(super) settings: Settings,
    pub(super) evaluator: Evaluator,
    pub(super) position: Position,
    /// Decides among slides of the root that look the same.
    pub(super) seed: u64,
    /// The root's node, [`NONE`] before the first simulation and when the game is over.
    pub(super) root: AtomicU32,
    pub(super) visits: AtomicU64,
    proof: AtomicU8,
    /// The stamp before which nothing was kept by the last recycling; locked while one goes on.
    pub(super) recycling: Mutex<u32>,
}

/// Readers of the tree beside the workers: whoever reports.
const REPORTERS: usize = 1;

impl Tree {
    /// A tree for up to `workers` workers in `bytes` bytes.
    pub(super) fn new(
        workers: usize,
        bytes: usize,
        settings: Settings,
        seed: u64,
    ) -> Result<Tree, NoMemory> {
        let epochs = Epochs::bytes(workers + REPORTERS);
        Ok(Tree {
            arena: Arena::new(bytes.saturating_sub(epochs + size_of::<Tree>()))?,
            epochs: Epochs::new(workers + REPORTERS),
            settings,
            evaluator: Evaluator::new(),
            position: Position::start(),
            seed,
            root: AtomicU32::new(NONE),
            visits: AtomicU64::new(0),
            proof: AtomicU8::new(UNPROVEN),
            recycling: Mutex::new(0),
        })
    }

    /// Forgets everything and takes `position` for the root.
    pub(super) fn reset(&mut self, position: &Position) {
        self.arena.clear();
        self.position = *position;
        *self.root.get_mut() = NONE;
        *self.visits.get_mut() = 0;
        *self.proof.get_mut() = UNPROVEN;
        *self
            .recycling
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner) = 0;
    }

    /// Makes the node `root`, reached by playing on to `position`, the root, and frees all others.
    pub(super) fn advance(
        &mut self,
        root: u32,
        visits: u64,
        proof: Option<Proof>,
        position: &Position,
    ) {
        let mut supply = Supply::new();
        let old = core::mem::replace(self.root.get_mut(), root);
        if old != root {
            self.free_subtree(&mut supply, old, root);
        }
        supply.give_back(&self.arena);
        self.position = *position;
        *self.visits.get_mut() = visits;
        *self.proof.get_mut() = encode(proof);
    }

    /// Gives back all nodes below and including `top`, but for the subtree of `kept`.
    pub(super) fn free_subtree(&self, supply: &mut Supply, top: u32, kept: u32) -> u32 {
        let mut freed = 0;
        // A node waits here while its children are looked through; at most one a step of the game at a time.
        let mut open: Vec<(u32, super::node::Children<'_>)> = vec![(top, self.arena.children(top))];
        while let Some((node, children)) = open.last_mut() {
            match children.next() {
                Some((_, _, edge)) => {
                    let child = edge.link();
                    if child != NONE && child != kept {
                        open.push((child, self.arena.children(child)));
                    }
                }
                None => {
                    freed += self.arena.node_size(*node).map_or(0, |(_, blocks)| blocks);
                    self.arena.free_node(supply, *node);
                    open.pop();
                }
            }
        }
        freed
    }

    /// What is proven of the side to move at the root.
    pub(super) fn proof(&self) -> Option<Proof> {
        match self.proof.load(Ordering::Acquire) {
            WIN => Some(Proof::Win),
            LOSS => Some(Proof::Loss),
            _ => None,
        }
    }

    pub(super) fn set_proof(&self, proof: Proof) {
        self.proof.store(encode(Some(proof)), Ordering::Release);
    }
}

const UNPROVEN: u8 = 0;
const WIN: u8 = 1;
const LOSS: u8 = 2;

fn encode(proof: Option<Proof>) -> u8 {
    match proof {
        None => UNPROVEN,
        Some(Proof::Win) => WIN,
        Some(Proof::Loss) => LOSS,
    }
}
