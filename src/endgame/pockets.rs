//! What amazons can surely make of the pockets that they hold the doors to.

use super::lone::lone_bounds;
use crate::{Bitboard, Square, queen_moves};

/// What was found of pockets before: most of them stay as they are for many plies of a search.
///
/// A table with one entry for each place, so that a worker of a search can have its own; with no place at all it remembers
/// nothing. What it answers never depends on what it holds.
#[derive(Clone, Default)]
pub(crate) struct Pockets {
    /// The squares of a pocket, then the square of an amazon and the moves it makes there; 0 is no pocket.
    entries: Box<[u128]>,
}

/// Bits of a bitboard, and of a square or a number of moves.
const SQUARES: u32 = crate::board::BITS as u32;
const SQUARE: u32 = 7;

const _: () = assert!(SQUARES + 2 * SQUARE <= u128::BITS);

impl Pockets {
    /// Places of a worker's table: 32 KiB, which stay in the second cache. `docs/experiments.md` has what they save.
    const PLACES: usize = 1 << 11;

    /// Bytes of a worker's table.
    pub(crate) const BYTES: usize = Pockets::PLACES * size_of::<u128>();

    /// A worker's table, with nothing in it.
    pub(crate) fn new() -> Pockets {
        Pockets {
            entries: vec![0; Pockets::PLACES].into(),
        }
    }

    /// Moves that `amazons` can surely make in `pockets`, to which they hold all the doors.
    pub(super) fn free_moves(&mut self, amazons: Bitboard, pockets: Bitboard) -> i32 {
        let mut free = amazons;
        let mut moves = 0;
        let mut rest = pockets;
        while let Some(seed) = rest.first() {
            let pocket = Bitboard::from(seed).flood_in(pockets);
            rest -= pocket;
            let count = pocket.count();
            let mut best = 0;
            let mut filler = None;
            for amazon in free & pocket.neighbours() {
                let here = self.moves_of(amazon, pocket);
                if here > best {
                    best = here;
                    filler = Some(amazon);
                    if best == count {
                        break;
                    }
                }
            }
            if let Some(amazon) = filler {
                free = free.without(amazon);
                moves += best as i32;
            }
        }
        moves
    }

    /// Moves that one amazon at the door of a pocket surely makes there.
    fn moves_of(&mut self, amazon: Square, pocket: Bitboard) -> u32 {
        let key = pocket.bits() | (amazon.index() as u128) << SQUARES;
        // Fibonacci hashing: the upper bits of a product with 2^64 over the golden ratio.
        let folded = (key as u64) ^ ((key >> 64) as u64).rotate_left(29);
        let place = (folded.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize;
        let place = place & self.entries.len().wrapping_sub(1);
        let Some(entry) = self.entries.get_mut(place) else {
            return fill_from(amazon, pocket);
        };
        const KEY: u128 = (1 << (SQUARES + SQUARE)) - 1;
        if *entry & KEY == key {
            return (*entry >> (SQUARES + SQUARE)) as u32;
        }
        let moves = fill_from(amazon, pocket);
        *entry = key | u128::from(moves) << (SQUARES + SQUARE);
        moves
    }
}

/// The best that is known of stepping into a pocket, shooting the door shut and filling what is left.
fn fill_from(amazon: Square, pocket: Bitboard) -> u32 {
    let count = pocket.count();
    let mut best = 0;
    for step in queen_moves(amazon, pocket) {
        best = best.max(1 + lone_bounds(pocket, step).at_least);
        if best == count {
            break;
        }
    }
    best
}
