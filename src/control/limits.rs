use core::time::Duration;

use super::clock::Clock;

/// When a long computation ends by itself. Every bound that is set holds; the first one met ends it.
///
/// However tight the bounds, a search looks at the position once and names a move if there is one.
///
/// ```
/// use amazons::Limits;
/// use std::time::Duration;
/// let limits = Limits::time(Duration::from_millis(300)).with_visits(100_000);
/// assert_eq!(limits.visits, Some(100_000));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// Time from the start of the computation.
    pub time: Option<Duration>,
    /// Simulations of a search, beyond those that a kept tree holds of earlier ones. A solver has no use for it.
    pub visits: Option<u64>,
    /// Nodes made: of the search tree, or of a solver's search.
    pub nodes: Option<u64>,
    /// The clock of a game, which a search makes a time of its own from. Nothing else has a use for it.
    pub clock: Option<Clock>,
}

impl Limits {
    /// No bound: the computation ends when it is stopped, or has nothing left to find out.
    #[must_use]
    pub const fn unlimited() -> Limits {
        Limits {
            time: None,
            visits: None,
            nodes: None,
            clock: None,
        }
    }

    /// Only a time.
    #[must_use]
    pub const fn time(time: Duration) -> Limits {
        Limits::unlimited().with_time(time)
    }

    /// Only a number of simulations.
    #[must_use]
    pub const fn visits(visits: u64) -> Limits {
        Limits::unlimited().with_visits(visits)
    }

    /// Only a number of nodes.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Limits {
        Limits::unlimited().with_nodes(nodes)
    }

    /// Only the clock of a game.
    #[must_use]
    pub const fn clock(clock: Clock) -> Limits {
        Limits::unlimited().with_clock(clock)
    }

    /// These limits with a time.
    #[must_use]
    pub const fn with_time(mut self, time: Duration) -> Limits {
        self.time = Some(time);
        self
    }

    /// These limits with a number of simulations.
    #[must_use]
    pub const fn with_visits(mut self, visits: u64) -> Limits {
        self.visits = Some(visits);
        self
    }

    /// These limits with a number of nodes.
    #[must_use]
    pub const fn with_nodes(mut self, nodes: u64) -> Limits {
        self.nodes = Some(nodes);
        self
    }

    /// These limits with the clock of a game.
    #[must_use]
    pub const fn with_clock(mut self, clock: Clock) -> Limits {
        self.clock = Some(clock);
        self
    }
}
