//! Moves as text, in every form that programs and sites write.

use core::fmt;
use core::str::FromStr;

use crate::board::{Move, Square};

/// Why text is no move, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
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

impl fmt::Display for MoveErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            MoveErrorKind::Square => "no square (a letter a to j and a number 1 to 10)",
            MoveErrorKind::ArrowOrigin => "the arrow does not start where the slide ended",
            MoveErrorKind::Unclosed => "the parenthesis is not closed",
            MoveErrorKind::Trailing => "text after the move",
        })
    }
}

impl fmt::Display for ParseMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, at byte {} of the move", self.kind, self.at)
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
        let start = text.len() - text.trim_start().len();
        let (m, end) = read_move(text.as_bytes(), start)?;
        match text.get(end..).map(str::trim_end) {
            Some("") => Ok(m),
            _ => Err(ParseMoveError {
                kind: MoveErrorKind::Trailing,
                at: end,
            }),
        }
    }
}

/// Reads the move that starts at byte `at`, and where it ends. What follows it is not looked at.
#[inline]
pub(super) fn read_move(bytes: &[u8], at: usize) -> Result<(Move, usize), ParseMoveError> {
    let mut reader = Reader { bytes, at };
    let from = reader.square()?;
    reader.dash();
    let to = reader.square()?;
    if reader.byte(b'/') {
        let arrow = reader.square()?;
        return Ok((Move::new(from, to, arrow), reader.at));
    }
    let (to_end, comma) = (reader.at, reader.byte(b','));
    let opened = !comma && {
        reader.blanks();
        reader.byte(b'(') || {
            let parted =
                reader.byte(b'/') || reader.byte(b'x') || reader.byte(b'X') || reader.at == to_end;
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
    if opened && !reader.byte(b')') {
        return Err(ParseMoveError {
            kind: MoveErrorKind::Unclosed,
            at: reader.at,
        });
    }
    Ok((Move::new(from, to, arrow), reader.at))
}

/// The text and how far it has been read.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    #[inline]
    fn square(&mut self) -> Result<Square, ParseMoveError> {
        let (square, length) = read_square(self.bytes, self.at).ok_or(ParseMoveError {
            kind: MoveErrorKind::Square,
            at: self.at,
        })?;
        self.at += length;
        Ok(square)
    }

    /// Skips a dash: a hyphen, an en dash or an em dash.
    #[inline]
    fn dash(&mut self) {
        if !self.byte(b'-') {
            let rest = &self.bytes[self.at..];
            if rest.starts_with("\u{2013}".as_bytes()) || rest.starts_with("\u{2014}".as_bytes()) {
                self.at += "\u{2013}".len();
            }
        }
    }

    fn blanks(&mut self) {
        while self.byte(b' ') {}
    }

    #[inline]
    fn byte(&mut self, wanted: u8) -> bool {
        let found = self.bytes.get(self.at) == Some(&wanted);
        self.at += usize::from(found);
        found
    }
}

/// The square written at byte `at` and the bytes it takes, 2 or 3.
#[inline]
pub(super) fn read_square(bytes: &[u8], at: usize) -> Option<(Square, usize)> {
    let rest = bytes.get(at..)?;
    let (&column, &row) = (rest.first()?, rest.get(1)?);
    let column = column.to_ascii_lowercase().wrapping_sub(b'a');
    let row = row.wrapping_sub(b'1');
    // Ten is the only two-digit row, and no square can follow a row with a bare 0.
    if row == 0 && rest.get(2) == Some(&b'0') {
        return Some((Square::new(column, 9)?, 3));
    }
    // A byte over 9 is no digit, and ten rows are one more than one digit can count.
    (row < 9)
        .then(|| Square::new(column, row))
        .flatten()
        .map(|square| (square, 2))
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
