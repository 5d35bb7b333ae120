//! How a node lies in the arena.
//!
//! A node is a head with its first records and edges, a chain of blocks with the records of the other children, and,
//! from its fifth visited child on, a chain of blocks with further edges:
//!
//! ```text
//! head      | counts | chains | scale, stamp | favourite | records 0-7 (4 words) | edge 0 | ... | edge 3 |
//! records   | next   | records 8-37 (15 words) |
//! edges     | next   | records 4-9 (3 words)   | edge 4 | ... | edge 9 |
//! ```
//!
//! A *record* is all there is of a child before its first visit: 16 bits of move and 16 of static value. Records are
//! sorted by value, best first, and children are visited in that order, so the visited ones are a prefix: edge `i`
//! belongs to record `i`. A block of edges repeats their records: most steps down the tree then read two neighbouring
//! lines of memory and no more.

use super::arena::{Arena, BLOCK_WORDS, NONE, Supply};
use super::children::{Children, Unchosen};
use super::edge::{EDGE_WORDS, Edge, EdgeAt};
use super::record::Record;
use super::sync::Ordering;

/// Where the words of a head block are.
const COUNTS: usize = 0;
const CHAINS: usize = 1;
const SCALE_AND_STAMP: usize = 2;
const FAVOURITE: usize = 3;

/// Where records and edges are in a block that holds both.
#[derive(Clone, Copy)]
pub(super) struct Layout {
    pub(super) records: usize,
    pub(super) edges: usize,
}

const HEAD: Layout = Layout {
    records: 4,
    edges: 8,
};
const EDGES: Layout = Layout {
    records: 1,
    edges: 4,
};

impl Layout {
    /// How many edges there are.
    pub(super) const fn length(self) -> u32 {
        ((BLOCK_WORDS - self.edges) / EDGE_WORDS) as u32
    }

    /// The word of an edge.
    pub(super) const fn edge_word(self, place: u32) -> usize {
        self.edges + EDGE_WORDS * place as usize
    }
}

const RECORDS_IN_HEAD: u32 = 2 * (HEAD.edges - HEAD.records) as u32;

/// Records in a block of nothing else: two a word after the link.
const RECORDS_IN_BLOCK: u32 = 2 * (BLOCK_WORDS as u32 - 1);

/// Marks a head block. In other blocks in use the upper half of the first word is 0.
const HEAD_TAG: u64 = 1 << 63;

/// The child that the last look at all children chose, and how good all others were.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Favourite {
    pub(super) at: EdgeAt,
    /// The best score among the others, over what the bonuses had grown by at that time. Never less but for rounding, except that
    /// other workers may have changed the others since.
    pub(super) others: f32,
}

impl Favourite {
    /// The bits of a block's number and a word's, and those of the positive number, without the sign and the lowest
    /// three.
    const WORD_BITS: u32 = 4;
    const FLOAT_BITS: u32 = 28;
    const DROPPED_BITS: u32 = 3;

    fn pack(self) -> u64 {
        let others = (self.others.max(0.0).to_bits() >> Self::DROPPED_BITS) + 1;
        let at = u64::from(self.at.block) << Self::WORD_BITS | u64::from(self.at.word);
        at << Self::FLOAT_BITS | u64::from(others)
    }

    fn unpack(packed: u64) -> Option<Favourite> {
        let at = packed >> Self::FLOAT_BITS;
        let others = (packed & ((1 << Self::FLOAT_BITS) - 1)) as u32;
        (at != 0).then(|| Favourite {
            at: EdgeAt {
                block: (at >> Self::WORD_BITS) as u32,
                word: (at & ((1 << Self::WORD_BITS) - 1)) as u32,
            },
            others: f32::from_bits(others << Self::DROPPED_BITS),
        })
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
        let in_head = records.len().min(RECORDS_IN_HEAD as usize);
        self.write_records(head, HEAD.records, records[..in_head].iter().copied());
        let mut previous: Option<u32> = None;
        for chunk in records[in_head..].chunks(RECORDS_IN_BLOCK as usize) {
            let Some(block) = supply.allocate_used(self) else {
                self.free_node(supply, head);
                return None;
            };
            self.word(block, 0).store(0, Ordering::Relaxed);
            self.write_records(block, 1, chunk.iter().copied());
            let (before, word) = previous.map_or((head, CHAINS), |previous| (previous, 0));
            self.word(before, word)
                .store(u64::from(block), Ordering::Relaxed);
            previous = Some(block);
        }
        let scale_and_stamp = u64::from(prior_scale.to_bits()) | u64::from(self.now()) << 32;
        self.word(head, SCALE_AND_STAMP)
            .store(scale_and_stamp, Ordering::Relaxed);
        let counts = HEAD_TAG | records.len() as u64;
        self.word(head, COUNTS).store(counts, Ordering::Relaxed);
        Some(head)
    }

    /// Writes records into the words of a block, two a word.
    fn write_records(&self, block: u32, first: usize, records: impl Iterator<Item = Record>) {
        let mut records = records.fuse();
        let mut word = first;
        while let Some(one) = records.next() {
            let two = records.next().map_or(0, |record| record.0);
            self.word(block, word)
                .store(u64::from(one.0) | u64::from(two) << 32, Ordering::Relaxed);
            word += 1;
        }
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

    /// What a child's power of the odds is multiplied with to give its prior.
    #[inline]
    pub(super) fn prior_scale(&self, node: u32) -> f32 {
        f32::from_bits(self.word(node, SCALE_AND_STAMP).load(Ordering::Relaxed) as u32)
    }

    /// Notes when the node was last visited.
    #[inline]
    pub(super) fn touch(&self, node: u32) {
        // Most visits find the stamp right; not writing spares other workers' caches.
        if self.stamp(node) != self.now() {
            self.set_stamp(node, self.now());
        }
    }

    #[inline]
    pub(super) fn stamp(&self, node: u32) -> u32 {
        (self.word(node, SCALE_AND_STAMP).load(Ordering::Relaxed) >> 32) as u32
    }

    pub(super) fn set_stamp(&self, node: u32, stamp: u32) {
        let word = self.word(node, SCALE_AND_STAMP);
        // The scale never changes, so writers can only differ in the stamp.
        let scale = u64::from(word.load(Ordering::Relaxed) as u32);
        word.store(scale | u64::from(stamp) << 32, Ordering::Relaxed);
    }

    /// The child that was last chosen among all, if any.
    #[inline]
    pub(super) fn favourite(&self, node: u32) -> Option<Favourite> {
        Favourite::unpack(self.word(node, FAVOURITE).load(Ordering::Acquire))
    }

    #[inline]
    pub(super) fn set_favourite(&self, node: u32, favourite: Option<Favourite>) {
        let packed = favourite.map_or(0, Favourite::pack);
        self.word(node, FAVOURITE).store(packed, Ordering::Release);
    }

    /// A chosen child of a node.
    #[inline]
    pub(super) fn child(&self, node: u32, at: EdgeAt) -> (Record, Edge) {
        let layout = layout(node, at.block);
        let place = (at.word as usize - layout.edges) / EDGE_WORDS;
        (
            self.record_in(at.block, layout.records, place),
            self.edge(at),
        )
    }

    /// One of the records in a block.
    #[inline]
    fn record_in(&self, block: u32, first: usize, place: usize) -> Record {
        let pair = self.word(block, first + place / 2).load(Ordering::Relaxed);
        Record((pair >> (32 * (place % 2))) as u32)
    }

    /// The record of any child of a node.
    pub(super) fn record(&self, node: u32, index: u32) -> Record {
        let Some(beyond) = index.checked_sub(RECORDS_IN_HEAD) else {
            return self.record_in(node, HEAD.records, index as usize);
        };
        let mut block = self.word(node, CHAINS).load(Ordering::Relaxed) as u32;
        for _ in 0..beyond / RECORDS_IN_BLOCK {
            block = self.word(block, 0).load(Ordering::Relaxed) as u32;
        }
        self.record_in(block, 1, (beyond % RECORDS_IN_BLOCK) as usize)
    }

    /// The block of edges after this one of a node, or [`NONE`].
    pub(super) fn next_edges(&self, node: u32, block: u32) -> u32 {
        if block == node {
            (self.word(node, CHAINS).load(Ordering::Acquire) >> 32) as u32
        } else {
            self.word(block, 0).load(Ordering::Acquire) as u32
        }
    }

    /// If `block` is a node's head: the node's stamp, and how many blocks the node has.
    pub(super) fn node_size(&self, block: u32) -> Option<(u32, u32)> {
        let counts = self.word(block, COUNTS).load(Ordering::Relaxed);
        (counts & HEAD_TAG != 0).then(|| {
            let (children, chosen) = unpack_counts(counts);
            let records = children
                .saturating_sub(RECORDS_IN_HEAD)
                .div_ceil(RECORDS_IN_BLOCK);
            let edges = chosen
                .saturating_sub(HEAD.length())
                .div_ceil(EDGES.length());
            (self.stamp(block), 1 + records + edges)
        })
    }

    /// The numbers of children, and of those that were ever chosen.
    #[inline]
    pub(super) fn counts(&self, node: u32) -> (u32, u32) {
        unpack_counts(self.word(node, COUNTS).load(Ordering::Acquire))
    }

    /// Walks the children of a node.
    #[inline]
    pub(super) fn children(&self, node: u32) -> Children<'_> {
        let (count, chosen) = self.counts(node);
        Children::new(self, node, count, chosen)
    }

    /// Makes the first child that was never chosen a chosen one. `None` when another worker was faster, or when the
    /// arena has no room for its edge.
    pub(super) fn claim(&self, supply: &mut Supply, next: Unchosen) -> Option<EdgeAt> {
        let at = match next.at {
            Ok(at) => at,
            Err(last) => EdgeAt {
                block: self.append_edges(supply, next, last)?,
                word: EDGES.edges as u32,
            },
        };
        let counts = self.word(next.node, COUNTS);
        counts
            .fetch_update(Ordering::AcqRel, Ordering::Acquire, |counts| {
                (unpack_counts(counts).1 == next.index).then_some(counts + (1 << 16))
            })
            .is_ok()
            .then_some(at)
    }

    /// Hangs a new block of edges after the node's last one, with the records of the next children.
    fn append_edges(&self, supply: &mut Supply, next: Unchosen, last: u32) -> Option<u32> {
        let fresh = supply.allocate(self)?;
        let end = next.count.min(next.index + EDGES.length());
        let records = (next.index..end).map(|index| self.record(next.node, index));
        self.write_records(fresh, EDGES.records, records);
        let (word, shift) = if last == next.node {
            (CHAINS, 32)
        } else {
            (0, 0)
        };
        let linked =
            self.word(last, word)
                .fetch_update(Ordering::AcqRel, Ordering::Acquire, |links| {
                    (links >> shift == 0).then_some(links | u64::from(fresh) << shift)
                });
        Some(match linked {
            Ok(_) => fresh,
            Err(links) => {
                supply.free(self, fresh);
                (links >> shift) as u32
            }
        })
    }
}

/// How a block of a node's edges is laid out: its head, or another.
#[inline]
pub(super) fn layout(node: u32, block: u32) -> Layout {
    if block == node { HEAD } else { EDGES }
}

fn unpack_counts(counts: u64) -> (u32, u32) {
    ((counts & 0xffff) as u32, (counts >> 16 & 0xffff) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_favourite_keeps_its_place_and_never_understates_the_others() {
        for (block, word) in [(1, 8), ((1 << 30) - 1, 14)] {
            for others in [0.0, 1e-9, 0.02, 0.333_333_34, 1.0, 7.5e3] {
                let at = EdgeAt { block, word };
                let packed = Favourite { at, others }.pack();
                let found = Favourite::unpack(packed).unwrap();
                assert_eq!(found.at, at);
                assert!(found.others > others && found.others <= others.max(1e-37) * 1.000_01);
            }
        }
        assert_eq!(Favourite::unpack(0), None);
    }
}
