//! Random numbers for hashing positions: one a square and content, one a board size, one for the side to move.

use super::color::Color;
use super::square::Square;

/// The next output of SplitMix64 (Steele, Lea, Flood 2014) and its state.
const fn splitmix64(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = state;
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (z ^ z >> 31, state)
}

struct Keys {
    amazons: [[u64; 128]; 2],
    burnt: [u64; 128],
    slider: [u64; 128],
    columns: [u64; 11],
    rows: [u64; 11],
    black_to_move: u64,
}

const fn fill<const N: usize>(mut state: u64) -> ([u64; N], u64) {
    let mut keys = [0; N];
    let mut i = 0;
    while i < N {
        (keys[i], state) = splitmix64(state);
        i += 1;
    }
    (keys, state)
}

/// Fixed for ever: hashes may be written to files.
static KEYS: Keys = {
    let (white, state) = fill(0x616d_617a_6f6e_7301);
    let (black, state) = fill(state);
    let (burnt, state) = fill(state);
    let (slider, state) = fill(state);
    let (columns, state) = fill(state);
    let (rows, state) = fill(state);
    let (black_to_move, _) = splitmix64(state);
    Keys {
        amazons: [white, black],
        burnt,
        slider,
        columns,
        rows,
        black_to_move,
    }
};

pub(crate) fn amazon(color: Color, square: Square) -> u64 {
    KEYS.amazons[color.index()][square.bit()]
}

pub(crate) fn burnt(square: Square) -> u64 {
    KEYS.burnt[square.bit()]
}

pub(crate) fn slider(square: Square) -> u64 {
    KEYS.slider[square.bit()]
}

pub(crate) fn size(columns: u8, rows: u8) -> u64 {
    KEYS.columns[usize::from(columns)] ^ KEYS.rows[usize::from(rows)]
}

pub(crate) fn black_to_move() -> u64 {
    KEYS.black_to_move
}
