//! How many squares and amazons of each kind a board has: what the network looks at.
//!
//! Everything is from the side of the player to move, so that exchanging the colours together with the turn changes
//! nothing. There are four groups of up to eight columns by four rows, counts of squares that are in both the row's set and
//! the column's, and the freedom of both sides' amazons:
//!
//! | group | columns 0 to 7 | rows 0 to 3 |
//! |---|---|---|
//! | 0 | the enemy's D2 is 1, 2, 3, 4, 5, 6, more, infinite | own D2 is 1, 2, 3, 4 |
//! | 1 | the same | own D2 is 5, 6, more, infinite |
//! | 2 | the enemy's D1 is 1, 2, 3, more, infinite | own D1 is 1, 2, 3, more |
//! | 2 | 5: squares that the mover does not reach | the enemy's D1 is 1, 2, 3, more |
//! | 2 | 6 and 7: own amazons, the enemy's | with 0, 1, 2 and more empty neighbours |
//! | 3 | squares with 0 or 1 empty neighbours, 2 or 3, 4 or 5, more | only the mover reaches them, only the enemy, both and by D1 the mover is nearer, the enemy is |
//! | 3 | 4: at equal finite D1 | with 0 or 1 empty neighbours, 2 or 3, 4 or 5, more |
//!
//! Amazons are counted sixteenfold, as far as a byte holds it. Freedom is Lieberum's alpha in steps: each amazon gives 32 in
//! all to the two of eight [`knots`](FREEDOM_KNOTS) that its alpha lies between, more to the nearer.

/// Counts in all.
pub const LEN: usize = 4 * GROUP + 2 * FREEDOM_KNOTS.len();

/// Counts of a group: four rows of eight columns.
const GROUP: usize = 32;

/// Where the freedom of the mover's amazons begins; the enemy's follows.
pub const FREEDOM: usize = 4 * GROUP;

/// The values of alpha at which all of an amazon's freedom counts in one place.
pub const FREEDOM_KNOTS: [u32; 8] = [0, 1, 3, 6, 12, 24, 40, 64];

/// What an amazon's freedom comes to over all knots.
pub const FREEDOM_UNIT: u32 = 32;

/// What an amazon counts by the number of its empty neighbours, as a power of two.
pub const AMAZON_BITS: u32 = 4;

/// Counts of a board: squares and amazons by group, row and column, then the mover's freedom and the enemy's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct Census(pub [u8; LEN]);

/// Where the count of a row and a column is. Groups 0 and 1 lie side by side, and so do 2 and 3: that is how vector
/// instructions leave them.
#[must_use]
pub const fn index(group: usize, row: usize, column: usize) -> usize {
    2 * GROUP * (group / 2) + 16 * row + 8 * (group % 2) + column
}
