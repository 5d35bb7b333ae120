//! The formats of game records.

use core::fmt;
use core::str::FromStr;

use super::{ParseGameError, WriteGameError, plain};
use crate::game::Game;

/// A format of game records.
///
/// ```
/// use amazons::notation::Format;
/// let game = Format::Plain.read("1. d1-d7/g7 a7-b8/c8 {so far}")?;
/// assert_eq!(game.len(), 2);
/// assert_eq!(Format::Plain.write(&game)?, "d1-d7/g7 a7-b8/c8 {so far}\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Format {
    /// A list of moves, one game a line, `d1-d7/g7 a7-b8/c8`.
    Plain,
    /// A list of moves as people read it, like PGN: a tag a line, then numbered moves over several lines.
    Numbered,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 2] = [Format::Plain, Format::Numbered];

    /// The format's name, as [`FromStr`] reads it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Format::Plain => "plain",
            Format::Numbered => "numbered",
        }
    }

    /// Reads one game; the cursor is at its end.
    ///
    /// # Errors
    /// What is wrong with the text, and at which byte.
    pub fn read(self, text: impl AsRef<[u8]>) -> Result<Game, ParseGameError> {
        let bytes = text.as_ref();
        match self {
            Format::Plain | Format::Numbered => plain::read(bytes),
        }
    }

    /// Writes one game, with the line's end or blank line that parts it from the next.
    ///
    /// # Errors
    /// When the format has no room for the board's size or the start.
    pub fn write(self, game: &Game) -> Result<String, WriteGameError> {
        let mut out = String::new();
        match self {
            Format::Plain => plain::write_line(game, &mut out),
            Format::Numbered => plain::write_numbered(game, &mut out),
        }
        Ok(out)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Text that names no format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseFormatError;

impl fmt::Display for ParseFormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the formats are ")?;
        for (index, format) in Format::ALL.into_iter().enumerate() {
            write!(f, "{}{format}", if index > 0 { ", " } else { "" })?;
        }
        Ok(())
    }
}

impl core::error::Error for ParseFormatError {}

impl FromStr for Format {
    type Err = ParseFormatError;

    fn from_str(text: &str) -> Result<Format, ParseFormatError> {
        Format::ALL
            .into_iter()
            .find(|format| format.name().eq_ignore_ascii_case(text))
            .ok_or(ParseFormatError)
    }
}
