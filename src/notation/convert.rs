//! Games from one format into another, as a stream.

use core::fmt;
use std::io::{self, BufRead, Write};

use super::{Format, GameReader, ReadErrorKind, ReadGameError, WriteGameError};

/// How many games went through.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Converted {
    /// Games written.
    pub games: u64,
    /// Games that could not be read or written.
    pub failed: u64,
}

/// A game that was left out.
#[derive(Debug)]
#[non_exhaustive]
pub enum ConvertError {
    /// It could not be read.
    Read(ReadGameError),
    /// It could not be written.
    Write {
        /// The game's number, 1 for the first.
        game: u64,
        /// The line, 1 for the first, on which it begins.
        line: u64,
        /// What is wrong.
        error: WriteGameError,
    },
}

impl fmt::Display for ConvertError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConvertError::Read(error) => error.fmt(f),
            ConvertError::Write { game, line, error } => {
                write!(f, "game {game}, line {line}: {error}")
            }
        }
    }
}

impl core::error::Error for ConvertError {}

/// Reads all games of `input` and writes them to `output` in format `to`. Every move is checked.
///
/// Without `from` the input's format is detected. A game that can't be read or written is handed to `bad` and left
/// out; the rest goes on. Memory is bounded by the longest game.
///
/// ```
/// use amazons::notation::{Format, convert};
/// let (input, mut output) = ("d1-d7/g7\nd1-d8/i9\n", Vec::new());
/// let mut reasons = Vec::new();
/// let done = convert(input.as_bytes(), None, Format::Uci, &mut output, |bad| {
///     reasons.push(bad.to_string());
/// })?;
/// assert_eq!((done.games, done.failed), (1, 1));
/// assert!(reasons[0].starts_with("game 2, line 2, column 1 (byte 9): d1-d8/i9 can't be played"));
/// assert!(output.ends_with(b" moves d1d7,d7g7\n"));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// When the output can't be written. A fault of the input goes to `bad` like any other.
pub fn convert<R: BufRead, W: Write>(
    input: R,
    from: Option<Format>,
    to: Format,
    mut output: W,
    mut bad: impl FnMut(&ConvertError),
) -> io::Result<Converted> {
    let mut done = Converted::default();
    let opened = match from {
        Some(format) => Ok(GameReader::new(input, format)),
        None => GameReader::detect(input),
    };
    let mut reader = match opened {
        Ok(reader) => reader,
        Err(error) => {
            bad(&ConvertError::Read(error));
            done.failed = 1;
            return Ok(done);
        }
    };
    while let Some(game) = reader.next() {
        let text = game.map_err(ConvertError::Read).and_then(|game| {
            to.write(&game).map_err(|error| ConvertError::Write {
                game: reader.games(),
                line: reader.line(),
                error,
            })
        });
        match text {
            Ok(text) => {
                output.write_all(text.as_bytes())?;
                done.games += 1;
            }
            Err(error) => {
                bad(&error);
                done.failed += 1;
            }
        }
    }
    output.flush()?;
    Ok(done)
}

impl ConvertError {
    /// Whether the input ended here, whatever may have followed: it could not be read any further.
    #[must_use]
    pub fn is_fatal(&self) -> bool {
        matches!(
            self,
            ConvertError::Read(ReadGameError {
                kind: ReadErrorKind::Io(_) | ReadErrorKind::UnknownFormat,
                ..
            })
        )
    }
}
