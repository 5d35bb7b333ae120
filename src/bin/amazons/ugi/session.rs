//! The dialogue itself: what is known, and how each line is obeyed.

use std::io::Write;
use std::task::Waker;
use std::thread;
use std::time::Duration;

use amazons::notation::{Diagram, Format};
use amazons::{Book, BookMove, Color, Engine, Game, Limits, Position, Report, Request};

use super::command::{Command, Dialect};
use super::go::Go;
use super::info::{best_move, book_move, info};
use super::settings::{Changed, Settings};
use super::thinking::{Sight, Thinking};
use crate::Fault;
use crate::engine_arguments::EngineArguments;
use crate::line_reader::Line;

/// Simulations for an answer to a `go` that can't be obeyed: a hundredth of a second.
const VISITS_AT_ONCE: u64 = 1_000;

pub struct Session<'a, W> {
    out: &'a mut W,
    /// Rung by searches that have ended.
    bell: Waker,
    settings: Settings,
    engine: Engine,
    game: Game,
    dialect: Dialect,
    thinking: Option<Thinking>,
    /// Games begun, so that not all have the same opening.
    games: u64,
}

/// What comes after a line.
pub enum Next {
    GoOn,
    Quit,
}

impl<'a, W: Write> Session<'a, W> {
    pub fn new(arguments: EngineArguments, bell: Waker, out: &'a mut W) -> Result<Self, Fault> {
        let settings = Settings::new(arguments);
        Ok(Session {
            out,
            bell,
            engine: settings.build()?,
            settings,
            game: Game::new(),
            dialect: Dialect::Uci,
            thinking: None,
            games: 0,
        })
    }

    /// When the search is to be looked at again, if no line comes before.
    pub fn next_look(&self) -> Option<Duration> {
        self.thinking.as_ref().and_then(Thinking::next_look)
    }

    /// Looks after the search: tells what it has found so far, or its answer.
    pub fn tend(&mut self) -> Result<(), Fault> {
        let Some(thinking) = &mut self.thinking else {
            return Ok(());
        };
        match thinking.look(&self.bell) {
            Sight::Nothing => Ok(()),
            Sight::Progress(report) => {
                let told = info(&thinking.position, &report, thinking.time());
                self.say(&told)
            }
            Sight::Answer(report) => match self.thinking.take() {
                Some(thinking) => self.answer(&thinking.position, &report, thinking.time()),
                None => Ok(()),
            },
        }
    }

    /// Ends the search, if there is one, with its answer.
    pub fn stop(&mut self) -> Result<(), Fault> {
        let Some(thinking) = self.thinking.take() else {
            return Ok(());
        };
        let (position, time) = (thinking.position, thinking.time());
        let report = thinking.stop(&self.bell);
        self.answer(&position, &report, time)
    }

    /// Input has ended: a search that has an end is waited for.
    pub fn end(&mut self) -> Result<(), Fault> {
        // What is found on the way is told too, so that it shows when nobody listens any more.
        while self.thinking.as_ref().is_some_and(Thinking::ends_by_itself) {
            if let Some(wait) = self.next_look() {
                thread::park_timeout(wait);
            }
            self.tend()?;
        }
        self.stop()
    }

    fn answer(
        &mut self,
        position: &Position,
        report: &Report,
        time: Duration,
    ) -> Result<(), Fault> {
        let mut text = info(position, report, time);
        text.push_str(&best_move(report, self.dialect));
        self.say(&text)
    }

    /// Obeys a line. Nothing that it can hold ends the dialogue, but `quit`.
    pub fn hear(&mut self, line: &Line) -> Result<Next, Fault> {
        let text = match line {
            Line::Text(text) => text,
            Line::TooLong => {
                self.complain("the line is too long")?;
                return Ok(Next::GoOn);
            }
        };
        match Command::of(text) {
            Command::Quit => return Ok(Next::Quit),
            Command::Nothing => {}
            Command::Hello(dialect) => self.greet(dialect)?,
            Command::IsReady => self.say("readyok\n")?,
            Command::Stop => self.stop()?,
            Command::PonderHit => {
                if let Some(thinking) = &mut self.thinking {
                    thinking.ponder_hit();
                }
            }
            Command::Query(what) => self.tell(what)?,
            Command::Show => self.show()?,
            Command::NewGame => {
                self.stop()?;
                self.engine.clear();
                self.games += 1;
                self.game = Game::from_position(self.settings.variant.start());
            }
            Command::SetOption { name, value } => {
                self.stop()?;
                if let Err(fault) = self.set(name, value) {
                    self.complain(&format!("{name}: {fault}"))?;
                }
            }
            Command::Position(text) => {
                self.stop()?;
                match self.game_of(text) {
                    Ok(game) => self.game = game,
                    Err(fault) => self.complain(&fault.to_string())?,
                }
            }
            Command::Go(go) => {
                self.stop()?;
                if let Some(known) = go.as_ref().ok().and_then(|go| self.in_book(go)) {
                    self.say(&book_move(&known))?;
                } else if let Err(fault) = go.and_then(|go| self.go(&go)) {
                    self.complain(&fault)?;
                    self.answer_at_once()?;
                }
            }
            Command::Unknown(word) => self.complain(&format!("{word}: no such command"))?,
        }
        Ok(Next::GoOn)
    }

    fn greet(&mut self, dialect: Dialect) -> Result<(), Fault> {
        self.dialect = dialect;
        let ok = match dialect {
            Dialect::Uci => "uciok",
            Dialect::Ugi => "ugiok",
        };
        let options = self.settings.describe(self.engine.threads());
        self.say(&format!(
            "id name amazons {}\nid author the amazons developers\n{options}\n{ok}\n",
            env!("CARGO_PKG_VERSION")
        ))
    }

    /// UGI's questions about the game. The first player is White, who begins from the usual start.
    fn tell(&mut self, what: &str) -> Result<(), Fault> {
        let position = self.game.position();
        let winner = position.outcome().map(|outcome| outcome.winner);
        let response = match what {
            "gameover" => winner.is_some().to_string(),
            "p1turn" => (position.turn() == Color::White).to_string(),
            "result" => match winner {
                Some(Color::White) => "p1win".to_owned(),
                Some(Color::Black) => "p2win".to_owned(),
                None => "none".to_owned(),
            },
            _ => return self.complain(&format!("query {what}: no such question")),
        };
        self.say(&format!("response {response}\n"))
    }

    fn show(&mut self) -> Result<(), Fault> {
        let position = self.game.position();
        let drawing = Diagram::new(position).last_move(self.game.last_move());
        self.say(&format!("{drawing}Fen: {position}\n"))
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), Fault> {
        let mut settings = self.settings;
        match settings.set(name, value)? {
            Changed::Engine => self.engine = settings.build()?,
            Changed::Variant => self.game = Game::from_position(settings.variant.start()),
            Changed::Clear => self.engine.clear(),
            Changed::Nothing => {}
        }
        self.settings = settings;
        Ok(())
    }

    /// Reads what follows `position`; its `startpos` is that of the board that was chosen.
    fn game_of(&self, text: &str) -> Result<Game, Fault> {
        let game = match text.strip_prefix("startpos") {
            Some(rest) => Format::Uci.read(format!("fen {}{rest}", self.settings.variant.start())),
            None => Format::Uci.read(text),
        };
        Ok(game?)
    }

    /// What the opening book answers, if it may.
    fn in_book(&self, go: &Go) -> Option<BookMove> {
        if !self.settings.own_book || !go.is_for_a_move() {
            return None;
        }
        let (book, position) = (Book::builtin(), self.game.position());
        let seed = self.settings.seed().wrapping_add(self.games);
        let chosen = book.choose(position, seed)?;
        let mut moves = book.moves(position).into_iter();
        moves.find(|known| known.m == chosen)
    }

    /// Begins a search.
    fn go(&mut self, go: &Go) -> Result<(), String> {
        let position = *self.game.position();
        let limits = go.limits(position.turn(), self.settings.overhead)?;
        let mut request = Request::new(&position).with_lines(self.settings.lines);
        if !go.ponder {
            request = request.with_limits(limits);
        }
        if !go.search_moves.is_empty() {
            request = request.allowing(go.search_moves.iter().copied());
        }
        let search = self
            .engine
            .begin(request)
            .map_err(|error| error.to_string())?;
        self.thinking = Some(Thinking::new(search, position, go, limits));
        Ok(())
    }

    /// A `go` that can't be obeyed still has an answer: without one the other side would wait until its clock has run out.
    fn answer_at_once(&mut self) -> Result<(), Fault> {
        let position = *self.game.position();
        let report = self
            .engine
            .search(&position, Limits::visits(VISITS_AT_ONCE));
        self.say(&best_move(&report, self.dialect))
    }

    /// Says what is wrong. Of what was heard it repeats a little, in one line.
    fn complain(&mut self, fault: &str) -> Result<(), Fault> {
        /// Characters: enough for any of this program's own messages.
        const MOST: usize = 160;
        let printable = |c: char| if c.is_control() { ' ' } else { c };
        let shown: String = fault.chars().map(printable).take(MOST).collect();
        self.say(&format!("info string {shown}\n"))
    }

    /// Says whole lines, at once.
    fn say(&mut self, text: &str) -> Result<(), Fault> {
        self.out.write_all(text.as_bytes())?;
        Ok(self.out.flush()?)
    }
}
