//! Tables of the longest fill of every one-amazon region inside a small box.

use std::sync::OnceLock;

use bitvec::field::BitField;
use bitvec::order::Lsb0;
use bitvec::vec::BitVec;

use crate::{Bitboard, Square};

/// Bits from one row of a [`Bitboard`] to the next.
const ROW: u32 = 11;

/// Bits of an entry: a box has at most 16 squares, so a fill is at most 15 moves.
const ENTRY: usize = 4;

/// The longest fills of every shape in a box of `width` x `height` squares and every square of it for the amazon.
struct BoxTable {
    width: u32,
    height: u32,
    /// Entry `mask * 16 + square`: mask and square count the box's squares row by row.
    fills: BitVec<u64, Lsb0>,
}

impl BoxTable {
    /// Fills the table from small shapes to large ones. A move slides the amazon to a square it sees and burns one that
    /// it sees from there, its own old square included: so with `shot(shape, square)` the best value after a shot from
    /// `square`, `fill(shape, square)` is one more than the best `shot(shape, to)` over the squares `to` it sees.
    fn new(width: u32, height: u32) -> BoxTable {
        let squares = width * height;
        let shapes = 1usize << squares;
        let rays = Rays::of_box(width as i32, height as i32);
        let mut fills = vec![0u8; shapes << 4];
        let mut seen = [0u32; 16];
        let mut shot = [0u8; 16];
        for shape in 0..shapes {
            for square in bits(shape as u32) {
                seen[square] = rays[square].seen(shape as u32);
                shot[square] = bits(seen[square])
                    .map(|arrow| fills[(shape & !(1 << arrow)) << 4 | square])
                    .max()
                    .unwrap_or(0);
            }
            for square in bits(shape as u32) {
                fills[shape << 4 | square] =
                    bits(seen[square]).map(|to| shot[to] + 1).max().unwrap_or(0);
            }
        }
        let words = fills
            .chunks_exact(16)
            .map(|entries| {
                (0..16).fold(0u64, |word, i| word | u64::from(entries[i]) << (ENTRY * i))
            })
            .collect();
        BoxTable {
            width,
            height,
            fills: BitVec::from_vec(words),
        }
    }

    /// The entry of `shape`, whose lower left corner is at bit `corner`.
    fn get(&self, shape: Bitboard, corner: u32, square: Square) -> u8 {
        let shape = shape.bits() >> corner;
        let row = (1u128 << self.width) - 1;
        let mask = (0..self.height).fold(0, |mask, y| {
            mask | ((shape >> (ROW * y) & row) as usize) << (self.width * y)
        });
        let offset = square.bit() as u32 - corner;
        let square = offset / ROW * self.width + offset % ROW;
        let entry = (mask << 4 | square as usize) * ENTRY;
        self.fills[entry..entry + ENTRY].load()
    }
}

/// The squares of a set in a box.
fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        (set != 0).then(|| {
            let lowest = set.trailing_zeros() as usize;
            set &= set - 1;
            lowest
        })
    })
}

/// The squares of a box that lie in the eight directions from a square: in the first four their bits grow with the
/// distance, in the others they fall.
struct Rays {
    up: [u32; 4],
    down: [u32; 4],
}

impl Rays {
    /// Those of every square of a box.
    fn of_box(width: i32, height: i32) -> Vec<Rays> {
        const UP: [(i32, i32); 4] = [(1, 0), (1, 1), (0, 1), (-1, 1)];
        let ray = |square: i32, dx: i32, dy: i32| -> u32 {
            (1..)
                .map(|step| (square % width + step * dx, square / width + step * dy))
                .take_while(|&(x, y)| (0..width).contains(&x) && (0..height).contains(&y))
                .map(|(x, y)| 1 << (y * width + x))
                .sum()
        };
        (0..width * height)
            .map(|square| Rays {
                up: UP.map(|(dx, dy)| ray(square, dx, dy)),
                down: UP.map(|(dx, dy)| ray(square, -dx, -dy)),
            })
            .collect()
    }

    /// What a queen sees over the squares of `shape`.
    fn seen(&self, shape: u32) -> u32 {
        let mut seen = 0;
        for ray in self.up {
            let blocked = ray & !shape;
            let nearest = blocked & blocked.wrapping_neg();
            seen |= ray & nearest.wrapping_sub(1);
        }
        for ray in self.down {
            let blocked = ray & !shape;
            let up_to_nearest = u32::MAX.checked_shr(blocked.leading_zeros()).unwrap_or(0);
            seen |= ray & !up_to_nearest;
        }
        seen
    }
}

/// The tables in use. Two boxes of 15 squares and one of 16 take a megabyte together.
struct Boxes {
    square: BoxTable,
    wide: BoxTable,
    tall: BoxTable,
}

fn boxes() -> &'static Boxes {
    static BOXES: OnceLock<Boxes> = OnceLock::new();
    BOXES.get_or_init(|| Boxes {
        square: BoxTable::new(4, 4),
        wide: BoxTable::new(5, 3),
        tall: BoxTable::new(3, 5),
    })
}

/// Makes the tables now, some tens of milliseconds, before somebody's clock runs.
pub(crate) fn prepare() {
    boxes();
}

/// The most moves that an amazon on `square` of `shape` can make inside `shape`, or `None` when the shape fits no table.
pub(super) fn fill_in_box(shape: Bitboard, square: Square) -> Option<u8> {
    debug_assert!(shape.contains(square));
    let (first, last) = (shape.first()?, shape.last()?);
    let (bottom, top) = (u32::from(first.row()), u32::from(last.row()));
    let height = top - bottom + 1;
    if height > 5 {
        return None;
    }
    // All rows on top of each other show the columns in use.
    let bits = shape.bits() >> (ROW * bottom);
    let folded = bits | bits >> ROW;
    let columns = (folded | folded >> (2 * ROW) | bits >> (4 * ROW)) as u32 & 0x3ff;
    let left = columns.trailing_zeros();
    let width = 32 - columns.leading_zeros() - left;
    let corner = ROW * bottom + left;
    let table = match (width, height) {
        (..=4, ..=4) => &boxes().square,
        (5, ..=3) => &boxes().wide,
        (..=3, 5) => &boxes().tall,
        _ => return None,
    };
    Some(table.get(shape, corner, square))
}

#[cfg(test)]
mod tests {
    use super::super::blocks::is_block_built;
    use super::*;
    use crate::queen_moves;

    fn brute(shape: Bitboard, square: Square) -> u8 {
        let mut best = 0;
        for to in queen_moves(square, shape.without(square)) {
            for arrow in queen_moves(to, shape.without(to)) {
                best = best.max(1 + brute(shape.without(arrow), to));
            }
        }
        best
    }

    #[test]
    fn tables_equal_brute_force() {
        let mut state = 7u64;
        for _ in 0..60 {
            for (width, height) in [(4, 4), (5, 3), (3, 5), (2, 4), (5, 1)] {
                state = state
                    .wrapping_mul(0x5851_f42d_4c95_7f2d)
                    .wrapping_add(0x1405_7b7e_f767_814f);
                let noise = u128::from(state >> 3) | u128::from(state) << 61;
                let mut shape = Bitboard::from_bits(noise) & Bitboard::rectangle(width, height);
                while shape.count() > 7 {
                    shape.pop_front();
                }
                let shift = (state >> 40) as u32 % 5 * (ROW + 1);
                let shape = Bitboard::from_bits(shape.bits() << shift);
                for square in shape {
                    assert_eq!(fill_in_box(shape, square), Some(brute(shape, square)));
                }
            }
        }
    }

    #[test]
    fn block_built_shapes_in_boxes_have_no_defect() {
        let mut seen = 0;
        for (width, height) in [(4u32, 4u32), (5, 3), (3, 5)] {
            for mask in 0u128..1 << (width * height) {
                let row = (1 << width) - 1;
                let bits =
                    (0..height).fold(0, |bits, y| bits | (mask >> (width * y) & row) << (ROW * y));
                let shape = Bitboard::from_bits(bits);
                if is_block_built(shape) {
                    seen += 1;
                    for square in shape {
                        assert_eq!(
                            u32::from(fill_in_box(shape, square).unwrap()),
                            shape.count() - 1
                        );
                    }
                }
            }
        }
        assert!(seen > 400, "{seen}");
    }

    #[test]
    fn large_shapes_are_in_no_table() {
        for shape in [Bitboard::rectangle(5, 4), Bitboard::rectangle(1, 6)] {
            assert_eq!(fill_in_box(shape, Square::ALL[0]), None);
        }
    }
}
