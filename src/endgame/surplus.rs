//! What a position is worth to the side to move, and who wins, where that shows without search.

use smallvec::SmallVec;

use super::bounds::{Reach, Worth};
use super::filling::Filling;
use super::pockets::Pockets;
use super::region::{Part, parts};
use crate::{Color, Position};

/// Bounds on what a position is worth, in free moves, to one side: its moves over those of the other side, as
/// combinatorial games are compared, so that the bounds of independent parts add up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Surplus {
    /// The side wins, moving second, even if the other side is given this many extra free moves.
    pub at_least: i32,
    /// Given this many extra free moves, the other side wins, moving second.
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
            let worth = Standing::new(part, mover).worth(&mut Pockets::default());
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
    decided_winner_with(position, &mut Pockets::default())
}

/// [`decided_winner`] with what is known of pockets, and what is found out about them.
pub(crate) fn decided_winner_with(position: &Position, pockets: &mut Pockets) -> Option<Color> {
    let mover = position.turn();
    let standings: SmallVec<[Standing; 8]> = parts(position)
        .iter()
        .map(|part| Standing::new(part, mover))
        .collect();
    let cheap = |of: fn(&Standing) -> i32| -> i32 { standings.iter().map(of).sum() };
    let mut sum = |of: fn(&Standing, &mut Pockets) -> i32| -> i32 {
        standings.iter().map(|standing| of(standing, pockets)).sum()
    };
    // In most positions of a search neither side is near enough to a win for the dearer bounds to be worth their price.
    if cheap(Standing::lo_at_most) > 0 && sum(Standing::lo) > 0 {
        Some(mover)
    } else if cheap(Standing::hi_at_least) <= 0 && sum(Standing::hi) <= 0 {
        Some(!mover)
    } else {
        None
    }
}

/// A part as one side sees it, and each bound of what it is worth to that side on its own.
enum Standing {
    Own(Filling),
    Enemy(Filling),
    Contested(Reach),
}

impl Standing {
    fn new(part: &Part, color: Color) -> Standing {
        let filling = |owner| Filling {
            amazons: part.amazons(owner),
            empty: part.empty(),
        };
        match part.owner() {
            Some(owner) if owner == color => Standing::Own(filling(owner)),
            Some(owner) => Standing::Enemy(filling(owner)),
            None => Standing::Contested(Reach::new(
                part.amazons(color),
                part.amazons(!color),
                part.empty(),
            )),
        }
    }

    /// Bounds of the part's worth.
    fn worth(&self, pockets: &mut Pockets) -> Worth {
        Worth {
            lo: self.lo(pockets),
            hi: self.hi(pockets),
        }
    }

    fn lo(&self, pockets: &mut Pockets) -> i32 {
        match self {
            Standing::Own(filling) => filling.part_bounds().at_least as i32,
            Standing::Enemy(filling) => -(filling.part_at_most() as i32),
            Standing::Contested(reach) => reach.lo(pockets),
        }
    }

    fn hi(&self, pockets: &mut Pockets) -> i32 {
        match self {
            Standing::Own(filling) => filling.part_at_most() as i32,
            Standing::Enemy(filling) => -(filling.part_bounds().at_least as i32),
            Standing::Contested(reach) => reach.hi(pockets),
        }
    }

    /// What `lo` can't exceed, for a small part of its price.
    fn lo_at_most(&self) -> i32 {
        match self {
            Standing::Own(filling) => filling.part_at_most() as i32,
            Standing::Enemy(filling) => -(filling.part_at_most() as i32),
            Standing::Contested(reach) => reach.lo_at_most(),
        }
    }

    /// The same for `hi`, which can't be less.
    fn hi_at_least(&self) -> i32 {
        match self {
            Standing::Own(filling) => filling.part_at_most() as i32,
            Standing::Enemy(filling) => -(filling.part_at_most() as i32),
            Standing::Contested(reach) => reach.hi_at_least(),
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;

    use super::*;

    #[test]
    fn what_is_known_of_pockets_changes_no_answer() {
        let mut rng = Pcg64Mcg::seed_from_u64(7);
        let mut pockets = Pockets::new();
        let mut seen = [0; 3];
        let small: Position = "Q2q/4/4/q2Q w".parse().unwrap();
        for start in [Position::start(), small].into_iter().cycle().take(400) {
            let mut position = start;
            while let Some(m) = position.random_move(&mut rng) {
                position.play_unchecked(m);
                let mover = position.turn();
                let expected = surplus(&position)
                    .mover_wins()
                    .map(|wins| if wins { mover } else { !mover });
                assert_eq!(decided_winner_with(&position, &mut pockets), expected);
                assert_eq!(decided_winner(&position), expected);
                seen[expected.map_or(2, Color::index)] += 1;
            }
        }
        assert!(seen.iter().all(|&positions| positions > 1_000), "{seen:?}");
    }

    #[test]
    fn cheap_bounds_enclose_the_dear_ones() {
        let mut rng = Pcg64Mcg::seed_from_u64(8);
        let mut pockets = Pockets::new();
        let mut looser = 0;
        for _ in 0..200 {
            let mut position = Position::start();
            while let Some(m) = position.random_move(&mut rng) {
                position.play_unchecked(m);
                for part in parts(&position) {
                    let standing = Standing::new(&part, position.turn());
                    let worth = standing.worth(&mut pockets);
                    assert!(worth.lo <= worth.hi, "{position}");
                    assert!(standing.lo_at_most() >= worth.lo, "{position}");
                    assert!(standing.hi_at_least() <= worth.hi, "{position}");
                    looser += u32::from(standing.lo_at_most() > worth.lo);
                }
            }
        }
        assert!(looser > 100, "{looser}");
    }
}
