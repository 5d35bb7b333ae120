//! What a part with both colours is worth at least and at most, without search.

use super::lone::lone_most;
use super::pockets::Pockets;
use crate::Bitboard;

/// Whole numbers between which the value of a part lies, as combinatorial games are ordered, from one side's view.
///
/// `lo <= G` says that the side, moving second, wins the part when the enemy has `lo` free moves elsewhere: the part is
/// worth at least `lo` free moves to it. `G <= hi` says the same of the enemy. Values between whole numbers, and hot
/// positions that are worth different numbers to whoever moves first, are inside such bounds like any other, and bounds
/// add up over the parts of a sum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Worth {
    pub(super) lo: i32,
    pub(super) hi: i32,
}

impl Worth {
    /// The same from the other side's view.
    pub(super) const fn swapped(self) -> Worth {
        Worth {
            lo: -self.hi,
            hi: -self.lo,
        }
    }
}

/// Bounds for a part.
///
/// A side can always play like this: leave its amazons where they are, and with one amazon for each pocket that only its
/// own amazons are doors to, step in, shoot the door shut and fill the pocket. Nobody can take these free moves away, and
/// the other side meanwhile gets no further than the squares it reaches with that side's amazons as walls.
pub(super) fn part_worth(own: Bitboard, enemy: Bitboard, empty: Bitboard) -> Worth {
    let contest = Reach::new(own, enemy, empty);
    let pockets = &mut Pockets::default();
    Worth {
        lo: contest.lo(pockets),
        hi: contest.hi(pockets),
    }
}

/// The squares of a part that either side reaches as long as the other's amazons stay where they are.
pub(super) struct Reach {
    own: Bitboard,
    enemy: Bitboard,
    empty: Bitboard,
    own_open: Bitboard,
    enemy_open: Bitboard,
}

impl Reach {
    pub(super) fn new(own: Bitboard, enemy: Bitboard, empty: Bitboard) -> Reach {
        Reach {
            own,
            enemy,
            empty,
            own_open: own.neighbours().flood_in(empty),
            enemy_open: enemy.neighbours().flood_in(empty),
        }
    }

    /// `lo` of the part's [`Worth`].
    pub(super) fn lo(&self, pockets: &mut Pockets) -> i32 {
        pockets.free_moves(self.own, self.empty - self.enemy_open)
            - most_moves(self.enemy, self.enemy_open)
    }

    /// `hi` of the part's [`Worth`].
    pub(super) fn hi(&self, pockets: &mut Pockets) -> i32 {
        most_moves(self.own, self.own_open)
            - pockets.free_moves(self.enemy, self.empty - self.own_open)
    }

    /// What `lo` can't exceed, for a small part of its price: as if every pocket could be filled whole.
    pub(super) fn lo_at_most(&self) -> i32 {
        (self.empty - self.enemy_open).count() as i32 - most_moves(self.enemy, self.enemy_open)
    }

    /// The same for `hi`, which can't be less.
    pub(super) fn hi_at_least(&self) -> i32 {
        most_moves(self.own, self.own_open) - (self.empty - self.own_open).count() as i32
    }
}

impl Bitboard {
    /// The squares of `passable` that are in the set or joined to one that is by king steps over `passable`.
    pub(super) const fn flood_in(self, passable: Bitboard) -> Bitboard {
        let mut reached = Bitboard::from_bits_unmasked(self.bits() & passable.bits());
        loop {
            let next = reached.bits() | reached.neighbours().bits() & passable.bits();
            if next == reached.bits() {
                return reached;
            }
            reached = Bitboard::from_bits_unmasked(next);
        }
    }
}

/// An upper bound on the moves that `amazons` can make when they only ever enter the squares of `open` and those that
/// they leave themselves.
fn most_moves(amazons: Bitboard, open: Bitboard) -> i32 {
    // Those that touch one of them may follow through the square that it leaves.
    let mut movers = open.neighbours().flood_in(amazons);
    match (movers.pop_front(), movers.is_empty()) {
        (None, _) => 0,
        (Some(amazon), true) => lone_most(open.with(amazon), amazon) as i32,
        _ => open.count() as i32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Color, Position};

    fn worth(fen: &str) -> Worth {
        let position: Position = fen.parse().unwrap();
        part_worth(
            position.amazons(Color::White),
            position.amazons(Color::Black),
            position.empty(),
        )
    }

    #[test]
    fn pockets_behind_blockers_are_free_moves() {
        // White holds three squares behind its amazon, Black two, and nothing else is empty.
        assert_eq!(worth("3Qq2 w"), Worth { lo: 1, hi: 1 });
        // One square between them, which either may reach: at worst White loses it.
        assert_eq!(worth("3Q1q2 w"), Worth { lo: 0, hi: 2 });
        assert_eq!(worth("3Q1q2 w").swapped(), Worth { lo: -2, hi: 0 });
    }

    #[test]
    fn amazons_follow_through_the_square_that_another_leaves() {
        // White's amazon on c3 alone could make two moves in a4, b4 and c5; when it is through, d3 can move to c3.
        let found = worth("**1*/2**/q*QQ/q**Q/2q* w");
        assert_eq!(found.hi, 1);
    }

    #[test]
    fn one_amazon_fills_one_pocket() {
        // White's amazon on b2 shuts the door on one of its pockets when it enters the other; b3 may be Black's.
        assert_eq!(worth("*q*/*1*/*Q*/1*1 w"), Worth { lo: 0, hi: 1 });
    }
}
