//! A game, who plays it and its clock: what may be done to it, and when.

use std::time::Instant;

use amazons::notation::Format;
use amazons::{Color, Ending, Game, Level, Move, Position};
use uuid::Uuid;

use crate::clock::Clock;
use crate::protocol::{ClockState, GameResult, Player, Request, Setup, State};

/// Why something was not done, in words for the user.
pub type Refusal = String;

/// A game with its players and its clock.
#[derive(Debug)]
pub struct Table {
    game: Game,
    players: [Player; 2],
    clock: Option<Clock>,
    analysis: Option<Target>,
}

/// The position to analyse.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Target {
    Last,
    Ply(usize),
}

impl Table {
    /// A table for a new game.
    ///
    /// # Errors
    /// When the setup makes no sense.
    pub fn new(setup: &Setup) -> Result<Table, Refusal> {
        let game = match (&setup.record, &setup.fen) {
            (Some(_), Some(_)) => return Err("a game starts from a FEN or a record".into()),
            (Some(record), None) => read_record(record)?,
            (None, Some(fen)) => {
                Game::from_position(fen.parse().map_err(|error| format!("no FEN: {error}"))?)
            }
            (None, None) => Game::new(),
        };
        let clock = match setup.clock {
            Some(control) if control.is_sane() => Some(Clock::new(control)),
            Some(_) => return Err("no such clock".into()),
            None => None,
        };
        Ok(Table {
            game,
            players: players(setup.white, setup.black)?,
            clock,
            analysis: None,
        })
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Who is to move, if the game goes on.
    fn turn(&self) -> Option<Color> {
        self.game
            .winner()
            .is_none()
            .then(|| self.game.position().turn())
    }

    /// The engine that is to move.
    #[must_use]
    pub fn engine_to_move(&self) -> Option<Player> {
        let player = self.players[self.turn()?.index()];
        (player != Player::Human {}).then_some(player)
    }

    /// The position to analyse, with the plies before it.
    #[must_use]
    pub fn analysis(&self) -> Option<(usize, Position)> {
        let ply = match self.analysis? {
            Target::Last => self.game.len(),
            Target::Ply(ply) => ply,
        };
        Some((ply, self.game.position_at(ply)?))
    }

    /// When the time of the side to move is over.
    #[must_use]
    pub fn flag_falls(&self) -> Option<Instant> {
        self.clock.and_then(|clock| clock.flag_falls())
    }

    /// The clock's time of the side to move.
    #[must_use]
    pub fn time_left(&self, now: Instant) -> Option<std::time::Duration> {
        Some(self.clock?.left(self.game.position().turn(), now))
    }

    /// Does what a page asks for; nothing is changed when it is refused. Hints are not the table's affair.
    ///
    /// # Errors
    /// Why it is refused.
    pub fn obey(&mut self, request: &Request, now: Instant) -> Result<(), Refusal> {
        self.drop_flag(now);
        match request {
            Request::Move { ply, m } => self.human_moves(*ply, m, now),
            Request::Undo {} => self.undo(now),
            Request::Resign {} => self.resign(now),
            Request::Hint {} if self.turn().is_none() => Err("the game is over".into()),
            Request::Hint {} if self.engine_to_move().is_some() => {
                Err("it is the engine's turn".into())
            }
            Request::Hint {} => Ok(()),
            Request::Players { white, black } => {
                self.players = players(*white, *black)?;
                Ok(())
            }
            Request::New(setup) => {
                let analysis = self.analysis.map(|_| Target::Last);
                *self = Table::new(setup)?;
                self.analysis = analysis;
                Ok(())
            }
            Request::Analysis { on: false, .. } => {
                self.analysis = None;
                Ok(())
            }
            Request::Analysis { on: true, ply } => {
                let target = ply.map_or(Target::Last, Target::Ply);
                if ply.is_some_and(|ply| ply > self.game.len()) {
                    return Err("the game has no such ply".into());
                }
                self.analysis = Some(target);
                Ok(())
            }
        }
    }

    fn human_moves(&mut self, ply: usize, text: &str, now: Instant) -> Result<(), Refusal> {
        if self.turn().is_none() {
            return Err("the game is over".into());
        }
        if self.engine_to_move().is_some() {
            return Err("it is the engine's turn".into());
        }
        if ply != self.game.len() {
            return Err("the game has gone on meanwhile".into());
        }
        let m: Move = text.parse().map_err(|error| format!("no move: {error}"))?;
        self.play(m, now)
    }

    /// Plays a move of whoever is to move.
    ///
    /// # Errors
    /// When it is not legal, or the game is over.
    pub fn play(&mut self, m: Move, now: Instant) -> Result<(), Refusal> {
        let Some(mover) = self.turn() else {
            return Err("the game is over".into());
        };
        self.game.play(m).map_err(|error| error.to_string())?;
        self.analysis = self.analysis.map(|_| Target::Last);
        if let Some(clock) = &mut self.clock {
            clock.moved(mover, now);
            if self.game.winner().is_some() {
                clock.run(None, now);
            }
        }
        Ok(())
    }

    /// Ends the game if the running time is over; whether it was.
    pub fn drop_flag(&mut self, now: Instant) -> bool {
        let (Some(turn), Some(clock)) = (self.turn(), &mut self.clock) else {
            return false;
        };
        if clock.flag_falls().is_none_or(|falls| now < falls) {
            return false;
        }
        clock.run(None, now);
        self.game.end(!turn, Ending::Time).is_ok()
    }

    /// Takes back a result that is not the board's, or all moves since the last human one.
    fn undo(&mut self, now: Instant) -> Result<(), Refusal> {
        let human = |color: Color| self.players[color.index()] == Player::Human {};
        if !human(Color::White) && !human(Color::Black) {
            return Err("nobody at the page plays".into());
        }
        match self.game.ending() {
            Ending::Time => return Err("the time is over".into()),
            Ending::Unfinished | Ending::NoMove => {
                let mut turn = self.game.position().turn();
                let mut plies = 0;
                loop {
                    if plies == self.game.len() {
                        return Err("there is no move to take back".into());
                    }
                    plies += 1;
                    turn = !turn;
                    if human(turn) {
                        break;
                    }
                }
                for _ in 0..plies {
                    self.game.retract();
                }
            }
            _ => {
                // Nobody wins an unfinished game: the colour says nothing.
                self.game
                    .end(Color::White, Ending::Unfinished)
                    .map_err(|error| error.to_string())?;
            }
        }
        self.analysis = self.analysis.map(|_| Target::Last);
        let turn = self.turn().filter(|_| !self.game.is_empty());
        if let Some(clock) = &mut self.clock {
            clock.run(turn, now);
        }
        Ok(())
    }

    /// Gives up for the human to move, or the human whose opponent is.
    fn resign(&mut self, now: Instant) -> Result<(), Refusal> {
        let Some(turn) = self.turn() else {
            return Err("the game is over".into());
        };
        let human = |color: &Color| self.players[color.index()] == Player::Human {};
        let Some(loser) = [turn, !turn].into_iter().find(human) else {
            return Err("nobody at the page plays".into());
        };
        self.game.resign(loser).map_err(|error| error.to_string())?;
        if let Some(clock) = &mut self.clock {
            clock.run(None, now);
        }
        Ok(())
    }

    /// The game as pages see it.
    #[must_use]
    pub fn state(&self, game: Uuid, thinking: bool, now: Instant) -> State {
        let [white, black] = self.players;
        let milliseconds =
            |clock: &Clock, color| u64::try_from(clock.left(color, now).as_millis()).unwrap_or(0);
        State {
            game,
            start: *self.game.start(),
            position: *self.game.position(),
            moves: self.game.moves().to_vec(),
            white,
            black,
            result: self.game.winner().map(|winner| GameResult {
                winner,
                ending: self.game.ending(),
            }),
            clock: self.clock.as_ref().map(|clock| ClockState {
                control: clock.control(),
                white: milliseconds(clock, Color::White),
                black: milliseconds(clock, Color::Black),
                running: clock.running(),
            }),
            thinking,
            analysis: self.analysis.is_some(),
        }
    }
}

/// A game out of a record in any format.
fn read_record(record: &str) -> Result<Game, Refusal> {
    let format = Format::detect(record).ok_or("the text is no game record")?;
    format
        .read(record)
        .map_err(|error| format!("no game ({format}): {error}"))
}

/// Players that there can be.
fn players(white: Player, black: Player) -> Result<[Player; 2], Refusal> {
    for player in [white, black] {
        match player {
            Player::Level { level } if Level::new(level).is_none() => {
                return Err(format!("there is no level {level}"));
            }
            Player::Time { milliseconds } if !(1..=60_000).contains(&milliseconds) => {
                return Err("a move takes 1 to 60,000 milliseconds".into());
            }
            _ => {}
        }
    }
    Ok([white, black])
}
