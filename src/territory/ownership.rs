//! Whose the squares will be, and by how many moves the game will be won.

use super::distance::{DistanceMap, UNREACHABLE, king_distances, queen_distances};
use super::evaluator::Evaluator;
use super::features::KING_LEAD_CAP;
use crate::board::{Bitboard, Color, Position, Square};

/// Numbers of contested squares that the tables below have a line for; between them it is interpolated.
pub const KNOTS: [f32; 8] = [0.0, 2.0, 6.0, 12.0, 22.0, 35.0, 50.0, 70.0];

/// Logits count up to this: beyond it the number of games that were won does not tell more.
pub const MOST_LOGIT: f64 = 8.0;

/// The logit of a contested square's becoming the mover's, if it is still empty in the end, is made of its lead by queen moves,
/// by king moves, the move and the logit of the mover's win. This table and the next were fitted to self-play by
/// `amazons tune calibrate`.
const OWNED: [[f32; 4]; KNOTS.len()] = [
    [2.453, 4.766, 0.060, -0.135],
    [2.453, 4.766, 0.060, -0.135],
    [1.838, 2.607, 0.091, 0.011],
    [1.389, 3.986, 0.097, 0.080],
    [0.977, 3.969, 0.107, 0.192],
    [0.622, 3.338, 0.085, 0.286],
    [0.448, 2.059, 0.081, 0.403],
    [-0.064, 0.367, -0.010, 0.547],
];

/// The margin is made of the logit of the win and of the sum of all squares' leads.
const MARGIN: [[f32; 2]; KNOTS.len()] = [
    [0.0, 1.0],
    [0.338, 0.733],
    [0.843, 0.454],
    [1.612, 0.175],
    [2.604, 0.0],
    [3.456, 0.0],
    [4.481, 0.0],
    [6.093, 0.0],
];

/// What a position's squares come to.
pub(crate) struct Ownership {
    /// As [`Evaluation::ownership`](super::Evaluation::ownership).
    pub squares: [f32; 100],
    /// As [`Evaluation::contested`](super::Evaluation::contested).
    pub contested: f64,
    /// As [`Evaluation::white_margin`](super::Evaluation::white_margin).
    pub white_margin: f32,
}

impl Ownership {
    /// Looks at a position.
    pub fn of(position: &Position) -> Ownership {
        Ownership::with(
            position,
            &Color::ALL.map(|color| queen_distances(position, color)),
            &Color::ALL.map(|color| king_distances(position, color)),
            Evaluator::new().white_logit(position),
        )
    }

    /// The same with the distances of both sides, White's first, and the logit of White's win already known.
    pub(super) fn with(
        position: &Position,
        queen: &[DistanceMap; 2],
        king: &[DistanceMap; 2],
        white_logit: f32,
    ) -> Ownership {
        let mut leads = [(0.0, 0.0); 100];
        let (mut sum_of_leads, mut contested) = (0.0, 0.0);
        let mut squares = [0.0; 100];
        let mut shared = Bitboard::EMPTY;
        for square in position.empty() {
            let [white, black] = [0, 1].map(|side| queen[side].at(square));
            let king_lead = capped_king_lead(king, square) as f32 / KING_LEAD_CAP as f32;
            if white == UNREACHABLE || black == UNREACHABLE {
                sum_of_leads += king_lead;
                squares[square.index()] = king_lead;
                continue;
            }
            let closeness = nearness(white.abs_diff(black));
            let sign = f32::from(i16::from(black) - i16::from(white)).signum();
            let queen_lead = sign * (1.0 - closeness as f32);
            contested += closeness;
            sum_of_leads += (queen_lead + king_lead) / 2.0;
            leads[square.index()] = (queen_lead, king_lead);
            shared |= square.into();
        }
        let sign = position.turn().sign() as f32;
        let most = MOST_LOGIT as f32;
        let white_logit = white_logit.clamp(-most, most);
        let [by_queens, by_kings, tempo, by_logit] = at(&OWNED, contested as f32);
        for square in shared {
            let (queen_lead, king_lead) = leads[square.index()];
            let logit = by_queens * queen_lead
                + by_kings * king_lead
                + tempo * sign
                + by_logit * white_logit;
            // The probability that it is White's less the probability that it is Black's.
            squares[square.index()] = (logit / 2.0).tanh();
        }
        let white_margin = if shared.is_empty() {
            // Who is to move has to fill first: with m moves against n it ends m - n - 1 ahead, or n - m behind.
            sum_of_leads - 0.5 * sign
        } else {
            let [by_logit, by_leads] = at(&MARGIN, contested as f32);
            by_logit * white_logit + by_leads * sum_of_leads
        };
        Ownership {
            squares,
            contested,
            white_margin,
        }
    }
}

/// The two knots that a number of contested squares lies between, and their shares.
#[must_use]
pub fn between_knots(contested: f32) -> [(usize, f32); 2] {
    let next = KNOTS.partition_point(|&knot| knot <= contested);
    if next == 0 {
        return [(0, 1.0), (0, 0.0)];
    }
    let before = next - 1;
    let Some(&knot) = KNOTS.get(next) else {
        return [(before, 1.0), (before, 0.0)];
    };
    let share = (contested - KNOTS[before]) / (knot - KNOTS[before]);
    [(before, 1.0 - share), (next, share)]
}

/// A table's line at a number of contested squares.
fn at<const N: usize>(table: &[[f32; N]; KNOTS.len()], contested: f32) -> [f32; N] {
    let mut line = [0.0; N];
    for (knot, share) in between_knots(contested) {
        for (sum, number) in line.iter_mut().zip(table[knot]) {
            *sum += share * number;
        }
    }
    line
}

/// 2^-distance, 0 for a square out of reach.
pub(super) fn nearness(distance: u8) -> f64 {
    if distance == UNREACHABLE {
        0.0
    } else {
        (-f64::from(distance)).exp2()
    }
}

/// White's lead by king moves, at most [`KING_LEAD_CAP`] either way; 0 where neither gets.
pub(super) fn capped_king_lead(king: &[DistanceMap; 2], square: Square) -> i32 {
    let [white, black] = [0, 1].map(|side| i32::from(king[side].at(square)));
    (black - white).clamp(-KING_LEAD_CAP, KING_LEAD_CAP)
}
