//! The options that the other side can set.

use core::fmt::Write;
use std::time::Duration;

use amazons::control::{Clock, Pool};
use amazons::{Engine, EngineError, EngineOptions};

use super::variant::Variant;
use crate::Fault;
use crate::engine_arguments::EngineArguments;

/// More lines than anybody reads.
const MOST_LINES: usize = 500;

/// A terabyte, in MiB.
const MOST_MEMORY_MIB: usize = 1 << 20;

/// Whatever a network may take, in milliseconds.
const MOST_OVERHEAD: u64 = 60_000;

/// How the engine is to think.
#[derive(Clone, Copy)]
pub struct Settings {
    engine: EngineArguments,
    pub lines: usize,
    /// Time that is kept off the clock.
    pub overhead: Duration,
    pub variant: Variant,
    /// Whether the opening book is asked first.
    pub own_book: bool,
}

/// What setting an option has changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Changed {
    /// The engine has to be built anew.
    Engine,
    Variant,
    /// What is known is to be forgotten.
    Clear,
    Nothing,
}

impl Settings {
    pub fn new(engine: EngineArguments) -> Settings {
        Settings {
            engine,
            lines: 1,
            overhead: Clock::DEFAULT_RESERVE,
            variant: Variant::STANDARD,
            own_book: false,
        }
    }

    /// An engine with these settings, which keeps what it has found out from move to move.
    pub fn build(&self) -> Result<Engine, EngineError> {
        Engine::new(self.options())
    }

    /// Decides between moves that look the same.
    pub fn seed(&self) -> u64 {
        self.engine.seed
    }

    fn options(&self) -> EngineOptions {
        self.engine.options().with_kept_tree(true)
    }

    /// The list of options, one a line.
    pub fn describe(&self, threads: usize) -> String {
        let memory = self.engine.memory;
        // Asking for nothing tells how much there has to be.
        let least = match Engine::new(self.options().with_threads(threads).with_memory_mib(0)) {
            Err(EngineError::TooLittleMemory { least_mib, .. }) => least_mib,
            _ => 1,
        };
        let mut text = format!(
            "option name Threads type spin default {threads} min 1 max {}\n\
             option name Hash type spin default {memory} min {least} max {MOST_MEMORY_MIB}\n\
             option name Clear Hash type button\n\
             option name MultiPV type spin default 1 min 1 max {MOST_LINES}\n\
             option name Ponder type check default false\n\
             option name OwnBook type check default false\n\
             option name Move Overhead type spin default {} min 0 max {MOST_OVERHEAD}\n\
             option name UCI_Variant type combo default {}",
            Pool::MAX_THREADS,
            Clock::DEFAULT_RESERVE.as_millis(),
            Variant::STANDARD,
        );
        for variant in Variant::squares() {
            // Writing to a string does not fail.
            let _ = write!(text, " var {variant}");
        }
        text
    }

    /// Sets an option; names are the same in any case.
    pub fn set(&mut self, name: &str, value: &str) -> Result<Changed, Fault> {
        match name.to_ascii_lowercase().as_str() {
            "threads" => {
                self.engine.threads = Some(number(value, 1, Pool::MAX_THREADS)?);
                Ok(Changed::Engine)
            }
            "hash" => {
                self.engine.memory = number(value, 1, MOST_MEMORY_MIB)?;
                Ok(Changed::Engine)
            }
            "clear hash" => Ok(Changed::Clear),
            "multipv" => {
                self.lines = number(value, 1, MOST_LINES)?;
                Ok(Changed::Nothing)
            }
            "move overhead" => {
                let milliseconds = number(value, 0, MOST_OVERHEAD as usize)?;
                self.overhead = Duration::from_millis(milliseconds as u64);
                Ok(Changed::Nothing)
            }
            // Whether there will be `go ponder` makes no difference to how time is used.
            "ponder" => check(value).map(|_| Changed::Nothing),
            "ownbook" => {
                self.own_book = check(value)?;
                Ok(Changed::Nothing)
            }
            "uci_variant" => {
                self.variant = value.parse()?;
                Ok(Changed::Variant)
            }
            _ => Err("no such option".into()),
        }
    }
}

fn check(value: &str) -> Result<bool, Fault> {
    value.parse().map_err(|_| "true or false".into())
}

fn number(value: &str, least: usize, most: usize) -> Result<usize, Fault> {
    let number = value.parse().ok();
    number
        .filter(|number| (least..=most).contains(number))
        .ok_or_else(|| format!("a number from {least} to {most}").into())
}
