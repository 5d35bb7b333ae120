//! The rules: squares, sets of squares, positions and their moves.

mod bitboard;
mod color;
mod generate;
mod lines;
mod moves;
mod perft;
mod position;
mod setup;
mod slid;
mod square;
mod symmetry;
mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use color::Color;
pub(crate) use lines::STEPS;
pub use lines::queen_moves;
pub use moves::Move;
pub use perft::{perft, perft_divide};
pub use position::{Content, Outcome, PlayError, Position};
pub use setup::{Setup, SetupError};
pub use slid::Slid;
pub(crate) use square::{BITS, ROW_STRIDE};
pub use square::{ParseSquareError, Square};
pub use symmetry::Symmetry;

/// The types that every table and tree is full of are as small as they look.
const _: () = {
    assert!(size_of::<Square>() == 1);
    assert!(size_of::<Color>() == 1);
    assert!(size_of::<Bitboard>() == 16);
    assert!(size_of::<Move>() == 3);
    assert!(size_of::<Position>() == 64);
};
