//! Players that are part of this program.

use std::time::Instant;

use amazons::control::Stop;
use amazons::tuning::{AlphaBeta, AlphaBetaError, AlphaBetaOptions};
use amazons::{Engine, EngineError, EngineOptions, Game, Level, Limits, Move, Ponder, Session};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

use super::pace::Allowance;
use super::player::{Forfeit, Player};

#[path = "../../../../benches/rivals/playout_uct.rs"]
mod playout_uct;

use playout_uct::PlayoutUct;

/// Plays any legal move.
pub struct Random(Pcg64Mcg);

impl Random {
    pub fn new() -> Random {
        Random(Pcg64Mcg::seed_from_u64(0))
    }
}

impl Player for Random {
    fn new_game(&mut self, seed: u64) -> Result<(), Forfeit> {
        *self = Random(Pcg64Mcg::seed_from_u64(seed));
        Ok(())
    }

    fn choose(&mut self, game: &Game, _: &Allowance) -> Result<Move, Forfeit> {
        move_or_forfeit(game.position().random_move(&mut self.0))
    }
}

/// The library's engine.
pub struct Searcher {
    options: EngineOptions,
    engine: Engine,
    level: Option<Level>,
    limits: Limits,
    seed: u64,
}

impl Searcher {
    pub fn new(
        options: EngineOptions,
        level: Option<Level>,
        limits: Limits,
    ) -> Result<Searcher, EngineError> {
        let engine = Engine::new(options.clone())?;
        Ok(Searcher {
            options,
            engine,
            level,
            limits,
            seed: 0,
        })
    }
}

impl Player for Searcher {
    fn new_game(&mut self, seed: u64) -> Result<(), Forfeit> {
        self.seed = seed;
        // The seed is an engine's for life.
        let options = self.options.clone().with_seed(seed);
        let engine = Engine::new(options);
        self.engine = engine.map_err(|error| Forfeit::Crash(error.to_string()))?;
        Ok(())
    }

    fn choose(&mut self, game: &Game, allowance: &Allowance) -> Result<Move, Forfeit> {
        let position = game.position();
        let limits = allowance.limits(self.limits, position.turn());
        move_or_forfeit(match self.level {
            Some(level) => self.engine.play_level(position, level, self.seed),
            None => self.engine.search(position, limits).best_move,
        })
    }
}

/// The library's engine, which thinks on its opponent's time too.
pub struct Ponderer {
    options: EngineOptions,
    session: Session,
    limits: Limits,
}

impl Ponderer {
    pub fn new(options: EngineOptions, limits: Limits) -> Result<Ponderer, EngineError> {
        let session = Session::new(options.clone(), Game::new())?;
        Ok(Ponderer {
            options,
            session,
            limits,
        })
    }

    /// Plays the moves that were made since.
    fn follow(&mut self, game: &Game) -> Result<(), Forfeit> {
        let known = self.session.game().moves();
        let same = self.session.game().start() == game.start() && game.moves().starts_with(known);
        if !same {
            self.session.set_game(game.clone());
            return Ok(());
        }
        for &m in &game.moves()[known.len()..] {
            let played = self.session.advance(m);
            played.map_err(|error| Forfeit::Illegal(error.to_string()))?;
        }
        Ok(())
    }
}

impl Player for Ponderer {
    fn new_game(&mut self, seed: u64) -> Result<(), Forfeit> {
        let options = self.options.clone().with_seed(seed);
        let session = Session::new(options, Game::new());
        self.session = session.map_err(|error| Forfeit::Crash(error.to_string()))?;
        Ok(())
    }

    fn choose(&mut self, game: &Game, allowance: &Allowance) -> Result<Move, Forfeit> {
        self.follow(game)?;
        let limits = allowance.limits(self.limits, game.position().turn());
        self.session.think(limits);
        let chosen = self.session.finish().and_then(|report| report.best_move);
        if let Some(m) = chosen
            && self.session.advance(m).is_ok()
        {
            self.session.ponder(Ponder::ExpectedReply);
        }
        move_or_forfeit(chosen)
    }

    fn end_game(&mut self) {
        self.session.stop();
    }
}

/// The alpha-beta search.
pub struct WideAlphaBeta {
    options: AlphaBetaOptions,
    search: AlphaBeta,
    limits: Limits,
}

impl WideAlphaBeta {
    pub fn new(options: AlphaBetaOptions, limits: Limits) -> Result<WideAlphaBeta, AlphaBetaError> {
        let search = AlphaBeta::new(options.clone())?;
        Ok(WideAlphaBeta {
            options,
            search,
            limits,
        })
    }
}

impl Player for WideAlphaBeta {
    fn new_game(&mut self, _: u64) -> Result<(), Forfeit> {
        let search = AlphaBeta::new(self.options.clone());
        self.search = search.map_err(|error| Forfeit::Crash(error.to_string()))?;
        Ok(())
    }

    fn choose(&mut self, game: &Game, allowance: &Allowance) -> Result<Move, Forfeit> {
        let position = game.position();
        let limits = allowance.limits(self.limits, position.turn());
        let report = self.search.search(position, &limits, &Stop::new());
        move_or_forfeit(report.best_move)
    }
}

/// The share of its time that a player without a plan takes for a move.
const CLOCK_SHARE: u32 = 30;

/// The plain Monte Carlo tree search with random games.
pub struct Uct {
    search: PlayoutUct,
    limits: Limits,
}

impl Uct {
    pub fn new(limits: Limits) -> Uct {
        Uct {
            search: PlayoutUct::new(0),
            limits,
        }
    }
}

impl Player for Uct {
    fn new_game(&mut self, seed: u64) -> Result<(), Forfeit> {
        self.search = PlayoutUct::new(seed);
        Ok(())
    }

    fn choose(&mut self, game: &Game, allowance: &Allowance) -> Result<Move, Forfeit> {
        let begin = Instant::now();
        let mut limits = allowance.limits(self.limits, game.position().turn());
        if let Some(clock) = limits.clock {
            limits.time = Some(clock.remaining / CLOCK_SHARE);
        }
        let chosen = self.search.choose(game.position(), |games, nodes| {
            limits.time.is_none_or(|time| begin.elapsed() < time)
                && limits.visits.is_none_or(|most| games < most)
                && limits.nodes.is_none_or(|most| nodes < most)
        });
        move_or_forfeit(chosen)
    }
}

fn move_or_forfeit(chosen: Option<Move>) -> Result<Move, Forfeit> {
    chosen.ok_or_else(|| Forfeit::Illegal("none".into()))
}
