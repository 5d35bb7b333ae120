//! Distance maps for people and tests; the kernels work on sets of squares instead.

use crate::board::{Bitboard, Color, Position, Square};

/// The distance of a square that a side can't reach, or that something other than its own amazon stands on.
pub const UNREACHABLE: u8 = u8::MAX;

/// Moves from one side's nearest amazon to every square of the board.
///
/// Own amazons are at 0, empty squares at the fewest moves over empty squares, everything else is [`UNREACHABLE`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DistanceMap([u8; 100]);

impl DistanceMap {
    /// The distance of a square in moves.
    #[must_use]
    pub const fn at(&self, square: Square) -> u8 {
        self.0[square.index()]
    }

    /// All distances, by [`Square::index`].
    #[must_use]
    pub const fn as_array(&self) -> &[u8; 100] {
        &self.0
    }

    /// Spreads from `amazons` over `empty`, a move at a time; `step` gives the squares one move from a set.
    fn spread(
        amazons: Bitboard,
        empty: Bitboard,
        step: impl Fn(Bitboard, Bitboard) -> Bitboard,
    ) -> DistanceMap {
        let mut map = DistanceMap([UNREACHABLE; 100]);
        let (mut front, mut left) = (amazons, empty);
        let mut distance = 0;
        while !front.is_empty() {
            for square in front {
                map.0[square.index()] = distance;
            }
            distance += 1;
            front = step(front, empty) & left;
            left -= front;
        }
        map
    }
}

/// A plain list of 100 numbers.
#[cfg(feature = "serde")]
impl serde::Serialize for DistanceMap {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.as_slice().serialize(serializer)
    }
}

/// D1: the fewest queen moves over empty squares from `color`'s nearest amazon.
///
/// ```
/// use amazons::{Color, Position, territory::queen_distances};
/// let map = queen_distances(&Position::start(), Color::White);
/// assert_eq!(map.at("d1".parse()?), 0);
/// assert_eq!(map.at("d9".parse()?), 1);
/// assert_eq!(map.at("a10".parse()?), 2);
/// # Ok::<(), amazons::ParseSquareError>(())
/// ```
#[must_use]
pub fn queen_distances(position: &Position, color: Color) -> DistanceMap {
    DistanceMap::spread(position.amazons(color), position.empty(), |front, empty| {
        let mut seen = Bitboard::EMPTY;
        for square in front {
            seen |= crate::board::queen_moves(square, empty);
        }
        seen
    })
}

/// D2: the fewest king moves over empty squares from `color`'s nearest amazon.
///
/// ```
/// use amazons::{Color, Position, territory::king_distances};
/// let map = king_distances(&Position::start(), Color::White);
/// assert_eq!(map.at("d9".parse()?), 5);
/// # Ok::<(), amazons::ParseSquareError>(())
/// ```
#[must_use]
pub fn king_distances(position: &Position, color: Color) -> DistanceMap {
    DistanceMap::spread(position.amazons(color), position.empty(), |front, empty| {
        front.neighbours() & empty
    })
}
