//! Shapes built from 2x2 blocks: regions too large for a table that still are known to have no defect.

use crate::{Bitboard, Square};

/// Bits from one row of a [`Bitboard`] to the next.
const ROW: u32 = 11;

/// The lower left corners of all 2x2 blocks inside `shape`.
pub(super) const fn anchors(shape: Bitboard) -> Bitboard {
    let bits = shape.bits();
    let pairs = bits & bits >> 1;
    Bitboard::from_bits(pairs & pairs >> ROW)
}

/// The squares of the blocks with these lower left corners.
pub(super) const fn covered(anchors: Bitboard) -> Bitboard {
    let bits = anchors.bits();
    let pairs = bits | bits << 1;
    Bitboard::from_bits(pairs | pairs << ROW)
}

/// Whether `shape` is the union of 2x2 blocks each of which overlaps another, all in one chain. One amazon anywhere in
/// such a shape can fill all of it (Lieberum 2005, theorem 1).
///
/// Blocks overlap when their corners are a king's step apart.
pub(super) fn is_block_built(shape: Bitboard) -> bool {
    let anchors = anchors(shape);
    match anchors.first() {
        Some(first) => covered(anchors) == shape && Bitboard::from(first).flood(anchors) == anchors,
        None => false,
    }
}

/// The largest block-built part of `shape` that holds `square`; empty when no 2x2 block does.
pub(super) fn core_with(shape: Bitboard, square: Square) -> Bitboard {
    let anchors = anchors(shape);
    let bit = Bitboard::from(square).bits();
    let pairs = bit | bit >> 1;
    let own = Bitboard::from_bits(pairs | pairs >> ROW) & anchors;
    if own.is_empty() {
        return Bitboard::EMPTY;
    }
    covered(own.flood(anchors))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_that_share_a_corner_square_overlap() {
        let two: Bitboard = ["a1", "b1", "a2", "b2", "c2", "b3", "c3"]
            .into_iter()
            .filter_map(|s| s.parse::<Square>().ok())
            .collect();
        assert_eq!(two.count(), 7);
        assert!(is_block_built(two));
        assert!(!is_block_built(Bitboard::rectangle(1, 5)));
        assert!(!is_block_built(Bitboard::EMPTY));
    }

    #[test]
    fn blocks_apart_are_two_cores() {
        let left = Bitboard::rectangle(2, 2);
        let right = Bitboard::rectangle(5, 2) - Bitboard::rectangle(3, 2);
        let both = left | right;
        assert!(!is_block_built(both));
        assert_eq!(core_with(both, Square::ALL[0]), left);
        assert_eq!(core_with(both, Square::ALL[4]), right);
        assert!(core_with(both, Square::ALL[2]).is_empty());
    }
}
