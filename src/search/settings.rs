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
    /// Nodes of search that counting a separated position may take; without a result the evaluation stands in.
    pub counting_work: u64,
    /// What static values are made with.
    pub weights: Weights,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            exploration: 0.2,
            prior_temperature: 1.0,
            counting_work: 2_000,
            weights: Weights::Network,
        }
    }
}
