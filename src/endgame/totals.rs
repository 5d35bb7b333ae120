//! Who wins a separated position, and by how much.

use super::fill_search::{Effort, FillSearch};
use super::filling::Filling;
use super::region::is_separated;
use crate::{Color, Position};

/// Each side's longest total of moves in a separated position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Totals {
    /// Moves that White can still make.
    pub white: u32,
    /// Moves that Black can still make.
    pub black: u32,
}

impl Totals {
    /// One side's total.
    #[must_use]
    pub const fn of(self, color: Color) -> u32 {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }

    /// The winner when `turn` is to move: it wins if and only if its total is strictly greater.
    ///
    /// ```
    /// use amazons::{Color, endgame::Totals};
    /// let even = Totals { white: 3, black: 3 };
    /// assert_eq!(even.winner(Color::White), Color::Black);
    /// assert_eq!(even.winner(Color::Black), Color::White);
    /// ```
    #[must_use]
    pub const fn winner(self, turn: Color) -> Color {
        if self.of(turn) > self.of(turn.other()) {
            turn
        } else {
            turn.other()
        }
    }

    /// Moves left to the winner once the loser has none, when `turn` is to move and both play as long as they can.
    #[must_use]
    pub const fn margin(self, turn: Color) -> u32 {
        let (mover, other) = (self.of(turn), self.of(turn.other()));
        // Both have made the loser's total of moves when the loser is to move and has none.
        if mover > other {
            mover - other - 1
        } else {
            other - mover
        }
    }
}

/// Each side's longest total of moves in a separated position, or `None` when the position is not
/// [separated](is_separated) or `work` nodes of search do not settle it.
///
/// Most positions need no search at all. The answer depends on nothing but the position and `work`.
///
/// ```
/// use amazons::{Color, Position, endgame};
/// let position: Position = "Q1*1q/1***1 w".parse()?;
/// let totals = endgame::separated_totals(&position, 1000).unwrap();
/// assert_eq!((totals.white, totals.black), (2, 2));
/// assert_eq!(totals.winner(position.turn()), Color::Black);
/// # Ok::<(), amazons::notation::ParseFenError>(())
/// ```
#[must_use]
pub fn separated_totals(position: &Position, work: u64) -> Option<Totals> {
    separated_totals_within(position, Effort::work(work))
}

/// [`separated_totals`] with no more than this effort.
pub(crate) fn separated_totals_within(position: &Position, effort: Effort) -> Option<Totals> {
    if !is_separated(position) {
        return None;
    }
    let mut search = FillSearch::new(effort);
    Some(Totals {
        white: search.longest(Filling::of(position, Color::White))?,
        black: search.longest(Filling::of(position, Color::Black))?,
    })
}

/// The winner of a separated position, or `None` when the position is not [separated](is_separated) or `work` nodes of
/// search do not settle it. It stops as soon as the comparison is decided, where [`separated_totals`] counts both sides.
///
/// ```
/// use amazons::{Color, Position, endgame};
/// let position: Position = "Q1*1q/1***1 w".parse()?;
/// assert_eq!(endgame::separated_winner(&position, 0), Some(Color::Black));
/// # Ok::<(), amazons::notation::ParseFenError>(())
/// ```
#[must_use]
pub fn separated_winner(position: &Position, work: u64) -> Option<Color> {
    separated_winner_within(position, Effort::work(work))
}

/// [`separated_winner`] with no more than this effort.
pub(crate) fn separated_winner_within(position: &Position, effort: Effort) -> Option<Color> {
    if !is_separated(position) {
        return None;
    }
    let (mover, other) = (position.turn(), !position.turn());
    let (own, enemy) = (Filling::of(position, mover), Filling::of(position, other));
    let (ours, theirs) = (own.bounds(), enemy.bounds());
    if ours.at_least > theirs.at_most {
        return Some(mover);
    }
    if ours.at_most <= theirs.at_least {
        return Some(other);
    }
    // The smaller total is the cheaper one to find; then the other side only has to be compared with it.
    let mut search = FillSearch::new(effort);
    let mover_wins = if ours.at_most <= theirs.at_most {
        let ours = search.longest(own)?;
        !search.reaches(enemy, ours)?
    } else {
        let theirs = search.longest(enemy)?;
        search.reaches(own, theirs + 1)?
    };
    Some(if mover_wins { mover } else { other })
}
