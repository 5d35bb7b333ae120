//! What can be wrong with the text of a game.

use core::fmt;

use super::{FenErrorKind, MoveErrorKind};
use crate::board::{Color, Move, PlayError, SetupError};

/// Why text is no game, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ParseGameError {
    /// What is wrong.
    pub kind: GameErrorKind,
    /// The byte at which it is wrong, 0 for the first; the text's length when something is missing at its end.
    pub at: usize,
}

/// What is wrong with the text of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum GameErrorKind {
    /// No game in the text.
    Empty,
    /// The text of a game is longer than the reader takes.
    TooLong,
    /// A move can't be read.
    Move(MoveErrorKind),
    /// A move can't be played.
    Illegal {
        /// Plies played before it.
        ply: usize,
        /// The move.
        played: Move,
        /// What is wrong with it.
        error: PlayError,
    },
    /// A move's number is not the one due there.
    MoveNumber {
        /// The number due, counting a move of each side as one.
        expected: usize,
    },
    /// The FEN of the start can't be read.
    Fen(FenErrorKind),
    /// The set-up is no position.
    Setup(SetupError),
    /// The board's size can't be read, or is not 1 to 10 columns and rows, or not one that the format knows.
    Size,
    /// A board without a usual start, and no set-up.
    NoStart,
    /// Something is set up after the first move.
    LateSetup,
    /// A point of the board can't be read.
    Point,
    /// The side is not the one to move, or no side.
    Side,
    /// The result can't be read.
    Result,
    /// The result is not the one on the board.
    Contradiction {
        /// The winner on the board.
        winner: Color,
    },
    /// The game is over, the text goes on.
    AfterEnd,
    /// A comment in braces is not closed.
    UnclosedComment,
    /// A tag is not of the form `[Name "value"]`.
    Tag,
    /// More tags than a reader takes.
    TooManyTags,
    /// A game tree, `(;`, should start here.
    NoTree,
    /// The game tree is not closed.
    UnclosedTree,
    /// A property, `NAME[value]`, should stand here.
    Property,
    /// The value of a property is not closed.
    UnclosedValue,
    /// The record is of another game.
    OtherGame,
    /// A command or a word of it, such as `position`, `fen`, `startpos` or `moves`, should stand here.
    Command,
    /// A whole number in the range of the format should stand here.
    Number,
    /// Numbers are missing to complete a move.
    Incomplete,
    /// The text is not JSON.
    Json,
    /// The JSON is nested too deep.
    TooDeep,
    /// A member of the JSON object is missing or of the wrong kind.
    Member(&'static str),
}

impl fmt::Display for GameErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use GameErrorKind::*;
        f.write_str(match self {
            Empty => "no game",
            TooLong => "the text of one game is too long",
            Move(kind) => return kind.fmt(f),
            Illegal { ply, played, error } => {
                return write!(f, "{played} can't be played at ply {}: {error}", ply + 1);
            }
            MoveNumber { expected } => return write!(f, "move number {expected} is due"),
            Fen(kind) => return kind.fmt(f),
            Setup(error) => return error.fmt(f),
            Size => "no size of a board that this format knows",
            NoStart => "no set-up, and no usual one for this size",
            LateSetup => "a set-up after the first move",
            Point => "no point of the board",
            Side => "not the side to move",
            Result => "no result (1-0, 0-1, *, W+R and the like; there are no draws)",
            Contradiction { winner } => {
                return write!(f, "not the result on the board, where {winner} won");
            }
            AfterEnd => "text after the end of the game",
            UnclosedComment => "the comment is not closed",
            Tag => "a tag is [Name \"value\"]",
            TooManyTags => "more than 256 tags",
            NoTree => "a game tree starts with (;",
            UnclosedTree => "the game tree is not closed",
            Property => "no property (NAME[value])",
            UnclosedValue => "the value is not closed",
            OtherGame => "a record of another game",
            Command => "a line is: position startpos or position fen FEN, then moves and the moves",
            Number => "no whole number in the range of this format",
            Incomplete => "numbers are missing to complete a move",
            Json => "no JSON",
            TooDeep => "nested too deep",
            Member(name) => return write!(f, "member {name:?} is missing or of another kind"),
        })
    }
}

impl fmt::Display for ParseGameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, at byte {} of the game", self.kind, self.at)
    }
}

impl core::error::Error for ParseGameError {}

/// A shorthand for readers: the error of this kind at this byte.
pub(super) fn error<T>(kind: GameErrorKind, at: usize) -> Result<T, ParseGameError> {
    Err(ParseGameError { kind, at })
}

/// Why a game can't be written in a format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum WriteGameError {
    /// The format knows only boards of certain sizes.
    Size {
        /// Columns of the game's board.
        columns: u8,
        /// Rows of the game's board.
        rows: u8,
    },
    /// The format knows only games from the usual start.
    Start,
    /// The format tells the board by the moves, and there is none.
    NoMoves,
}

impl fmt::Display for WriteGameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WriteGameError::Size { columns, rows } => {
                write!(f, "the format knows no board of {columns}x{rows}")
            }
            WriteGameError::Start => f.write_str("the format knows only the usual start"),
            WriteGameError::NoMoves => {
                f.write_str("the format tells the board by the moves, and there is none")
            }
        }
    }
}

impl core::error::Error for WriteGameError {}
