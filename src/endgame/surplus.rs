//! What a position is worth to the side to move, and who wins, where that shows without search.

use super::bounds::{Worth, part_worth};
use super::filling::Filling;
use super::region::{Part, parts};
use crate::{Color, Position};

/// Bounds on what a position is worth, in free moves, to one side: its moves over those of the other side, as
/// combinatorial games are compared, so that the bounds of independent parts add up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Surplus {
    /// The side wins, moving second, even if the other side got so many free moves more.
    pub at_least: i32,
    /// The other side wins, moving second, even if this side gave that many free moves fewer.
    pub at_most: i32,
}

impl Surplus {
    /// Whether the side wins when it is to move, where the bounds say so.
    ///
    /// ```
    /// use amazons::endgame::Surplus;
    /// let even = Surplus { at_least: 0, at_most: 0 };
    /// assert_eq!(even.mover_wins(), Some(false));
    /// ```
    #[must_use]
    pub const fn mover_wins(self) -> Option<bool> {
        if self.at_least > 0 {
            Some(true)
        } else if self.at_most <= 0 {
            Some(false)
        } else {
            None
        }
    }
}

/// Bounds on what a position is worth to the side to move. No search: parts of one colour count between the
/// [bounds of their fills](super::fill_bounds), contested ones by the free moves behind blockers and by what either side
/// can reach.
///
/// ```
/// use amazons::{Position, endgame};
/// // Three free moves behind White's blocker, two behind Black's, and one square for whoever takes it.
/// let position: Position = "3Q1q2 w".parse()?;
/// let surplus = endgame::surplus(&position);
/// assert_eq!((surplus.at_least, surplus.at_most), (0, 2));
/// # Ok::<(), amazons::notation::ParseFenError>(())
/// ```
#[must_use]
pub fn surplus(position: &Position) -> Surplus {
    let mover = position.turn();
    parts(position).iter().fold(
        Surplus {
            at_least: 0,
            at_most: 0,
        },
        |sum, part| {
            let worth = worth(part, mover);
            Surplus {
                at_least: sum.at_least + worth.lo,
                at_most: sum.at_most + worth.hi,
            }
        },
    )
}

/// The winner, where the [`surplus`] of the side to move decides it: often long before the position is
/// [separated](super::is_separated). No search is done.
///
/// ```
/// use amazons::{Color, Position, endgame};
/// let position: Position = "4Q1q2 w".parse()?;
/// assert!(!endgame::is_separated(&position));
/// assert_eq!(endgame::decided_winner(&position), Some(Color::White));
/// assert_eq!(endgame::decided_winner(&Position::start()), None);
/// # Ok::<(), amazons::notation::ParseFenError>(())
/// ```
#[must_use]
pub fn decided_winner(position: &Position) -> Option<Color> {
    let mover = position.turn();
    surplus(position)
        .mover_wins()
        .map(|wins| if wins { mover } else { !mover })
}

/// Bounds of one part from `color`'s view.
fn worth(part: &Part, color: Color) -> Worth {
    let Some(owner) = part.owner() else {
        return part_worth(part.amazons(color), part.amazons(!color), part.empty());
    };
    let bounds = Filling {
        amazons: part.amazons(owner),
        empty: part.empty(),
    }
    .part_bounds();
    let worth = Worth {
        lo: bounds.at_least as i32,
        hi: bounds.at_most as i32,
    };
    if owner == color {
        worth
    } else {
        worth.swapped()
    }
}
