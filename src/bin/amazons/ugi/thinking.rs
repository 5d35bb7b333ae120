//! A search that is on, as the dialogue sees it.

use std::pin::Pin;
use std::task::{Context, Poll, Waker};
use std::thread;
use std::time::{Duration, Instant};

use amazons::{Limits, Position, Report, Search, SearchFuture};

use super::go::Go;

/// How often it is told what the search has found so far.
const TELL_EVERY: Duration = Duration::from_millis(250);

/// How often it is looked whether the principal variation is long enough.
const LOOK_EVERY: Duration = Duration::from_millis(5);

pub struct Thinking {
    pub position: Position,
    search: SearchFuture,
    /// The final report, kept while it must not be told.
    finished: Option<Report>,
    /// Whether the answer has to wait for `stop`.
    infinite: bool,
    /// Whether the answer has to wait for the move that is pondered on.
    pondering: bool,
    /// What holds once that was played.
    after_ponder: Limits,
    depth: Option<usize>,
    has_goal: bool,
    begun: Instant,
    next_telling: Instant,
}

/// What a look at the search has shown.
pub enum Sight {
    /// Nothing to be said.
    Nothing,
    /// To be told while the search goes on.
    Progress(Report),
    /// The search has ended and its answer is due.
    Answer(Report),
}

impl Thinking {
    /// Looks after a search that was begun for `go`, whose limits are these.
    pub fn new(search: Search, position: Position, go: &Go, limits: Limits) -> Thinking {
        let now = Instant::now();
        Thinking {
            position,
            search: search.into_future(),
            finished: None,
            infinite: go.infinite,
            pondering: go.ponder,
            after_ponder: limits,
            depth: go.depth,
            // A depth or a proof may never be reached.
            has_goal: limits != Limits::unlimited(),
            begun: now,
            next_telling: now + TELL_EVERY,
        }
    }

    /// The time since the search began.
    pub fn time(&self) -> Duration {
        self.begun.elapsed()
    }

    /// Whether an answer will come without a word from the other side.
    pub fn ends_by_itself(&self) -> bool {
        self.has_goal && !self.is_held()
    }

    /// Whether the answer must not be told yet.
    fn is_held(&self) -> bool {
        self.infinite || self.pondering
    }

    /// When to look again, if nothing happens before.
    pub fn next_look(&self) -> Option<Duration> {
        if self.finished.is_some() {
            return None;
        }
        let left = self.next_telling.saturating_duration_since(Instant::now());
        Some(match self.depth {
            Some(_) => left.min(LOOK_EVERY),
            None => left,
        })
    }

    /// Looks at the search, which will ring when it has ended.
    pub fn look(&mut self, bell: &Waker) -> Sight {
        if self.has_ended(bell) {
            let told = if self.is_held() {
                None
            } else {
                self.finished.take()
            };
            return told.map_or(Sight::Nothing, Sight::Answer);
        }
        let search = self.search.search();
        if let Some(depth) = self.depth
            && !self.is_held()
            && let Some(line) = search.report().lines.first()
            && line.pv.len() >= depth
        {
            search.stop();
        }
        let now = Instant::now();
        if now < self.next_telling {
            return Sight::Nothing;
        }
        self.next_telling = now + TELL_EVERY;
        Sight::Progress(search.report())
    }

    /// The pondered move was played: the search goes on as one for the move to make.
    pub fn ponder_hit(&mut self) {
        if self.pondering {
            self.pondering = false;
            self.search.search().set_limits(self.after_ponder);
        }
    }

    /// Ends the search and gives its report. Once there is something to tell the search's threads are not waited for: on a
    /// busy machine they may have to wait for a processor before they can end.
    pub fn stop(mut self, bell: &Waker) -> Report {
        let search = self.search.search();
        search.stop();
        let report = search.report();
        if report.visits > 0 {
            return report;
        }
        loop {
            if self.has_ended(bell)
                && let Some(report) = self.finished.take()
            {
                return report;
            }
            thread::park();
        }
    }

    fn has_ended(&mut self, bell: &Waker) -> bool {
        if self.finished.is_none() {
            let mut context = Context::from_waker(bell);
            if let Poll::Ready(report) = Pin::new(&mut self.search).poll(&mut context) {
                self.finished = Some(report);
            }
        }
        self.finished.is_some()
    }
}
