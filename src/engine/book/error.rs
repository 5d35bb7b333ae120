//! Why something is no opening book.

use core::fmt;

use crate::board::{Move, PlayError};

/// Why bytes are no opening book, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct BookError {
    /// What is wrong.
    pub kind: BookErrorKind,
    /// The bit at which it is wrong, 0 for the lowest of the first byte.
    pub bit: usize,
}

/// What is wrong with the bytes of an opening book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum BookErrorKind {
    /// They end too early.
    Truncated,
    /// They do not start as a book does.
    NoBook,
    /// The form is one that this version does not know.
    Version(u8),
    /// They are not the bytes that were written.
    Checksum,
    /// The keys of the entries do not ascend.
    KeyOrder,
    /// A number that stands for no square.
    Square(u8),
    /// A move that its entry has already.
    MoveTwice(Move),
    /// A win rate below 0, or a number with more digits than it may have.
    Number,
    /// Something follows the last entry.
    Trailing,
    /// More bytes than this machine can number the bits of.
    TooLong,
}

impl fmt::Display for BookErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BookErrorKind::Truncated => f.write_str("the book ends too early"),
            BookErrorKind::NoBook => f.write_str("this is no opening book"),
            BookErrorKind::Version(version) => write!(f, "version {version} is not known"),
            BookErrorKind::Checksum => {
                f.write_str("the checksum is another: the book was changed or cut off")
            }
            BookErrorKind::KeyOrder => f.write_str("the entries are not in order"),
            BookErrorKind::Square(number) => write!(f, "{number} is the number of no square"),
            BookErrorKind::MoveTwice(m) => write!(f, "{m} is there twice"),
            BookErrorKind::Number => f.write_str("a number is out of range"),
            BookErrorKind::TooLong => f.write_str("the book is too long"),
            BookErrorKind::Trailing => f.write_str("something follows the last entry"),
        }
    }
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (byte, bit) = (self.bit / 8, self.bit % 8);
        write!(f, "{}, at byte {byte}, bit {bit}", self.kind)
    }
}

impl core::error::Error for BookError {}

/// Why an entry can't be in an opening book.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum BookEntryError {
    /// A move can't be played in its position.
    IllegalMove {
        /// The number of the entry, from 0.
        entry: usize,
        /// The move.
        m: Move,
        /// Why.
        reason: PlayError,
    },
    /// A win rate is no probability.
    WinRate {
        /// The number of the entry, from 0.
        entry: usize,
        /// The move.
        m: Move,
        /// The win rate.
        win_rate: f32,
    },
}

impl fmt::Display for BookEntryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BookEntryError::IllegalMove { entry, m, reason } => {
                write!(f, "entry {entry}: {m} can't be played: {reason}")
            }
            BookEntryError::WinRate { entry, m, win_rate } => {
                write!(
                    f,
                    "entry {entry}: {win_rate} is no probability that {m} wins"
                )
            }
        }
    }
}

impl core::error::Error for BookEntryError {}
