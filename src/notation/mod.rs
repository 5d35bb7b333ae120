//! Positions, moves and games as text.

mod diagram;
mod error;
mod fen;
mod format;
mod move_text;
mod plain;
mod result_text;
mod scanner;

pub use diagram::Diagram;
pub use error::{GameErrorKind, ParseGameError, WriteGameError};
pub use fen::{FenErrorKind, ParseFenError};
pub use format::{Format, ParseFormatError};
pub use move_text::{MoveErrorKind, ParseMoveError, uci};
