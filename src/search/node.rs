//! How a node lies in the arena.
//!
//! A node is one block of head and edges, a chain of blocks with the records of all its children, and, from its seventh
//! visited child on, a chain of further edges:
//!
//! ```text
//! head      | counts | chains | scale | stamp | edge 0 | ... | edge 5 |
//! records   | next   | 0 1 | 2 3 | ... | 28 29 |
//! edges     | next   | -    | edge 6 | ... | edge 12 |
//! ```
//!
//! A *record* is all there is of a child before its first visit: 16 bits of move and 16 of static value. Records are
//! sorted by value, best first, and children are visited in that order, so the visited ones are a prefix: edge `i`
//! belongs to record `i`.

use core::ops::ControlFlow;

use super::arena::{Arena, BLOCK_WORDS, NONE, Supply};
use super::sync::{AtomicU64, Ordering};
use crate::board::Square;

/// Where the words of a head block are.
const COUNTS: usize = 0;
const CHAINS: usize = 1;
const SCALE: usize = 2;
const STAMP: usize = 3;
const HEAD_EDGES: usize = 4;

/// Words of an edge.
const EDGE_WORDS: usize = 2;

/// Edges in the head, and in a block of further edges (whose first two words are the link and nothing).
const EDGES_IN_HEAD: u32 = ((BLOCK_WORDS - HEAD_EDGES) / EDGE_WORDS) as u32;
const EDGES_IN_BLOCK: u32 = ((BLOCK_WORDS - 2) / EDGE_WORDS) as u32;

/// Records in a block: two a word after the link.
const RECORDS_IN_BLOCK: usize = 2 * (BLOCK_WORDS - 1);

/// Marks a head block. In other blocks in use the upper half of the first word is 0.
const HEAD_TAG: u64 = 1 << 63;

/// A child before its first visit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Record(u32);

impl Record {
    /// Steps of the static value to one doubling of the odds of winning.
    const STEPS: f32 = 2048.0;

    /// The record of a child with the static value `logit` for the side that chooses among the children.
    pub(super) fn new(squares: u16, logit: f32) -> Record {
        let doublings = logit * core::f32::consts::LOG2_E;
        let value = (doublings * Self::STEPS + 32_768.0).clamp(1.0, 65_534.0) as u32;
        Record(value << 16 | u32::from(squares))
    }

    /// The move part of a slide.
    pub(super) fn slide(from: Square, to: Square) -> u16 {
        (from.index() * 100 + to.index()) as u16
    }

    /// The move part of a shot.
    pub(super) fn shot(arrow: Square) -> u16 {
        arrow.index() as u16
    }

    /// The move part.
    pub(super) fn squares(self) -> u16 {
        (self.0 & 0xffff) as u16
    }

    /// The slide of a child of a position.
    pub(super) fn as_slide(self) -> (Square, Square) {
        let squares = (self.0 & 0xffff) as usize;
        (Square::ALL[squares / 100 % 100], Square::ALL[squares % 100])
    }

    /// The arrow of a child of a slid position.
    pub(super) fn as_shot(self) -> Square {
        Square::ALL[(self.0 & 0xffff) as usize % 100]
    }

    /// Orders records best first, equal ones by their squares.
    pub(super) fn rank(self) -> u32 {
        self.0 ^ 0xffff_0000
    }

    /// The static value: 2048 a doubling of the odds of winning for the side that chooses, even at 32768.
    #[inline]
    pub(super) fn value(self) -> u16 {
        (self.0 >> 16) as u16
    }

    /// The odds of winning that a static value stands for, raised to `power`.
    #[inline]
    pub(super) fn odds_of_value(value: u16, power: f32) -> f32 {
        exp2((f32::from(value) - 32_768.0) * (power / Self::STEPS))
    }

    /// The probability of winning for the side that chooses, by the static value.
    #[inline]
    pub(super) fn win_probability(self) -> f32 {
        let odds = Record::odds_of_value(self.value(), 1.0);
        odds / (1.0 + odds)
    }
}

/// 2^x to about one part in ten thousand, for |x| < 100: the exponent bits for the whole part and a cubic (least squares
/// on [0, 1), exact at both ends) for the rest.
#[inline]
fn exp2(x: f32) -> f32 {
    // Rounding towards zero is rounding down for what is not negative, and needs no call.
    const SHIFT: i32 = 128;
    let whole = (x + SHIFT as f32) as i32 - SHIFT;
    let rest = x - whole as f32;
    let mantissa = 1.0 + rest * (0.695_976_1 + rest * (0.224_940_6 + rest * 0.079_083_3));
    f32::from_bits(mantissa.to_bits().wrapping_add_signed(whole << 23))
}

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

/// Where an edge is: its block and first word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct EdgeAt {
    block: u32,
    word: u32,
}

/// What an edge said when it was read: all from the view of the side that chooses at its node.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Edge {
    totals: u64,
    links: u64,
}

/// The sum of values is in units of 2^-24 in the lower 56 bits of an edge's first word; the upper 8 count the
/// workers below it. 2^32 visits fit.
const VALUE_UNIT: f32 = (1 << 24) as f32;
const IN_FLIGHT: u64 = 1 << 56;

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

    /// Counts a worker that goes below the edge: its virtual loss.
    #[inline]
    pub(super) fn enter(&self, at: EdgeAt) {
        self.add(at.block, at.word as usize, IN_FLIGHT);
    }

    /// Counts a visit with its value, and the worker no more.
    #[inline]
    pub(super) fn leave(&self, at: EdgeAt, value: f32, proof: Option<Proof>) {
        let units = (value * VALUE_UNIT) as u64;
        let word = at.word as usize;
        self.add(at.block, word, units.wrapping_sub(IN_FLIGHT));
        self.add(at.block, word + 1, 1);
        if let Some(proof) = proof {
            let bit = match proof {
                Proof::Win => PROVEN_WIN,
                Proof::Loss => PROVEN_LOSS,
            };
            self.links(at).fetch_or(bit, Ordering::Release);
        }
    }

    /// Counts the worker no more, without a visit.
    pub(super) fn retreat(&self, at: EdgeAt) {
        self.add(at.block, at.word as usize, IN_FLIGHT.wrapping_neg());
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

/// The operations on nodes.
impl Arena {
    /// Makes a node with these children, best first. `None`, with nothing kept, when the arena is full.
    pub(super) fn make_node(
        &self,
        supply: &mut Supply,
        records: &[Record],
        prior_scale: f32,
    ) -> Option<u32> {
        let head = supply.allocate(self)?;
        let mut previous: Option<u32> = None;
        for chunk in records.chunks(RECORDS_IN_BLOCK) {
            let Some(block) = supply.allocate_used(self) else {
                self.free_node(supply, head);
                return None;
            };
            self.word(block, 0).store(0, Ordering::Relaxed);
            for (word, pair) in chunk.chunks(2).enumerate() {
                let second = pair.get(1).map_or(0, |record| record.0);
                let packed = u64::from(pair[0].0) | u64::from(second) << 32;
                self.word(block, word + 1).store(packed, Ordering::Relaxed);
            }
            match previous {
                None => self
                    .word(head, CHAINS)
                    .store(u64::from(block), Ordering::Relaxed),
                Some(previous) => self
                    .word(previous, 0)
                    .store(u64::from(block), Ordering::Relaxed),
            }
            previous = Some(block);
        }
        self.word(head, SCALE)
            .store(u64::from(prior_scale.to_bits()), Ordering::Relaxed);
        let counts = HEAD_TAG | records.len() as u64;
        self.word(head, COUNTS).store(counts, Ordering::Relaxed);
        self.word(head, STAMP)
            .store(u64::from(self.now()), Ordering::Relaxed);
        Some(head)
    }

    /// Gives the blocks of one node back; those of its children are the caller's business.
    pub(super) fn free_node(&self, supply: &mut Supply, node: u32) {
        let chains = self.word(node, CHAINS).load(Ordering::Relaxed);
        for first in [chains as u32, (chains >> 32) as u32] {
            let mut block = first;
            while block != NONE {
                let next = self.word(block, 0).load(Ordering::Relaxed) as u32;
                supply.free(self, block);
                block = next;
            }
        }
        supply.free(self, node);
    }

    /// The numbers of children, and of those that were ever chosen.
    #[inline]
    pub(super) fn counts(&self, node: u32) -> (u32, u32) {
        unpack_counts(self.word(node, COUNTS).load(Ordering::Acquire))
    }

    /// What a child's power of the odds is multiplied with to give its prior.
    #[inline]
    pub(super) fn prior_scale(&self, node: u32) -> f32 {
        f32::from_bits(self.word(node, SCALE).load(Ordering::Relaxed) as u32)
    }

    /// Notes when the node was last visited.
    #[inline]
    pub(super) fn touch(&self, node: u32) {
        let now = self.now();
        let stamp = self.word(node, STAMP);
        // Most visits find the stamp right; not writing spares other workers' caches.
        if stamp.load(Ordering::Relaxed) != u64::from(now) {
            stamp.store(u64::from(now), Ordering::Relaxed);
        }
    }

    pub(super) fn stamp(&self, node: u32) -> u32 {
        self.word(node, STAMP).load(Ordering::Relaxed) as u32
    }

    pub(super) fn set_stamp(&self, node: u32, stamp: u32) {
        self.word(node, STAMP)
            .store(u64::from(stamp), Ordering::Relaxed);
    }

    /// If `block` is a node's head: the node's stamp, and how many blocks the node has.
    pub(super) fn node_size(&self, block: u32) -> Option<(u32, u32)> {
        let counts = self.word(block, COUNTS).load(Ordering::Relaxed);
        (counts & HEAD_TAG != 0).then(|| {
            let (children, chosen) = unpack_counts(counts);
            let records = children.div_ceil(RECORDS_IN_BLOCK as u32);
            let edges = chosen
                .saturating_sub(EDGES_IN_HEAD)
                .div_ceil(EDGES_IN_BLOCK);
            (self.stamp(block), 1 + records + edges)
        })
    }

    /// Walks the children of a node.
    pub(super) fn children(&self, node: u32) -> Children<'_> {
        let (count, chosen) = self.counts(node);
        Children {
            arena: self,
            node,
            records: self.word(node, CHAINS).load(Ordering::Acquire) as u32,
            edges: node,
            edge_word: HEAD_EDGES as u32,
            index: 0,
            count,
            chosen,
        }
    }

    /// Makes the first child that was never chosen a chosen one. `None` when another worker was faster, or when the
    /// arena has no room for its edge.
    pub(super) fn claim(&self, supply: &mut Supply, next: Unchosen) -> Option<EdgeAt> {
        let at = match next.at {
            Ok(at) => at,
            Err(last) => {
                let fresh = supply.allocate(self)?;
                let chain = self.word(last, if last == next.node { CHAINS } else { 0 });
                let shift = if last == next.node { 32 } else { 0 };
                let linked = chain.fetch_update(Ordering::AcqRel, Ordering::Acquire, |links| {
                    (links >> shift == 0).then_some(links | u64::from(fresh) << shift)
                });
                let block = match linked {
                    Ok(_) => fresh,
                    Err(links) => {
                        supply.free(self, fresh);
                        (links >> shift) as u32
                    }
                };
                EdgeAt { block, word: 2 }
            }
        };
        let counts = self.word(next.node, COUNTS);
        counts
            .fetch_update(Ordering::AcqRel, Ordering::Acquire, |counts| {
                (unpack_counts(counts).1 == next.index).then_some(counts + (1 << 16))
            })
            .is_ok()
            .then_some(at)
    }
}

fn unpack_counts(counts: u64) -> (u32, u32) {
    ((counts & 0xffff) as u32, (counts >> 16 & 0xffff) as u32)
}

/// A walk over a node's children: chosen ones come with their edges, then [`Children::unchosen`] tells the next.
#[derive(Clone)]
pub(super) struct Children<'a> {
    arena: &'a Arena,
    node: u32,
    records: u32,
    edges: u32,
    edge_word: u32,
    index: u32,
    count: u32,
    chosen: u32,
}

/// The best child that was never chosen.
#[derive(Clone, Copy)]
pub(super) struct Unchosen {
    pub(super) record: Record,
    node: u32,
    index: u32,
    /// Its edge, or the last block of edges when that is full.
    at: Result<EdgeAt, u32>,
}

impl Children<'_> {
    /// The record at the walk's place.
    fn record(&self) -> Record {
        let place = self.index as usize % RECORDS_IN_BLOCK;
        let pair = self
            .arena
            .word(self.records, 1 + place / 2)
            .load(Ordering::Relaxed);
        Record((pair >> (32 * (place % 2))) as u32)
    }

    fn step(&mut self) {
        self.index += 1;
        if (self.index as usize).is_multiple_of(RECORDS_IN_BLOCK) && self.index < self.count {
            self.records = self.arena.word(self.records, 0).load(Ordering::Relaxed) as u32;
        }
    }

    /// Where the edge of the walk's place is, if its block exists; else the last block.
    fn edge_at(&mut self) -> Result<EdgeAt, u32> {
        if self.edge_word as usize == BLOCK_WORDS {
            let (word, shift) = if self.edges == self.node {
                (CHAINS, 32)
            } else {
                (0, 0)
            };
            let next = (self.arena.word(self.edges, word).load(Ordering::Acquire) >> shift) as u32;
            if next == NONE {
                return Err(self.edges);
            }
            self.edges = next;
            self.edge_word = 2;
        }
        Ok(EdgeAt {
            block: self.edges,
            word: self.edge_word,
        })
    }

    /// Calls `visit` with the chosen children that are left, until it breaks: what the iterator does one by one, with
    /// each block looked up once.
    #[inline(always)]
    pub(super) fn try_for_each_chosen<B>(
        &mut self,
        mut visit: impl FnMut(Record, EdgeAt, Edge) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut records = self.arena.block(self.records);
        let mut place = self.index as usize % RECORDS_IN_BLOCK;
        while self.index < self.chosen && self.edge_at().is_ok() {
            let block = self.edges;
            let edges = self.arena.block(block);
            let room = (BLOCK_WORDS as u32 - self.edge_word) / EDGE_WORDS as u32;
            let end = self.chosen.min(self.index + room);
            while self.index < end {
                let word = self.edge_word as usize;
                let pair = records[1 + place / 2].load(Ordering::Relaxed);
                let record = Record((pair >> (32 * (place % 2))) as u32);
                let edge = Edge {
                    totals: edges[word].load(Ordering::Relaxed),
                    links: edges[word + 1].load(Ordering::Acquire),
                };
                let at = EdgeAt {
                    block,
                    word: self.edge_word,
                };
                self.index += 1;
                self.edge_word += EDGE_WORDS as u32;
                place += 1;
                if place == RECORDS_IN_BLOCK && self.index < self.count {
                    self.records = records[0].load(Ordering::Relaxed) as u32;
                    records = self.arena.block(self.records);
                    place = 0;
                }
                visit(record, at, edge)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The best child that was never chosen, once the chosen ones are through.
    pub(super) fn unchosen(mut self) -> Option<Unchosen> {
        (self.index < self.count).then(|| Unchosen {
            record: self.record(),
            node: self.node,
            index: self.index,
            at: self.edge_at(),
        })
    }

    /// The records from the walk's place on, chosen or not.
    pub(super) fn remaining_records(mut self) -> impl Iterator<Item = Record> {
        core::iter::from_fn(move || {
            (self.index < self.count).then(|| {
                let record = self.record();
                self.step();
                record
            })
        })
    }
}

/// The chosen children, best static value first.
impl Iterator for Children<'_> {
    type Item = (Record, EdgeAt, Edge);

    #[inline]
    fn next(&mut self) -> Option<(Record, EdgeAt, Edge)> {
        if self.index >= self.chosen {
            return None;
        }
        let at = self.edge_at().ok()?;
        let record = self.record();
        self.step();
        self.edge_word += EDGE_WORDS as u32;
        Some((record, at, self.arena.edge(at)))
    }
}
