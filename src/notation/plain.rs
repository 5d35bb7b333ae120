//! Plain lists of moves: `1. d1-d7/g7 a7-b8/c8 {comment} ... 1-0`, with or without numbers and tags.

use core::fmt::Write;

use super::error::error;
use super::result_text::{self, GameResult, read_margin};
use super::scanner::{Scanner, decode, play};
use super::{GameErrorKind, MAX_TAGS, ParseGameError};
use crate::board::{Color, Position, Square};
use crate::game::{Ending, Game, Tags};

/// The longest word that is looked at as a whole: no result is longer, and a move need not be followed by a blank.
const LONGEST_WORD: usize = 32;

/// Bytes of a short move and the blank after it.
const MOVE_LENGTH: usize = 9;

/// Columns after which a numbered list goes on in the next line, as in PGN.
const LINE_WIDTH: usize = 80;

/// Reads one game.
pub(super) fn read(bytes: &[u8]) -> Result<Game, ParseGameError> {
    let mut reader = Reader {
        scanner: Scanner::new(bytes),
        game: Game::new(),
        result: None,
        stated: GameResult::UNFINISHED,
        termination: None,
        margin: None,
        has_start: false,
        anything: false,
    };
    reader
        .game
        .reserve(bytes.len().div_ceil(MOVE_LENGTH).min(Square::ALL.len()));
    reader.read_items()?;
    reader.finish()
}

struct Reader<'a> {
    scanner: Scanner<'a>,
    game: Game,
    /// Where the token that ends the game stands.
    result: Option<usize>,
    stated: GameResult,
    termination: Option<&'a [u8]>,
    margin: Option<u8>,
    /// Whether a tag gave the start.
    has_start: bool,
    /// Whether there was anything but blanks.
    anything: bool,
}

impl<'a> Reader<'a> {
    fn read_items(&mut self) -> Result<(), ParseGameError> {
        loop {
            self.scanner
                .skip_while(|b| b.is_ascii_whitespace() || b == b',' || b == b';');
            let at = self.scanner.at;
            let Some(byte) = self.scanner.peek() else {
                return Ok(());
            };
            self.anything = true;
            match byte {
                b'{' => self.comment()?,
                _ if self.result.is_some() => return error(GameErrorKind::AfterEnd, at),
                b'[' => self.tag()?,
                b'a'..=b'j' | b'A'..=b'J' if self.scanner.bytes.get(at + 1) != Some(&b'+') => {
                    let m = self.scanner.read_move(b",;{")?;
                    play(&mut self.game, m, at)?;
                }
                _ => self.number_or_result()?,
            }
        }
    }

    fn comment(&mut self) -> Result<(), ParseGameError> {
        let at = self.scanner.at;
        let Some(length) = self.scanner.rest().iter().position(|&b| b == b'}') else {
            return error(GameErrorKind::UnclosedComment, at);
        };
        let text = decode(&self.scanner.bytes[at + 1..at + length]);
        self.game.add_comment(self.game.len(), &text);
        self.scanner.at = at + length + 1;
        Ok(())
    }

    fn tag(&mut self) -> Result<(), ParseGameError> {
        let at = self.scanner.at;
        let tag = read_tag(&mut self.scanner)?;
        let is = |name: &str| tag.name.eq_ignore_ascii_case(name.as_bytes());
        if is("FEN") {
            if !self.game.is_empty() {
                return error(GameErrorKind::LateSetup, at);
            }
            if core::mem::replace(&mut self.has_start, true) {
                return error(GameErrorKind::Tag, at + 1);
            }
            let start: Position =
                decode(tag.value)
                    .parse()
                    .map_err(|error: super::ParseFenError| ParseGameError {
                        kind: GameErrorKind::Fen(error.kind),
                        at: tag.value_at + error.at.min(tag.value.len()),
                    })?;
            let mut game = Game::from_position(start);
            *game.tags_mut() = core::mem::take(self.game.tags_mut());
            if let Some(text) = self.game.comment(0) {
                game.set_comment(0, text);
            }
            self.game = game;
        } else if is("Result") {
            self.stated =
                GameResult::read_property(tag.value, Color::ALL).ok_or(ParseGameError {
                    kind: GameErrorKind::Result,
                    at: tag.value_at,
                })?;
        } else if is("Termination") {
            self.termination = Some(tag.value);
        } else if is("Margin") {
            self.margin = Some(read_margin(tag.value).ok_or(ParseGameError {
                kind: GameErrorKind::Number,
                at: tag.value_at,
            })?);
        } else {
            if self.game.tags().len() == MAX_TAGS {
                return error(GameErrorKind::TooManyTags, at);
            }
            let name = decode(tag.name);
            if self
                .game
                .tags_mut()
                .set(&name, &unescape(tag.value))
                .is_err()
            {
                return error(GameErrorKind::Tag, at + 1);
            }
        }
        Ok(())
    }

    /// What starts with neither a column, a brace nor a bracket: a move's number or the result.
    fn number_or_result(&mut self) -> Result<(), ParseGameError> {
        let at = self.scanner.at;
        let rest = self.scanner.rest();
        let length = rest
            .iter()
            .take(LONGEST_WORD)
            .position(|&b| b.is_ascii_whitespace() || b == b'{');
        let word = &rest[..length.unwrap_or(rest.len().min(LONGEST_WORD))];
        if word.eq_ignore_ascii_case(b"resign") || word.eq_ignore_ascii_case(b"resigns") {
            let loser = self.game.last_position().turn();
            if self.game.resign(loser).is_err() {
                return error(GameErrorKind::AfterEnd, at);
            }
            self.result = Some(at);
            self.scanner.at += word.len();
            return Ok(());
        }
        if let Some(result) = GameResult::read(word, Color::ALL) {
            self.stated = result;
            self.result = Some(at);
            self.scanner.at += word.len();
            return Ok(());
        }
        if !word[0].is_ascii_digit() {
            // A word that starts like a result is one gone wrong, any other a move gone wrong.
            let kind = match word {
                [b'w' | b'W' | b'b' | b'B', b'+', ..] => GameErrorKind::Result,
                _ => GameErrorKind::Move(super::MoveErrorKind::Square),
            };
            return error(kind, at);
        }
        let number = self.scanner.number(u32::MAX);
        match self.scanner.peek() {
            // `1/2-1/2`, `1-1` and the like.
            Some(b'/' | b'-') => return error(GameErrorKind::Result, at),
            _ => self.scanner.skip_while(|b| b == b'.' || b == b')'),
        }
        let ply = self.game.len();
        let second = usize::from(self.game.start().turn() == Color::Black);
        let expected = (ply + second) / 2 + 1;
        // Some count the plies instead.
        let fits = number.is_ok_and(|n| [expected, ply + 1].contains(&(n as usize)));
        if fits {
            Ok(())
        } else {
            error(GameErrorKind::MoveNumber { expected }, at)
        }
    }

    fn finish(mut self) -> Result<Game, ParseGameError> {
        let end = self.scanner.bytes.len();
        if !self.anything {
            return error(GameErrorKind::Empty, end);
        }
        if let Some(termination) = self.termination {
            self.stated = self.stated.because(termination);
        }
        self.stated
            .end(&mut self.game, self.result.unwrap_or(end))?;
        if self.margin.is_some() {
            self.game.set_margin(self.margin);
        }
        Ok(self.game)
    }
}

/// The pieces of `[Name "value"]`; the value's backslashes are still there.
pub(super) struct Tag<'a> {
    pub(super) name: &'a [u8],
    pub(super) value: &'a [u8],
    pub(super) value_at: usize,
}

/// Reads a tag, which is all in one line; the scanner stands at its bracket.
pub(super) fn read_tag<'a>(scanner: &mut Scanner<'a>) -> Result<Tag<'a>, ParseGameError> {
    let bytes = scanner.bytes;
    scanner.take(b'[');
    scanner.skip_while(|b| b == b' ' || b == b'\t');
    let name_at = scanner.at;
    scanner.skip_while(|b| b.is_ascii_alphanumeric() || b == b'_');
    let name = &bytes[name_at..scanner.at];
    scanner.skip_while(|b| b == b' ' || b == b'\t');
    if name.is_empty() || !scanner.take(b'"') {
        return error(GameErrorKind::Tag, scanner.at);
    }
    let value_at = scanner.at;
    loop {
        match scanner.peek() {
            Some(b'"') => break,
            Some(b'\n') | None => return error(GameErrorKind::Tag, scanner.at),
            Some(b'\\') => scanner.at = (scanner.at + 2).min(bytes.len()),
            Some(_) => scanner.at += 1,
        }
    }
    let value = &bytes[value_at..scanner.at];
    scanner.at += 1;
    scanner.skip_while(|b| b == b' ' || b == b'\t');
    if !scanner.take(b']') {
        return error(GameErrorKind::Tag, scanner.at);
    }
    Ok(Tag {
        name,
        value,
        value_at,
    })
}

/// `\"`, `\\` and `\n` in a tag's value stand for a quote, a backslash and a line's end.
fn unescape(value: &[u8]) -> String {
    let text = decode(value);
    let mut plain = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(c) = characters.next() {
        match (c, c == '\\') {
            (_, true) => match characters.next() {
                Some('n') => plain.push('\n'),
                Some(other) => plain.push(other),
                None => plain.push(c),
            },
            (c, false) => plain.push(c),
        }
    }
    plain
}

/// Writes one game in one line: tags, moves, comments, and the result when there is one or there are tags.
pub(super) fn write_line(game: &Game, out: &mut String) {
    let mut tagged = false;
    for_each_tag(game, |name, value| {
        tagged = true;
        push_tag(out, name, value);
        out.push(' ');
    });
    let mut first = true;
    let mut item = |out: &mut String, text: &dyn core::fmt::Display| {
        if !core::mem::take(&mut first) {
            out.push(' ');
        }
        // Writing into a `String` can't fail.
        let _ = write!(out, "{text}");
    };
    for ply in 0..=game.len() {
        if let Some(m) = ply.checked_sub(1).map(|before| game.moves()[before]) {
            item(out, &m);
        }
        if let Some(text) = game.comment(ply) {
            item(out, &comment(text));
        }
    }
    // A game of no move, no tag and no comment still needs a word of its own.
    if tagged || game.winner().is_some() || game.is_empty() {
        item(out, &result_text::score(game));
    }
    out.push('\n');
}

/// Writes one game as people read it: a tag a line, a blank line, numbered moves, the result, a blank line.
pub(super) fn write_numbered(game: &Game, out: &mut String) {
    for_each_tag(game, |name, value| {
        push_tag(out, name, value);
        out.push('\n');
    });
    push_tag(out, "Result", result_text::score(game));
    out.push_str("\n\n");
    let mut column = 0;
    let mut item = |text: String| {
        let width = text.chars().count();
        if column > 0 {
            let wraps = column + 1 + width > LINE_WIDTH;
            out.push(if wraps { '\n' } else { ' ' });
            column = if wraps { 0 } else { column + 1 };
        }
        out.push_str(&text);
        column += width;
    };
    let second = usize::from(game.start().turn() == Color::Black);
    let mut interrupted = true;
    for ply in 0..=game.len() {
        if let Some(before) = ply.checked_sub(1) {
            let count = before + second;
            if count % 2 == 0 {
                item(format!("{}.", count / 2 + 1));
            } else if interrupted {
                item(format!("{}...", count / 2 + 1));
            }
            item(game.moves()[before].to_string());
        }
        interrupted = ply == 0;
        if let Some(text) = game.comment(ply) {
            item(comment(text));
            interrupted = true;
        }
    }
    item(result_text::score(game).to_owned());
    out.push_str("\n\n");
}

/// All that is known besides moves and result, as tags.
fn for_each_tag(game: &Game, mut tag: impl FnMut(&str, &str)) {
    for (name, value) in game.tags().iter() {
        tag(name, value);
    }
    let [fen, _, termination, margin] = Tags::RESERVED;
    if *game.start() != Position::start() {
        tag(fen, &game.start().to_string());
    }
    if let ending @ (Ending::Resignation | Ending::Time) = game.ending() {
        tag(termination, &ending.to_string());
    }
    if let Some(moves) = game.margin() {
        tag(margin, &moves.to_string());
    }
}

fn push_tag(out: &mut String, name: &str, value: &str) {
    out.push('[');
    out.push_str(name);
    out.push_str(" \"");
    for c in value.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            c => out.push(c),
        }
    }
    out.push_str("\"]");
}

/// A comment in braces, in one line. A brace can't stand in a comment: parentheses take its place.
fn comment(text: &str) -> String {
    let inside: String = text
        .chars()
        .map(|c| match c {
            '{' => '(',
            '}' => ')',
            '\n' | '\r' => ' ',
            c => c,
        })
        .collect();
    format!("{{{inside}}}")
}
