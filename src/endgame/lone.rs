//! One amazon alone in a shape.

use super::blocks::{anchors, core_with, covered, is_block_built};
use super::boxes::fill_in_box;
use super::fill::FillBounds;
use crate::{Bitboard, Square, queen_moves};

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

/// The upper one of [`lone_bounds`], which is cheaper than both.
pub(super) fn lone_most(shape: Bitboard, square: Square) -> u32 {
    fill_in_box(shape, square).map_or(shape.count() - 1, u32::from)
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

#[cfg(test)]
mod tests {
    use super::super::filling::Filling;
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
}
