//! Positions, moves and games as text.
//!
//! [`Position`](crate::Position) and [`Move`](crate::Move) read and write their texts through `FromStr` and `Display`.
//! A [`Format`] reads and writes one [`Game`](crate::Game), a [`GameReader`] reads many, [`convert`] turns a whole
//! stream into another format, and a [`Diagram`] draws a board as text or SVG.
//!
//! With the feature `serde`, squares, moves and positions are strings (their texts), games objects of the form that
//! [`Format::Json`] has.

mod botzone;
mod convert;
mod detect;
mod diagram;
mod error;
mod fen;
mod format;
mod json;
mod json_game;
mod move_text;
mod open_spiel;
mod plain;
mod read_games;
mod result_text;
mod scanner;
#[cfg(feature = "serde")]
mod serde_forms;
mod sgf;
mod sgf_dialect;
mod sgf_read;
mod sgf_write;
mod split;
mod split_tree;
mod uci_line;

pub use convert::{ConvertError, Converted, convert};
pub use diagram::Diagram;
pub use error::{GameErrorKind, ParseGameError, WriteGameError};
pub use fen::{FenErrorKind, ParseFenError};
pub use format::{Format, ParseFormatError};
pub use move_text::{MoveErrorKind, ParseMoveError, uci};
pub use read_games::{GameReader, ReadErrorKind, ReadGameError};

/// The most tags that a reader takes: looking for one among them takes time in proportion.
const MAX_TAGS: usize = 256;
