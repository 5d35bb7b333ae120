use core::fmt;
use core::iter::FusedIterator;
use core::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign,
};

use super::square::{BITS, ROW_STRIDE, Square};

/// A set of squares of the 10x10 board.
///
/// Held as a `u128` in which a row takes eleven bits, ten columns and a guard that is never set: a step in any of
/// the eight directions is one shift (1, 10, 11 or 12 bits) and one mask.
///
/// ```
/// use amazons::{Bitboard, Square};
/// let a1: Square = "a1".parse()?;
/// let corner = Bitboard::from(a1).neighbours();
/// assert_eq!(corner.to_string().split_whitespace().count(), 100);
/// assert_eq!(corner.count(), 3);
/// assert_eq!(corner.iter().map(|s| s.to_string()).collect::<Vec<_>>(), ["b1", "a2", "b2"]);
/// assert!(!corner.contains(a1));
/// # Ok::<(), amazons::ParseSquareError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(transparent)]
pub struct Bitboard(u128);

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);

    /// All 100 squares.
    pub const FULL: Bitboard = Bitboard::rectangle(10, 10);

    /// The squares of the first `columns` columns and `rows` rows; more than ten counts as ten.
    ///
    /// ```
    /// assert_eq!(amazons::Bitboard::rectangle(6, 8).count(), 48);
    /// ```
    #[must_use]
    pub const fn rectangle(columns: u8, rows: u8) -> Bitboard {
        let columns = if columns > 10 { 10 } else { columns };
        let rows = if rows > 10 { 10 } else { rows };
        let line = (1u128 << columns) - 1;
        let mut bits = 0;
        let mut row = 0;
        while row < rows as usize {
            bits |= line << (row * ROW_STRIDE);
            row += 1;
        }
        Bitboard(bits)
    }

    /// The raw bits: square (column c, row r) is bit `11 * r + c`.
    #[must_use]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// The set with these raw bits; bits that belong to no square are dropped.
    #[must_use]
    pub const fn from_bits(bits: u128) -> Bitboard {
        Bitboard(bits & Self::FULL.0)
    }

    /// The set with these raw bits, known to be squares.
    pub(crate) const fn from_bits_unmasked(bits: u128) -> Bitboard {
        debug_assert!(bits & !Self::FULL.0 == 0);
        Bitboard(bits)
    }

    /// Whether the set has no square.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of squares.
    #[must_use]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether `square` is in the set.
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.bit() & 1 != 0
    }

    /// The set and `square`.
    #[must_use]
    pub const fn with(self, square: Square) -> Bitboard {
        Bitboard(self.0 | 1 << square.bit())
    }

    /// The set without `square`.
    #[must_use]
    pub const fn without(self, square: Square) -> Bitboard {
        Bitboard(self.0 & !(1 << square.bit()))
    }

    /// Whether every square of the set is in `other`.
    #[must_use]
    pub const fn is_subset(self, other: Bitboard) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether the sets share no square.
    #[must_use]
    pub const fn is_disjoint(self, other: Bitboard) -> bool {
        self.0 & other.0 == 0
    }

    /// The first square in the order of [`Square::ALL`].
    #[must_use]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 {
            None
        } else {
            Some(Square::from_bit(self.0.trailing_zeros() as usize))
        }
    }

    /// The last square in the order of [`Square::ALL`].
    #[must_use]
    pub const fn last(self) -> Option<Square> {
        if self.0 == 0 {
            None
        } else {
            Some(Square::from_bit(127 - self.0.leading_zeros() as usize))
        }
    }

    /// Takes out the first square and returns it.
    pub const fn pop_front(&mut self) -> Option<Square> {
        let first = self.first();
        if first.is_some() {
            self.0 &= self.0 - 1;
        }
        first
    }

    /// Takes out the last square and returns it.
    pub const fn pop_back(&mut self) -> Option<Square> {
        let last = self.last();
        if let Some(square) = last {
            *self = self.without(square);
        }
        last
    }

    /// The `n`th square (0 is the first), or `None` when there are no more than `n`.
    ///
    /// ```
    /// use amazons::{Bitboard, Square};
    /// assert_eq!(Bitboard::FULL.nth(99), Square::new(9, 9));
    /// assert_eq!(Bitboard::FULL.nth(100), None);
    /// ```
    #[must_use]
    pub const fn nth(self, n: u32) -> Option<Square> {
        let mut rest = self;
        let mut skipped = 0;
        while skipped < n && rest.0 != 0 {
            rest.0 &= rest.0 - 1;
            skipped += 1;
        }
        rest.first()
    }

    /// The squares one king step from a square of the set, on the full board. A square of the set is among them
    /// when it touches another of the set.
    #[must_use]
    pub const fn neighbours(self) -> Bitboard {
        let row = self.0 | self.0 << 1 | self.0 >> 1;
        let beside = self.0 << 1 | self.0 >> 1;
        Bitboard((beside | row << ROW_STRIDE | row >> ROW_STRIDE) & Self::FULL.0)
    }

    /// All squares that king steps over `passable` reach from the set, the set's own squares in `passable` included.
    ///
    /// ```
    /// use amazons::Bitboard;
    /// let corner = Bitboard::rectangle(1, 1);
    /// assert_eq!(corner.flood(Bitboard::rectangle(3, 4)), Bitboard::rectangle(3, 4));
    /// ```
    #[must_use]
    pub const fn flood(self, passable: Bitboard) -> Bitboard {
        let mut reached = (self.0 | self.neighbours().0) & passable.0;
        loop {
            let next = reached | Bitboard(reached).neighbours().0 & passable.0;
            if next == reached {
                return Bitboard(reached);
            }
            reached = next;
        }
    }

    /// The squares, in the order of [`Square::ALL`].
    #[must_use]
    pub const fn iter(self) -> Squares {
        Squares(self)
    }
}

impl From<Square> for Bitboard {
    fn from(square: Square) -> Bitboard {
        Bitboard::EMPTY.with(square)
    }
}

macro_rules! set_operator {
    ($operator:ident, $method:ident, $assign:ident, $assign_method:ident, |$a:ident, $b:ident| $value:expr) => {
        impl $operator for Bitboard {
            type Output = Bitboard;

            fn $method(self, other: Bitboard) -> Bitboard {
                let ($a, $b) = (self.0, other.0);
                Bitboard($value)
            }
        }

        impl $assign for Bitboard {
            fn $assign_method(&mut self, other: Bitboard) {
                *self = $operator::$method(*self, other);
            }
        }
    };
}

set_operator!(BitAnd, bitand, BitAndAssign, bitand_assign, |a, b| a & b);
set_operator!(BitOr, bitor, BitOrAssign, bitor_assign, |a, b| a | b);
set_operator!(BitXor, bitxor, BitXorAssign, bitxor_assign, |a, b| a ^ b);
set_operator!(Sub, sub, SubAssign, sub_assign, |a, b| a & !b);

/// The squares of the full board that are not in the set.
impl Not for Bitboard {
    type Output = Bitboard;

    fn not(self) -> Bitboard {
        Bitboard(!self.0 & Self::FULL.0)
    }
}

impl Extend<Square> for Bitboard {
    fn extend<I: IntoIterator<Item = Square>>(&mut self, squares: I) {
        for square in squares {
            *self = self.with(square);
        }
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        let mut set = Bitboard::EMPTY;
        set.extend(squares);
        set
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    fn into_iter(self) -> Squares {
        self.iter()
    }
}

/// The squares of a [`Bitboard`], in the order of [`Square::ALL`].
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        self.0.pop_front()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count() as usize;
        (count, Some(count))
    }
}

impl DoubleEndedIterator for Squares {
    fn next_back(&mut self) -> Option<Square> {
        self.0.pop_back()
    }
}

impl ExactSizeIterator for Squares {}
impl FusedIterator for Squares {}

/// Draws the board, row 10 at the top: `X` for a square of the set, `.` for another.
impl fmt::Display for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..10).rev() {
            for column in 0..10 {
                let set = self.0 >> (row * ROW_STRIDE + column) & 1 != 0;
                if column > 0 {
                    f.write_str(" ")?;
                }
                f.write_str(if set { "X" } else { "." })?;
            }
            if row > 0 {
                f.write_str("\n")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bitboard({:#x})\n{self}", self.0)
    }
}

const _: () = assert!(BITS <= 128);
