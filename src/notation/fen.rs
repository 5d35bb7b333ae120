//! Positions as text: the FEN of Fairy-Stockfish.

use core::fmt;
use core::str::FromStr;

use crate::board::{Bitboard, Color, Content, Position, Setup, Square};

/// Why text is no position, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ParseFenError {
    /// What is wrong.
    pub kind: FenErrorKind,
    /// The byte at which it is wrong, 0 for the first; the text's length when something is missing at its end.
    pub at: usize,
}

/// What is wrong with a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FenErrorKind {
    /// No text.
    Missing,
    /// More than ten rows.
    TooManyRows,
    /// A row wider than ten columns.
    RowTooWide,
    /// A row with fewer or more columns than the first.
    RowWidth {
        /// Columns of the first row.
        expected: u8,
        /// Columns of this one.
        found: u8,
    },
    /// A row without a square.
    EmptyRow,
    /// A number of empty squares that is 0, starts with 0 or is over 10.
    BadCount,
    /// A character that stands for nothing on the board.
    BadCharacter(char),
    /// No side to move after the board.
    MissingTurn,
    /// The side to move is neither `w` nor `b`.
    BadTurn,
    /// A field after the side to move that is neither `-` nor, in the last two places, a number.
    BadField,
    /// More than six fields.
    TooManyFields,
}

impl fmt::Display for FenErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use FenErrorKind::*;
        match self {
            Missing => f.write_str("no position"),
            TooManyRows => f.write_str("more than ten rows"),
            RowTooWide => f.write_str("a row of more than ten squares"),
            RowWidth { expected, found } => write!(
                f,
                "a row of {found} squares under a first row of {expected}"
            ),
            EmptyRow => f.write_str("a row without squares"),
            BadCount => f.write_str("a run of empty squares is 1 to 10"),
            BadCharacter(c) => write!(f, "{c:?} stands for nothing: Q, q, * or a number"),
            MissingTurn => f.write_str("no side to move (w or b)"),
            BadTurn => f.write_str("the side to move is w or b"),
            BadField => f.write_str("the fields after the side to move are -, - and two numbers"),
            TooManyFields => f.write_str("more than six fields"),
        }
    }
}

impl fmt::Display for ParseFenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, at byte {} of the FEN", self.kind, self.at)
    }
}

impl core::error::Error for ParseFenError {}

/// Reads a FEN: `3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1`.
///
/// Rows from the top; `Q` White, `q` Black, `*` burnt, numbers for runs of empty squares. The fields after the side
/// to move may be missing; they are checked and dropped, they belong to the text and not to the position.
///
/// ```
/// use amazons::Position;
/// let position: Position = "1q1/3/1Q1 b".parse()?;
/// assert_eq!(position.to_string(), "1q1/3/1Q1 b - - 0 1");
/// assert_eq!("1q1/4/1Q1 b".parse::<Position>().unwrap_err().at, 4);
/// # Ok::<(), amazons::notation::ParseFenError>(())
/// ```
impl FromStr for Position {
    type Err = ParseFenError;

    fn from_str(text: &str) -> Result<Position, ParseFenError> {
        let mut fields = fields(text);
        let err = |kind, at| ParseFenError { kind, at };
        let (board_at, board) = fields
            .next()
            .ok_or(err(FenErrorKind::Missing, text.len()))?;
        let mut setup = read_board(board, board_at)?;
        let (turn_at, turn) = fields
            .next()
            .ok_or(err(FenErrorKind::MissingTurn, text.len()))?;
        setup.turn = match turn {
            "w" | "W" => Color::White,
            "b" | "B" => Color::Black,
            _ => return Err(err(FenErrorKind::BadTurn, turn_at)),
        };
        for (number, (at, field)) in fields.enumerate() {
            let fits = match number {
                0 | 1 => field == "-",
                2 | 3 => field.bytes().all(|b| b.is_ascii_digit()),
                _ => return Err(err(FenErrorKind::TooManyFields, at)),
            };
            if !fits {
                return Err(err(FenErrorKind::BadField, at));
            }
        }
        Position::from_setup(&setup).map_err(|_| err(FenErrorKind::Missing, board_at))
    }
}

/// The words of `text` and where each starts.
fn fields(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_ascii_whitespace()
        .map(|field| (field.as_ptr() as usize - text.as_ptr() as usize, field))
}

/// Reads the rows of a board; White is to move in what comes back.
fn read_board(board: &str, board_at: usize) -> Result<Setup, ParseFenError> {
    let rows = board.bytes().filter(|&b| b == b'/').count() + 1;
    let mut setup = Setup {
        columns: 0,
        rows: rows.min(usize::from(Square::MAX_SIDE)) as u8,
        white: Bitboard::EMPTY,
        black: Bitboard::EMPTY,
        burnt: Bitboard::EMPTY,
        turn: Color::White,
    };
    let mut at = board_at;
    for (from_top, text) in board.split('/').enumerate() {
        let Some(row) = setup.rows.checked_sub(from_top as u8 + 1) else {
            return Err(ParseFenError {
                kind: FenErrorKind::TooManyRows,
                at,
            });
        };
        let columns = read_row(text, at, row, &mut setup)?;
        if from_top == 0 {
            setup.columns = columns;
        } else if columns != setup.columns {
            let kind = FenErrorKind::RowWidth {
                expected: setup.columns,
                found: columns,
            };
            return Err(ParseFenError { kind, at });
        }
        at += text.len() + 1;
    }
    Ok(setup)
}

/// Reads one row into `setup` and returns its width.
fn read_row(text: &str, row_at: usize, row: u8, setup: &mut Setup) -> Result<u8, ParseFenError> {
    let mut column = 0u8;
    let mut rest = text.char_indices().peekable();
    while let Some((offset, character)) = rest.next() {
        let err = |kind| {
            Err(ParseFenError {
                kind,
                at: row_at + offset,
            })
        };
        let set = match character {
            'Q' => Some(&mut setup.white),
            'q' => Some(&mut setup.black),
            '*' => Some(&mut setup.burnt),
            '0'..='9' => None,
            _ => return err(FenErrorKind::BadCharacter(character)),
        };
        let width = match set {
            Some(set) => {
                let Some(square) = Square::new(column, row) else {
                    return err(FenErrorKind::RowTooWide);
                };
                *set = set.with(square);
                1
            }
            None => {
                let mut digits = 1;
                while rest.next_if(|(_, c)| c.is_ascii_digit()).is_some() {
                    digits += 1;
                }
                match text[offset..offset + digits].parse::<u8>() {
                    Ok(count @ 1..=10) if character != '0' => count,
                    _ => return err(FenErrorKind::BadCount),
                }
            }
        };
        column += width;
        if column > Square::MAX_SIDE {
            return err(FenErrorKind::RowTooWide);
        }
    }
    if column == 0 {
        return Err(ParseFenError {
            kind: FenErrorKind::EmptyRow,
            at: row_at,
        });
    }
    Ok(column)
}

/// Writes the FEN, with `- - 0 1` for the fields that are no part of a position.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write;
        for row in (0..self.rows()).rev() {
            let mut empties = 0;
            for column in 0..self.columns() {
                let content = Square::new(column, row).and_then(|square| self.at(square));
                let letter = match content {
                    Some(Content::Empty) | None => {
                        empties += 1;
                        continue;
                    }
                    Some(Content::Burnt) => '*',
                    Some(Content::Amazon(Color::White)) => 'Q',
                    Some(Content::Amazon(Color::Black)) => 'q',
                };
                if empties > 0 {
                    write!(f, "{empties}")?;
                    empties = 0;
                }
                f.write_char(letter)?;
            }
            if empties > 0 {
                write!(f, "{empties}")?;
            }
            f.write_str(if row > 0 { "/" } else { "" })?;
        }
        let turn = match self.turn() {
            Color::White => 'w',
            Color::Black => 'b',
        };
        write!(f, " {turn} - - 0 1")
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}
