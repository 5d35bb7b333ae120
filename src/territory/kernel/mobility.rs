//! The amazons' mobility with plain arithmetic: eight squares of a line in one word.

use super::immobility;
use super::machine::Sides;
use crate::board::{Color, STEPS};
use crate::territory::features::{ALPHA_STEPS, ALPHA_UNIT, Board};

/// See [`Machine::immobility`](super::machine::Machine::immobility).
#[inline(always)]
pub(super) fn immobility(board: &Board, reached: [u128; 2], neighbours: [u128; 4]) -> [i32; 2] {
    let mut sums = [0; 2];
    for color in Color::ALL {
        let bytes = Bytes::new(board.empty.bits(), reached[(!color).index()], neighbours);
        let mut left = board.amazons[color.index()].bits();
        while left != 0 {
            let [fast, slow] = immobility::of(bytes.alpha(left.trailing_zeros() as usize));
            sums[0] += color.sign() * fast;
            sums[1] += color.sign() * slow;
            left &= left - 1;
        }
    }
    sums
}

/// See [`Machine::freedom`](super::machine::Machine::freedom).
#[inline(always)]
pub(super) fn freedom(sides: Sides, neighbours: [u128; 4]) -> [u8; 16] {
    let mut sums = [0u8; 16];
    for (side, sums) in sums.chunks_exact_mut(8).enumerate() {
        let bytes = Bytes::new(sides.empty, sides.reached[1 - side], neighbours);
        let mut left = sides.amazons[side];
        while left != 0 {
            let freedom = immobility::freedom_of(bytes.alpha(left.trailing_zeros() as usize));
            for (sum, value) in sums.iter_mut().zip(freedom) {
                *sum = sum.saturating_add(value);
            }
            left &= left - 1;
        }
    }
    sums
}

/// A byte for each bit of a board: 0 where something stands, else [`OPEN`] and, when the square is contested, the number
/// of its empty neighbours. As much again of nothing on both sides, for the lines that leave the board.
struct Bytes([u8; 3 * BITS]);

const BITS: usize = 128;
const OPEN: u64 = 0x8080_8080_8080_8080;
const NUMBERS: u64 = 0x0f0f_0f0f_0f0f_0f0f;

/// The bits of a byte as the lowest bits of eight bytes.
static SPREAD: [u64; 256] = {
    let mut spread = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            spread[byte] |= (byte as u64 >> bit & 1) << (8 * bit);
            bit += 1;
        }
        byte += 1;
    }
    spread
};

impl Bytes {
    #[inline(always)]
    fn new(empty: u128, contested: u128, neighbours: [u128; 4]) -> Bytes {
        let mut bytes = [0; 3 * BITS];
        let empty = empty.to_le_bytes();
        let planes = neighbours.map(|plane| (plane & contested).to_le_bytes());
        for (group, word) in bytes[BITS..2 * BITS].chunks_exact_mut(8).enumerate() {
            let spread = |bytes: &[u8; 16]| SPREAD[usize::from(bytes[group])];
            let mut value = spread(&empty) << 7;
            for (i, plane) in planes.iter().enumerate() {
                value |= spread(plane) << i;
            }
            word.copy_from_slice(&value.to_le_bytes());
        }
        Bytes(bytes)
    }

    /// Alpha of an amazon, in [`ALPHA_UNIT`]ths.
    #[inline(always)]
    fn alpha(&self, amazon: usize) -> u32 {
        let mut sum = 0;
        for step in STEPS {
            sum += self.line(amazon, step as isize) + self.line(amazon, -(step as isize));
        }
        weighted(sum)
    }

    /// The numbers of a line up to the first square that is not open, the nearest in the lowest byte.
    #[inline(always)]
    fn line(&self, amazon: usize, step: isize) -> u64 {
        let mut line = [0; ALPHA_STEPS as usize];
        for (i, byte) in line.iter_mut().enumerate() {
            let at = (BITS + amazon).wrapping_add_signed((i as isize + 1) * step);
            *byte = self.0.get(at).copied().unwrap_or(0);
        }
        let line = u64::from_le_bytes(line);
        let blocked = !line & OPEN;
        let below = blocked.wrapping_sub(1) & !blocked;
        line & below & NUMBERS
    }
}

/// Eight sums of at most 64, one a step, weighted by 2^-(steps - 1).
#[inline(always)]
fn weighted(sums: u64) -> u32 {
    /// A multiplication adds up four products in its highest 16 bits. Each takes the weight of its number: the
    /// weights of steps `first`, `first` + 2..., the first highest.
    const fn weights(first: u32) -> u64 {
        let mut weights = 0;
        let mut i = 0;
        while i < 4 {
            weights = weights << 16 | ALPHA_UNIT as u64 >> (first + 2 * i);
            i += 1;
        }
        weights
    }
    const EVEN: u64 = 0x00ff_00ff_00ff_00ff;
    let even = (sums & EVEN).wrapping_mul(const { weights(0) }) >> 48;
    let odd = (sums >> 8 & EVEN).wrapping_mul(const { weights(1) }) >> 48;
    (even + odd) as u32
}
