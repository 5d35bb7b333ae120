//! What the tree holds of a child from its first visit on.

use super::arena::Arena;
use super::sync::{AtomicU64, Ordering};

/// What is known for sure of the side that chooses at a node, or of the child behind an edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Proof {
    Win,
    Loss,
}

impl Proof {
    pub(super) fn reversed(self) -> Proof {
        match self {
            Proof::Win => Proof::Loss,
            Proof::Loss => Proof::Win,
        }
    }

    /// The value of a proven child: a probability of winning that is certain.
    pub(super) fn value(self) -> f32 {
        match self {
            Proof::Win => 1.0,
            Proof::Loss => 0.0,
        }
    }
}

/// Words of an edge.
pub(super) const EDGE_WORDS: usize = 2;

/// Where an edge is: its block and first word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct EdgeAt {
    pub(super) block: u32,
    pub(super) word: u32,
}

/// What an edge said when it was read: all from the view of the side that chooses at its node.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Edge {
    pub(super) totals: u64,
    pub(super) links: u64,
}

/// The sum of values is in units of 2^-24 in the lower 56 bits of an edge's first word; the upper 8 count the
/// workers below it. 2^32 visits fit.
const VALUE_UNIT: f32 = (1 << 24) as f32;
const IN_FLIGHT: u64 = 1 << 56;

/// From so many visits on a node or an edge is busy. Among them a virtual loss changes nothing, nor does it matter when a few
/// more are told of late (`gather.rs`): both spare the lines that all workers go through.
pub(super) const BUSY_VISITS: u32 = 1 << 10;

/// The second word: 32 bits of visits, 30 of link, one each for a proven win and loss.
const LINK_SHIFT: u32 = 32;
const LINK_MASK: u64 = ((1 << 30) - 1) << LINK_SHIFT;
const PROVEN_WIN: u64 = 1 << 62;
const PROVEN_LOSS: u64 = 1 << 63;

impl Edge {
    /// An edge with these visits in place of its own, to the same child.
    pub(super) fn with_visits(self, visits: u32, value_sum: f32, proof: Option<Proof>) -> Edge {
        let proof = match proof {
            Some(Proof::Win) => PROVEN_WIN,
            Some(Proof::Loss) => PROVEN_LOSS,
            None => 0,
        };
        Edge {
            totals: self.totals & !(IN_FLIGHT - 1) | (value_sum * VALUE_UNIT) as u64,
            links: self.links & LINK_MASK | u64::from(visits) | proof,
        }
    }

    pub(super) fn visits(self) -> u32 {
        self.links as u32
    }

    /// Workers that are below the edge now.
    pub(super) fn in_flight(self) -> u32 {
        (self.totals >> 56) as u32
    }

    /// The sum of the values of all visits.
    #[inline]
    pub(super) fn value_sum(self) -> f32 {
        // The sign bit is never set, and signed numbers convert faster.
        (self.totals & (IN_FLIGHT - 1)) as i64 as f32 * (1.0 / VALUE_UNIT)
    }

    /// The mean value of the visits, or `None` before the first. The two words are read one after the other, so it is
    /// kept within its bounds.
    pub(super) fn mean(self) -> Option<f32> {
        let visits = self.visits();
        (visits > 0).then(|| (self.value_sum() / visits as f32).clamp(0.0, 1.0))
    }

    /// The child's node, or [`NONE`].
    pub(super) fn link(self) -> u32 {
        ((self.links & LINK_MASK) >> LINK_SHIFT) as u32
    }

    pub(super) fn proof(self) -> Option<Proof> {
        if self.links & PROVEN_WIN != 0 {
            Some(Proof::Win)
        } else if self.links & PROVEN_LOSS != 0 {
            Some(Proof::Loss)
        } else {
            None
        }
    }
}

/// The operations on edges.
impl Arena {
    #[inline]
    pub(super) fn edge(&self, at: EdgeAt) -> Edge {
        let block = self.block(at.block);
        Edge {
            totals: block[at.word as usize].load(Ordering::Relaxed),
            links: block[at.word as usize + 1].load(Ordering::Acquire),
        }
    }

    fn links(&self, at: EdgeAt) -> &AtomicU64 {
        self.word(at.block, at.word as usize + 1)
    }

    /// Counts a worker that goes below the edge: its virtual loss. Returns whether it is counted.
    #[inline]
    pub(super) fn enter(&self, at: EdgeAt, edge: Edge) -> bool {
        let counts = edge.visits() < BUSY_VISITS;
        if counts {
            self.add(at.block, at.word as usize, IN_FLIGHT);
        }
        counts
    }

    /// Counts a visit with its value, and the worker no more if it was. Returns how many visits there are now.
    #[inline]
    pub(super) fn leave(&self, at: EdgeAt, entered: bool, value: f32, proof: Option<Proof>) -> u32 {
        let units = (value * VALUE_UNIT) as u64;
        let word = at.word as usize;
        let worker = if entered { IN_FLIGHT } else { 0 };
        self.add(at.block, word, units.wrapping_sub(worker));
        let visits = self.add(at.block, word + 1, 1) as u32;
        if let Some(proof) = proof {
            let bit = match proof {
                Proof::Win => PROVEN_WIN,
                Proof::Loss => PROVEN_LOSS,
            };
            self.links(at).fetch_or(bit, Ordering::Release);
        }
        visits
    }

    /// Adds visits with the sum of their values. Returns how many visits there are now.
    pub(super) fn add_visits(&self, at: EdgeAt, count: u32, value_sum: f32) -> u32 {
        let word = at.word as usize;
        self.add(at.block, word, (value_sum * VALUE_UNIT) as u64);
        self.add(at.block, word + 1, u64::from(count)) as u32
    }

    /// Counts the worker no more, if it was, without a visit.
    pub(super) fn retreat(&self, at: EdgeAt, entered: bool) {
        if entered {
            self.add(at.block, at.word as usize, IN_FLIGHT.wrapping_neg());
        }
    }

    /// Replaces what the edge says. Nobody else may be at the tree.
    pub(super) fn set_edge(&self, at: EdgeAt, edge: Edge) {
        let word = at.word as usize;
        self.word(at.block, word)
            .store(edge.totals, Ordering::Relaxed);
        self.word(at.block, word + 1)
            .store(edge.links, Ordering::Release);
    }

    /// Hangs a finished node below the edge, unless another hangs there already.
    pub(super) fn publish(&self, at: EdgeAt, node: u32) -> bool {
        self.links(at)
            .fetch_update(Ordering::Release, Ordering::Relaxed, |links| {
                (links & LINK_MASK == 0).then_some(links | u64::from(node) << LINK_SHIFT)
            })
            .is_ok()
    }

    /// Takes the node below the edge away from all who have not reached it yet.
    pub(super) fn unlink(&self, at: EdgeAt) {
        self.links(at).fetch_and(!LINK_MASK, Ordering::AcqRel);
    }
}
