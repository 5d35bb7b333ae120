//! Moves as text, in every form that programs and sites write.

use core::fmt;
use core::str::FromStr;

use crate::board::{Move, Square};

/// Why text is no move, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseMoveError {
    /// What is wrong.
    pub kind: MoveErrorKind,
    /// The byte at which it is wrong, 0 for the first; the text's length when something is missing at its end.
    pub at: usize,
}

/// What is wrong with the text of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MoveErrorKind {
    /// A square, a letter a to j and a number 1 to 10, should stand here.
    Square,
    /// In the form `d1d7,d7g7` the arrow starts elsewhere than the slide ended.
    ArrowOrigin,
    /// A parenthesis is not closed.
    Unclosed,
    /// The move ends here, the text goes on.
    Trailing,
}

impl fmt::Display for ParseMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind {
            MoveErrorKind::Square => "no square (a letter a to j and a number 1 to 10)",
            MoveErrorKind::ArrowOrigin => "the arrow does not start where the slide ended",
            MoveErrorKind::Unclosed => "the parenthesis is not closed",
            MoveErrorKind::Trailing => "text after the move",
        })?;
        write!(f, ", at byte {} of the move", self.at)
    }
}

impl core::error::Error for ParseMoveError {}

/// Reads a move in any of the forms `d1-d7/g7`, `d1d7,d7g7`, `d1-d7(g7)`, `d1-d7 (g7)`, `D1-D7xG7`, `d1d7g7`,
/// `d1-d7,g7`; dashes may be en or em dashes, letters of either case, blanks around it are dropped.
///
/// ```
/// use amazons::Move;
/// let m: Move = "D1–D7 (G7)".parse()?;
/// assert_eq!(m.to_string(), "d1-d7/g7");
/// assert_eq!("d1-d7/k7".parse::<Move>().unwrap_err().at, 6);
/// # Ok::<(), amazons::notation::ParseMoveError>(())
/// ```
impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Move, ParseMoveError> {
        let mut reader = Reader {
            text,
            at: text.len() - text.trim_start().len(),
        };
        let from = reader.square()?;
        reader.dash();
        let to = reader.square()?;
        let (to_end, comma) = (reader.at, reader.any_of(&[","]));
        let opened = !comma && {
            reader.blanks();
            reader.any_of(&["("]) || {
                let parted = reader.any_of(&["/", "x", "X"]) || reader.at == to_end;
                if !parted {
                    return Err(ParseMoveError {
                        kind: MoveErrorKind::Trailing,
                        at: to_end,
                    });
                }
                false
            }
        };
        let third_at = reader.at;
        let mut arrow = reader.square()?;
        if comma {
            let before = reader.at;
            reader.dash();
            if let Ok(fourth) = reader.square() {
                if arrow != to {
                    return Err(ParseMoveError {
                        kind: MoveErrorKind::ArrowOrigin,
                        at: third_at,
                    });
                }
                arrow = fourth;
            } else {
                reader.at = before;
            }
        }
        if opened && !reader.any_of(&[")"]) {
            return Err(ParseMoveError {
                kind: MoveErrorKind::Unclosed,
                at: reader.at,
            });
        }
        match reader.text[reader.at..].trim_end() {
            "" => Ok(Move::new(from, to, arrow)),
            _ => Err(ParseMoveError {
                kind: MoveErrorKind::Trailing,
                at: reader.at,
            }),
        }
    }
}

/// The text and how far it has been read.
struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn square(&mut self) -> Result<Square, ParseMoveError> {
        let rest = &self.text[self.at..];
        // Ten is the only two-digit row, and no square can follow a row with a bare 0.
        for length in [3, 2] {
            if let Some(Ok(square)) = rest.get(..length).map(str::parse) {
                self.at += length;
                return Ok(square);
            }
        }
        Err(ParseMoveError {
            kind: MoveErrorKind::Square,
            at: self.at,
        })
    }

    fn dash(&mut self) {
        self.any_of(&["-", "\u{2013}", "\u{2014}"]);
    }

    fn blanks(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start_matches(' ').len();
    }

    fn any_of(&mut self, tokens: &[&str]) -> bool {
        let found = tokens
            .iter()
            .find(|token| self.text[self.at..].starts_with(**token));
        self.at += found.map_or(0, |token| token.len());
        found.is_some()
    }
}

/// A move written `d1d7,d7g7`, as Fairy-Stockfish writes it.
///
/// ```
/// use amazons::{Move, notation::uci};
/// let m: Move = "d1-d7/g7".parse()?;
/// assert_eq!(uci(m).to_string(), "d1d7,d7g7");
/// # Ok::<(), amazons::notation::ParseMoveError>(())
/// ```
pub fn uci(m: Move) -> impl fmt::Display {
    fmt::from_fn(move |f| write!(f, "{}{},{}{}", m.from, m.to, m.to, m.arrow))
}
