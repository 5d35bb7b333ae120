//! The tree that all workers share.

use core::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use super::arena::{Arena, NONE, NoMemory};
use super::counting::{ROOT_MEMORY_SHARE, root_bytes};
use super::detour::Detour;
use super::edge::Proof;
use super::epoch::Epochs;
use super::history::History;
use super::line::Line;
use super::noise::Noise;
use super::prior::PriorTable;
use super::recycle::Recycling;
use super::reuse::Past;
use super::root_solver::{RootSolver, Solved};
use super::settings::Settings;
use crate::board::{Move, Position};
use crate::control::Reservation;
use crate::territory::Evaluator;

/// A Monte Carlo tree with two steps a ply: under a position hang its slides, under a slid position its shots.
pub(super) struct Tree {
    pub(super) arena: Arena,
    pub(super) epochs: Epochs,
    pub(super) settings: Settings,
    pub(super) priors: PriorTable,
    pub(super) history: History,
    pub(super) evaluator: Evaluator,
    pub(super) position: Position,
    /// Decides among slides of the root that look the same.
    pub(super) seed: u64,
    /// Errors of judgement of everything in the tree.
    pub(super) noise: Noise,
    /// The root's node, [`NONE`] before the first simulation and when the game is over.
    pub(super) root: AtomicU32,
    /// What the root was before, the oldest first.
    pub(super) past: Vec<Past>,
    pub(super) visits: Line<AtomicU64>,
    proof: AtomicU8,
    pub(super) solver: RootSolver,
    /// For counting the root, or the end of a line that is reported.
    pub(super) counting_bytes: usize,
    /// A move that the solver has found to win.
    pub(super) winning_move: OnceLock<Move>,
    pub(super) recycling: Mutex<Recycling>,
    /// The last search of some of the root's moves, until one of others follows.
    pub(super) detour: Option<Detour>,
    /// What is set aside for all this, until the last who works on it lets go.
    pub(super) memory: Option<Reservation>,
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
        let counting_bytes = root_bytes(bytes);
        let beside = Tree::bytes_beside_nodes(workers) + RootSolver::bytes(bytes) + counting_bytes;
        Ok(Tree {
            arena: Arena::new(bytes.saturating_sub(beside), workers)?,
            epochs: Epochs::new(workers + REPORTERS),
            priors: PriorTable::new(settings.prior_temperature),
            history: History::new()?,
            settings,
            evaluator: Evaluator::new().with_weights(settings.weights),
            position: Position::start(),
            seed,
            noise: Noise::default(),
            root: AtomicU32::new(NONE),
            past: Vec::new(),
            visits: Line::new(AtomicU64::new(0)),
            proof: AtomicU8::new(UNPROVEN),
            solver: RootSolver::new(bytes),
            counting_bytes,
            winning_move: OnceLock::new(),
            recycling: Mutex::default(),
            detour: None,
            memory: None,
        })
    }

    /// Bytes of a tree for so many workers beside its nodes, the solver and counting.
    const fn bytes_beside_nodes(workers: usize) -> usize {
        Epochs::bytes(workers + REPORTERS) + PriorTable::BYTES + History::BYTES + size_of::<Tree>()
    }

    /// Bytes that a tree for so many workers needs to have so many for nodes.
    pub(super) const fn bytes_for(workers: usize, nodes: usize) -> usize {
        let all_but_shares =
            Tree::bytes_beside_nodes(workers) + RootSolver::bytes(0) + root_bytes(0) + nodes;
        // What the solver's table and counting take beside are shares of the whole: so many of these parts.
        const PARTS: usize = RootSolver::MEMORY_SHARE * ROOT_MEMORY_SHARE;
        const SHARED: usize = RootSolver::MEMORY_SHARE + ROOT_MEMORY_SHARE;
        all_but_shares + (all_but_shares * SHARED).div_ceil(PARTS - SHARED)
    }

    /// Forgets everything and takes `position` for the root.
    pub(super) fn reset(&mut self, position: &Position) {
        self.arena.clear();
        self.history.clear();
        self.past.clear();
        self.detour = None;
        self.position = *position;
        *self.root.get_mut() = NONE;
        *self.visits.get_mut() = 0;
        *self.proof.get_mut() = UNPROVEN;
        self.winning_move.take();
        *self
            .recycling
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner) = Recycling::default();
    }

    /// Makes a node of the tree the root.
    pub(super) fn set_root(&mut self, node: u32, visits: u64, proof: Option<Proof>) {
        self.detour = None;
        self.winning_move.take();
        *self.root.get_mut() = node;
        *self.visits.get_mut() = visits;
        *self.proof.get_mut() = encode(proof);
    }

    /// Makes garbage of a node that nothing leads to any more, and of all below it.
    pub(super) fn discard_node(&mut self, node: u32) {
        let mut recycling = core::mem::take(
            self.recycling
                .get_mut()
                .unwrap_or_else(PoisonError::into_inner),
        );
        self.throw_away(node, &mut recycling);
        *self
            .recycling
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner) = recycling;
    }

    /// What is proven of the side to move at the root.
    pub(super) fn proof(&self) -> Option<Proof> {
        match self.proof.load(Ordering::Acquire) {
            WIN => Some(Proof::Win),
            LOSS => Some(Proof::Loss),
            _ => None,
        }
    }

    /// Takes over what the solver says of the root.
    pub(super) fn set_solved(&self, solved: Solved) {
        self.set_proof(match solved {
            Solved::Win(m) => {
                // Whatever move was there wins as well.
                let _ = self.winning_move.set(m);
                Proof::Win
            }
            Solved::Loss => Proof::Loss,
        });
    }

    pub(super) fn set_proof(&self, proof: Proof) {
        self.proof.store(encode(Some(proof)), Ordering::Release);
    }

    pub(super) fn forget_proof(&mut self) {
        *self.proof.get_mut() = UNPROVEN;
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
