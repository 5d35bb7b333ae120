//! A walk over the children of a node.

use core::ops::ControlFlow;

use super::arena::{Arena, NONE};
use super::edge::{Edge, EdgeAt};
use super::node::layout;
use super::record::Record;
use super::sync::Ordering;

/// The chosen children of a node, best static value first; then [`Children::unchosen`] tells the next.
#[derive(Clone)]
pub(super) struct Children<'a> {
    arena: &'a Arena,
    node: u32,
    /// The block of edges that the walk has reached, and the place in it.
    block: u32,
    place: u32,
    index: u32,
    count: u32,
    chosen: u32,
}

/// The best child that was never chosen.
#[derive(Clone, Copy)]
pub(super) struct Unchosen {
    pub(super) record: Record,
    pub(super) node: u32,
    pub(super) index: u32,
    /// Children of the node in all.
    pub(super) count: u32,
    /// Its edge, or the last block of edges when that is full.
    pub(super) at: Result<EdgeAt, u32>,
}

impl<'a> Children<'a> {
    #[inline]
    pub(super) fn new(arena: &'a Arena, node: u32, count: u32, chosen: u32) -> Children<'a> {
        Children {
            arena,
            node,
            block: node,
            place: 0,
            index: 0,
            count,
            chosen,
        }
    }

    /// The node whose children these are.
    pub(super) fn node(&self) -> u32 {
        self.node
    }

    /// Where the edge of the walk's place is, if its block exists; else the last block.
    fn edge_at(&mut self) -> Result<EdgeAt, u32> {
        let mut layout = layout(self.node, self.block);
        if self.place == layout.length() {
            let next = self.arena.next_edges(self.node, self.block);
            if next == NONE {
                return Err(self.block);
            }
            self.block = next;
            self.place = 0;
            layout = super::node::layout(self.node, next);
        }
        Ok(EdgeAt {
            block: self.block,
            word: layout.edge_word(self.place) as u32,
        })
    }

    /// Calls `visit` with the chosen children that are left, until it breaks: what the iterator does one by one, with
    /// each block looked up once.
    #[inline(always)]
    pub(super) fn try_for_each_chosen<B>(
        &mut self,
        mut visit: impl FnMut(Record, EdgeAt, Edge) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        while self.index < self.chosen && self.edge_at().is_ok() {
            let (block, layout) = (self.block, layout(self.node, self.block));
            let words = self.arena.block(block);
            let end = (self.place + self.chosen - self.index).min(layout.length());
            while self.place < end {
                let place = self.place as usize;
                let word = layout.edge_word(self.place);
                let pair = words[layout.records + place / 2].load(Ordering::Relaxed);
                let record = Record((pair >> (32 * (place % 2))) as u32);
                let edge = Edge {
                    totals: words[word].load(Ordering::Relaxed),
                    links: words[word + 1].load(Ordering::Acquire),
                };
                self.index += 1;
                self.place += 1;
                let word = word as u32;
                visit(record, EdgeAt { block, word }, edge)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The best child that was never chosen, once the chosen ones are through.
    #[inline]
    pub(super) fn unchosen(mut self) -> Option<Unchosen> {
        (self.index < self.count).then(|| Unchosen {
            record: self.arena.record(self.node, self.index),
            node: self.node,
            index: self.index,
            count: self.count,
            at: self.edge_at(),
        })
    }

    /// The records from the walk's place on, chosen or not.
    pub(super) fn remaining_records(self) -> impl Iterator<Item = Record> {
        let Children { arena, node, .. } = self;
        (self.index..self.count).map(move |index| arena.record(node, index))
    }
}

impl Iterator for Children<'_> {
    type Item = (Record, EdgeAt, Edge);

    #[inline]
    fn next(&mut self) -> Option<(Record, EdgeAt, Edge)> {
        if self.index >= self.chosen {
            return None;
        }
        let at = self.edge_at().ok()?;
        let (record, edge) = self.arena.child(self.node, at);
        self.index += 1;
        self.place += 1;
        Some((record, at, edge))
    }
}
