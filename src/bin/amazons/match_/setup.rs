//! The engine as a player of a match, set up by the command line.

use amazons::tuning::{Knowledge, Settings, Weights};
use amazons::{EngineOptions, Level, Limits};

use super::booked::Booked;
use super::player::Player;
use super::values::{constant, number, set_limit};

/// Priors at a lower temperature would leave what a float can hold.
const LEAST_TEMPERATURE: f32 = 0.25;

/// At higher ones all priors are the same to any digit that a match could show.
const MOST_TEMPERATURE: f32 = 1e6;

/// A search with more looks at priors alone.
const MOST_EXPLORATION: f32 = 1e6;

/// Beyond this there is nothing but exploration.
const MOST_GROWTH: f32 = 1e3;

/// Beyond this, corrections swing from one extreme to the other.
const MOST_HISTORY: f32 = 2.0;

/// A search with more visits every shot before it looks at one again.
const MOST_URGENCY: f32 = 1e3;

/// How the engine is set up.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Setup {
    pub(super) limits: Limits,
    pub(super) threads: usize,
    memory: usize,
    pub(super) keep: bool,
    /// Thinks on the opponent's time too, and keeps its tree for that.
    pub(super) ponder: bool,
    /// Plays what the opening book compiled in has.
    pub(super) book: bool,
    /// Plays like an opponent of this level, which has no limits but its own.
    pub(super) level: Option<Level>,
    pub(super) settings: Settings,
}

impl Setup {
    /// One thread, since a match plays a game on every core.
    pub(super) fn new() -> Setup {
        Setup {
            limits: Limits::unlimited(),
            threads: 1,
            memory: EngineOptions::DEFAULT_MEMORY_MIB,
            keep: false,
            ponder: false,
            book: false,
            level: None,
            settings: Settings::default(),
        }
    }

    /// Reads the settings of the engine.
    pub(super) fn read(settings: &[(&str, &str)]) -> Result<Setup, String> {
        let mut setup = Setup::new();
        for &(key, value) in settings {
            match key {
                "threads" => setup.threads = number(key, value)?,
                "memory" => setup.memory = number(key, value)?,
                "keep" => setup.keep = number(key, value)?,
                "ponder" => setup.ponder = number(key, value)?,
                "book" => setup.book = number(key, value)?,
                "level" => setup.level = Some(number(key, value)?),
                "exploration" => {
                    setup.settings.exploration = constant(key, value, 0.0..=MOST_EXPLORATION)?
                }
                "shot-exploration" => {
                    setup.settings.shot_exploration = constant(key, value, 0.0..=MOST_EXPLORATION)?;
                }
                "growth" => setup.settings.growth = constant(key, value, 0.0..=MOST_GROWTH)?,
                "shot-urgency" => {
                    setup.settings.shot_urgency = constant(key, value, 0.0..=MOST_URGENCY)?;
                }
                "leaf-mean" => {
                    setup.settings.leaf_mean = constant(key, value, 0.0..=1.0)?;
                }
                "temperature" => {
                    setup.settings.prior_temperature =
                        constant(key, value, LEAST_TEMPERATURE..=MOST_TEMPERATURE)?;
                }
                "history" => setup.settings.history = constant(key, value, 0.0..=MOST_HISTORY)?,
                "counting" => setup.settings.counting_work = number(key, value)?,
                "solver" => setup.settings.solver = number(key, value)?,
                "knowledge" => {
                    setup.settings.knowledge = match value {
                        "nothing" => Knowledge::Nothing,
                        "separated" => Knowledge::Separated,
                        "parts" => Knowledge::Parts,
                        _ => return Err(format!("{key}={value}: nothing, separated or parts")),
                    }
                }
                "eval" => {
                    setup.settings.weights = match value {
                        "network" => Weights::Network,
                        "first" => Weights::First,
                        _ => return Err(format!("eval={value} can't be: network or first")),
                    }
                }
                _ if set_limit(&mut setup.limits, key, value)? => {}
                _ => {
                    return Err(format!(
                        "no setting {key:?}: time, visits, nodes, threads, memory, keep, ponder, book, level, exploration, growth, shot-exploration, shot-urgency, leaf-mean, temperature, history, counting, knowledge, solver or eval"
                    ));
                }
            }
        }
        if setup.ponder && setup.level.is_some() {
            return Err("a level does not ponder".into());
        }
        if setup.book && setup.level.is_some() {
            return Err("a level has no book".into());
        }
        Ok(setup)
    }

    pub(super) fn options(&self) -> EngineOptions {
        EngineOptions::new()
            .with_threads(self.threads)
            .with_memory_mib(self.memory)
            .with_kept_tree(self.keep)
            .with_lines(1)
            .with_settings(self.settings)
    }

    /// Gives the player its book, if it has one.
    pub(super) fn seat(&self, player: impl Player + 'static) -> Box<dyn Player> {
        if self.book {
            Box::new(Booked::new(player))
        } else {
            Box::new(player)
        }
    }
}
