//! The longest sequence of moves that one side can make alone.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use smallvec::SmallVec;

use super::blocks::{anchors, core_with, covered, is_block_built};
use super::boxes::fill_in_box;
use crate::{Bitboard, Color, Move, Position, Square, queen_moves};

/// What is known of a number of moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FillBounds {
    /// So many moves can be made.
    pub at_least: u32,
    /// More can't be.
    pub at_most: u32,
}

impl FillBounds {
    const NOTHING: FillBounds = FillBounds::exactly(0);

    const fn exactly(moves: u32) -> FillBounds {
        FillBounds {
            at_least: moves,
            at_most: moves,
        }
    }

    /// The number of moves, when the bounds leave one only.
    #[must_use]
    pub const fn exact(self) -> Option<u32> {
        if self.at_least == self.at_most {
            Some(self.at_least)
        } else {
            None
        }
    }

    pub(super) const fn plus(self, other: FillBounds) -> FillBounds {
        FillBounds {
            at_least: self.at_least + other.at_least,
            at_most: self.at_most + other.at_most,
        }
    }
}

/// A longest sequence of moves of one side, with nobody else moving.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fill {
    /// The moves, in the order of play.
    pub moves: Vec<Move>,
}

/// Bounds on the most moves that `color` can make in a row with nobody else moving, without any search. Amazons of the
/// other side stand still and block, whoever is to move.
///
/// ```
/// use amazons::{Color, Position, endgame};
/// let position: Position = "***/*Q*/1*1 w".parse()?;
/// let bounds = endgame::fill_bounds(&position, Color::White);
/// assert_eq!(bounds.exact(), Some(1)); // either empty square, not both
/// # Ok::<(), amazons::notation::ParseFenError>(())
/// ```
#[must_use]
pub fn fill_bounds(position: &Position, color: Color) -> FillBounds {
    Filling::of(position, color).bounds()
}

/// One longest sequence of moves that `color` can make with nobody else moving, or `None` when `work` nodes of search did
/// not find it. Amazons of the other side stand still and block, whoever is to move.
///
/// ```
/// use amazons::{Color, Position, endgame};
/// let position: Position = "3/1Q1/3 w".parse()?;
/// let fill = endgame::longest_fill(&position, Color::White, 1000).unwrap();
/// assert_eq!(fill.moves.len(), 8);
/// # Ok::<(), amazons::notation::ParseFenError>(())
/// ```
#[must_use]
pub fn longest_fill(position: &Position, color: Color, work: u64) -> Option<Fill> {
    let mut filling = Filling::of(position, color);
    let mut search = FillSearch::new(work);
    let mut left = search.longest(filling)?;
    let mut moves = Vec::with_capacity(left as usize);
    while left > 0 {
        left -= 1;
        let mut found = None;
        for (m, next) in filling.successors() {
            if search.reaches(next, left)? {
                found = Some((m, next));
                break;
            }
        }
        // A move that keeps the total exists, or the total would be smaller.
        let (m, next) = found?;
        moves.push(m);
        filling = next;
    }
    Some(Fill { moves })
}

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
    fn parts(self) -> SmallVec<[Filling; 4]> {
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
    fn successors(self) -> impl Iterator<Item = (Move, Filling)> {
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

/// Bounds for one amazon on `square` of a connected `shape`, its own square included.
pub(super) fn lone_bounds(shape: Bitboard, square: Square) -> FillBounds {
    if let Some(moves) = fill_in_box(shape, square) {
        return FillBounds::exactly(u32::from(moves));
    }
    let count = shape.count() - 1;
    if is_block_built(shape) {
        return FillBounds::exactly(count);
    }
    FillBounds {
        at_least: peeled(shape, square).min(count),
        at_most: count,
    }
}

/// Moves that one amazon on `square` of `shape` surely finds: it walks to the nearest block-built part, closing the way
/// behind it, burns what it can of the squares outside from within, and then fills the part.
fn peeled(mut shape: Bitboard, mut square: Square) -> u32 {
    let mut moves = 0;
    loop {
        if let Some(rest) = fill_in_box(shape, square) {
            return moves + u32::from(rest);
        }
        let core = core_with(shape, square);
        if core.is_empty() {
            let Some(step) = step_to_blocks(shape, square) else {
                // A step and a shot back are always there: the shape is too large for a box.
                return moves + 1;
            };
            shape = Bitboard::from(step).flood_in(shape.without(square));
            square = step;
        } else {
            let Some((from, arrow)) = best_shot(shape, square, core) else {
                return moves + core.count() - 1;
            };
            shape = core.flood_in(shape.without(arrow));
            square = from;
        }
        moves += 1;
    }
}

/// The king step from `square` towards the nearest 2x2 block of `shape`.
fn step_to_blocks(shape: Bitboard, square: Square) -> Option<Square> {
    let ways = Bitboard::from(square).neighbours() & shape;
    let open = shape.without(square);
    let mut reached = covered(anchors(shape));
    while reached.is_disjoint(ways) {
        let next = reached | reached.neighbours() & open;
        if next == reached {
            return None;
        }
        reached = next;
    }
    (reached & ways).first()
}

/// A slide inside `core` and a shot out of it, at the square with the fewest neighbours, so that few others are cut off.
fn best_shot(shape: Bitboard, square: Square, core: Bitboard) -> Option<(Square, Square)> {
    let outside = shape - core;
    if outside.is_empty() {
        return None;
    }
    let mut best: Option<(u32, Square, Square)> = None;
    for to in queen_moves(square, shape.without(square)) & core {
        for arrow in queen_moves(to, shape.without(to)) & outside {
            let ways = (Bitboard::from(arrow).neighbours() & shape).count();
            if best.is_none_or(|(fewest, ..)| ways < fewest) {
                best = Some((ways, to, arrow));
                if ways == 1 {
                    return Some((to, arrow));
                }
            }
        }
    }
    best.map(|(_, to, arrow)| (to, arrow))
}

/// Bytes of a hash table an entry takes: it doubles when it is 7/8 full, and while it grows both tables are there.
const BYTES_PER_ENTRY: usize = size_of::<(Filling, FillBounds)>() * 4;

/// An exact search for longest fills, with a memory of what it has seen.
pub(super) struct FillSearch {
    known: HashMap<Filling, FillBounds, BuildHasherDefault<FillHasher>>,
    work: u64,
    /// What `work` starts from.
    allowance: u64,
    /// Positions that may be remembered from one search to the next.
    capacity: usize,
}

impl FillSearch {
    /// A search that gives up after `work` nodes.
    pub(super) fn new(work: u64) -> FillSearch {
        FillSearch {
            known: HashMap::default(),
            work,
            allowance: work,
            capacity: 0,
        }
    }

    /// A search to be [renewed](FillSearch::renew) again and again, which remembers at most about `bytes` bytes.
    pub(super) fn renewable(work: u64, bytes: usize) -> FillSearch {
        FillSearch {
            capacity: bytes / BYTES_PER_ENTRY,
            ..FillSearch::new(work)
        }
    }

    /// Allows the work of a new search again. The memory is kept while it is within its bounds.
    pub(super) fn renew(&mut self) {
        self.work = self.allowance;
        if self.known.len() > self.capacity {
            self.known = HashMap::default();
        }
    }

    /// The exact number of moves, or `None` when the work is used up.
    pub(super) fn longest(&mut self, filling: Filling) -> Option<u32> {
        let mut total = 0;
        for part in filling.parts() {
            let bounds = self.known_bounds(part);
            let mut goal = bounds.at_most;
            while goal > bounds.at_least && !self.part_reaches(part, goal)? {
                goal -= 1;
            }
            total += goal;
        }
        Some(total)
    }

    /// Whether `goal` moves can be made, or `None` when the work is used up.
    pub(super) fn reaches(&mut self, filling: Filling, goal: u32) -> Option<bool> {
        let parts: SmallVec<[(Filling, FillBounds); 4]> = filling
            .parts()
            .into_iter()
            .map(|part| (part, self.known_bounds(part)))
            .collect();
        let mut sum = parts
            .iter()
            .fold(FillBounds::NOTHING, |sum, &(_, bounds)| sum.plus(bounds));
        for (part, mut bounds) in parts {
            while sum.at_least < goal && sum.at_most >= goal && bounds.at_least < bounds.at_most {
                if self.part_reaches(part, bounds.at_most)? {
                    sum.at_least += bounds.at_most - bounds.at_least;
                    bounds.at_least = bounds.at_most;
                } else {
                    sum.at_most -= 1;
                    bounds.at_most -= 1;
                }
            }
        }
        Some(sum.at_least >= goal)
    }

    /// The bounds of one connected part: those without search, or what the search has found.
    fn known_bounds(&self, part: Filling) -> FillBounds {
        match self.known.get(&part) {
            Some(&bounds) => bounds,
            None => part.part_bounds(),
        }
    }

    /// [`reaches`](FillSearch::reaches) for a single connected part.
    fn part_reaches(&mut self, part: Filling, goal: u32) -> Option<bool> {
        let bounds = self.known_bounds(part);
        if bounds.at_least >= goal {
            return Some(true);
        }
        if bounds.at_most < goal {
            return Some(false);
        }
        self.work = self.work.checked_sub(1)?;
        let mut reached = false;
        for (_, next) in part.successors() {
            if self.reaches(next, goal - 1)? {
                reached = true;
                break;
            }
        }
        let bounds = if reached {
            FillBounds {
                at_least: goal,
                ..bounds
            }
        } else {
            FillBounds {
                at_most: goal - 1,
                ..bounds
            }
        };
        self.known.insert(part, bounds);
        Some(reached)
    }
}

/// Mixes the words of bitboards, which are keys no enemy chooses.
#[derive(Default)]
pub(super) struct FillHasher(u64);

impl Hasher for FillHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u128(u128::from(byte));
        }
    }

    fn write_u128(&mut self, value: u128) {
        // An odd multiplier from the golden ratio; the rotation brings the well-mixed high half down.
        for word in [value as u64, (value >> 64) as u64] {
            self.0 = (self.0.rotate_left(26) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
        self.0 ^= self.0 >> 32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    /// Whether one amazon can fill a shape, by search with no bound but the tables and that nothing may be cut off.
    fn can_be_filled(shape: Bitboard, square: Square, seen: &mut Vec<Filling>) -> bool {
        if let Some(moves) = fill_in_box(shape, square) {
            return u32::from(moves) == shape.count() - 1;
        }
        let filling = Filling {
            amazons: Bitboard::from(square),
            empty: shape.without(square),
        };
        if seen.contains(&filling) {
            return false;
        }
        seen.push(filling);
        filling.successors().any(|(m, next)| {
            let left = next.empty.with(m.to);
            Bitboard::from(m.to).flood_in(left) == left && can_be_filled(left, m.to, seen)
        })
    }

    /// A random union of overlapping 2x2 blocks.
    fn block_built(rng: &mut Pcg64Mcg, blocks: usize) -> Bitboard {
        let mut corners = Bitboard::EMPTY.with(Square::ALL[44]);
        let board = Bitboard::rectangle(9, 9);
        while (corners.count() as usize) < blocks {
            let next = corners.neighbours() & board;
            if let Some(corner) = next.nth(rng.random_range(0..next.count())) {
                corners = corners.with(corner);
            }
        }
        covered(corners)
    }

    #[test]
    fn large_block_built_shapes_have_no_defect() {
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        for blocks in (2..14).cycle().take(240) {
            let shape = block_built(&mut rng, blocks);
            assert!(is_block_built(shape));
            for square in shape {
                assert!(can_be_filled(shape, square, &mut Vec::new()), "{shape}");
            }
        }
    }

    #[test]
    fn bounds_hold() {
        let mut rng = Pcg64Mcg::seed_from_u64(2);
        let mut searched = 0;
        for _ in 0..300 {
            let noise = rng.random::<u128>();
            let open = Bitboard::from_bits(noise) & Bitboard::rectangle(6, 5);
            let Some(seed) = open.nth(open.count() / 2) else {
                continue;
            };
            let shape = Bitboard::from(seed).flood_in(open);
            if shape.count() > 13 {
                continue;
            }
            let bounds = lone_bounds(shape, seed);
            let filling = Filling {
                amazons: Bitboard::from(seed),
                empty: shape.without(seed),
            };
            let exact = brute(filling, &mut HashMap::new());
            assert!(
                bounds.at_least <= exact && exact <= bounds.at_most,
                "{shape}"
            );
            assert_eq!(FillSearch::new(u64::MAX).longest(filling), Some(exact));
            searched += u32::from(bounds.exact().is_none());
        }
        assert!(searched >= 10, "{searched}");
    }

    /// All sequences of moves, with no bound but the tables.
    fn brute(filling: Filling, known: &mut HashMap<Filling, u32>) -> u32 {
        let amazon = filling.amazons.first().unwrap();
        let shape = Bitboard::from(amazon).flood_in(filling.empty.with(amazon));
        if let Some(moves) = fill_in_box(shape, amazon) {
            return u32::from(moves);
        }
        if let Some(&moves) = known.get(&filling) {
            return moves;
        }
        let moves = filling
            .successors()
            .map(|(_, next)| 1 + brute(next, known))
            .max()
            .unwrap_or(0);
        known.insert(filling, moves);
        moves
    }
}
