use super::counting::at_leaf;
use crate::board::{Color, Position};
use crate::endgame::{Pockets, decided_winner_with, separated_winner_within};
use crate::territory::Weights;

/// The constants of the search. Unstable: they change with every experiment.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Settings {
    /// Weight of the prior against the mean value where a slide is chosen: the c of PUCT (Rosin 2011). `docs/experiments.md`
    /// has the matches that this and the constants below come from.
    pub exploration: f32,
    /// The part of itself by which that grows with every doubling of one more than a hundredth of the node's visits: the more
    /// is known of the best moves, the more the others are worth a try. Not negative.
    pub growth: f32,
    /// As `exploration`, where a shot is chosen. There are fewer of them than slides, and their static values say more.
    pub shot_exploration: f32,
    /// First-play urgency of a shot: until its first visit, its odds of winning by static value count this many times. A visit
    /// values what the opponent can choose there, one step on, and the two are not on one scale.
    pub shot_urgency: f32,
    /// What a new leaf is worth lies between the best of its children's static values, at 0, and their mean weighted by the
    /// priors, at 1: the best of many estimates is most often one that errs upwards.
    pub leaf_mean: f32,
    /// The prior of a child is proportional to its odds of winning, by static value, to the power of one over this.
    pub prior_temperature: f32,
    /// How much of what was learnt of a move elsewhere in the tree is added to its static value in new nodes; see `history.rs`.
    pub history: f32,
    /// Whether late positions are solved while they are searched.
    pub solver: bool,
    /// What leaves are asked for before they are evaluated.
    pub knowledge: Knowledge,
    /// Nodes of search that counting a separated position may take; without a result the evaluation stands in.
    pub counting_work: u64,
    /// What static values are made with.
    pub weights: Weights,
}

impl Settings {
    /// Who wins, where that can be counted.
    pub(super) fn known_winner(&self, position: &Position, pockets: &mut Pockets) -> Option<Color> {
        let separated = (self.knowledge >= Knowledge::Separated)
            .then(|| separated_winner_within(position, at_leaf(self.counting_work)))
            .flatten();
        separated.or_else(|| {
            (self.knowledge >= Knowledge::Parts)
                .then(|| decided_winner_with(position, pockets))
                .flatten()
        })
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            exploration: 0.7,
            growth: 0.17,
            shot_exploration: 0.14,
            shot_urgency: 0.55,
            leaf_mean: 0.5,
            prior_temperature: 1.0,
            history: 1.0,
            solver: true,
            knowledge: Knowledge::Parts,
            counting_work: 2_000,
            weights: Weights::Network,
        }
    }
}

/// Exact knowledge of endgames in the tree, each with what comes before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[non_exhaustive]
#[cfg_attr(not(feature = "tuning"), expect(dead_code))]
pub enum Knowledge {
    /// None: who can't move has lost.
    Nothing,
    /// Positions whose sides never meet again are counted.
    Separated,
    /// Parts that are decided are counted, whatever goes on in others, where that decides the game.
    Parts,
}
