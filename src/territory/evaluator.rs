//! Positions in, logits out: what a search calls.

use super::features::{Board, Features};
use super::kernel::{self, Machine, Path, Task};
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
}

impl Evaluator {
    /// The evaluation with the crate's weights, on the fastest path this machine has.
    #[must_use]
    pub fn new() -> Evaluator {
        Evaluator {
            path: Path::fastest(),
        }
    }

    /// The evaluation on every path that works on this machine, the fastest first, with the path's name: to measure and
    /// compare them. All give the same results.
    #[cfg(feature = "tuning")]
    pub fn available() -> impl Iterator<Item = (&'static str, Evaluator)> {
        Path::available().map(|path| (path.name(), Evaluator { path }))
    }

    /// The logit of the probability that White wins.
    #[must_use]
    pub fn white_logit(&self, position: &Position) -> f32 {
        self.path.run(Logit(&Board::from(position)))
    }

    /// The same in the middle of a ply: the slid position is taken as one with the enemy to move and no arrow shot.
    #[must_use]
    pub fn white_logit_slid(&self, slid: &Slid) -> f32 {
        self.path.run(Logit(&Board::from(slid)))
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
        self.path.run(AfterSlides {
            before: Board::from(position),
            slides,
            out,
        });
    }

    /// The logits of the positions after each shot, in the order of the set.
    ///
    /// `out` is cleared first. The shots are not checked: one that isn't legal gives a number without meaning.
    pub fn white_logits_after_shots(&self, slid: &Slid, shots: Bitboard, out: &mut Vec<f32>) {
        out.clear();
        out.reserve(shots.count() as usize);
        self.path.run(AfterShots {
            before: Board::from(slid),
            shots,
            out,
        });
    }
}

impl Default for Evaluator {
    fn default() -> Evaluator {
        Evaluator::new()
    }
}

/// Counts the features of a board.
pub(super) struct Count<'a>(pub &'a Board);

impl Task for Count<'_> {
    type Output = Features;

    #[inline(always)]
    fn run<M: Machine>(self, m: M) -> Features {
        kernel::features(m, self.0)
    }
}

/// The logit of a board.
pub(super) struct Logit<'a>(pub &'a Board);

impl Task for Logit<'_> {
    type Output = f32;

    #[inline(always)]
    fn run<M: Machine>(self, m: M) -> f32 {
        logit(m, self.0)
    }
}

struct AfterSlides<'a> {
    before: Board,
    slides: &'a [(Square, Square)],
    out: &'a mut Vec<f32>,
}

impl Task for AfterSlides<'_> {
    type Output = ();

    #[inline(always)]
    fn run<M: Machine>(self, m: M) {
        let mover = self.before.turn.index();
        let mut board = self.before;
        board.turn = !board.turn;
        for &(from, to) in self.slides {
            board.amazons[mover] = self.before.amazons[mover].without(from).with(to);
            board.empty = self.before.empty.with(from).without(to);
            self.out.push(logit(m, &board));
        }
    }
}

struct AfterShots<'a> {
    before: Board,
    shots: Bitboard,
    out: &'a mut Vec<f32>,
}

impl Task for AfterShots<'_> {
    type Output = ();

    #[inline(always)]
    fn run<M: Machine>(self, m: M) {
        let mut board = self.before;
        for arrow in self.shots {
            board.empty = self.before.empty.without(arrow);
            self.out.push(logit(m, &board));
        }
    }
}

#[inline(always)]
fn logit<M: Machine>(m: M, board: &Board) -> f32 {
    weights::white_logit(&kernel::features(m, board), board.turn)
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
