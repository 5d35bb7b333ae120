//! Positions in, logits out: what a search calls.

use super::features::Board;
use super::{kernel, weights};
use crate::board::{Bitboard, Position, Slid, Square};

/// The static evaluation: one number a position, the logit of the probability that White wins.
///
/// Made for a search that asks millions of times a second; [`evaluate`](super::evaluate) explains one position to a
/// person. The result is the same on every machine, bit for bit.
///
/// ```
/// use amazons::{Position, territory::Evaluator};
/// let evaluator = Evaluator::new();
/// let start = Position::start();
/// let slid = start.slide("d1".parse()?, "d7".parse()?)?;
/// let mut logits = Vec::new();
/// evaluator.white_logits_after_shots(&slid, slid.shots(), &mut logits);
/// for (arrow, logit) in slid.shots().iter().zip(&logits) {
///     assert_eq!(*logit, evaluator.white_logit(&slid.shoot(arrow)?));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Evaluator {
    _private: (),
}

impl Evaluator {
    /// The evaluation with the crate's weights, on the fastest path this machine has.
    #[must_use]
    pub fn new() -> Evaluator {
        Evaluator { _private: () }
    }

    /// The logit of the probability that White wins.
    #[must_use]
    pub fn white_logit(&self, position: &Position) -> f32 {
        logit(&Board::from(position))
    }

    /// The same in the middle of a ply: the slid position is taken as one with the enemy to move and no arrow shot.
    #[must_use]
    pub fn white_logit_slid(&self, slid: &Slid) -> f32 {
        logit(&Board::from(slid))
    }

    /// The logits after each slide (from, to) of the side to move, the arrow not yet shot, in the order given.
    ///
    /// `out` is cleared first. The slides are not checked: one that isn't legal gives a number without meaning.
    pub fn white_logits_after_slides(
        &self,
        position: &Position,
        slides: &[(Square, Square)],
        out: &mut Vec<f32>,
    ) {
        let before = Board::from(position);
        let mover = before.turn.index();
        out.clear();
        out.extend(slides.iter().map(|&(from, to)| {
            let mut board = before;
            board.amazons[mover] = board.amazons[mover].without(from).with(to);
            board.empty = board.empty.with(from).without(to);
            board.turn = !before.turn;
            logit(&board)
        }));
    }

    /// The logits of the positions after each shot, in the order of the set.
    ///
    /// `out` is cleared first. The shots are not checked: one that isn't legal gives a number without meaning.
    pub fn white_logits_after_shots(&self, slid: &Slid, shots: Bitboard, out: &mut Vec<f32>) {
        let before = Board::from(slid);
        out.clear();
        out.extend(shots.iter().map(|arrow| {
            let mut board = before;
            board.empty = board.empty.without(arrow);
            logit(&board)
        }));
    }
}

fn logit(board: &Board) -> f32 {
    weights::white_logit(&kernel::features(board), board.turn)
}

/// The probability of a logit: 1 / (1 + e^-logit).
///
/// ```
/// use amazons::territory::win_probability;
/// assert_eq!(win_probability(0.0), 0.5);
/// assert!((win_probability(2.0) + win_probability(-2.0) - 1.0).abs() < 1e-6);
/// ```
#[must_use]
pub fn win_probability(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}
