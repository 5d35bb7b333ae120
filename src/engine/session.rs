use super::handle::Search;
use super::{Engine, EngineError, EngineOptions};
use crate::board::{Move, PlayError, Position};
use crate::control::Limits;
use crate::game::Game;
use crate::search::Report;

/// A game that an engine plays in or watches: what it found out about one position serves the next, and it may think while
/// the opponent does.
///
/// ```
/// use amazons::{EngineOptions, Game, Limits, Ponder, Session};
/// let options = EngineOptions::new().with_memory_mib(16);
/// let mut session = Session::new(options, Game::new())?;
/// session.think(Limits::visits(100));
/// let own = session.finish().unwrap().best_move.unwrap();
/// session.advance(own)?;
/// session.ponder(Ponder::ExpectedReply);
/// let reply = session.game().position().legal_moves()[0];
/// session.advance(reply)?;
/// session.think(Limits::visits(100));
/// assert!(session.finish().unwrap().best_move.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Session {
    engine: Engine,
    game: Game,
    search: Option<Running>,
    /// The reply that the last search expected, and the position it replies to.
    expected: Option<(Position, Move)>,
}

/// A search that is on, or has ended and was not asked for yet.
#[derive(Debug)]
struct Running {
    position: Position,
    search: Search,
}

impl Running {
    /// Whether it goes on with these limits, or has found out all there is.
    fn is_of_use(&self, limits: Limits) -> bool {
        match self.search.poll() {
            Some(report) => report.proven.is_some(),
            None => self.search.set_limits(limits),
        }
    }
}

/// What to think about while the opponent does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Ponder {
    /// The position after the reply that was expected; any reply where none was. Better where the reply is foreseen, as the
    /// thinking goes on without a break when it comes.
    ExpectedReply,
    /// The opponent's move, as if it were one's own.
    AnyReply,
}

impl Session {
    /// A session at the present position of a game.
    ///
    /// The engine keeps its tree from move to move, unless that is [switched off](Session::keep_tree).
    ///
    /// # Errors
    /// As [`Engine::new`].
    pub fn new(options: EngineOptions, game: Game) -> Result<Session, EngineError> {
        Ok(Session {
            engine: Engine::new(options.with_kept_tree(true))?,
            game,
            search: None,
            expected: None,
        })
    }

    /// The game so far.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Another game, with nothing known of it.
    pub fn set_game(&mut self, game: Game) {
        self.abandon();
        self.expected = None;
        self.engine.clear();
        self.game = game;
    }

    /// Whether later searches start from what the earlier ones found out.
    pub fn keep_tree(&mut self, keep: bool) {
        self.engine.options.keep_tree = keep;
    }

    /// Plays a move of either side. A search goes on if it is about the position that the move leads to.
    ///
    /// # Errors
    /// When the move can't be played; nothing has changed then.
    pub fn advance(&mut self, m: Move) -> Result<(), PlayError> {
        self.game.play(m)?;
        self.follow();
        Ok(())
    }

    /// Takes the last move back and returns it; `None` at the start. The tree still holds the last eight plies, if memory
    /// allows. The game's own record keeps the move, and its end, until another is played in its place
    /// ([`Game::back`](crate::Game::back)).
    pub fn take_back(&mut self) -> Option<Move> {
        let m = self.game.back()?;
        self.follow();
        Some(m)
    }

    /// Thinks about the move to play. A search that ponders this very position goes on with these limits, counted from now;
    /// one that has ended, is ending or was stopped is followed by another, unless it has proven the result.
    pub fn think(&mut self, limits: Limits) -> &Search {
        let position = *self.game.position();
        let running = match self.search.take() {
            Some(running) if running.position == position && running.is_of_use(limits) => running,
            _ => Running {
                position,
                search: self.engine.start(&position, limits),
            },
        };
        &self.search.insert(running).search
    }

    /// Thinks, without limits, about what comes after the opponent's move; the opponent is on move.
    pub fn ponder(&mut self, what: Ponder) -> &Search {
        let mut position = *self.game.position();
        if let (Ponder::ExpectedReply, Some((before, reply))) = (what, self.expected)
            && before == position
        {
            position.play_unchecked(reply);
        }
        self.abandon();
        let search = self.engine.start(&position, Limits::unlimited());
        &self.search.insert(Running { position, search }).search
    }

    /// The search that is on, or has ended and was not [asked for](Session::finish).
    #[must_use]
    pub fn search(&self) -> Option<&Search> {
        self.search.as_ref().map(|running| &running.search)
    }

    /// Waits for the end of the search and returns its report; `None` when there is no search.
    ///
    /// # Panics
    /// As [`Search::wait`].
    pub fn finish(&mut self) -> Option<Report> {
        let running = self.search.take()?;
        let report = running.search.wait();
        self.expect(&running.position, &report);
        Some(report)
    }

    /// Stops the search that is on, if any, and returns its report.
    ///
    /// # Panics
    /// As [`Search::wait`].
    pub fn stop(&mut self) -> Option<Report> {
        if let Some(running) = &self.search {
            running.search.stop();
        }
        self.finish()
    }

    /// Goes along with the game: what is searched is of use or is given up.
    fn follow(&mut self) {
        let position = *self.game.position();
        if self
            .search
            .as_ref()
            .is_some_and(|running| running.position == position)
        {
            return;
        }
        self.abandon();
        self.engine.go_to(&position);
    }

    fn abandon(&mut self) {
        if let Some(running) = self.search.take() {
            running.search.stop();
            let report = running.search.report();
            self.expect(&running.position, &report);
        }
    }

    /// Remembers the reply that a report expects to the move that it would play.
    fn expect(&mut self, position: &Position, report: &Report) {
        if let Some(&[own, reply, ..]) = report.lines.first().map(|line| &line.pv[..]) {
            let mut after = *position;
            after.play_unchecked(own);
            self.expected = Some((after, reply));
        }
    }
}
