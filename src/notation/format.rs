//! The formats of game records.

use core::fmt;
use core::str::FromStr;

use super::sgf_dialect::Dialect;
use super::{ParseGameError, WriteGameError};
use super::{botzone, detect, json_game, open_spiel, plain, sgf_read, sgf_write, uci_line};
use crate::game::Game;

/// A format of game records.
///
/// Readers take bytes: what is not UTF-8 is taken for Latin-1. They read one game;
/// [`GameReader`](super::GameReader) reads many. What a format has no room for (a result in UCI's line, tags in
/// OpenSpiel's list) is left out by its writer; without room for the start, a writer refuses.
///
/// ```
/// use amazons::notation::Format;
/// let game = Format::Sgf.read("(;GM[18];B[djddgd];W[adbccc])")?;
/// assert_eq!(Format::Plain.write(&game)?, "d1-d7/g7 a7-b8/c8\n");
/// assert_eq!(Format::Plain.read("d1-d7/g7 a7-a1/a2").unwrap_err().at, 9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Format {
    /// A list of moves, one game a line: `[White "Ada"] d1-d7/g7 a7-b8/c8 {comment} 1-0`.
    ///
    /// Tags, comments and result may be missing. Read with numbers too, and over several lines.
    Plain,
    /// A list of moves as people read it, like PGN: a tag a line, then numbered moves over several lines.
    Numbered,
    /// SGF, `GM[18]` (red-bean.com/sgf/amazons.html): `;B[djddgd]` is d1-d7/g7. Rows count from the top; Black stands at
    /// the bottom and moves first, so that SGF's B is White here. Only the main line is read.
    Sgf,
    /// Little Golem's export: like SGF, with White first and `;W[d1-d7/g7]`.
    LittleGolem,
    /// A line of the UCI protocol: `position fen FEN moves d1d7,d7g7 ...`.
    Uci,
    /// Botzone's six numbers a move, 8x8 only; a blank line ends a game. Reads JSON too.
    Botzone,
    /// What Botzone sends a bot, one line of JSON a game: `{"requests":[...],"responses":[...]}`. The judge's log is
    /// read too.
    BotzoneJson,
    /// OpenSpiel 2.0's actions, three numbers a move, one game a line; 6x6, 8x8 and 10x10 from the usual start.
    OpenSpiel,
    /// One line of JSON a game: `{"moves":["d1-d7/g7"],"winner":"white","ending":"resignation"}`, and `start` (a FEN),
    /// `margin`, `tags` and `comments` (by the number of plies before) where there are some. The same form as serde's.
    Json,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 9] = [
        Format::Plain,
        Format::Numbered,
        Format::Sgf,
        Format::LittleGolem,
        Format::Uci,
        Format::Botzone,
        Format::BotzoneJson,
        Format::OpenSpiel,
        Format::Json,
    ];

    /// The format's name, as [`FromStr`] reads it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Format::Plain => "plain",
            Format::Numbered => "numbered",
            Format::Sgf => "sgf",
            Format::LittleGolem => "little-golem",
            Format::Uci => "uci",
            Format::Botzone => "botzone",
            Format::BotzoneJson => "botzone-json",
            Format::OpenSpiel => "openspiel",
            Format::Json => "json",
        }
    }

    /// The format of the text, or of its beginning; `None` when it looks like none of them.
    ///
    /// ```
    /// use amazons::notation::Format;
    /// assert_eq!(Format::detect("(;GM[18];B[djddgd])"), Some(Format::Sgf));
    /// assert_eq!(Format::detect("93 33 36"), Some(Format::OpenSpiel));
    /// assert_eq!(Format::detect("Hello"), None);
    /// ```
    #[must_use]
    pub fn detect(text: impl AsRef<[u8]>) -> Option<Format> {
        detect::detect(text.as_ref())
    }

    /// Reads one game; the cursor is at its end.
    ///
    /// # Errors
    /// What is wrong with the text, and at which byte.
    pub fn read(self, text: impl AsRef<[u8]>) -> Result<Game, ParseGameError> {
        let bytes = text.as_ref();
        match self {
            Format::Plain | Format::Numbered => plain::read(bytes),
            Format::Sgf => sgf_read::read(bytes, Dialect::Standard),
            Format::LittleGolem => sgf_read::read(bytes, Dialect::LittleGolem),
            Format::Uci => uci_line::read(bytes),
            Format::Botzone | Format::BotzoneJson => botzone::read(bytes),
            Format::OpenSpiel => open_spiel::read(bytes),
            Format::Json => json_game::read(bytes),
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
            Format::Sgf => sgf_write::write_standard(game, &mut out),
            Format::LittleGolem => sgf_write::write_little_golem(game, &mut out)?,
            Format::Uci => uci_line::write(game, &mut out),
            Format::Botzone => botzone::write_text(game, &mut out)?,
            Format::BotzoneJson => botzone::write_json(game, &mut out)?,
            Format::OpenSpiel => open_spiel::write(game, &mut out)?,
            Format::Json => json_game::write(game, &mut out),
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
