//! Plain `u128` arithmetic, for any machine.

use super::machine::{Machine, Sides};
use super::mobility;
use crate::board::STEPS;
use crate::territory::census::{AMAZON_BITS, Census, index};
use crate::territory::features::Board;
use crate::territory::network::Network;

/// Every machine can do this.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;

/// Applies an operation to every set of one or more groups of sets.
macro_rules! each {
    (|$($set:ident),+| $value:expr) => {
        core::array::from_fn(
            #[inline(always)]
            |i| {
                $(let $set = $set[i];)+
                $value
            },
        )
    };
}

impl Machine for Portable {
    type Quad = [u128; 4];
    type Pair = [u128; 2];
    type Tally = [i64; 2];

    #[inline(always)]
    fn quad(self, set: u128) -> [u128; 4] {
        [set; 4]
    }

    #[inline(always)]
    fn and(self, a: [u128; 4], b: [u128; 4]) -> [u128; 4] {
        each!(|a, b| a & b)
    }

    #[inline(always)]
    fn xor(self, a: [u128; 4], b: [u128; 4]) -> [u128; 4] {
        each!(|a, b| a ^ b)
    }

    #[inline(always)]
    fn or_and(self, a: [u128; 4], b: [u128; 4], c: [u128; 4]) -> [u128; 4] {
        each!(|a, b, c| a | b & c)
    }

    #[inline(always)]
    fn up<const N: usize>(self, a: [u128; 4]) -> [u128; 4] {
        [
            a[0] << (N * STEPS[0]),
            a[1] << (N * STEPS[1]),
            a[2] << (N * STEPS[2]),
            a[3] << (N * STEPS[3]),
        ]
    }

    #[inline(always)]
    fn down<const N: usize>(self, a: [u128; 4]) -> [u128; 4] {
        [
            a[0] >> (N * STEPS[0]),
            a[1] >> (N * STEPS[1]),
            a[2] >> (N * STEPS[2]),
            a[3] >> (N * STEPS[3]),
        ]
    }

    #[inline(always)]
    fn union(self, a: [u128; 4], b: [u128; 4]) -> [u128; 4] {
        [a[0] | a[1] | a[2] | a[3] | b[0] | b[1] | b[2] | b[3]; 4]
    }

    #[inline(always)]
    fn shift_in_all(self, a: [u128; 4]) -> [u128; 4] {
        [u128::MAX, a[0], a[1], a[2]]
    }

    #[inline(always)]
    fn is_empty(self, a: [u128; 4]) -> bool {
        a[0] | a[1] | a[2] | a[3] == 0
    }

    #[inline(always)]
    fn counts(self, a: [u128; 4]) -> [i32; 4] {
        each!(|a| a.count_ones() as i32)
    }

    #[inline(always)]
    fn pair(self, white: u128, black: u128) -> [u128; 2] {
        [white, black]
    }

    #[inline(always)]
    fn pair_of(self, white: [u128; 4], black: [u128; 4]) -> [u128; 2] {
        [white[0], black[0]]
    }

    #[inline(always)]
    fn quad_of(self, low: [u128; 2], high: [u128; 2]) -> [u128; 4] {
        [low[0], low[1], high[0], high[1]]
    }

    #[inline(always)]
    fn sets(self, a: [u128; 2]) -> [u128; 2] {
        a
    }

    #[inline(always)]
    fn swap(self, a: [u128; 2]) -> [u128; 2] {
        [a[1], a[0]]
    }

    #[inline(always)]
    fn grow(self, a: [u128; 2], passable: [u128; 2]) -> [u128; 2] {
        each!(|a, passable| {
            let row = a | a << STEPS[0] | a >> STEPS[0];
            (row | row << STEPS[2] | row >> STEPS[2]) & passable
        })
    }

    #[inline(always)]
    fn minus(self, a: [u128; 2], b: [u128; 2]) -> [u128; 2] {
        each!(|a, b| a & !b)
    }

    #[inline(always)]
    fn or(self, a: [u128; 2], b: [u128; 2]) -> [u128; 2] {
        each!(|a, b| a | b)
    }

    #[inline(always)]
    fn pair_or_and(self, a: [u128; 2], b: [u128; 2], c: [u128; 2]) -> [u128; 2] {
        each!(|a, b, c| a | b & c)
    }

    #[inline(always)]
    fn pair_or_minus(self, a: [u128; 2], b: [u128; 2], c: [u128; 2]) -> [u128; 2] {
        each!(|a, b, c| a | b & !c)
    }

    #[inline(always)]
    fn are_same(self, a: [u128; 2], b: [u128; 2], c: [u128; 2]) -> bool {
        a == b && a == c
    }

    #[inline(always)]
    fn no_tally(self) -> [i64; 2] {
        [0; 2]
    }

    #[inline(always)]
    fn add(self, tally: [i64; 2], a: [u128; 2]) -> [i64; 2] {
        each!(|tally, a| tally + i64::from(a.count_ones()))
    }

    #[inline(always)]
    fn double_and_add(self, tally: [i64; 2], a: [u128; 2]) -> [i64; 2] {
        each!(|tally, a| 2 * tally + i64::from(a.count_ones()))
    }

    #[inline(always)]
    fn lead(self, tally: [i64; 2]) -> i64 {
        tally[0] - tally[1]
    }

    #[inline(always)]
    fn immobility(self, board: &Board, reached: [u128; 2], neighbours: [u128; 4]) -> [i32; 2] {
        mobility::immobility(board, reached, neighbours)
    }

    #[inline(always)]
    fn quad_from(self, sets: [u128; 4]) -> [u128; 4] {
        sets
    }

    #[inline(always)]
    fn firsts(self, pairs: [[u128; 2]; 4]) -> [u128; 4] {
        pairs.map(|pair| pair[0])
    }

    #[inline(always)]
    fn seconds(self, pairs: [[u128; 2]; 4]) -> [u128; 4] {
        pairs.map(|pair| pair[1])
    }

    #[inline(always)]
    fn first(self, pair: [u128; 2]) -> [u128; 4] {
        [pair[0]; 4]
    }

    #[inline(always)]
    fn second(self, pair: [u128; 2]) -> [u128; 4] {
        [pair[1]; 4]
    }

    #[inline(always)]
    fn count_groups(self, groups: [[[u128; 4]; 8]; 4]) -> [u8; 128] {
        count_groups(groups)
    }

    #[inline(always)]
    fn freedom(self, sides: Sides, neighbours: [u128; 4]) -> [u8; 16] {
        mobility::freedom(sides, neighbours)
    }

    #[inline(always)]
    fn last_sum(self, network: &Network, census: &Census) -> i32 {
        network.last_sum(network.first_sums(census))
    }
}

/// See [`Machine::count_groups`].
#[inline(always)]
fn count_groups(groups: [[[u128; 4]; 8]; 4]) -> [u8; 128] {
    let mut counts = [0; 128];
    for (group, columns) in groups.iter().enumerate() {
        for (column, rows) in columns.iter().enumerate() {
            let amazons = group == 2 && column >= 6;
            for (row, &set) in rows.iter().enumerate() {
                counts[index(group, row, column)] = if amazons {
                    (set.count_ones() << AMAZON_BITS).min(u8::MAX.into()) as u8
                } else {
                    set.count_ones() as u8
                };
            }
        }
    }
    counts
}
