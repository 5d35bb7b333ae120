use crate::board::{Color, Position};
use crate::endgame::{decided_winner, separated_winner};
use crate::territory::Weights;

/// The constants of the search. Unstable: they change with every experiment.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Settings {
    /// Weight of the prior against the mean value: the c of PUCT (Rosin 2011). 0.12 to 0.3 made no difference in the
    /// prototype's matches, 0.5 was worse.
    pub exploration: f32,
    /// The prior of a child is proportional to its odds of winning, by static value, to the power of one over this.
    pub prior_temperature: f32,
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
    pub(super) fn known_winner(&self, position: &Position) -> Option<Color> {
        let separated = (self.knowledge >= Knowledge::Separated)
            .then(|| separated_winner(position, self.counting_work))
            .flatten();
        separated.or_else(|| {
            (self.knowledge >= Knowledge::Parts)
                .then(|| decided_winner(position))
                .flatten()
        })
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            exploration: 0.2,
            prior_temperature: 1.0,
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
