use smallvec::SmallVec;

use super::bitboard::Bitboard;
use super::color::Color;
use super::moves::Move;
use super::position::Position;
use super::setup::Setup;
use super::square::Square;

/// One of the eight ways to lay a rectangular board on itself or on its transpose.
///
/// First the columns and rows may be exchanged, then the columns, then the rows may be mirrored.
///
/// ```
/// use amazons::{Position, Symmetry};
/// let start = Position::start();
/// let same = Symmetry::ALL.into_iter().filter(|&s| start.transformed(s) == start);
/// assert_eq!(same.count(), 2); // as it is, and mirrored left to right
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Symmetry {
    transpose: bool,
    mirror_columns: bool,
    mirror_rows: bool,
}

impl Symmetry {
    /// Leaves everything where it is.
    pub const IDENTITY: Symmetry = Symmetry::from_bits(0);

    /// All eight, the identity first; those that exchange columns and rows are the last four.
    pub const ALL: [Symmetry; 8] = {
        let mut all = [Symmetry::IDENTITY; 8];
        let mut bits = 1;
        while bits < 8 {
            all[bits] = Symmetry::from_bits(bits);
            bits += 1;
        }
        all
    };

    const fn from_bits(bits: usize) -> Symmetry {
        Symmetry {
            mirror_columns: bits & 1 != 0,
            mirror_rows: bits & 2 != 0,
            transpose: bits & 4 != 0,
        }
    }

    /// Whether columns and rows are exchanged: an oblong board then changes its size.
    #[must_use]
    pub const fn transposes(self) -> bool {
        self.transpose
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Symmetry {
        if self.transpose {
            Symmetry {
                transpose: true,
                mirror_columns: self.mirror_rows,
                mirror_rows: self.mirror_columns,
            }
        } else {
            self
        }
    }

    /// Where `square` of a board of `columns` x `rows` comes to lie, or `None` when it is outside that board.
    #[must_use]
    pub const fn square(self, square: Square, columns: u8, rows: u8) -> Option<Square> {
        let (mut column, mut row) = (square.column(), square.row());
        if column >= columns || row >= rows {
            return None;
        }
        let (mut columns, mut rows) = (columns, rows);
        if self.transpose {
            (column, row) = (row, column);
            (columns, rows) = (rows, columns);
        }
        if self.mirror_columns {
            column = columns - 1 - column;
        }
        if self.mirror_rows {
            row = rows - 1 - row;
        }
        Square::new(column, row)
    }

    /// Where the squares of a set on a board of `columns` x `rows` come to lie; squares outside it are dropped.
    #[must_use]
    pub fn bitboard(self, set: Bitboard, columns: u8, rows: u8) -> Bitboard {
        set.iter()
            .filter_map(|square| self.square(square, columns, rows))
            .collect()
    }

    /// The same move on the transformed board of `columns` x `rows`, or `None` when it leaves that board.
    #[must_use]
    pub fn apply_to_move(self, m: Move, columns: u8, rows: u8) -> Option<Move> {
        let at = |square| self.square(square, columns, rows);
        Some(Move::new(at(m.from)?, at(m.to)?, at(m.arrow)?))
    }
}

impl Position {
    /// The position as a symmetry of the board shows it.
    #[must_use]
    pub fn transformed(&self, symmetry: Symmetry) -> Position {
        let setup = self.setup();
        let at = |set| symmetry.bitboard(set, setup.columns, setup.rows);
        let (columns, rows) = if symmetry.transposes() {
            (setup.rows, setup.columns)
        } else {
            (setup.columns, setup.rows)
        };
        Position::known_from_setup(&Setup {
            columns,
            rows,
            white: at(setup.white),
            black: at(setup.black),
            burnt: at(setup.burnt),
            turn: setup.turn,
        })
    }

    /// The position with the colours exchanged, the side to move too: whoever was winning still is.
    ///
    /// ```
    /// use amazons::{Color, Position};
    /// let reversed = Position::start().reversed();
    /// assert_eq!(reversed.turn(), Color::Black);
    /// assert_eq!(reversed.amazons(Color::Black), Position::start().amazons(Color::White));
    /// ```
    #[must_use]
    pub fn reversed(&self) -> Position {
        let setup = self.setup();
        Position::known_from_setup(&Setup {
            white: setup.black,
            black: setup.white,
            turn: !setup.turn,
            ..setup
        })
    }

    /// A hash that the position shares with all that the symmetries of the board and an exchange of the colours make of it;
    /// the same in every build and release.
    ///
    /// ```
    /// use amazons::{Position, Symmetry};
    /// let mut position = Position::start();
    /// position.play("d1-d7/g7".parse()?)?;
    /// for symmetry in Symmetry::ALL {
    ///     let image = position.transformed(symmetry).reversed();
    ///     assert_eq!(image.symmetric_hash(), position.symmetric_hash());
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn symmetric_hash(&self) -> u64 {
        self.canonical().hash
    }

    /// The one of all positions symmetric to this one that stands for them: White is to move and the hash is the least.
    pub(crate) fn canonical(&self) -> Canonical {
        let position = match self.turn() {
            Color::White => *self,
            Color::Black => self.reversed(),
        };
        let hashes = Symmetry::ALL.map(|symmetry| position.transformed(symmetry).zobrist_hash());
        let hash = hashes.into_iter().fold(u64::MAX, u64::min);
        let lead_there = Symmetry::ALL.into_iter().zip(hashes);
        Canonical {
            hash,
            symmetries: lead_there
                .filter(|&(_, image)| image == hash)
                .map(|(symmetry, _)| symmetry)
                .collect(),
        }
    }
}

/// The position that stands for all that are symmetric to it, and the ways to it.
pub(crate) struct Canonical {
    /// Its hash.
    pub(crate) hash: u64,
    /// The symmetries of the board that lead to it: one, and more from a position that is symmetric itself.
    pub(crate) symmetries: SmallVec<[Symmetry; 8]>,
}
