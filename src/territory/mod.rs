//! Who gets where first: distances, territory features, their weights, and the evaluation made of them.
//!
//! Definitions follow J. Lieberum, "An evaluation function for the game of Amazons", Theoretical Computer Science 349
//! (2005). `D1` and `D2` are the fewest queen and king moves over empty squares from a side's nearest amazon. The
//! weights are fitted on self-play, see [`Evaluator`].
//!
//! ```
//! use amazons::Position;
//! use amazons::territory::{Evaluator, evaluate, win_probability};
//! let start = Position::start();
//! let logit = Evaluator::new().white_logit(&start);
//! assert!(win_probability(logit) > 0.5, "the first move is worth something");
//! let explained = evaluate(&start);
//! assert_eq!(explained.contested, 70.0);
//! ```

mod census;
mod distance;
mod evaluation;
mod evaluator;
mod features;
mod kernel;
mod network;
mod ownership;
#[cfg(feature = "tuning")]
mod sample;
mod shares;
mod weights;

pub use distance::{DistanceMap, UNREACHABLE, king_distances, queen_distances};
pub use evaluation::{AmazonMobility, Evaluation, Race, Term, evaluate};
pub use evaluator::{Evaluator, Weights, win_probability};
pub(crate) use ownership::Ownership;

/// What a fit of the weights works with.
#[cfg(feature = "tuning")]
pub(crate) mod tuning {
    pub use super::census::{Census, LEN as CENSUS_LEN};
    pub use super::evaluator::Weights;
    pub use super::network::{FIRST, FIRST_BITS, LAST_BITS, Network, ON, SECOND, SECOND_BITS};
    pub use super::ownership::{KNOTS, MOST_LOGIT, between_knots};
    pub use super::sample::Sample;
}
