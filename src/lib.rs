//! The Game of the Amazons: rules, evaluation, exact endgames and strong play.
#![deny(missing_docs)]
#![deny(unsafe_code)]

mod board;
pub mod control;
pub mod endgame;
mod game;
pub mod notation;
#[cfg(feature = "proptest")]
pub mod strategies;

pub use board::{
    Bitboard, Color, Content, Move, Outcome, ParseSquareError, PlayError, Position, Setup,
    SetupError, Slid, Square, Squares, Symmetry, perft, perft_divide, queen_moves,
};
pub use control::Limits;
pub use game::{ContradictionError, Ending, Game, IllegalMoveError, TagNameError, Tags};
