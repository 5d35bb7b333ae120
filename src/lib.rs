#![doc = include_str!("../README.md")]
#![deny(missing_docs)]
#![deny(unsafe_code)]

mod board;
pub mod control;
pub mod endgame;
mod engine;
mod game;
pub mod notation;
mod search;
#[cfg(feature = "proptest")]
pub mod strategies;
pub mod territory;

pub use board::{
    Bitboard, Color, Content, Move, Outcome, ParseSquareError, PlayError, Position, Setup,
    SetupError, Slid, Square, Squares, Symmetry, perft, perft_divide, queen_moves,
};
pub use control::Limits;
pub use engine::{
    Book, BookEntryError, BookError, BookErrorKind, BookMove, BookMoves, Engine, EngineError,
    EngineOptions, Level, ParseLevelError, Ponder, Request, RequestError, Search, SearchFuture,
    Session,
};
pub use game::{ContradictionError, Ending, Game, IllegalMoveError, TagNameError, Tags};
pub use search::{Line, Proven, Report};

/// What the search is tuned with. Unstable: may change in any release.
#[cfg(feature = "tuning")]
pub mod tuning {
    pub use crate::search::{
        AlphaBeta, AlphaBetaError, AlphaBetaOptions, AlphaBetaReport, Knowledge, MOST_PLIES,
        Settings,
    };
    pub use crate::territory::tuning::*;
}
