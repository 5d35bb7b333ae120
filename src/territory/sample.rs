//! What a fit of the weights needs to know of a position.

use super::census::Census;
use super::evaluator::{Count, Take};
use super::features::{Board, CONTESTED_UNIT};
use super::kernel::Path;
use super::weights;
use crate::board::{Position, Slid};

/// A position as the evaluation sees it, from the side of the player to move.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Sample {
    /// How many squares and amazons there are of each kind.
    pub census: Census,
    /// The terms of the first weights: the race by queen moves, c1, c2, the race by king moves, ties by queen and by king moves,
    /// the tempo, and the sums over the amazons of 2^(-alpha/6) and of 2^(-alpha/24).
    pub terms: [f32; weights::TERMS],
    /// w, the number of contested squares.
    pub contested: f32,
    /// The logit of the mover's win by the first weights.
    pub first_logit: f32,
}

impl Sample {
    /// Looks at a position.
    #[must_use]
    pub fn of(position: &Position) -> Sample {
        Sample::of_board(&Board::from(position))
    }

    /// Looks at a position in the middle of a ply: the player to move is the one that did not slide.
    #[must_use]
    pub fn of_slid(slid: &Slid) -> Sample {
        Sample::of_board(&Board::from(slid))
    }

    fn of_board(board: &Board) -> Sample {
        let features = Path::fastest().run(Count(board));
        let sign = board.turn.sign() as f32;
        Sample {
            census: Path::fastest().run(Take(board)),
            terms: weights::terms(&features, board.turn).map(|(value, _)| sign * value),
            contested: features.contested as f32 / CONTESTED_UNIT as f32,
            first_logit: sign * weights::white_logit(&features, board.turn),
        }
    }
}
