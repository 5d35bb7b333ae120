//! What a position is made of, and where games start.

use core::fmt;

use super::bitboard::Bitboard;
use super::color::Color;
use super::position::Position;
use super::square::Square;

/// What a [`Position`] is made of.
///
/// ```
/// use amazons::{Bitboard, Color, Position, Setup, Square};
/// let setup = Setup {
///     columns: 3,
///     rows: 1,
///     white: Bitboard::from(Square::ALL[0]),
///     black: Bitboard::EMPTY,
///     burnt: Bitboard::EMPTY,
///     turn: Color::White,
/// };
/// let position = Position::from_setup(&setup)?;
/// assert_eq!(position.move_count(), 4);
/// assert_eq!(position.setup(), setup);
/// # Ok::<(), amazons::SetupError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    /// Columns of the board, 1 to 10.
    pub columns: u8,
    /// Rows of the board, 1 to 10.
    pub rows: u8,
    /// White's amazons.
    pub white: Bitboard,
    /// Black's amazons.
    pub black: Bitboard,
    /// Squares burnt by arrows.
    pub burnt: Bitboard,
    /// The side to move.
    pub turn: Color,
}

/// Why a [`Setup`] is no position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SetupError {
    /// The board has no column or row, or more than ten.
    Size {
        /// Columns asked for.
        columns: u8,
        /// Rows asked for.
        rows: u8,
    },
    /// Something stands outside the board.
    OffBoard(Square),
    /// Two things stand on one square.
    Occupied(Square),
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::Size { columns, rows } => {
                write!(
                    f,
                    "a board has 1 to 10 columns and 1 to 10 rows, not {columns}x{rows}"
                )
            }
            SetupError::OffBoard(square) => write!(f, "{square} is outside the board"),
            SetupError::Occupied(square) => write!(f, "two things stand on {square}"),
        }
    }
}

impl core::error::Error for SetupError {}

impl Position {
    /// The standard start: 10x10, White a4 d1 g1 j4, Black a7 d10 g10 j7, White to move.
    #[must_use]
    pub fn start() -> Position {
        Self::with_standard_setup(10, 10)
    }

    /// The usual start on a board of this size, four amazons a side, or `None` for a side under 4 or over 10.
    ///
    /// Columns from each side: a third of those between; rows likewise. That gives the set-ups in use for 10x10, 8x8,
    /// 6x6, 5x5, 4x4 and the oblong boards of the literature.
    ///
    /// ```
    /// use amazons::Position;
    /// assert_eq!(Position::standard(8, 8).unwrap().move_count(), 1232);
    /// assert_eq!(Position::standard(5, 4).unwrap().to_string(), "1q1q1/q3q/Q3Q/1Q1Q1 w - - 0 1");
    /// assert!(Position::standard(3, 11).is_none());
    /// ```
    #[must_use]
    pub fn standard(columns: u8, rows: u8) -> Option<Position> {
        let usual = 4..=Square::MAX_SIDE;
        (usual.contains(&columns) && usual.contains(&rows))
            .then(|| Self::with_standard_setup(columns, rows))
    }

    fn with_standard_setup(columns: u8, rows: u8) -> Position {
        let (inner, side) = ((columns - 1) / 3, (rows - 1) / 3);
        let (right, top) = (columns - 1, rows - 1);
        let mut position = Position::blank(columns, rows, Color::White);
        let white = [(0, side), (inner, 0), (right - inner, 0), (right, side)];
        for (column, row) in white {
            for (color, row) in [(Color::White, row), (Color::Black, top - row)] {
                if let Some(square) = Square::new(column, row) {
                    position.put_amazon(color, square);
                }
            }
        }
        position
    }

    /// The position that a set-up describes.
    ///
    /// # Errors
    /// When the size is wrong, something stands outside the board, or two things stand on one square.
    pub fn from_setup(setup: &Setup) -> Result<Position, SetupError> {
        let &Setup {
            columns,
            rows,
            white,
            black,
            burnt,
            ..
        } = setup;
        let sides = 1..=Square::MAX_SIDE;
        if !sides.contains(&columns) || !sides.contains(&rows) {
            return Err(SetupError::Size { columns, rows });
        }
        let board = Bitboard::rectangle(columns, rows);
        if let Some(square) = ((white | black | burnt) - board).first() {
            return Err(SetupError::OffBoard(square));
        }
        if let Some(square) = (white & black | (white | black) & burnt).first() {
            return Err(SetupError::Occupied(square));
        }
        Ok(Position::known_from_setup(setup))
    }

    /// The position of a set-up that is known to be right.
    pub(super) fn known_from_setup(setup: &Setup) -> Position {
        let mut position = Position::blank(setup.columns, setup.rows, setup.turn);
        for (color, amazons) in [(Color::White, setup.white), (Color::Black, setup.black)] {
            for square in amazons {
                position.put_amazon(color, square);
            }
        }
        for square in setup.burnt {
            position.burn(square);
        }
        position
    }

    /// What the position is made of.
    #[must_use]
    pub fn setup(&self) -> Setup {
        Setup {
            columns: self.columns(),
            rows: self.rows(),
            white: self.amazons(Color::White),
            black: self.amazons(Color::Black),
            burnt: self.burnt(),
            turn: self.turn(),
        }
    }
}
