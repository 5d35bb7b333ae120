//! Longest fills by search, where bounds leave them open.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use smallvec::SmallVec;

use super::fill::FillBounds;
use super::filling::Filling;

/// Bytes of a hash table an entry takes: it doubles when it is 7/8 full, and while it grows both tables are there.
const BYTES_PER_ENTRY: usize = size_of::<(Filling, FillBounds)>() * 4;

/// What counting may cost.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    /// Nodes of search.
    pub(crate) work: u64,
    /// Bytes of memory.
    pub(crate) bytes: usize,
}

impl Effort {
    /// So much work, and the memory that it takes.
    pub(crate) const fn work(work: u64) -> Effort {
        Effort {
            work,
            bytes: usize::MAX,
        }
    }
}

/// An exact search for longest fills, with a memory of what it has seen.
pub(super) struct FillSearch {
    known: HashMap<Filling, FillBounds, BuildHasherDefault<FillHasher>>,
    work: u64,
    /// What `work` starts from.
    allowance: u64,
    /// Positions that are remembered at most.
    capacity: usize,
}

impl FillSearch {
    /// A search that gives up when its work is done, and stops remembering when its memory is full.
    pub(super) fn new(effort: Effort) -> FillSearch {
        FillSearch {
            known: HashMap::default(),
            work: effort.work,
            allowance: effort.work,
            capacity: effort.bytes / BYTES_PER_ENTRY,
        }
    }

    /// Allows the work of a new search again. What is remembered is kept until the memory is full.
    pub(super) fn renew(&mut self) {
        self.work = self.allowance;
        if self.known.len() >= self.capacity {
            self.known = HashMap::default();
        }
    }

    /// The exact number of moves, or `None` when the work is used up.
    pub(super) fn longest(&mut self, filling: Filling) -> Option<u32> {
        let mut total = 0;
        for part in filling.parts() {
            let bounds = self.known_bounds(part);
            let mut goal = bounds.at_most;
            while goal > bounds.at_least && !self.part_reaches(part, goal)? {
                goal -= 1;
            }
            total += goal;
        }
        Some(total)
    }

    /// Whether `goal` moves can be made, or `None` when the work is used up.
    pub(super) fn reaches(&mut self, filling: Filling, goal: u32) -> Option<bool> {
        let parts: SmallVec<[(Filling, FillBounds); 4]> = filling
            .parts()
            .into_iter()
            .map(|part| (part, self.known_bounds(part)))
            .collect();
        let mut sum = parts
            .iter()
            .fold(FillBounds::NOTHING, |sum, &(_, bounds)| sum.plus(bounds));
        for (part, mut bounds) in parts {
            while sum.at_least < goal && sum.at_most >= goal && bounds.at_least < bounds.at_most {
                if self.part_reaches(part, bounds.at_most)? {
                    sum.at_least += bounds.at_most - bounds.at_least;
                    bounds.at_least = bounds.at_most;
                } else {
                    sum.at_most -= 1;
                    bounds.at_most -= 1;
                }
            }
        }
        Some(sum.at_least >= goal)
    }

    /// The bounds of one connected part: those without search, or what the search has found.
    fn known_bounds(&self, part: Filling) -> FillBounds {
        match self.known.get(&part) {
            Some(&bounds) => bounds,
            None => part.part_bounds(),
        }
    }

    /// [`reaches`](FillSearch::reaches) for a single connected part.
    fn part_reaches(&mut self, part: Filling, goal: u32) -> Option<bool> {
        let bounds = self.known_bounds(part);
        if bounds.at_least >= goal {
            return Some(true);
        }
        if bounds.at_most < goal {
            return Some(false);
        }
        self.work = self.work.checked_sub(1)?;
        let mut reached = false;
        for (_, next) in part.successors() {
            if self.reaches(next, goal - 1)? {
                reached = true;
                break;
            }
        }
        let bounds = if reached {
            FillBounds {
                at_least: goal,
                ..bounds
            }
        } else {
            FillBounds {
                at_most: goal - 1,
                ..bounds
            }
        };
        if self.known.len() < self.capacity {
            self.known.insert(part, bounds);
        } else if let Some(known) = self.known.get_mut(&part) {
            *known = bounds;
        }
        Some(reached)
    }
}

/// Mixes the words of bitboards, which are keys no enemy chooses.
#[derive(Default)]
pub(super) struct FillHasher(u64);

impl Hasher for FillHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u128(u128::from(byte));
        }
    }

    fn write_u128(&mut self, value: u128) {
        // An odd multiplier from the golden ratio; the rotation brings the well-mixed high half down.
        for word in [value as u64, (value >> 64) as u64] {
            self.0 = (self.0.rotate_left(26) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
        self.0 ^= self.0 >> 32;
    }
}

#[cfg(test)]
mod tests {
    use super::super::boxes::fill_in_box;
    use super::super::lone::lone_bounds;
    use super::*;
    use crate::Bitboard;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    #[test]
    fn little_memory_changes_nothing_but_the_work() {
        let mut rng = Pcg64Mcg::seed_from_u64(5);
        let mut hard = 0;
        while hard < 10 {
            let open = Bitboard::from_bits(rng.random::<u128>()) & Bitboard::rectangle(6, 6);
            let amazons: Bitboard = open.iter().step_by(9).collect();
            let empty = open - amazons;
            let filling = Filling { amazons, empty };
            let count = |bytes| {
                let work = u64::MAX;
                let mut search = FillSearch::new(Effort { work, bytes });
                let longest = search.longest(filling);
                let size = search.known.capacity() * size_of::<(Filling, FillBounds)>();
                assert!(size <= bytes, "{size} bytes in {bytes}");
                (longest, search.allowance - search.work, search.known.len())
            };
            let (longest, least_work, positions) = count(usize::MAX);
            if !(20..60).contains(&positions) {
                continue;
            }
            hard += 1;
            for entries in [3, 14, 28] {
                let (found, work, _) = count(entries * BYTES_PER_ENTRY);
                assert_eq!(found, longest);
                assert!(work >= least_work);
            }
        }
    }

    #[test]
    fn bounds_hold() {
        let mut rng = Pcg64Mcg::seed_from_u64(2);
        let mut searched = 0;
        for _ in 0..300 {
            let noise = rng.random::<u128>();
            let open = Bitboard::from_bits(noise) & Bitboard::rectangle(6, 5);
            let Some(seed) = open.nth(open.count() / 2) else {
                continue;
            };
            let shape = Bitboard::from(seed).flood_in(open);
            if shape.count() > 13 {
                continue;
            }
            let bounds = lone_bounds(shape, seed);
            let filling = Filling {
                amazons: Bitboard::from(seed),
                empty: shape.without(seed),
            };
            let exact = brute(filling, &mut HashMap::new());
            assert!(
                bounds.at_least <= exact && exact <= bounds.at_most,
                "{shape}"
            );
            assert_eq!(
                FillSearch::new(Effort::work(u64::MAX)).longest(filling),
                Some(exact)
            );
            searched += u32::from(bounds.exact().is_none());
        }
        assert!(searched >= 10, "{searched}");
    }

    /// All sequences of moves, with no bound but the tables.
    fn brute(filling: Filling, known: &mut HashMap<Filling, u32>) -> u32 {
        let amazon = filling.amazons.first().unwrap();
        let shape = Bitboard::from(amazon).flood_in(filling.empty.with(amazon));
        if let Some(moves) = fill_in_box(shape, amazon) {
            return u32::from(moves);
        }
        if let Some(&moves) = known.get(&filling) {
            return moves;
        }
        let moves = filling
            .successors()
            .map(|(_, next)| 1 + brute(next, known))
            .max()
            .unwrap_or(0);
        known.insert(filling, moves);
        moves
    }
}
