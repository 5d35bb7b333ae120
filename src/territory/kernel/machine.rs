//! What the counting needs of a machine: a few operations on sets of squares, several sets at a time.

use crate::territory::census::Census;
use crate::territory::network::Network;

/// A way to compute. A value is the proof that this machine has the instructions.
///
/// A `Quad` holds four sets, one for each of [`STEPS`](crate::board::STEPS); a `Pair` holds White's and Black's.
pub(in crate::territory) trait Machine: Copy {
    type Quad: Copy;
    type Pair: Copy;
    /// A number for each of the sets of a `Pair`.
    type Tally: Copy;

    /// The same set four times.
    fn quad(self, set: u128) -> Self::Quad;
    /// `a & b`.
    fn and(self, a: Self::Quad, b: Self::Quad) -> Self::Quad;
    /// `a ^ b`.
    fn xor(self, a: Self::Quad, b: Self::Quad) -> Self::Quad;
    /// `a | b & c`.
    fn or_and(self, a: Self::Quad, b: Self::Quad, c: Self::Quad) -> Self::Quad;
    /// Set d moved up by `N` times the bits of step d. `N` is 1, 2 or 4.
    fn up<const N: usize>(self, a: Self::Quad) -> Self::Quad;
    /// Set d moved down by `N` times the bits of step d. `N` is 1, 2 or 4.
    fn down<const N: usize>(self, a: Self::Quad) -> Self::Quad;
    /// The union of all eight sets, four times.
    fn union(self, a: Self::Quad, b: Self::Quad) -> Self::Quad;
    /// Set d - 1 in the place of set d, and all bits in the place of set 0.
    fn shift_in_all(self, a: Self::Quad) -> Self::Quad;
    fn is_empty(self, a: Self::Quad) -> bool;
    /// The number of squares of each set.
    fn counts(self, a: Self::Quad) -> [i32; 4];

    fn quad_from(self, sets: [u128; 4]) -> Self::Quad;
    /// The first sets of four pairs.
    fn firsts(self, pairs: [Self::Pair; 4]) -> Self::Quad;
    /// The second sets of four pairs.
    fn seconds(self, pairs: [Self::Pair; 4]) -> Self::Quad;
    /// The first set of a pair, four times.
    fn first(self, pair: Self::Pair) -> Self::Quad;
    /// The second set of a pair, four times.
    fn second(self, pair: Self::Pair) -> Self::Quad;
    /// The numbers of squares of four groups of eight quads, in the order of [`census::index`](crate::territory::census::index).
    /// The last two of group 2 are amazons and count as such.
    fn count_groups(self, groups: [[Self::Quad; 8]; 4]) -> [u8; 128];

    fn pair(self, white: u128, black: u128) -> Self::Pair;
    /// The first set of each.
    fn pair_of(self, white: Self::Quad, black: Self::Quad) -> Self::Pair;
    fn quad_of(self, low: Self::Pair, high: Self::Pair) -> Self::Quad;
    fn sets(self, a: Self::Pair) -> [u128; 2];
    /// Black's set and White's.
    fn swap(self, a: Self::Pair) -> Self::Pair;
    /// The squares one king step from each set or in it, of those in `passable`.
    fn grow(self, a: Self::Pair, passable: Self::Pair) -> Self::Pair;
    /// `a & !b`.
    fn minus(self, a: Self::Pair, b: Self::Pair) -> Self::Pair;
    /// `a | b`.
    fn or(self, a: Self::Pair, b: Self::Pair) -> Self::Pair;
    /// `a | b & c`.
    fn pair_or_and(self, a: Self::Pair, b: Self::Pair, c: Self::Pair) -> Self::Pair;
    /// `a | b & !c`.
    fn pair_or_minus(self, a: Self::Pair, b: Self::Pair, c: Self::Pair) -> Self::Pair;
    /// Whether all three are the same.
    fn are_same(self, a: Self::Pair, b: Self::Pair, c: Self::Pair) -> bool;

    fn no_tally(self) -> Self::Tally;
    /// `tally` and the numbers of squares.
    fn add(self, tally: Self::Tally, a: Self::Pair) -> Self::Tally;
    /// Twice `tally` and the numbers of squares.
    fn double_and_add(self, tally: Self::Tally, a: Self::Pair) -> Self::Tally;
    /// White's number minus Black's.
    fn lead(self, tally: Self::Tally) -> i64;

    /// White's immobility minus Black's, see [`Features::immobility`](crate::territory::features::Features).
    /// `reached` holds the squares each side can reach, `neighbours` the number of empty neighbours of every square in
    /// binary: `neighbours[i]` has the squares whose number has bit i.
    fn immobility(
        self,
        board: &crate::territory::features::Board,
        reached: [u128; 2],
        neighbours: [u128; 4],
    ) -> [i32; 2];

    /// The freedom of both sides' amazons, the first side's first, see [`census`](crate::territory::census).
    fn freedom(self, boards: Sides, neighbours: [u128; 4]) -> [u8; 16];

    /// What the network's last layer sums up to.
    fn last_sum(self, network: &Network, census: &Census) -> i32;
}

/// Two sides' amazons on a board.
#[derive(Clone, Copy)]
pub(in crate::territory) struct Sides {
    pub empty: u128,
    pub amazons: [u128; 2],
    /// The squares each side can reach.
    pub reached: [u128; 2],
}
