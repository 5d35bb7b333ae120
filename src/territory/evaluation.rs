//! The evaluation for people: every term and its share, square by square and amazon by amazon.

use super::distance::{DistanceMap, UNREACHABLE, king_distances, queen_distances};
use super::evaluator::{Evaluator, Take, win_probability};
use super::features::{Board, KING_LEAD_CAP};
use super::kernel::Path;
use super::ownership::{Ownership, capped_king_lead, nearness};
use super::shares::{PARTS, Shares};
use crate::board::{Bitboard, Color, Position, Square, queen_moves};

/// How many empty squares a side is nearer to than the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Race {
    /// Squares White is nearer to, those only White reaches included.
    pub win: u32,
    /// Squares Black is nearer to.
    pub loss: u32,
    /// Squares at equal finite distance.
    pub tie: u32,
}

impl Race {
    fn of(empty: Bitboard, white: &DistanceMap, black: &DistanceMap) -> Race {
        let mut race = Race::default();
        for square in empty {
            match white.at(square).cmp(&black.at(square)) {
                core::cmp::Ordering::Less => race.win += 1,
                core::cmp::Ordering::Greater => race.loss += 1,
                core::cmp::Ordering::Equal if white.at(square) != UNREACHABLE => race.tie += 1,
                core::cmp::Ordering::Equal => {}
            }
        }
        race
    }

    /// Lieberum's t1 or t2: wins minus losses, and `tie_value` for each tie, positive when ties are good for White. He
    /// gives about +0.1 to +0.2 when White is to move and as much below zero when Black is.
    #[must_use]
    pub fn score(&self, tie_value: f64) -> f64 {
        f64::from(self.win) - f64::from(self.loss) + tie_value * f64::from(self.tie)
    }
}

/// How free one amazon is.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct AmazonMobility {
    /// Whose amazon it is.
    pub color: Color,
    /// Where it stands.
    #[cfg_attr(feature = "serde", serde(serialize_with = "as_text"))]
    pub square: Square,
    /// Lieberum's alpha: the sum, over the squares one queen move away that the enemy can reach, of the number of their
    /// empty neighbours times 2^-(steps - 1).
    pub alpha: f64,
    /// Whether alpha is 0: the amazon can't reach any contested square in one move.
    pub enclosed: bool,
}

/// A part of what the evaluation looks at and what it contributes.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Term {
    /// `queen distances` and `king distances` (squares by how far either side is), `open squares` (by empty neighbours and
    /// who is nearer), `amazons' neighbours` (the empty squares around them), `amazons' freedom` (their alphas) and `tempo`.
    pub name: &'static str,
    /// Its share of [`Evaluation::white_logit`].
    ///
    /// The tempo's is the mean of what the logits of either side would be if it had the move, positive when White has it.
    /// The others' are Shapley values: the logit gained when the part is changed from how the enemy sees the board to how
    /// the side to move does, half of it, the mean over all orders of changing the parts.
    pub white_logit: f32,
}

/// A position explained. All values are from White's side.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Evaluation {
    /// D1 of both sides, White first, in queen moves.
    pub queen_distances: [DistanceMap; 2],
    /// D2 of both sides, White first, in king moves.
    pub king_distances: [DistanceMap; 2],
    /// t1: the race by queen moves.
    pub queen_race: Race,
    /// t2: the race by king moves.
    pub king_race: Race,
    /// c1: the sum over the empty squares of 2 (2^-D1 of White - 2^-D1 of Black).
    pub queen_nearness: f64,
    /// c2: the sum over the empty squares of (D2 of Black - D2 of White) / 6, each at least -1 and at most 1.
    pub king_lead: f64,
    /// w: the sum of 2^-|difference of D1| over the squares both sides reach. 70 at the start, 0 when nothing is
    /// contested any more.
    pub contested: f64,
    /// Every amazon, White's first.
    pub amazons: Vec<AmazonMobility>,
    /// The terms whose shares add up to [`white_logit`](Evaluation::white_logit).
    pub terms: Vec<Term>,
    /// The logit of the probability that White wins, as [`Evaluator::white_logit`](super::Evaluator::white_logit).
    pub white_logit: f32,
    /// The probability that White wins.
    pub white_win_probability: f32,
    /// The expected moves left to the winner when the loser runs out, positive when White wins: told from the logit and the
    /// sum of all squares' leads (the means of those by queen and by king moves), by how much is contested. Once nothing is,
    /// the sum of [`ownership`](Evaluation::ownership), and half a move less for the side to move, since it has to fill
    /// first. (With m moves against n the side to move ends m - n - 1 ahead, or n - m behind.)
    pub white_margin: f32,
    /// Whose every square is, by [`Square::index`]: the probability that it is White's less the probability that it is
    /// Black's, if it is still empty when the sides are separated. +1 and -1 where only one side gets, 0 for squares that
    /// nobody reaches or something stands on. Told from the leads by queen moves (1 - 2^-|difference of D1|) and by king
    /// moves (the summand of c2), the move and the logit, by how much is contested.
    #[cfg_attr(feature = "serde", serde(serialize_with = "as_list"))]
    pub ownership: [f32; 100],
}

impl Evaluation {
    /// The amazons of `color` that can't reach any contested square in one move.
    #[must_use]
    pub fn enclosed(&self, color: Color) -> Bitboard {
        self.amazons
            .iter()
            .filter(|amazon| amazon.color == color && amazon.enclosed)
            .map(|amazon| amazon.square)
            .collect()
    }
}

/// Explains the static evaluation of a position.
///
/// ```
/// use amazons::{Position, territory::evaluate};
/// let explained = evaluate(&Position::start());
/// assert!((explained.queen_race.score(0.2) - 9.6).abs() < 1e-9);
/// assert!((explained.king_race.score(0.2) - 3.2).abs() < 1e-9);
/// assert!(explained.amazons.iter().all(|amazon| amazon.alpha == 53.1171875));
/// let sum: f32 = explained.terms.iter().map(|term| term.white_logit).sum();
/// assert!((sum - explained.white_logit).abs() < 1e-4);
/// ```
#[must_use]
pub fn evaluate(position: &Position) -> Evaluation {
    let board = Board::from(position);
    let queen = Color::ALL.map(|color| queen_distances(position, color));
    let king = Color::ALL.map(|color| king_distances(position, color));
    let (mut queen_nearness, mut king_lead) = (0.0, 0);
    for square in board.empty {
        let [white, black] = [0, 1].map(|side| queen[side].at(square));
        queen_nearness += 2.0 * (nearness(white) - nearness(black));
        king_lead += capped_king_lead(&king, square);
    }
    let white_logit = Evaluator::new().white_logit(position);
    let ownership = Ownership::with(position, &queen, &king, white_logit);
    Evaluation {
        queen_race: Race::of(board.empty, &queen[0], &queen[1]),
        king_race: Race::of(board.empty, &king[0], &king[1]),
        queen_nearness,
        king_lead: f64::from(king_lead) / f64::from(KING_LEAD_CAP),
        contested: ownership.contested,
        amazons: mobilities(&board, &queen),
        terms: terms(&board),
        white_logit,
        white_win_probability: win_probability(white_logit),
        white_margin: ownership.white_margin,
        ownership: ownership.squares,
        queen_distances: queen,
        king_distances: king,
    }
}

fn terms(board: &Board) -> Vec<Term> {
    let census = |turn| Path::fastest().run(Take(&Board { turn, ..*board }));
    let shares = Shares::of(&census(board.turn), &census(!board.turn));
    let term = |name, share| Term {
        name,
        white_logit: board.turn.sign() as f32 * share,
    };
    let parts = PARTS.into_iter().zip(shares.parts);
    parts
        .chain([("tempo", shares.tempo)])
        .map(|(name, share)| term(name, share))
        .collect()
}

fn mobilities(board: &Board, queen: &[DistanceMap; 2]) -> Vec<AmazonMobility> {
    let mut mobilities = Vec::new();
    for color in Color::ALL {
        let enemy = &queen[(!color).index()];
        let reach: Bitboard = board
            .empty
            .iter()
            .filter(|&square| enemy.at(square) != UNREACHABLE)
            .collect();
        for square in board.amazons[color.index()] {
            let alpha = alpha(board, square, reach);
            mobilities.push(AmazonMobility {
                color,
                square,
                alpha,
                enclosed: alpha == 0.0,
            });
        }
    }
    mobilities
}

fn alpha(board: &Board, amazon: Square, enemy_reach: Bitboard) -> f64 {
    let targets = queen_moves(amazon, board.empty) & enemy_reach;
    let summand = |square: Square| {
        let across = square.column().abs_diff(amazon.column());
        let steps = across.max(square.row().abs_diff(amazon.row()));
        let neighbours = Bitboard::from(square).neighbours() & board.empty;
        f64::from(neighbours.count()) * (1.0 - f64::from(steps)).exp2()
    };
    // A sum of nothing would be -0.
    targets
        .iter()
        .map(summand)
        .fold(0.0, |sum, part| sum + part)
}

#[cfg(feature = "serde")]
fn as_text<S: serde::Serializer>(square: &Square, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(square)
}

#[cfg(feature = "serde")]
fn as_list<S: serde::Serializer>(values: &[f32; 100], serializer: S) -> Result<S::Ok, S::Error> {
    serde::Serialize::serialize(values.as_slice(), serializer)
}
