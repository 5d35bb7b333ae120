use core::fmt;

use super::level::Level;
use crate::board::{Move, PlayError, Position};
use crate::control::{Limits, Progress};
use crate::search::{Report, RootChoice};

/// What an engine is asked to search.
///
/// ```
/// use amazons::{Engine, EngineOptions, Limits, Position, Request};
/// let position = Position::start();
/// let mut engine = Engine::new(EngineOptions::new().with_memory_mib(16))?;
/// let usual = engine.search(&position, Limits::visits(200)).best_move.unwrap();
/// let request = Request::new(&position)
///     .with_limits(Limits::visits(200))
///     .with_lines(5)
///     .avoiding([usual]);
/// let report = engine.begin(request)?.wait();
/// assert!(report.lines.iter().all(|line| line.first != usual));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
#[must_use]
pub struct Request {
    pub(super) position: Position,
    pub(super) limits: Limits,
    pub(super) lines: Option<usize>,
    pub(super) threads: Option<usize>,
    pub(super) progress: Option<Progress<Report>>,
    /// With its seed.
    pub(super) level: Option<(Level, u64)>,
    allowed: Option<Vec<Move>>,
    avoided: Vec<Move>,
}

impl Request {
    /// All moves of a position, without limits, with as many lines as the engine's options say.
    pub fn new(position: &Position) -> Request {
        Request {
            position: *position,
            limits: Limits::unlimited(),
            lines: None,
            threads: None,
            progress: None,
            level: None,
            allowed: None,
            avoided: Vec::new(),
        }
    }

    /// When the search ends by itself.
    pub fn with_limits(mut self, limits: Limits) -> Request {
        self.limits = limits;
        self
    }

    /// The number of best moves in a report.
    pub fn with_lines(mut self, lines: usize) -> Request {
        self.lines = Some(lines);
        self
    }

    /// Only so many of the engine's threads, at least one. One thread searches reproducibly.
    pub fn with_threads(mut self, threads: usize) -> Request {
        self.threads = Some(threads);
        self
    }

    /// Reports from time to time.
    ///
    /// The callback runs on one of the search's threads, which waits for it. When it panics, the search ends and
    /// [`Search::wait`](crate::Search::wait) panics likewise; the engine stays usable.
    ///
    /// ```
    /// use amazons::{Engine, EngineOptions, Limits, Position, Report, Request, control::Progress};
    /// use std::time::Duration;
    /// let mut engine = Engine::new(EngineOptions::new().with_memory_mib(16))?;
    /// let request = Request::new(&Position::start())
    ///     .with_limits(Limits::visits(50))
    ///     .with_progress(Progress::new(Duration::ZERO, |report: &Report| assert!(report.visits > 0)));
    /// assert_eq!(engine.begin(request)?.wait().visits, 50);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_progress(mut self, progress: Progress<Report>) -> Request {
        self.progress = Some(progress);
        self
    }

    /// Plays like an opponent of this level: with its simulations for a limit, on one thread, in a tree of its own. The report
    /// tells how that opponent sees the position. The same seed plays the same game. Limits and threads set before are
    /// replaced; those set after it change the opponent.
    pub fn with_level(mut self, level: Level, seed: u64) -> Request {
        self.level = Some((level, seed));
        self.with_limits(Limits::visits(level.visits()))
            .with_threads(1)
    }

    /// Only these moves may be chosen, and those of earlier calls; all others are avoided. The report speaks of them alone:
    /// its best move, its lines and its visits.
    ///
    /// One move is a deeper look at that move. With a kept tree such a look adds to what the tree knows, and the next
    /// search of other moves takes that over, except for the number of visits, which says nothing of a move's worth
    /// when it was forced.
    pub fn allowing(mut self, moves: impl IntoIterator<Item = Move>) -> Request {
        self.allowed.get_or_insert_default().extend(moves);
        self
    }

    /// These moves may not be chosen, even if they are [allowed](Request::allowing).
    pub fn avoiding(mut self, moves: impl IntoIterator<Item = Move>) -> Request {
        self.avoided.extend(moves);
        self
    }

    /// The moves to choose from; nothing if those are all.
    pub(super) fn choice(&mut self) -> Result<Option<RootChoice>, RequestError> {
        if self.allowed.is_none() && self.avoided.is_empty() {
            return Ok(None);
        }
        for &m in self.allowed.iter().flatten().chain(&self.avoided) {
            let checked = self.position.check(m);
            checked.map_err(|reason| RequestError::IllegalMove { m, reason })?;
        }
        self.avoided.sort_unstable();
        if let Some(allowed) = &mut self.allowed {
            allowed.sort_unstable();
        }
        let contains = |moves: &Vec<Move>, m| moves.binary_search(&m).is_ok();
        let choice = RootChoice::new(&self.position, |m| {
            let allowed = self.allowed.as_ref();
            allowed.is_none_or(|allowed| contains(allowed, m)) && !contains(&self.avoided, m)
        });
        match choice {
            Some(choice) if choice.is_empty() => Err(RequestError::NothingAllowed),
            choice => Ok(choice),
        }
    }
}

/// Why a request can't be met.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RequestError {
    /// A move to be allowed or avoided can't be played.
    IllegalMove {
        /// The move.
        m: Move,
        /// Why.
        reason: PlayError,
    },
    /// The position has moves, but none of them may be chosen.
    NothingAllowed,
}

impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RequestError::IllegalMove { m, reason } => write!(f, "{m} can't be played: {reason}"),
            RequestError::NothingAllowed => write!(f, "no move of the position may be chosen"),
        }
    }
}

impl core::error::Error for RequestError {}
