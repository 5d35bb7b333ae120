//! Queen lines: what a queen sees from a square over empty squares, and how many such lines there are.

use super::bitboard::Bitboard;
use super::square::{BITS, ROW_STRIDE, Square};

/// Bit distance of one step: east, north-west, north, north-east. The other four directions are their opposites.
pub(crate) const STEPS: [usize; 4] = [1, ROW_STRIDE - 1, ROW_STRIDE, ROW_STRIDE + 1];

/// `RAYS[d][b]`: the bits met from bit `b` in direction `d`, in both senses of [`STEPS`] (0 to 3 upwards, 4 to 7
/// downwards). Rays run on through guard bits to the ends of the `u128`: what is not empty stops them, and
/// nothing outside the board ever is.
static RAYS: [[u128; 128]; 8] = {
    let mut rays = [[0; 128]; 8];
    let mut direction = 0;
    while direction < 4 {
        let step = STEPS[direction];
        let mut bit = 0;
        while bit < 128 {
            let mut up = bit + step;
            while up < 128 {
                rays[direction][bit] |= 1 << up;
                up += step;
            }
            let mut down = bit;
            while down >= step {
                down -= step;
                rays[direction + 4][bit] |= 1 << down;
            }
            bit += 1;
        }
        direction += 1;
    }
    rays
};

/// The squares a queen on `from` reaches over `empty` squares; `from` itself need not be empty.
///
/// ```
/// use amazons::{Bitboard, Square, queen_moves};
/// let corner = Square::ALL[0];
/// assert_eq!(queen_moves(corner, Bitboard::rectangle(3, 3)).count(), 6);
/// ```
#[must_use]
pub fn queen_moves(from: Square, empty: Bitboard) -> Bitboard {
    let seen = free_rays(from, empty)
        .into_iter()
        .fold(0, |seen, ray| seen | ray);
    Bitboard::from_bits_unmasked(seen & empty.bits())
}

/// The rays from a square up to and with the first square that is not empty, by direction as in [`RAYS`]; what is
/// beyond the board is among them.
#[inline(always)]
fn free_rays(from: Square, empty: Bitboard) -> [u128; 8] {
    let bit = from.bit();
    let blockers = !empty.bits();
    let mut free = [0; 8];
    for (free, rays) in free[..4].iter_mut().zip(&RAYS[..4]) {
        let ray = rays[bit];
        // Every upward ray leaves the board below bit 128, so there is a blocker.
        let stop = (ray & blockers | 1 << 127).trailing_zeros() as usize;
        *free = ray ^ rays[stop];
    }
    for (free, rays) in free[4..].iter_mut().zip(&RAYS[4..]) {
        let ray = rays[bit];
        // Bit 0 is a harmless sentinel: nothing lies below it, so it cuts nothing off.
        let stop = 127 - (ray & blockers | 1).leading_zeros() as usize;
        *free = ray ^ rays[stop];
    }
    free
}

/// The columns, or rows, from one square of the board to another: -9 to 9.
const DISTANCES: usize = 2 * Square::MAX_SIDE as usize - 1;

/// The direction of [`RAYS`] that leads from a square to another, by the rows and columns between them, each plus 9; 8
/// when they are on no common line.
static DIRECTIONS: [[u8; DISTANCES]; DISTANCES] = {
    let mut directions = [[8; DISTANCES]; DISTANCES];
    let center = Square::MAX_SIDE as usize - 1;
    let mut far = 1;
    while far <= center {
        let (low, high) = (center - far, center + far);
        directions[center][high] = 0;
        directions[high][low] = 1;
        directions[high][center] = 2;
        directions[high][high] = 3;
        directions[center][low] = 4;
        directions[low][high] = 5;
        directions[low][center] = 6;
        directions[low][low] = 7;
        far += 1;
    }
    directions
};

/// Whether a queen on `from` reaches `to` over `empty` squares: looks at the one line between them instead of all
/// eight.
#[inline]
pub(crate) fn has_open_line(from: Square, to: Square, empty: Bitboard) -> bool {
    let center = Square::MAX_SIDE - 1;
    let rows = usize::from(to.row() + center - from.row());
    let columns = usize::from(to.column() + center - from.column());
    match RAYS.get(usize::from(DIRECTIONS[rows][columns])) {
        Some(rays) => (rays[from.bit()] ^ rays[to.bit()]) & !empty.bits() == 0,
        None => false,
    }
}

/// The number of moves, slide and shot, of queens on `queens` over `empty` squares.
///
/// An arrow flies over the empty squares of before the slide, or back through the square just left. The first kind is counted
/// for all queens together; of the second kind, a line through a queen with a and b free squares on its sides has a slides that
/// see b + 1 squares more, and b that see a + 1.
pub(crate) fn count_moves(queens: Bitboard, empty: Bitboard) -> u64 {
    let mut through = 0;
    // Landing squares by how many queens reach them, in binary: at most eight, one from each direction.
    let mut reached = [0u128; 4];
    for queen in queens {
        let free = free_rays(queen, empty).map(|ray| ray & empty.bits());
        let mut carry = free.into_iter().fold(0, |all, ray| all | ray);
        for plane in &mut reached {
            (*plane, carry) = (*plane ^ carry, *plane & carry);
            if carry == 0 {
                break;
            }
        }
        for line in 0..4 {
            let (a, b) = (free[line].count_ones(), free[line + 4].count_ones());
            through += u64::from(a + b + 2 * a * b);
        }
    }
    let over_empty: u64 = reached
        .iter()
        .enumerate()
        .filter(|&(_, &plane)| plane != 0)
        .map(|(power, &plane)| {
            count_queen_moves(Bitboard::from_bits_unmasked(plane), empty) << power
        })
        .sum();
    over_empty + through
}

/// The sum over the squares of `from` of the number of squares a queen there reaches over `empty`.
///
/// Walks all lines of one direction together, a step at a time, so its cost is the length of the longest line, not
/// the number of squares; counts with carry-save adders, so it needs one population count for eight steps.
fn count_queen_moves(from: Bitboard, empty: Bitboard) -> u64 {
    let empty = empty.bits();
    let mut fronts = [from.bits(); 8];
    let (mut ones, mut twos, mut fours) = (0u128, 0u128, 0u128);
    let mut eights_count = 0u64;
    loop {
        let mut any = 0;
        for (direction, &step) in STEPS.iter().enumerate() {
            fronts[direction] = fronts[direction] << step & empty;
            fronts[direction + 4] = fronts[direction + 4] >> step & empty;
            any |= fronts[direction] | fronts[direction + 4];
        }
        if any == 0 {
            break;
        }
        let (ones_a, twos_a) = add(ones, fronts[0], fronts[1]);
        let (ones_b, twos_b) = add(ones_a, fronts[2], fronts[3]);
        let (ones_c, twos_c) = add(ones_b, fronts[4], fronts[5]);
        let (ones_d, twos_d) = add(ones_c, fronts[6], fronts[7]);
        let (twos_e, fours_a) = add(twos, twos_a, twos_b);
        let (twos_f, fours_b) = add(twos_e, twos_c, twos_d);
        let (fours_c, eights) = add(fours, fours_a, fours_b);
        (ones, twos, fours) = (ones_d, twos_f, fours_c);
        eights_count += u64::from(eights.count_ones());
    }
    8 * eights_count
        + 4 * u64::from(fours.count_ones())
        + 2 * u64::from(twos.count_ones())
        + u64::from(ones.count_ones())
}

/// Adds three bits in every lane: (sum, carry).
const fn add(a: u128, b: u128, c: u128) -> (u128, u128) {
    let half = a ^ b;
    (half ^ c, a & b | half & c)
}

const _: () = assert!(BITS + ROW_STRIDE < 128);

#[cfg(test)]
mod tests {
    use super::*;

    fn slow_queen_moves(from: Square, empty: Bitboard) -> Bitboard {
        let mut seen = Bitboard::EMPTY;
        for (dx, dy) in [
            (1, 0),
            (-1, 0),
            (0, 1),
            (0, -1),
            (1, 1),
            (1, -1),
            (-1, 1),
            (-1, -1),
        ] {
            let (mut x, mut y) = (i32::from(from.column()) + dx, i32::from(from.row()) + dy);
            while (0..10).contains(&x) && (0..10).contains(&y) {
                let square = Square::new(x as u8, y as u8).unwrap();
                if !empty.contains(square) {
                    break;
                }
                seen = seen.with(square);
                (x, y) = (x + dx, y + dy);
            }
        }
        seen
    }

    #[test]
    fn lines_equal_a_walk_over_the_board() {
        let mut state = 1u128;
        for density in 0..200 {
            state = state
                .wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645)
                .wrapping_add(0x5851_f42d_4c95_7f2d);
            let noise = state ^ state >> 61;
            let empty = Bitboard::from_bits(if density % 2 == 0 {
                noise
            } else {
                noise | noise.rotate_left(37)
            });
            let mut total = 0;
            for from in Square::ALL {
                let slow = slow_queen_moves(from, empty);
                assert_eq!(queen_moves(from, empty), slow);
                for to in Square::ALL {
                    assert_eq!(has_open_line(from, to, empty), slow.contains(to));
                }
                total += u64::from(slow.count());
            }
            assert_eq!(count_queen_moves(Bitboard::FULL, empty), total);
        }
    }
}
