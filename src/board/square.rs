use core::fmt;
use core::str::FromStr;

/// Bits from one row of the board to the next: ten columns and one guard column, so that a step off either
/// side lands on a bit that belongs to no square.
pub(crate) const ROW_STRIDE: usize = 11;

/// Bits used by the whole board.
pub(crate) const BITS: usize = ROW_STRIDE * Square::MAX_SIDE as usize;

/// A square of the board, `a1` to `j10`.
///
/// Columns run a to j from left to right, rows 1 to 10 from White's side. A smaller board uses the squares of its
/// lower left corner.
///
/// ```
/// use amazons::Square;
/// let d7: Square = "d7".parse()?;
/// assert_eq!((d7.column(), d7.row()), (3, 6));
/// assert_eq!(d7.to_string(), "d7");
/// assert_eq!(Square::new(3, 6), Some(d7));
/// # Ok::<(), amazons::ParseSquareError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Square(u8);

impl Square {
    /// The largest number of columns, and of rows.
    pub const MAX_SIDE: u8 = 10;

    /// All 100 squares: a1, b1, ..., j1, a2, ..., j10.
    pub const ALL: [Square; 100] = {
        let mut all = [Square(0); 100];
        let mut index = 0;
        while index < 100 {
            all[index] = Square((index / 10 * ROW_STRIDE + index % 10) as u8);
            index += 1;
        }
        all
    };

    /// The square at `column` (0 is a) and `row` (0 is row 1), or `None` when either is 10 or more.
    #[must_use]
    pub const fn new(column: u8, row: u8) -> Option<Square> {
        if column < Self::MAX_SIDE && row < Self::MAX_SIDE {
            Some(Square(row * ROW_STRIDE as u8 + column))
        } else {
            None
        }
    }

    /// The column, 0 (a) to 9 (j).
    #[must_use]
    pub const fn column(self) -> u8 {
        self.0 % ROW_STRIDE as u8
    }

    /// The row, 0 (row 1, White's side) to 9 (row 10).
    #[must_use]
    pub const fn row(self) -> u8 {
        self.0 / ROW_STRIDE as u8
    }

    /// The index of the square in [`Square::ALL`], 0 to 99: ten times the row plus the column.
    #[must_use]
    pub const fn index(self) -> usize {
        self.row() as usize * 10 + self.column() as usize
    }

    /// The square with this [`index`](Square::index), or `None` from 100 on.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Square> {
        if index < 100 {
            Some(Self::ALL[index])
        } else {
            None
        }
    }

    /// The number of the square's bit in a [`Bitboard`](crate::Bitboard).
    #[must_use]
    pub(crate) const fn bit(self) -> usize {
        self.0 as usize
    }

    /// The square of a bit that is known to be one of the board's.
    #[must_use]
    pub(crate) const fn from_bit(bit: usize) -> Square {
        debug_assert!(bit < BITS && bit % ROW_STRIDE != ROW_STRIDE - 1);
        Square(bit as u8)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column()), self.row() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Text that is no square: not a letter a to j (either case) followed by 1 to 10.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseSquareError;

impl fmt::Display for ParseSquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a square is a letter a to j followed by a number 1 to 10")
    }
}

impl core::error::Error for ParseSquareError {}

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Square, ParseSquareError> {
        let (column, row) = match *text.as_bytes() {
            [column, row @ b'1'..=b'9'] => (column, row - b'1'),
            [column, b'1', b'0'] => (column, 9),
            _ => return Err(ParseSquareError),
        };
        let column = column.to_ascii_lowercase().wrapping_sub(b'a');
        Square::new(column, row).ok_or(ParseSquareError)
    }
}
