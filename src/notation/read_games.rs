//! Many games from one stream, one at a time.

use core::fmt;
use std::io::{self, BufRead, Chain, Cursor, Read};

use super::split::{Next, Splitter};
use super::split_tree::{Byte, OPENING, TreeSplitter};
use super::{Format, GameErrorKind, detect};
use crate::game::Game;

/// The longest text of one game, in bytes. A game of 92 moves takes under 1 KiB, comments seldom more than a few more.
const MAX_BYTES: usize = 1 << 20;

/// How much of a stream is read to detect its format.
const LOOK: usize = 4096;

/// Reads the games of a stream one by one, in memory bounded by the longest game.
///
/// A game that can't be read is an error of its own and does not stop the rest. A game begins where its format says:
/// in lists of one game a line at the line, in SGF at a tree's parenthesis (or, after a tree that was never closed, at
/// a line that starts with `(;` and a property of a file's head), in plain lists with tags or numbers after a result
/// or a blank line, at a tag or the number 1, and in Botzone's text after a blank line.
///
/// ```
/// use amazons::notation::{Format, GameReader};
/// let file = "d1-d7/g7\nd1-d7/k7\ng1-g7/d7 d10-d8/j2\n";
/// let games: Vec<_> = GameReader::new(file.as_bytes(), Format::Plain).collect();
/// assert_eq!(games.len(), 3);
/// let error = games[1].as_ref().unwrap_err();
/// assert_eq!((error.game, error.line, error.column, error.byte), (2, 2, 7, 15));
/// assert_eq!(games[2].as_ref().unwrap().len(), 2);
/// ```
pub struct GameReader<R> {
    input: Chain<Cursor<Vec<u8>>, R>,
    format: Format,
    max_bytes: usize,
    /// The text of the game at hand, where it starts, and whether some was dropped because it is too long.
    text: Vec<u8>,
    place: Place,
    cut: bool,
    /// Where the next byte of `input` stands.
    next: Place,
    line: Line,
    /// The beginning of the next tree, when it was read with the one before.
    opening: Option<(Place, [u8; OPENING])>,
    games: u64,
    finished: bool,
}

/// A line that was read and may have to wait for the next game.
#[derive(Default)]
struct Line {
    bytes: Vec<u8>,
    place: Place,
    cut: bool,
    waiting: bool,
}

/// A place in the stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Place {
    byte: u64,
    line: u64,
    /// The byte at which the line starts.
    line_byte: u64,
}

impl Default for Place {
    fn default() -> Place {
        Place {
            byte: 0,
            line: 1,
            line_byte: 0,
        }
    }
}

impl Place {
    /// Moves past `bytes`.
    fn pass(&mut self, bytes: &[u8]) {
        let start = self.byte;
        self.byte += bytes.len() as u64;
        if let Some(last) = bytes.iter().rposition(|&b| b == b'\n') {
            self.line += bytes.iter().filter(|&&b| b == b'\n').count() as u64;
            self.line_byte = start + last as u64 + 1;
        }
    }
}

/// Why a game of a stream can't be read, and where.
#[derive(Debug)]
#[non_exhaustive]
pub struct ReadGameError {
    /// The game's number, 1 for the first.
    pub game: u64,
    /// The line, 1 for the first.
    pub line: u64,
    /// The byte of the line, 1 for the first.
    pub column: u64,
    /// The byte of the stream, 0 for the first.
    pub byte: u64,
    /// What is wrong.
    pub kind: ReadErrorKind,
}

/// What is wrong with a game of a stream.
#[derive(Debug)]
#[non_exhaustive]
pub enum ReadErrorKind {
    /// The game can't be read.
    Game(GameErrorKind),
    /// The stream can't be read. Nothing comes after this.
    Io(io::Error),
    /// The stream is in no known format. Nothing comes after this.
    UnknownFormat,
}

impl fmt::Display for ReadErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadErrorKind::Game(kind) => kind.fmt(f),
            ReadErrorKind::Io(error) => error.fmt(f),
            ReadErrorKind::UnknownFormat => f.write_str("a text in no known format"),
        }
    }
}

impl fmt::Display for ReadGameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "game {}, line {}, column {} (byte {}): {}",
            self.game, self.line, self.column, self.byte, self.kind
        )
    }
}

impl core::error::Error for ReadGameError {}

impl<R: BufRead> GameReader<R> {
    /// A reader of games in `format`.
    pub fn new(input: R, format: Format) -> GameReader<R> {
        GameReader::with_beginning(Vec::new(), input, format)
    }

    /// A reader of games in the format that the stream's beginning shows: its first 4 KiB, for which it waits.
    ///
    /// # Errors
    /// When the stream can't be read or is in no known format. An empty stream is a list of no games.
    pub fn detect(mut input: R) -> Result<GameReader<R>, ReadGameError> {
        let stop = |kind| ReadGameError {
            game: 1,
            line: 1,
            column: 1,
            byte: 0,
            kind,
        };
        let mut beginning = Vec::new();
        (&mut input)
            .take(LOOK as u64)
            .read_to_end(&mut beginning)
            .map_err(|error| stop(ReadErrorKind::Io(error)))?;
        let blank = beginning[detect::mark_length(&beginning)..]
            .iter()
            .all(u8::is_ascii_whitespace);
        let format = Format::detect(&beginning)
            .or(blank.then_some(Format::Plain))
            .ok_or_else(|| stop(ReadErrorKind::UnknownFormat))?;
        Ok(GameReader::with_beginning(beginning, input, format))
    }

    fn with_beginning(beginning: Vec<u8>, input: R, format: Format) -> GameReader<R> {
        GameReader {
            input: Cursor::new(beginning).chain(input),
            format,
            max_bytes: MAX_BYTES,
            text: Vec::new(),
            place: Place::default(),
            cut: false,
            next: Place::default(),
            line: Line::default(),
            opening: None,
            games: 0,
            finished: false,
        }
    }

    /// Sets the longest text of one game, in bytes (1 MiB otherwise). A longer game is an error.
    #[must_use]
    pub fn max_bytes(mut self, max_bytes: usize) -> GameReader<R> {
        self.max_bytes = max_bytes;
        self
    }

    /// The format that is read.
    pub fn format(&self) -> Format {
        self.format
    }

    /// The games begun so far, the bad ones included: the number of the game that came last.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The line, 1 for the first, on which the game that came last begins.
    pub fn line(&self) -> u64 {
        self.place.line
    }

    fn next_text(&mut self) -> io::Result<bool> {
        self.text.clear();
        self.cut = false;
        if self.next.byte == 0 {
            self.skip_mark()?;
        }
        match self.format {
            Format::Sgf | Format::LittleGolem => self.next_tree(),
            _ => self.next_lines(),
        }
    }

    /// Skips a byte order mark at the beginning of the stream.
    fn skip_mark(&mut self) -> io::Result<()> {
        let length = detect::mark_length(self.input.fill_buf()?);
        self.input.consume(length);
        self.next.byte = length as u64;
        // No line begins with the mark for those who count columns.
        self.next.line_byte = length as u64;
        Ok(())
    }

    fn append(&mut self, bytes: &[u8]) {
        let room = self.max_bytes.saturating_sub(self.text.len());
        self.text.extend_from_slice(&bytes[..bytes.len().min(room)]);
        self.cut |= bytes.len() > room;
    }

    fn next_lines(&mut self) -> io::Result<bool> {
        let mut splitter = Splitter::default();
        loop {
            if !self.read_line()? {
                return Ok(!self.text.is_empty());
            }
            let line = core::mem::take(&mut self.line);
            let next = splitter.next(self.format, &line.bytes);
            if next == Next::Join {
                if self.text.is_empty() {
                    self.place = line.place;
                }
                self.append(&line.bytes);
                self.cut |= line.cut;
            }
            self.line = line;
            self.line.waiting = next == Next::NewGame;
            // A game that is too long ends with its line, whatever its format says: an open comment might not.
            if splitter.ended || self.cut || matches!(next, Next::NewGame | Next::SkipAndEnd) {
                return Ok(true);
            }
        }
    }

    /// Reads a line, unless one waits. What goes over the longest game's length is dropped.
    fn read_line(&mut self) -> io::Result<bool> {
        if core::mem::take(&mut self.line.waiting) {
            return Ok(true);
        }
        let line = &mut self.line;
        line.bytes.clear();
        line.place = self.next;
        let room = (self.max_bytes as u64).saturating_add(1);
        let kept = (&mut self.input)
            .take(room)
            .read_until(b'\n', &mut line.bytes)?;
        let mut length = kept as u64;
        let ended = line.bytes.ends_with(b"\n");
        line.cut = !ended && length == room;
        if line.cut {
            length += self.input.skip_until(b'\n')? as u64;
        }
        self.next.byte += length;
        self.next.line += 1;
        self.next.line_byte = self.next.byte;
        Ok(length > 0)
    }

    fn next_tree(&mut self) -> io::Result<bool> {
        let mut splitter = TreeSplitter::default();
        if let Some((place, opening)) = self.opening.take() {
            splitter = TreeSplitter::opened();
            self.place = place;
            self.append(&opening);
        }
        let mut started = !self.text.is_empty();
        loop {
            let buffer = self.input.fill_buf()?;
            if buffer.is_empty() {
                return Ok(started);
            }
            let (mut blanks, mut used) = (0, 0);
            let mut last = Byte::Join;
            for &byte in buffer {
                last = splitter.next(byte);
                if last == Byte::OpensAfterJunk {
                    break;
                }
                used += 1;
                blanks += usize::from(last == Byte::Skip);
                if matches!(last, Byte::End | Byte::NewGame) {
                    break;
                }
            }
            // Blanks are skipped only before the first byte that counts.
            let (skipped, text) = buffer[..used].split_at(blanks);
            self.next.pass(skipped);
            if !started && !text.is_empty() {
                (self.place, started) = (self.next, true);
            }
            self.next.pass(text);
            let room = self.max_bytes.saturating_sub(self.text.len());
            self.text.extend_from_slice(&text[..text.len().min(room)]);
            self.cut |= text.len() > room;
            self.input.consume(used);
            match last {
                Byte::Join | Byte::Skip => {}
                Byte::End | Byte::OpensAfterJunk => return Ok(true),
                Byte::NewGame => {
                    self.hand_over(splitter.opening());
                    return Ok(true);
                }
            }
        }
    }

    /// Keeps the opening of the next tree, which was read with this one, for later.
    fn hand_over(&mut self, opening: [u8; OPENING]) {
        if !self.cut {
            self.text.truncate(self.text.len().saturating_sub(OPENING));
        }
        // The opening stands at the beginning of a line and has no line's end in it.
        let place = Place {
            byte: self.next.byte - OPENING as u64,
            ..self.next
        };
        self.opening = Some((place, opening));
    }

    /// The error that something is wrong at byte `at` of the game at hand.
    fn error(&self, kind: ReadErrorKind, at: usize) -> ReadGameError {
        let mut place = self.place;
        place.pass(&self.text[..at.min(self.text.len())]);
        ReadGameError {
            game: self.games,
            line: place.line,
            column: place.byte.saturating_sub(place.line_byte) + 1,
            byte: place.byte,
            kind,
        }
    }
}

impl<R: BufRead> Iterator for GameReader<R> {
    type Item = Result<Game, ReadGameError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.finished {
            return None;
        }
        let found = self.next_text();
        if matches!(found, Ok(false)) {
            self.finished = true;
            return None;
        }
        self.games += 1;
        if let Err(error) = found {
            self.finished = true;
            self.text.clear();
            self.place = self.next;
            return Some(Err(self.error(ReadErrorKind::Io(error), 0)));
        }
        if self.cut {
            return Some(Err(
                self.error(ReadErrorKind::Game(GameErrorKind::TooLong), 0)
            ));
        }
        let game = self.format.read(&self.text);
        Some(game.map_err(|error| self.error(ReadErrorKind::Game(error.kind), error.at)))
    }
}

impl<R> fmt::Debug for GameReader<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GameReader")
            .field("format", &self.format)
            .field("games", &self.games)
            .field("next", &self.next)
            .finish_non_exhaustive()
    }
}
