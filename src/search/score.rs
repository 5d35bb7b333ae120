//! How good a child looks to a simulation that has to choose one.

use super::edge::Edge;
use super::prior::PriorTable;
use super::record::Record;
use super::simulate::Place;
use super::tree::Tree;

/// Scores the children of one node: PUCT (Rosin 2011), mean value plus a bonus that grows with the prior and shrinks with
/// the visits.
#[derive(Clone, Copy)]
pub(super) struct Scorer<'a> {
    priors: &'a PriorTable,
    /// What a prior is multiplied by.
    scale: f32,
    /// How many times its odds of winning by static value a child without visits counts.
    urgency: f32,
}

impl Tree {
    /// Scores children where a simulation stands: those of a node with so many visits, whose priors sum to one over
    /// `prior_scale`.
    #[inline(always)]
    pub(super) fn scorer(&self, place: &Place, visits: u32, prior_scale: f32) -> Scorer<'_> {
        let settings = &self.settings;
        let (exploration, urgency) = match place {
            Place::Position(_) => (settings.exploration, 1.0),
            Place::Slid(_) => (settings.shot_exploration, settings.shot_urgency),
        };
        Scorer {
            priors: &self.priors,
            scale: prior_scale * exploration * root_of(visits),
            urgency,
        }
    }
}

/// What the bonus of every child grows with: the square root of their node's visits.
#[inline(always)]
pub(super) fn root_of(visits: u32) -> f32 {
    (visits.max(1) as f32).sqrt()
}

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
