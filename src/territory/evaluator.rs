//! Positions in, logits out: what a search calls.

use super::census::Census;
use super::features::Board;
#[cfg(any(test, feature = "tuning"))]
use super::features::Features;
use super::kernel::{self, Machine, Path, Task};
use super::network::{NETWORK, OUT_UNIT};
use super::weights;
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
#[derive(Clone, Copy, Debug)]
pub struct Evaluator {
    path: Path,
    weights: Weights,
}

/// Which weights to evaluate with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum Weights {
    /// The network.
    #[default]
    Network,
    /// Nine linear terms: what the engine played with first, kept to measure against.
    First,
}

impl Evaluator {
    /// The evaluation with the crate's weights, on the fastest path this machine has.
    #[must_use]
    pub fn new() -> Evaluator {
        Evaluator {
            path: Path::fastest(),
            weights: Weights::Network,
        }
    }

    /// The evaluation with the weights named.
    #[must_use]
    pub fn with_weights(self, weights: Weights) -> Evaluator {
        Evaluator { weights, ..self }
    }

    /// The evaluation on every path that works on this machine, the fastest first, with the path's name: to measure and
    /// compare them. All give the same results.
    #[cfg(feature = "tuning")]
    pub fn available() -> impl Iterator<Item = (&'static str, Evaluator)> {
        Path::available().map(|path| {
            (
                path.name(),
                Evaluator {
                    path,
                    ..Evaluator::new()
                },
            )
        })
    }

    /// The logit of the probability that White wins.
    #[must_use]
    pub fn white_logit(&self, position: &Position) -> f32 {
        self.logit(&Board::from(position))
    }

    /// The same in the middle of a ply: the slid position is taken as one with the enemy to move and no arrow shot.
    #[must_use]
    pub fn white_logit_slid(&self, slid: &Slid) -> f32 {
        self.logit(&Board::from(slid))
    }

    fn logit(&self, board: &Board) -> f32 {
        match self.weights {
            Weights::Network => self.path.run(Logit(board, Trained)),
            Weights::First => self.path.run(Logit(board, First)),
        }
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
        out.clear();
        out.reserve(slides.len());
        let before = Board::from(position);
        match self.weights {
            Weights::Network => self.path.run(AfterSlides {
                before,
                slides,
                out,
                weights: Trained,
            }),
            Weights::First => self.path.run(AfterSlides {
                before,
                slides,
                out,
                weights: First,
            }),
        }
    }

    /// The logits of the positions after each shot, in the order of the set.
    ///
    /// `out` is cleared first. The shots are not checked: one that isn't legal gives a number without meaning.
    pub fn white_logits_after_shots(&self, slid: &Slid, shots: Bitboard, out: &mut Vec<f32>) {
        out.clear();
        out.reserve(shots.count() as usize);
        let before = Board::from(slid);
        match self.weights {
            Weights::Network => self.path.run(AfterShots {
                before,
                shots,
                out,
                weights: Trained,
            }),
            Weights::First => self.path.run(AfterShots {
                before,
                shots,
                out,
                weights: First,
            }),
        }
    }
}

impl Default for Evaluator {
    fn default() -> Evaluator {
        Evaluator::new()
    }
}

/// Counts the features of a board.
#[cfg(any(test, feature = "tuning"))]
pub(super) struct Count<'a>(pub &'a Board);

#[cfg(any(test, feature = "tuning"))]
impl Task for Count<'_> {
    type Output = Features;

    #[inline(always)]
    fn run<M: Machine>(self, m: M) -> Features {
        kernel::features(m, self.0)
    }
}

/// Counts squares and amazons by kind.
pub(super) struct Take<'a>(pub &'a Board);

impl Task for Take<'_> {
    type Output = Census;

    #[inline(always)]
    fn run<M: Machine>(self, m: M) -> Census {
        kernel::census(m, self.0)
    }
}

/// The logit of a board.
pub(super) struct Logit<'a, W>(pub &'a Board, pub W);

impl<W: Weigh> Task for Logit<'_, W> {
    type Output = f32;

    #[inline(always)]
    fn run<M: Machine>(self, m: M) -> f32 {
        self.1.white_logit(m, self.0)
    }
}

struct AfterSlides<'a, W> {
    before: Board,
    slides: &'a [(Square, Square)],
    out: &'a mut Vec<f32>,
    weights: W,
}

impl<W: Weigh> Task for AfterSlides<'_, W> {
    type Output = ();

    #[inline(always)]
    fn run<M: Machine>(self, m: M) {
        let mover = self.before.turn.index();
        let mut board = self.before;
        board.turn = !board.turn;
        for &(from, to) in self.slides {
            board.amazons[mover] = self.before.amazons[mover].without(from).with(to);
            board.empty = self.before.empty.with(from).without(to);
            self.out.push(self.weights.white_logit(m, &board));
        }
    }
}

struct AfterShots<'a, W> {
    before: Board,
    shots: Bitboard,
    out: &'a mut Vec<f32>,
    weights: W,
}

impl<W: Weigh> Task for AfterShots<'_, W> {
    type Output = ();

    #[inline(always)]
    fn run<M: Machine>(self, m: M) {
        let mut board = self.before;
        for arrow in self.shots {
            board.empty = self.before.empty.without(arrow);
            self.out.push(self.weights.white_logit(m, &board));
        }
    }
}

/// Makes a logit of a board.
pub(super) trait Weigh: Copy {
    fn white_logit<M: Machine>(self, m: M, board: &Board) -> f32;
}

/// The network.
#[derive(Clone, Copy)]
pub(super) struct Trained;

impl Weigh for Trained {
    #[inline(always)]
    fn white_logit<M: Machine>(self, m: M, board: &Board) -> f32 {
        let census = kernel::census(m, board);
        let sum = m.last_sum(&NETWORK, &census) * board.turn.sign();
        sum as f32 * OUT_UNIT
    }
}

/// The linear terms.
#[derive(Clone, Copy)]
pub(super) struct First;

impl Weigh for First {
    #[inline(always)]
    fn white_logit<M: Machine>(self, m: M, board: &Board) -> f32 {
        weights::white_logit(&kernel::features(m, board), board.turn)
    }
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
