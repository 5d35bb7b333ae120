//! How good a child looks to a simulation that has to choose one.

use super::edge::Edge;
use super::prior::PriorTable;
use super::record::{Record, log2};
use super::simulate::Place;
use super::tree::Tree;

/// Scores the children of one node: PUCT (Rosin 2011), mean value plus a bonus that grows with the prior and shrinks with
/// the visits.
#[derive(Clone, Copy)]
pub(super) struct Scorer<'a> {
    priors: &'a PriorTable,
    /// What a prior is multiplied by.
    scale: f32,
    /// What the bonuses of all children have grown by with the visits of their node.
    pub(super) grown: f32,
    /// How many times its odds of winning by static value a child without visits counts.
    urgency: f32,
}

impl Tree {
    /// Scores children where a simulation stands: those of a node with so many visits, whose priors sum to one over
    /// `prior_scale`.
    #[inline(always)]
    pub(super) fn scorer(&self, place: &Place, visits: u32, prior_scale: f32) -> Scorer<'_> {
        let settings = &self.settings;
        let (exploration, growth, urgency) = match place {
            Place::Position(_) => (settings.exploration, settings.growth, 1.0),
            Place::Slid(_) => (settings.shot_exploration, 0.0, settings.shot_urgency),
        };
        let visits = visits.max(1) as f32;
        let grown = visits.sqrt() * (1.0 + growth * log2(1.0 + visits * PER_HUNDRED));
        Scorer {
            priors: &self.priors,
            scale: prior_scale * exploration * grown,
            grown,
            urgency,
        }
    }
}

/// Growth sets in at some hundred visits: the unit that it was measured with (`docs/experiments.md`).
const PER_HUNDRED: f32 = 0.01;

impl Scorer<'_> {
    /// The score of a child. One without visits counts its static value, as urgent as that is; workers on their way count
    /// as visits that lost.
    #[inline(always)]
    pub(super) fn score(self, record: Record, edge: Edge) -> f32 {
        let tries = (edge.visits() + edge.in_flight()) as f32;
        let bonus = self.scale * self.priors.of(record);
        if edge.visits() > 0 {
            // Mean plus bonus / (1 + tries), with one division for both.
            let over = 1.0 + tries;
            (edge.value_sum() * over + bonus * tries) / (tries * over)
        } else {
            (record.win_probability_with_odds(self.urgency) + bonus) / (1.0 + tries)
        }
    }

    /// The score of a child that nobody has chosen yet.
    #[inline(always)]
    pub(super) fn score_unchosen(self, record: Record) -> f32 {
        self.score(record, Edge::default())
    }
}
