//! The moves of a position and their static values.

use super::lists::Child;
use super::value::{Value, of_logit};
use crate::board::{Move, Position, Square};
use crate::territory::{Evaluator, Weights};

/// No position has more slides: 100 squares times the 35 that a queen sees.
const MOST_SLIDES: usize = 100 * 35;

/// No position has more moves.
pub(super) const MOST_MOVES: usize = MOST_SLIDES * 35;

/// Values moves, and keeps count of its work.
#[derive(Default)]
pub(super) struct Valuer {
    evaluator: Evaluator,
    from_to: Vec<(Square, Square)>,
    logits: Vec<f32>,
    slides: Vec<Slide>,
    /// Moves valued since this was last cleared.
    pub(super) gathered: Vec<Child>,
    /// Positions and slid positions whose children were valued.
    pub(super) nodes: u64,
    pub(super) evaluations: u64,
}

/// A slide and its static value before the shot, for the side that makes it.
#[derive(Clone, Copy)]
pub(super) struct Slide {
    pub(super) from: Square,
    pub(super) to: Square,
    pub(super) value: Value,
}

impl Valuer {
    /// Bytes set aside for its lists, which grow by doubling.
    pub(super) const BYTES: usize = MOST_SLIDES
        * (size_of::<(Square, Square)>() + size_of::<f32>() + size_of::<Slide>())
        + 2 * MOST_MOVES * size_of::<Child>();

    pub(super) fn new(weights: Weights) -> Valuer {
        Valuer {
            evaluator: Evaluator::new().with_weights(weights),
            ..Valuer::default()
        }
    }

    pub(super) fn reset_counts(&mut self) {
        self.nodes = 0;
        self.evaluations = 0;
    }

    /// Values the slides of the side to move; returns how many there are. They are then known by number, best first.
    pub(super) fn value_slides(&mut self, position: &Position) -> usize {
        self.from_to.clear();
        for from in position.amazons(position.turn()) {
            let targets = position.slides_from(from);
            self.from_to.extend(targets.iter().map(|to| (from, to)));
        }
        self.evaluator
            .white_logits_after_slides(position, &self.from_to, &mut self.logits);
        self.count();
        let sign = position.turn().sign() as f32;
        self.slides.clear();
        self.slides.extend(
            self.from_to
                .iter()
                .zip(&self.logits)
                .map(|(&(from, to), logit)| Slide {
                    from,
                    to,
                    value: of_logit(sign * logit),
                }),
        );
        self.slides
            .sort_unstable_by_key(|slide| (-slide.value, slide.from, slide.to));
        self.slides.len()
    }

    pub(super) fn slide(&self, number: usize) -> Slide {
        self.slides[number]
    }

    /// Values the shots after one of the slides last valued, and gathers the moves; returns the best value.
    pub(super) fn value_shots(&mut self, position: &Position, number: usize) -> Value {
        let Slide { from, to, .. } = self.slides[number];
        let slid = position.slide_unchecked(from, to);
        let shots = slid.shots();
        self.evaluator
            .white_logits_after_shots(&slid, shots, &mut self.logits);
        self.count();
        let sign = position.turn().sign() as f32;
        let first = self.gathered.len();
        self.gathered
            .extend(shots.iter().zip(&self.logits).map(|(arrow, logit)| Child {
                m: Move::new(from, to, arrow),
                value: of_logit(sign * logit),
            }));
        let values = self.gathered[first..].iter().map(|child| child.value);
        // There always is a shot: back to the square just left.
        values.max().unwrap_or(-super::value::INFINITE)
    }

    fn count(&mut self) {
        self.nodes += 1;
        self.evaluations += self.logits.len() as u64;
    }

    /// Puts the best `width` moves of all shots of the best `slides` slides into `out`, best first; none where there is no
    /// move.
    pub(super) fn best_moves(
        &mut self,
        position: &Position,
        slides: usize,
        width: usize,
        out: &mut Vec<Child>,
    ) {
        self.gathered.clear();
        for number in 0..self.value_slides(position).min(slides) {
            self.value_shots(position, number);
        }
        self.take_best(width, out);
    }

    /// Puts the best of the gathered moves into `out`, best first; of equal ones those whose squares come first.
    pub(super) fn take_best(&mut self, width: usize, out: &mut Vec<Child>) {
        let rank = |child: &Child| (-child.value, child.m);
        let list = &mut self.gathered;
        if list.len() > width {
            list.select_nth_unstable_by_key(width - 1, rank);
            list.truncate(width);
        }
        list.sort_unstable_by_key(rank);
        out.clear();
        out.extend_from_slice(list);
    }
}
