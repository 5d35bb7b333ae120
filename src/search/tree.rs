//! The tree that all workers share.

use core::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use super::arena::{Arena, NONE, NoMemory};
use super::epoch::Epochs;
use super::line::Line;
use super::node::{Edge, EdgeAt, Proof};
use super::prior::PriorTable;
use super::recycle::Recycling;
use super::settings::Settings;
use crate::board::Position;
use crate::territory::Evaluator;

/// A Monte Carlo tree with two steps a ply: under a position hang its slides, under a slid position its shots.
pub(super) struct Tree {
    pub(super) arena: Arena,
    pub(super) epochs: Epochs,
    pub(super) settings: Settings,
    pub(super) priors: PriorTable,
    pub(super) evaluator: Evaluator,
    pub(super) position: Position,
    /// Decides among slides of the root that look the same.
    pub(super) seed: u64,
    /// The root's node, [`NONE`] before the first simulation and when the game is over.
    pub(super) root: AtomicU32,
    pub(super) visits: Line<AtomicU64>,
    proof: AtomicU8,
    pub(super) recycling: Mutex<Recycling>,
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
        let fixed = Epochs::bytes(workers + REPORTERS) + PriorTable::BYTES + size_of::<Tree>();
        Ok(Tree {
            arena: Arena::new(bytes.saturating_sub(fixed), workers)?,
            epochs: Epochs::new(workers + REPORTERS),
            priors: PriorTable::new(settings.prior_temperature),
            settings,
            evaluator: Evaluator::new().with_weights(settings.weights),
            position: Position::start(),
            seed,
            root: AtomicU32::new(NONE),
            visits: Line::new(AtomicU64::new(0)),
            proof: AtomicU8::new(UNPROVEN),
            recycling: Mutex::default(),
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
            .unwrap_or_else(PoisonError::into_inner) = Recycling::default();
    }

    /// Makes the node below an edge of the tree, to which playing on to `position` leads, the root. All others are
    /// garbage.
    pub(super) fn advance(&mut self, at: EdgeAt, edge: Edge, position: &Position) {
        self.arena.unlink(at);
        let old = core::mem::replace(self.root.get_mut(), edge.link());
        let mut recycling = core::mem::take(
            self.recycling
                .get_mut()
                .unwrap_or_else(PoisonError::into_inner),
        );
        self.throw_away(old, &mut recycling);
        *self
            .recycling
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner) = recycling;
        self.position = *position;
        *self.visits.get_mut() = u64::from(edge.visits());
        // The edge speaks for the side that moved last.
        *self.proof.get_mut() = encode(edge.proof().map(Proof::reversed));
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
