//! The amazons' mobility, amazon by amazon and square by square.

use super::immobility;
use crate::board::{Bitboard, Color, queen_moves};
use crate::territory::features::{ALPHA_STEPS, ALPHA_UNIT, Board};

/// See [`Machine::immobility`](super::machine::Machine::immobility).
#[inline(always)]
pub(super) fn immobility(board: &Board, reached: [u128; 2], neighbours: [u128; 4]) -> [i32; 2] {
    let mut sums = [0; 2];
    for color in Color::ALL {
        let contested = Bitboard::from_bits(reached[(!color).index()]);
        for amazon in board.amazons[color.index()] {
            let mut alpha = 0;
            for square in queen_moves(amazon, board.empty) & contested {
                let across = square.column().abs_diff(amazon.column());
                let steps = u32::from(across.max(square.row().abs_diff(amazon.row())));
                if steps <= ALPHA_STEPS {
                    let bit = |i: usize| (neighbours[i] >> square.bit()) as u32 & 1;
                    let count = bit(0) | bit(1) << 1 | bit(2) << 2 | bit(3) << 3;
                    alpha += count * ALPHA_UNIT as u32 >> (steps - 1);
                }
            }
            for (sum, value) in sums.iter_mut().zip(immobility::of(alpha)) {
                *sum += color.sign() * value;
            }
        }
    }
    sums
}
