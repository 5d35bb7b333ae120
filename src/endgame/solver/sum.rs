//! A position as a sum of contested parts and a balance of free moves.

use core::ops::ControlFlow;

use smallvec::SmallVec;

use super::super::bounds::{Worth, part_worth};
use super::super::fill_search::FillSearch;
use super::super::filling::Filling;
use crate::{Bitboard, Move, Position, Square, queen_moves};

/// A part that both sides still have a say in, seen from the side to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contest {
    pub(super) own: Bitboard,
    pub(super) enemy: Bitboard,
    pub(super) empty: Bitboard,
    /// The key with `own` to move, and with `enemy` to move.
    keys: [u64; 2],
    pub(super) worth: Worth,
}

impl Contest {
    fn new(own: Bitboard, enemy: Bitboard, empty: Bitboard, worth: Worth) -> Contest {
        Contest {
            own,
            enemy,
            empty,
            keys: [key(own, enemy, empty), key(enemy, own, empty)],
            worth,
        }
    }

    /// The same seen from the other side, which is then to move.
    pub(super) fn swapped(self) -> Contest {
        Contest {
            own: self.enemy,
            enemy: self.own,
            empty: self.empty,
            keys: [self.keys[1], self.keys[0]],
            worth: self.worth.swapped(),
        }
    }
}

/// A product of 64-bit words with its halves folded together: each bit of either word reaches all of the result.
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

/// A hash of the squares, different for either side to move.
fn key(own: Bitboard, enemy: Bitboard, empty: Bitboard) -> u64 {
    // Digits of pi: any odd-looking constants do.
    const SALTS: [u64; 6] = [
        0x243f_6a88_85a3_08d3,
        0x1319_8a2e_0370_7344,
        0xa409_3822_299f_31d0,
        0x082e_fa98_ec4e_6c89,
        0x4528_21e6_38d0_1377,
        0xbe54_66cf_34e9_0c6c,
    ];
    let half = |set: Bitboard, salt: usize| {
        fold(
            set.bits() as u64 ^ SALTS[salt],
            (set.bits() >> 64) as u64 ^ SALTS[salt + 1],
        )
    };
    let (own, enemy, empty) = (half(own, 0), half(enemy, 2), half(empty, 4));
    fold(
        own.wrapping_add(enemy.rotate_left(21)) ^ SALTS[1],
        empty.wrapping_add(enemy) ^ own.rotate_left(42),
    )
}

/// Independent contested parts and the side to move's surplus of moves elsewhere.
#[derive(Clone, Debug, Default)]
pub(super) struct Sum {
    pub(super) contests: SmallVec<[Contest; 3]>,
    /// Free moves of the side to move minus those of the other.
    pub(super) balance: i32,
}

impl Sum {
    /// One part and a balance.
    pub(super) fn single(contest: Contest, balance: i32) -> Sum {
        Sum {
            contests: SmallVec::from_iter([contest]),
            balance,
        }
    }

    /// Adds what `own`, `enemy` and `empty` make of a connected set of squares: a number where that is known.
    pub(super) fn add(
        &mut self,
        own: Bitboard,
        enemy: Bitboard,
        empty: Bitboard,
        fills: &mut FillSearch,
    ) {
        if empty.is_empty() {
            return;
        }
        let worth = match (own.is_empty(), enemy.is_empty()) {
            (true, true) => return,
            (false, true) => fill_worth(own, empty, fills),
            (true, false) => fill_worth(enemy, empty, fills).swapped(),
            (false, false) => part_worth(own, enemy, empty),
        };
        if worth.lo == worth.hi {
            self.balance += worth.lo;
        } else {
            self.contests.push(Contest::new(own, enemy, empty, worth));
        }
    }

    /// Adds all the connected parts of a set of squares.
    pub(super) fn add_all(
        &mut self,
        own: Bitboard,
        enemy: Bitboard,
        empty: Bitboard,
        fills: &mut FillSearch,
    ) {
        for part in components(own | enemy | empty) {
            self.add(own & part, enemy & part, empty & part, fills);
        }
    }

    /// A hash of the contested parts with the side to move; the balance has no part in it.
    pub(super) fn key(&self) -> u64 {
        self.contests
            .iter()
            .fold(0, |sum, contest| sum.wrapping_add(contest.keys[0]))
    }

    pub(super) fn worth(&self) -> Worth {
        let start = Worth {
            lo: self.balance,
            hi: self.balance,
        };
        self.contests.iter().fold(start, |sum, contest| Worth {
            lo: sum.lo + contest.worth.lo,
            hi: sum.hi + contest.worth.hi,
        })
    }

    /// Whether the side to move wins, where the bounds say so.
    pub(super) fn decided(&self) -> Option<bool> {
        let worth = self.worth();
        if worth.lo > 0 {
            Some(true)
        } else if worth.hi <= 0 {
            Some(false)
        } else {
            None
        }
    }

    /// A guess of the side to move's surplus of moves: the balance and the empty squares that it is nearer to than the
    /// other side, in king steps, less those that the other side is.
    pub(super) fn guess(&self) -> i32 {
        self.contests.iter().fold(self.balance, |sum, contest| {
            sum + territory(contest.own, contest.enemy, contest.empty)
        })
    }

    /// The number of slides of the side to move.
    pub(super) fn slides(&self) -> u32 {
        let slides = |contest: &Contest| -> u32 {
            contest
                .own
                .iter()
                .map(|from| queen_moves(from, contest.empty).count())
                .sum()
        };
        self.contests.iter().map(slides).sum()
    }

    /// The other contests and the balance, seen from the other side.
    fn swapped_without(&self, index: usize) -> Sum {
        let others = self.contests.iter().enumerate();
        Sum {
            contests: others
                .filter(|&(other, _)| other != index)
                .map(|(_, contest)| contest.swapped())
                .collect(),
            balance: -self.balance,
        }
    }

    /// Calls `visit` with every move in a contested part, the part's place, and what the move leaves, seen from the other
    /// side, until it breaks.
    pub(super) fn for_each_child<B>(
        &self,
        fills: &mut FillSearch,
        mut visit: impl FnMut(Step, &Sum) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for (index, contest) in self.contests.iter().enumerate() {
            let rest = self.swapped_without(index);
            let mut cuts = Cuts::new(contest.own | contest.enemy | contest.empty);
            for from in contest.own {
                let empty_after = contest.empty.with(from);
                for to in queen_moves(from, contest.empty) {
                    let own = contest.own.without(from).with(to);
                    let left = empty_after.without(to);
                    for arrow in queen_moves(to, empty_after) {
                        let empty = left.without(arrow);
                        let mut child = rest.clone();
                        for &part in cuts.parts_without(arrow) {
                            child.add(contest.enemy & part, own & part, empty & part, fills);
                        }
                        let step = Step {
                            index: index as u8,
                            m: Move::new(from, to, arrow),
                        };
                        visit(step, &child)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// What one of the moves leaves.
    pub(super) fn child(&self, step: Step, fills: &mut FillSearch) -> Sum {
        let index = usize::from(step.index);
        let mut child = self.swapped_without(index);
        if let Some(contest) = self.contests.get(index) {
            let Move { from, to, arrow } = step.m;
            let own = contest.own.without(from).with(to);
            let empty = contest.empty.with(from).without(to).without(arrow);
            child.add_all(contest.enemy, own, empty, fills);
        }
        child
    }

    /// What a free move elsewhere leaves; there is one when the balance is positive.
    pub(super) fn passed(&self) -> Sum {
        Sum {
            contests: self.contests.iter().map(|c| c.swapped()).collect(),
            balance: 1 - self.balance,
        }
    }

    /// The number of empty squares in contested parts.
    pub(super) fn size(&self) -> u32 {
        self.contests.iter().map(|c| c.empty.count()).sum()
    }

    /// The sum of a whole position, seen from the side to move.
    pub(super) fn of(position: &Position, fills: &mut FillSearch) -> Sum {
        let (mover, other) = (position.turn(), !position.turn());
        let mut sum = Sum::default();
        sum.add_all(
            position.amazons(mover),
            position.amazons(other),
            position.empty(),
            fills,
        );
        sum
    }
}

/// A move in a contested part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Step {
    /// The part's place in the sum.
    pub(super) index: u8,
    pub(super) m: Move,
}

/// How many more empty squares are nearer to `own` than to `enemy`, in king steps, than the other way round.
fn territory(own: Bitboard, enemy: Bitboard, empty: Bitboard) -> i32 {
    // A square that one side reaches first is no way for the other to be first anywhere behind it.
    let (mut near, mut far) = (own, enemy);
    let mut open = empty;
    loop {
        let (ours, theirs) = (near.neighbours() & open, far.neighbours() & open);
        if (ours | theirs).is_empty() {
            break;
        }
        open -= ours | theirs;
        near |= ours - theirs;
        far |= theirs - ours;
    }
    (near - own).count() as i32 - (far - enemy).count() as i32
}

fn fill_worth(amazons: Bitboard, empty: Bitboard, fills: &mut FillSearch) -> Worth {
    let filling = Filling { amazons, empty };
    fills.renew();
    match fills.longest(filling) {
        Some(moves) => Worth {
            lo: moves as i32,
            hi: moves as i32,
        },
        None => {
            let bounds = filling.bounds();
            Worth {
                lo: bounds.at_least as i32,
                hi: bounds.at_most as i32,
            }
        }
    }
}

/// The connected parts of a set.
fn components(set: Bitboard) -> SmallVec<[Bitboard; 4]> {
    let mut parts = SmallVec::new();
    let mut rest = set;
    while let Some(seed) = rest.first() {
        let part = Bitboard::from(seed).flood_in(rest);
        rest -= part;
        parts.push(part);
    }
    parts
}

/// What a connected set falls into without one of its squares, remembered by square.
struct Cuts {
    set: Bitboard,
    /// One more than the place in `parts`; 0 for a square not asked for yet.
    places: [u8; 128],
    parts: Vec<SmallVec<[Bitboard; 4]>>,
}

impl Cuts {
    fn new(set: Bitboard) -> Cuts {
        Cuts {
            set,
            places: [0; 128],
            parts: Vec::new(),
        }
    }

    fn parts_without(&mut self, square: Square) -> &[Bitboard] {
        let place = &mut self.places[square.bit()];
        if *place == 0 {
            self.parts.push(components(self.set.without(square)));
            *place = self.parts.len() as u8;
        }
        &self.parts[*place as usize - 1]
    }
}
