//! The options that say when a search ends.

use std::time::Duration;

use amazons::Limits;

use crate::duration;

#[derive(clap::Args, Clone, Copy)]
pub struct LimitArguments {
    /// Time to think, such as 5s or 100ms
    #[arg(long, value_parser = duration::parse)]
    pub time: Option<Duration>,

    /// Simulations to make
    #[arg(long)]
    pub visits: Option<u64>,

    /// Tree nodes to make
    #[arg(long)]
    pub nodes: Option<u64>,
}

impl LimitArguments {
    /// The limits, with a time of `default` when none of the three is set.
    pub fn limits(self, default: Duration) -> Limits {
        let mut limits = Limits::unlimited();
        limits.time = self.time;
        limits.visits = self.visits;
        limits.nodes = self.nodes;
        if limits == Limits::unlimited() {
            limits.time = Some(default);
        }
        limits
    }
}
