//! The Game of the Amazons: rules, territory, exact endgames, and strong play, on any board from 1x1 to 10x10.
//!
//! - Rules: [`Position`], [`Move`] and [`Game`]; [`perft`] counts moves; [`notation`] reads and writes positions and games.
//! - Who gets where first: [`territory::evaluate`] explains a position, [`territory::Evaluator`] values many.
//! - Strong play: an [`Engine`] searches a [`Position`] within [`Limits`] and gives a [`Report`]; a [`Session`] plays a game
//!   and ponders; a [`Level`] is a weaker opponent; a [`Book`] has opening moves.
//! - Exact results: [`endgame`] counts separated positions, finds defects and solves small ones.
//! - [`control`] bounds it all: time, memory, threads, stopping.
//!
//! ```
//! use amazons::{Engine, EngineOptions, Limits, Position};
//!
//! let mut position = Position::start();
//! position.play("d1-d7/g7".parse()?)?;
//! assert_eq!(position.legal_moves().len() as u64, position.move_count());
//!
//! let mut engine = Engine::new(EngineOptions::new().with_memory_mib(64))?;
//! let report = engine.search(&position, Limits::visits(1_000));
//! assert!(position.is_legal(report.best_move.unwrap()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Features: `parallel` (default) shares a tree among threads; `serde` writes positions, moves, games and reports; `proptest`
//! has strategies for tests; `cli` is the program `amazons`; `tuning` is unstable.

#![deny(missing_docs)]
#![deny(unsafe_code)]

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

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
/// The version of `rand` whose generators [`Position::random_move`] and [`Report::choose`] draw from.
pub use rand;
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
