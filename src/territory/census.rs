//! How many squares and amazons there are of each kind: what the network sees of a board.
//!
//! Everything is from the side of the player to move: its distances come first, and exchanging the colours of a board with
//! its turn changes nothing.

use core::ops::Range;

use super::features::{ALPHA_STEPS, ALPHA_UNIT, Board};
use crate::board::{Bitboard, Square, queen_moves};

/// Counts of a board, by kind.
pub type Census = [u8; LEN];

const D1: usize = 6;
const D2: usize = 8;

pub const QUEEN_PAIRS: Range<usize> = 0..36;
pub const KING_PAIRS: Range<usize> = 36..100;
pub const JOINT: Range<usize> = 100..180;
pub const ATTACKERS: Range<usize> = 180..196;
pub const OPENNESS: Range<usize> = 196..226;
pub const RING: Range<usize> = 226..256;
pub const ALPHA: Range<usize> = 256..276;
pub const LIBERTIES: Range<usize> = 276..294;
pub const SUMS: Range<usize> = 294..300;
pub const HATS: Range<usize> = 300..316;
pub const LIB: Range<usize> = 316..326;
pub const LEN: usize = 326;

/// Exact level sets: level 0 is 1 move, the last but one at most that and more, the last out of reach.
fn levels<const N: usize>(
    amazons: Bitboard,
    empty: Bitboard,
    step: impl Fn(Bitboard) -> Bitboard,
) -> [Bitboard; N] {
    let mut sets = [Bitboard::EMPTY; N];
    let (mut front, mut left) = (amazons, empty);
    let mut level = 0;
    loop {
        front = step(front) & left;
        if front.is_empty() {
            break;
        }
        left -= front;
        sets[level] |= front;
        level = (level + 1).min(N - 2);
    }
    sets[N - 1] = left;
    sets
}

pub fn census(board: &Board) -> Census {
    let mut counts = [0u8; LEN];
    let empty = board.empty;
    let sides = [board.turn.index(), (!board.turn).index()];
    let own = sides.map(|side| board.amazons[side]);
    let queen = own.map(|amazons| {
        levels::<D1>(amazons, empty, |front| {
            front
                .iter()
                .map(|square| queen_moves(square, empty))
                .fold(Bitboard::EMPTY, |a, b| a | b)
        })
    });
    let king = own.map(|amazons| levels::<D2>(amazons, empty, |front| front.neighbours() & empty));
    let mut at = QUEEN_PAIRS.start;
    for a in queen[0] {
        for b in queen[1] {
            counts[at] = (a & b).count() as u8;
            at += 1;
        }
    }
    at = KING_PAIRS.start;
    for a in king[0] {
        for b in king[1] {
            counts[at] = (a & b).count() as u8;
            at += 1;
        }
    }
    // King lead classes.
    let mut lead = [Bitboard::EMPTY; 5];
    for (i, a) in king[0].iter().enumerate() {
        for (j, b) in king[1].iter().enumerate() {
            let class = (j as i32 - i as i32).clamp(-2, 2) + 2;
            lead[class as usize] |= *a & *b;
        }
    }
    at = JOINT.start;
    let four = queen.map(|q| [q[0], q[1], q[2] | q[3] | q[4], q[5]]);
    for a in four[0] {
        for b in four[1] {
            for c in lead {
                counts[at] = (a & b & c).count() as u8;
                at += 1;
            }
        }
    }
    let attack = own.map(|amazons| {
        let mut sets = [empty, Bitboard::EMPTY, Bitboard::EMPTY, Bitboard::EMPTY];
        // By direction: a square is seen at most once from each.
        for square in amazons {
            let moves = queen_moves(square, empty);
            for n in (0..3).rev() {
                let up = sets[n] & moves;
                sets[n] -= up;
                sets[n + 1] |= up;
            }
        }
        sets
    });
    at = ATTACKERS.start;
    for a in attack[0] {
        for b in attack[1] {
            counts[at] = (a & b).count() as u8;
            at += 1;
        }
    }
    // Who is nearer by queen moves: only own, own, tie, enemy, only enemy, nobody.
    let mut nearer = [Bitboard::EMPTY; 6];
    for (i, a) in queen[0].iter().enumerate() {
        for (j, b) in queen[1].iter().enumerate() {
            let class = match (i, j) {
                (5, 5) => 5,
                (_, 5) => 0,
                (5, _) => 4,
                _ if i < j => 1,
                _ if i == j => 2,
                _ => 3,
            };
            nearer[class] |= *a & *b;
        }
    }
    for (class, set) in nearer.into_iter().enumerate() {
        for square in set {
            let n = (Bitboard::from(square).neighbours() & empty).count() as usize;
            counts[OPENNESS.start + class * 5 + [0, 1, 1, 2, 2, 3, 3, 4, 4][n]] += 1;
            let (c, r) = (square.column(), square.row());
            let ring = c.min(9 - c).min(r).min(9 - r) as usize;
            counts[RING.start + class * 5 + ring] += 1;
        }
    }
    let mut sums = [0.0; 6];
    for side in 0..2 {
        let reach: Bitboard = empty - queen[1 - side][D1 - 1];
        for square in own[side] {
            let alpha = alpha(empty, square, reach);
            let bucket = match alpha {
                0 => 0,
                1..=64 => 1,
                65..=192 => 2,
                193..=384 => 3,
                385..=768 => 4,
                769..=1536 => 5,
                1537..=2560 => 6,
                2561..=4096 => 7,
                4097..=6144 => 8,
                _ => 9,
            };
            counts[ALPHA.start + side * 10 + bucket] += 1;
            for (i, half) in [1.5, 6.0, 24.0].into_iter().enumerate() {
                sums[2 * i + side] += (-f64::from(alpha) / 128.0 / half).exp2();
            }
            let knots = [0.0, 1.0, 3.0, 6.0, 12.0, 24.0, 40.0, 64.0];
            let x = f64::from(alpha) / 128.0;
            let k = (0..6).rev().find(|&k| knots[k] <= x).unwrap_or(0);
            let f = ((x - knots[k]) / (knots[k + 1] - knots[k])).min(1.0);
            let high = (f * 32.0).round() as u8;
            counts[HATS.start + 8 * side + k] += 32 - high;
            counts[HATS.start + 8 * side + k + 1] += high;
            let n = (Bitboard::from(square).neighbours() & empty).count() as usize;
            counts[LIB.start + side * 5 + [0, 1, 2, 3, 3, 4, 4, 4, 4][n]] += 16;
            counts[LIBERTIES.start + side * 9 + n] += 1;
        }
    }
    for (i, sum) in sums.into_iter().enumerate() {
        counts[SUMS.start + i] = (sum * 32.0).min(255.0) as u8;
    }
    counts
}

fn alpha(empty: Bitboard, amazon: Square, enemy_reach: Bitboard) -> u32 {
    let mut alpha = 0;
    for square in queen_moves(amazon, empty) & enemy_reach {
        let across = square.column().abs_diff(amazon.column());
        let steps = u32::from(across.max(square.row().abs_diff(amazon.row())));
        if steps <= ALPHA_STEPS {
            let neighbours = Bitboard::from(square).neighbours() & empty;
            alpha += (neighbours.count() * ALPHA_UNIT as u32) >> (steps - 1);
        }
    }
    alpha
}
