//! The two dialects of SGF in which Amazons games come, and the names they share.

use super::move_text;
use crate::board::{Color, Square};
use crate::game::Tags;

/// The number of the game in SGF's list.
pub(super) const GAME: &str = "18";

/// SGF's names of tags. Those of the players depend on who moves first.
pub(super) const TAGS: [(&str, &str); 8] = [
    ("GN", Tags::NAME),
    ("EV", Tags::EVENT),
    ("RO", Tags::ROUND),
    ("PC", Tags::SITE),
    ("DT", Tags::DATE),
    ("TM", Tags::TIME_CONTROL),
    ("SO", Tags::SOURCE),
    ("AN", Tags::ANNOTATOR),
];

/// How points are written and what the sides are called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Dialect {
    /// The standard's: two letters a point, column and row from the top; Black stands at the bottom and moves first,
    /// so that its B is our White.
    Standard,
    /// Little Golem's: moves as people write them, White first.
    LittleGolem,
}

impl Dialect {
    /// The dialect of a move's value: only one has digits in it.
    pub(super) fn of_move(value: &[u8]) -> Dialect {
        match value.iter().any(u8::is_ascii_digit) {
            true => Dialect::LittleGolem,
            false => Dialect::Standard,
        }
    }

    /// The sides that `W` and `B` stand for.
    pub(super) fn colors(self) -> [Color; 2] {
        match self {
            Dialect::Standard => [Color::Black, Color::White],
            Dialect::LittleGolem => [Color::White, Color::Black],
        }
    }

    pub(super) fn color(self, letter: &str) -> Option<Color> {
        let [w, b] = self.colors();
        match letter {
            "W" => Some(w),
            "B" => Some(b),
            _ => None,
        }
    }

    /// The letter of a side.
    pub(super) fn letter(self, color: Color) -> char {
        let [w, _] = self.colors();
        if color == w { 'W' } else { 'B' }
    }

    pub(super) fn point(self, bytes: &[u8], at: usize, rows: u8) -> Option<(Square, usize)> {
        match self {
            Dialect::LittleGolem => move_text::read_square(bytes, at),
            Dialect::Standard => {
                let (&column, &row) = (bytes.get(at)?, bytes.get(at + 1)?);
                let row = rows.checked_sub(row.wrapping_sub(b'a').checked_add(1)?)?;
                Some((Square::new(column.wrapping_sub(b'a'), row)?, 2))
            }
        }
    }
}
