//! A walk over the bytes of a text, shared by the readers.

use std::borrow::Cow;

use super::error::error;
use super::{GameErrorKind, ParseGameError, move_text};
use crate::board::Move;
use crate::game::Game;

/// Bytes and how far they have been read. Text need not be UTF-8: old files are Latin-1.
#[derive(Clone)]
pub(super) struct Scanner<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) at: usize,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Scanner<'a> {
        Scanner { bytes, at: 0 }
    }

    pub(super) fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    #[inline]
    pub(super) fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// Takes one byte if it is `wanted`.
    pub(super) fn take(&mut self, wanted: u8) -> bool {
        let found = self.peek() == Some(wanted);
        self.at += usize::from(found);
        found
    }

    #[inline]
    pub(super) fn skip_while(&mut self, skip: impl Fn(u8) -> bool) {
        while self.peek().is_some_and(&skip) {
            self.at += 1;
        }
    }

    pub(super) fn skip_blanks(&mut self) {
        self.skip_while(|b| b.is_ascii_whitespace());
    }

    /// The bytes up to the next blank or the end.
    pub(super) fn word(&mut self) -> &'a [u8] {
        let start = self.at;
        self.skip_while(|b| !b.is_ascii_whitespace());
        &self.bytes[start..self.at]
    }

    /// Reads a move and what ends it: a blank, one of `ends` or the end of the text.
    #[inline]
    pub(super) fn read_move(&mut self, ends: &[u8]) -> Result<Move, ParseGameError> {
        let (m, end) =
            move_text::read_move(self.bytes, self.at).map_err(|error| ParseGameError {
                kind: GameErrorKind::Move(error.kind),
                at: error.at,
            })?;
        self.at = end;
        match self.peek() {
            Some(b) if !b.is_ascii_whitespace() && !ends.contains(&b) => {
                error(GameErrorKind::Move(super::MoveErrorKind::Trailing), end)
            }
            _ => Ok(m),
        }
    }

    /// Reads a whole number below `limit`, without a sign.
    pub(super) fn number(&mut self, limit: u32) -> Result<u32, ParseGameError> {
        let start = self.at;
        self.skip_while(|b| b.is_ascii_digit());
        core::str::from_utf8(&self.bytes[start..self.at])
            .ok()
            .and_then(|digits| digits.parse().ok())
            .filter(|&number| number < limit)
            .ok_or(ParseGameError {
                kind: GameErrorKind::Number,
                at: start,
            })
    }
}

/// Plays a move that was read at byte `at`.
#[inline]
pub(super) fn play(game: &mut Game, m: Move, at: usize) -> Result<(), ParseGameError> {
    game.play(m).map_err(|error| ParseGameError {
        kind: GameErrorKind::Illegal {
            ply: game.len(),
            played: m,
            error,
        },
        at,
    })
}

/// The text of bytes that are UTF-8, or else Latin-1.
pub(super) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match core::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => bytes.iter().copied().map(char::from).collect(),
    }
}
