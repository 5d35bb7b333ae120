//! Positions, moves and games as text.

mod fen;
mod move_text;

pub use fen::{FenErrorKind, ParseFenError};
pub use move_text::{MoveErrorKind, ParseMoveError, uci};
