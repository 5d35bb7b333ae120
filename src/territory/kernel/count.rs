//! The counting itself, written once for every machine.

use super::machine::{Machine, Sides};
use crate::board::ROW_STRIDE;
use crate::territory::census::{self, Census};
use crate::territory::features::{Board, Features, KING_LEAD_CAP, NEARNESS_BITS};

/// Counts everything.
#[inline(always)]
pub(in crate::territory) fn features<M: Machine>(m: M, board: &Board) -> Features {
    let empty = board.empty.bits();
    let amazons = [board.amazons[0].bits(), board.amazons[1].bits()];
    // First, so that it fills the gaps in the races: nothing waits for it and it waits for nothing.
    let neighbours = empty_neighbours(empty);
    let races = races(m, amazons, empty);
    let reached = m.sets(races.reached);
    let [queen_white, queen_black, king_white, king_black] =
        m.counts(m.quad_of(races.nearer_by_queen, races.nearer_by_king));
    let both = reached[0] & reached[1];
    let apart = m.counts(m.and(races.apart, m.quad(both)));
    let shared = both.count_ones() as i32;
    let near = races.nearer_by_king;
    let king_ties = m.sets(m.minus(races.reached, m.or(near, m.swap(near))));
    Features {
        queen_race: queen_white - queen_black,
        queen_ties: shared - apart[0],
        king_race: king_white - king_black,
        king_ties: king_ties[0].count_ones() as i32,
        nearness: races.nearness,
        king_lead: races.king_lead,
        // 16 * 2^-n is 16 - 8 - 4 ..., a part less for every move apart.
        contested: 16 * shared - 8 * apart[0] - 4 * apart[1] - 2 * apart[2] - apart[3],
        immobility: m.immobility(board, reached, neighbours),
    }
}

/// Counts squares and amazons by kind.
#[inline(always)]
pub(in crate::territory) fn census<M: Machine>(m: M, board: &Board) -> Census {
    let empty = board.empty.bits();
    let turn = board.turn.index();
    let amazons = [board.amazons[turn].bits(), board.amazons[1 - turn].bits()];
    let neighbours = empty_neighbours(empty);
    let Distances {
        queens,
        kings,
        nearer,
        reached,
    } = distances(m, amazons, empty);

    let alone = m.minus(reached, m.swap(reached));
    let nearer_of_both = m.minus(nearer, alone);
    let ties = m.minus(m.minus(reached, alone), m.or(nearer, m.swap(nearer)));
    let openness = openness(neighbours);
    let liberties = m.quad_from(liberties(neighbours));
    let amazons_pair = m.pair(amazons[0], amazons[1]);

    let none = m.quad(0);
    let near_rows = m.firsts([kings[0], kings[1], kings[2], kings[3]]);
    let far_rows = m.firsts([kings[4], kings[5], kings[6], kings[7]]);
    let queen_levels = [queens[0], queens[1], queens[2], queens[3]];
    let queen_rows = m.firsts(queen_levels);
    let nearer_rows = m.quad_of(alone, nearer_of_both);
    let pairs = [
        m.and(queen_rows, m.second(queens[0])),
        m.and(queen_rows, m.second(queens[1])),
        m.and(queen_rows, m.second(queens[2])),
        m.and(queen_rows, m.second(queens[3])),
        m.and(queen_rows, m.second(queens[4])),
        m.and(m.seconds(queen_levels), m.first(queens[4])),
        m.and(liberties, m.first(amazons_pair)),
        m.and(liberties, m.second(amazons_pair)),
    ];
    let open = [
        m.and(nearer_rows, m.quad(openness[0])),
        m.and(nearer_rows, m.quad(openness[1])),
        m.and(nearer_rows, m.quad(openness[2])),
        m.and(nearer_rows, m.quad(openness[3])),
        m.and(m.quad_from(openness), m.first(ties)),
        none,
        none,
        none,
    ];
    let squares = m.count_groups([
        with_seconds(m, near_rows, kings),
        with_seconds(m, far_rows, kings),
        pairs,
        open,
    ]);
    let sides = Sides {
        empty,
        amazons,
        reached: m.sets(reached),
    };
    let freedom = m.freedom(sides, neighbours);
    let mut census = Census([0; census::LEN]);
    census.0[..census::FREEDOM].copy_from_slice(&squares);
    census.0[census::FREEDOM..].copy_from_slice(&freedom);
    census
}

/// The squares of four rows that are in each pair's second set.
#[inline(always)]
fn with_seconds<M: Machine>(m: M, rows: M::Quad, columns: [M::Pair; 8]) -> [M::Quad; 8] {
    // Closures, as `map` takes them, would not be compiled for the machine.
    let mut both = [rows; 8];
    for (both, column) in both.iter_mut().zip(columns) {
        *both = m.and(rows, m.second(column));
    }
    both
}

/// The mover's sets come first.
struct Distances<M: Machine> {
    /// The squares at D1 of 1, 2, 3, more, infinity.
    queens: [M::Pair; 5],
    /// The squares at D2 of 1 to 6, more, infinity.
    kings: [M::Pair; 8],
    /// The squares each side is nearer to by D1.
    nearer: M::Pair,
    /// The empty squares each side can reach at all.
    reached: M::Pair,
}

/// Spreads from the amazons level by level until nothing is left, as [`races`] does. The first levels, which are told apart,
/// are always made.
#[inline(always)]
fn distances<M: Machine>(m: M, amazons: [u128; 2], empty: u128) -> Distances<M> {
    let lines = Lines::new(m, empty);
    let passable = m.pair(empty, empty);
    let mut fronts = [m.quad(amazons[0]), m.quad(amazons[1])];
    let mut nearer = m.pair(0, 0);
    let one = m.grow(m.pair(amazons[0], amazons[1]), passable);
    let two = m.grow(one, passable);
    let within_one = lines.next_level(m, &mut fronts, &mut nearer);
    let three = m.grow(two, passable);
    let four = m.grow(three, passable);
    let within_two = lines.next_level(m, &mut fronts, &mut nearer);
    let five = m.grow(four, passable);
    let six = m.grow(five, passable);
    let within_three = lines.next_level(m, &mut fronts, &mut nearer);
    // Queens and kings reach the same in the end, and kings cost less.
    let mut reached = six;
    loop {
        let before = m.grow(reached, passable);
        reached = m.grow(before, passable);
        if m.are_same(reached, before, before) {
            break;
        }
    }
    let mut queens = within_three;
    while !m.are_same(queens, reached, reached) {
        queens = lines.next_level(m, &mut fronts, &mut nearer);
    }
    let never = m.minus(passable, reached);
    Distances {
        queens: [
            within_one,
            m.minus(within_two, within_one),
            m.minus(within_three, within_two),
            m.minus(reached, within_three),
            never,
        ],
        kings: [
            one,
            m.minus(two, one),
            m.minus(three, two),
            m.minus(four, three),
            m.minus(five, four),
            m.minus(six, five),
            m.minus(reached, six),
            never,
        ],
        nearer,
        reached,
    }
}

/// The squares with 0 or 1 empty neighbours, 2 or 3, 4 or 5, and more, from the binary numbers of them.
#[inline(always)]
fn openness([_, twos, fours, eights]: [u128; 4]) -> [u128; 4] {
    [
        !(twos | fours | eights),
        twos & !fours,
        fours & !twos,
        fours & twos | eights,
    ]
}

/// The squares with 0 empty neighbours, 1, 2, and more.
#[inline(always)]
fn liberties([ones, twos, fours, eights]: [u128; 4]) -> [u128; 4] {
    let many = fours | eights;
    [
        !(ones | twos | many),
        ones & !(twos | many),
        twos & !(ones | many),
        twos & ones | many,
    ]
}

struct Races<M: Machine> {
    /// The empty squares each side can reach at all.
    reached: M::Pair,
    /// The squares each side is strictly nearer to.
    nearer_by_king: M::Pair,
    nearer_by_queen: M::Pair,
    /// Set n: the squares that the queens of one side reach more than n moves before those of the other.
    apart: M::Quad,
    nearness: i32,
    king_lead: i32,
}

/// Spreads from the amazons level by level until nothing is left: a level of queen moves and two of king moves together,
/// about the proportion of their numbers, because neither alone keeps a processor busy.
#[inline(always)]
fn races<M: Machine>(m: M, amazons: [u128; 2], empty: u128) -> Races<M> {
    let lines = Lines::new(m, empty);
    let mut fronts = [m.quad(amazons[0]), m.quad(amazons[1])];
    let mut apart = m.quad(0);
    let mut nearer_by_queen = m.pair(0, 0);
    let mut tally = m.no_tally();
    let mut level = 0;

    let passable = m.pair(empty, empty);
    let mut kings = m.grow(m.pair(amazons[0], amazons[1]), passable);
    // ahead[n]: the squares that the kings of a side have reached for more than n moves before the other's.
    let mut ahead = [m.pair(0, 0); KING_LEAD_CAP as usize];
    loop {
        note_lead(m, &mut ahead, kings);
        let kings_before = m.grow(kings, passable);
        note_lead(m, &mut ahead, kings_before);
        kings = m.grow(kings_before, passable);

        fronts = lines.spread(m, fronts);
        level += 1;
        let [white, black] = fronts;
        let queens = m.pair_of(white, black);
        nearer_by_queen = m.pair_or_minus(nearer_by_queen, queens, m.pair_of(black, white));
        apart = m.or_and(apart, m.shift_in_all(apart), m.xor(white, black));
        tally = m.double_and_add(tally, queens);

        // Queens and kings reach the same in the end.
        if m.are_same(kings, kings_before, queens) {
            // All further levels are like this one: together they count as much as it does.
            let sum = m.lead(m.add(tally, queens));
            // What the other never reaches is as far ahead as counts.
            let alone = m.minus(kings, m.swap(kings));
            let mut leads = m.no_tally();
            for set in ahead {
                leads = m.add(leads, m.or(set, alone));
            }
            return Races {
                reached: kings,
                nearer_by_king: ahead[0],
                nearer_by_queen,
                apart,
                nearness: scaled(sum, level),
                king_lead: m.lead(leads) as i32,
            };
        }
    }
}

#[inline(always)]
fn note_lead<M: Machine>(m: M, ahead: &mut [M::Pair; KING_LEAD_CAP as usize], reached: M::Pair) {
    let alone = m.minus(reached, m.swap(reached));
    for n in (1..ahead.len()).rev() {
        ahead[n] = m.pair_or_and(ahead[n], ahead[n - 1], alone);
    }
    ahead[0] = m.or(ahead[0], alone);
}

/// `sum` / 2^`level` in units of 2^-[`NEARNESS_BITS`].
#[inline(always)]
fn scaled(sum: i64, level: u32) -> i32 {
    if level <= NEARNESS_BITS {
        (sum << (NEARNESS_BITS - level)) as i32
    } else {
        (sum >> (level - NEARNESS_BITS)) as i32
    }
}

/// Queen lines over the empty squares, four directions at a time: Kogge-Stone fills. What they spread through depends on
/// the empty squares only, and serves all levels of both sides.
struct Lines<M: Machine> {
    empty: M::Quad,
    /// Squares that end a run of two and of four empty squares, upwards and downwards.
    up: [M::Quad; 2],
    down: [M::Quad; 2],
    /// Whether a queen can go more than seven steps somewhere.
    long: bool,
}

impl<M: Machine> Lines<M> {
    #[inline(always)]
    fn new(m: M, empty: u128) -> Lines<M> {
        let empty = m.quad(empty);
        let up_two = m.and(empty, m.up::<1>(empty));
        let up_four = m.and(up_two, m.up::<2>(up_two));
        let down_two = m.and(empty, m.down::<1>(empty));
        let down_four = m.and(down_two, m.down::<2>(down_two));
        Lines {
            empty,
            up: [up_two, up_four],
            down: [down_two, down_four],
            long: !m.is_empty(m.and(up_four, m.up::<4>(up_four))),
        }
    }

    /// Takes both fronts one move further; returns what they have reached, and notes where one of them was first.
    #[inline(always)]
    fn next_level(&self, m: M, fronts: &mut [M::Quad; 2], nearer: &mut M::Pair) -> M::Pair {
        *fronts = self.spread(m, *fronts);
        let queens = m.pair_of(fronts[0], fronts[1]);
        *nearer = m.pair_or_minus(*nearer, queens, m.pair_of(fronts[1], fronts[0]));
        queens
    }

    /// What queens on the squares of each set reach in one move, the set's own empty squares included.
    #[inline(always)]
    fn spread(&self, m: M, fronts: [M::Quad; 2]) -> [M::Quad; 2] {
        let [white, black] = fronts;
        let (mut a, mut b, mut c, mut d) = (white, white, black, black);
        a = m.or_and(a, m.up::<1>(a), self.empty);
        b = m.or_and(b, m.down::<1>(b), self.empty);
        c = m.or_and(c, m.up::<1>(c), self.empty);
        d = m.or_and(d, m.down::<1>(d), self.empty);
        a = m.or_and(a, m.up::<2>(a), self.up[0]);
        b = m.or_and(b, m.down::<2>(b), self.down[0]);
        c = m.or_and(c, m.up::<2>(c), self.up[0]);
        d = m.or_and(d, m.down::<2>(d), self.down[0]);
        a = m.or_and(a, m.up::<4>(a), self.up[1]);
        b = m.or_and(b, m.down::<4>(b), self.down[1]);
        c = m.or_and(c, m.up::<4>(c), self.up[1]);
        d = m.or_and(d, m.down::<4>(d), self.down[1]);
        if self.long {
            // Seven steps so far, and two more make the nine of the longest line.
            a = m.or_and(a, m.up::<2>(a), self.up[0]);
            b = m.or_and(b, m.down::<2>(b), self.down[0]);
            c = m.or_and(c, m.up::<2>(c), self.up[0]);
            d = m.or_and(d, m.down::<2>(d), self.down[0]);
        }
        [
            m.and(m.union(a, b), self.empty),
            m.and(m.union(c, d), self.empty),
        ]
    }
}

/// The number of empty neighbours of every square, in binary.
#[inline(always)]
fn empty_neighbours(empty: u128) -> [u128; 4] {
    let (left, right) = (empty << 1, empty >> 1);
    let (beside_ones, beside_twos) = (left ^ right, left & right);
    let (row_ones, row_twos) = (beside_ones ^ empty, beside_twos | beside_ones & empty);
    let (ones_above, ones_below) = (row_ones << ROW_STRIDE, row_ones >> ROW_STRIDE);
    let (twos_above, twos_below) = (row_twos << ROW_STRIDE, row_twos >> ROW_STRIDE);
    let (ones, carry) = add(beside_ones, ones_above, ones_below);
    let (twos, fours) = add(beside_twos, twos_above, twos_below);
    let (twos, more_fours) = (twos ^ carry, twos & carry);
    [ones, twos, fours ^ more_fours, fours & more_fours]
}

/// Adds three bits in every place: (sum, carry).
#[inline(always)]
fn add(a: u128, b: u128, c: u128) -> (u128, u128) {
    let half = a ^ b;
    (half ^ c, a & b | half & c)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Bitboard, Square};

    #[test]
    fn neighbours_are_counted_in_binary() {
        for empty in [
            Bitboard::FULL,
            Bitboard::from_bits(0x9_2af3_0c77_15d8_eb61_37ac_9e05_f1d2),
        ] {
            let planes = empty_neighbours(empty.bits());
            for square in Square::ALL {
                let mut count = 0;
                for (i, plane) in planes.iter().enumerate() {
                    count |= u32::from(Bitboard::from_bits(*plane).contains(square)) << i;
                }
                let neighbours = Bitboard::from(square).neighbours() & empty;
                assert_eq!(count, neighbours.count(), "{square}");
            }
        }
    }
}
