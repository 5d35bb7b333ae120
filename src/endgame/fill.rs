//! The longest sequence of moves that one side can make alone.

use super::fill_search::{Effort, FillSearch};
use super::filling::Filling;
use crate::{Color, Move, Position};

/// What is known of a number of moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FillBounds {
    /// So many moves can be made.
    pub at_least: u32,
    /// More can't be.
    pub at_most: u32,
}

impl FillBounds {
    pub(super) const NOTHING: FillBounds = FillBounds::exactly(0);

    pub(super) const fn exactly(moves: u32) -> FillBounds {
        FillBounds {
            at_least: moves,
            at_most: moves,
        }
    }

    /// The number of moves, when the bounds leave one only.
    #[must_use]
    pub const fn exact(self) -> Option<u32> {
        if self.at_least == self.at_most {
            Some(self.at_least)
        } else {
            None
        }
    }

    pub(super) const fn plus(self, other: FillBounds) -> FillBounds {
        FillBounds {
            at_least: self.at_least + other.at_least,
            at_most: self.at_most + other.at_most,
        }
    }
}

/// A longest sequence of moves of one side, with nobody else moving.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fill {
    /// The moves, in the order of play.
    pub moves: Vec<Move>,
}

/// Bounds on the most moves that `color` can make in a row with nobody else moving, without any search. Amazons of the
/// other side stand still and block, whoever is to move.
///
/// ```
/// use amazons::{Color, Position, endgame};
/// let position: Position = "***/*Q*/1*1 w".parse()?;
/// let bounds = endgame::fill_bounds(&position, Color::White);
/// assert_eq!(bounds.exact(), Some(1)); // either empty square, not both
/// # Ok::<(), amazons::notation::ParseFenError>(())
/// ```
#[must_use]
pub fn fill_bounds(position: &Position, color: Color) -> FillBounds {
    Filling::of(position, color).bounds()
}

/// One longest sequence of moves that `color` can make with nobody else moving, or `None` when `work` nodes of search did
/// not find it. Amazons of the other side stand still and block, whoever is to move.
///
/// ```
/// use amazons::{Color, Position, endgame};
/// let position: Position = "3/1Q1/3 w".parse()?;
/// let fill = endgame::longest_fill(&position, Color::White, 1000).unwrap();
/// assert_eq!(fill.moves.len(), 8);
/// # Ok::<(), amazons::notation::ParseFenError>(())
/// ```
#[must_use]
pub fn longest_fill(position: &Position, color: Color, work: u64) -> Option<Fill> {
    longest_fill_within(position, color, Effort::work(work))
}

/// [`longest_fill`] with no more than this effort.
pub(crate) fn longest_fill_within(
    position: &Position,
    color: Color,
    effort: Effort,
) -> Option<Fill> {
    let mut filling = Filling::of(position, color);
    let mut search = FillSearch::new(effort);
    let mut left = search.longest(filling)?;
    let mut moves = Vec::with_capacity(left as usize);
    while left > 0 {
        left -= 1;
        let mut found = None;
        for (m, next) in filling.successors() {
            if search.reaches(next, left)? {
                found = Some((m, next));
                break;
            }
        }
        // A move that keeps the total exists, or the total would be smaller.
        let (m, next) = found?;
        moves.push(m);
        filling = next;
    }
    Some(Fill { moves })
}
