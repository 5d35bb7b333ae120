//! One side's amazons among empty squares, and bounds on their moves without search.

use smallvec::SmallVec;

use super::fill::FillBounds;
use super::lone::{lone_bounds, lone_most};
use crate::{Bitboard, Color, Move, Position, queen_moves};

/// Amazons of one side and the empty squares around them; all else blocks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Filling {
    pub(super) amazons: Bitboard,
    pub(super) empty: Bitboard,
}

impl Filling {
    pub(super) fn of(position: &Position, color: Color) -> Filling {
        Filling {
            amazons: position.amazons(color),
            empty: position.empty(),
        }
    }

    /// The connected parts that hold an amazon and an empty square.
    pub(super) fn parts(self) -> SmallVec<[Filling; 4]> {
        let mut parts = SmallVec::new();
        let all = self.amazons | self.empty;
        let mut rest = self.amazons;
        while let Some(seed) = rest.first() {
            let part = Bitboard::from(seed).flood(all).with(seed);
            rest -= part;
            let empty = part & self.empty;
            if !empty.is_empty() {
                parts.push(Filling {
                    amazons: part & self.amazons,
                    empty,
                });
            }
        }
        parts
    }

    /// Bounds without search.
    pub(super) fn bounds(self) -> FillBounds {
        self.parts()
            .into_iter()
            .fold(FillBounds::NOTHING, |sum, part| {
                sum.plus(part.part_bounds())
            })
    }

    /// [`bounds`](Filling::bounds) of a single connected part.
    pub(super) fn part_bounds(self) -> FillBounds {
        let count = self.empty.count();
        if self.amazons.count() == 1 {
            return match self.amazons.first() {
                Some(amazon) => lone_bounds(self.empty.with(amazon), amazon),
                None => FillBounds::NOTHING,
            };
        }
        let mut best = 0;
        let mut pockets_split = true;
        for amazon in self.amazons {
            let shape = Bitboard::from(amazon).flood(self.empty).with(amazon);
            let alone = lone_bounds(shape, amazon).at_least;
            if alone == count {
                return FillBounds::exactly(count);
            }
            best = best.max(alone);
            pockets_split &= shape.count() - 1 < count;
        }
        if pockets_split {
            best = best.max(self.one_amazon_a_pocket());
        }
        FillBounds {
            at_least: best,
            at_most: count,
        }
    }

    /// The upper one of [`part_bounds`](Filling::part_bounds), for a small part of their price.
    pub(super) fn part_at_most(self) -> u32 {
        match (self.amazons.count(), self.amazons.first()) {
            (1, Some(amazon)) => lone_most(self.empty.with(amazon), amazon),
            _ => self.empty.count(),
        }
    }

    /// Moves that can be made when every pocket is left to one amazon of its own, chosen greedily.
    fn one_amazon_a_pocket(self) -> u32 {
        let mut free = self.amazons;
        let mut moves = 0;
        let mut rest = self.empty;
        while let Some(seed) = rest.first() {
            let pocket = Bitboard::from(seed).flood(self.empty).with(seed);
            rest -= pocket;
            let best = (free & pocket.neighbours())
                .iter()
                .map(|amazon| (lone_bounds(pocket.with(amazon), amazon).at_least, amazon))
                .max_by_key(|&(alone, _)| alone);
            if let Some((alone, amazon)) = best {
                free = free.without(amazon);
                moves += alone;
            }
        }
        moves
    }

    /// Every move with what it leaves; moves that burn a square with few empty neighbours first, because such squares are
    /// the ones that get cut off.
    pub(super) fn successors(self) -> impl Iterator<Item = (Move, Filling)> {
        let mut moves: SmallVec<[(u32, Move); 64]> = SmallVec::new();
        for from in self.amazons {
            let empty_after = self.empty.with(from);
            for to in queen_moves(from, self.empty) {
                let left = empty_after.without(to);
                for arrow in queen_moves(to, empty_after) {
                    let ways = (Bitboard::from(arrow).neighbours() & left).count();
                    moves.push((ways, Move::new(from, to, arrow)));
                }
            }
        }
        moves.sort_by_key(|&(ways, _)| ways);
        moves.into_iter().map(move |(_, m)| (m, self.after(m)))
    }

    fn after(self, m: Move) -> Filling {
        Filling {
            amazons: self.amazons.without(m.from).with(m.to),
            empty: self.empty.with(m.from).without(m.to).without(m.arrow),
        }
    }
}
