//! Players as the command line names them.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use amazons::tuning::{Settings, Weights};
use amazons::{EngineOptions, Limits};

use super::builtin::{Random, Searcher, Uct};
use super::external::External;
use super::player::{Forfeit, Player};
use crate::duration;

/// A player of a match.
#[derive(Clone, PartialEq, Debug)]
pub struct Spec {
    text: String,
    kind: Kind,
}

#[derive(Clone, PartialEq, Debug)]
enum Kind {
    Random,
    Uct {
        limits: Limits,
    },
    Engine(Setup),
    Command {
        program: String,
        arguments: Vec<String>,
    },
}

/// How the engine is set up.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Setup {
    limits: Limits,
    threads: usize,
    memory: usize,
    keep: bool,
    settings: Settings,
}

impl Setup {
    /// One thread, since a match plays a game on every core.
    fn new() -> Setup {
        Setup {
            limits: Limits::unlimited(),
            threads: 1,
            memory: EngineOptions::DEFAULT_MEMORY_MIB,
            keep: false,
            settings: Settings::default(),
        }
    }

    fn options(&self) -> EngineOptions {
        EngineOptions::new()
            .with_threads(self.threads)
            .with_memory_mib(self.memory)
            .with_kept_tree(self.keep)
            .with_lines(1)
            .with_settings(self.settings)
    }
}

impl Spec {
    /// Makes the player. `limits` are the match's, for a player that has none of its own; `grace` is how long past
    /// them an external program may take.
    pub fn player(&self, limits: Limits, grace: Duration) -> Result<Box<dyn Player>, Forfeit> {
        Ok(match &self.kind {
            Kind::Random => Box::new(Random::new()),
            Kind::Uct { limits: own } => Box::new(Uct::new(own_or(*own, limits))),
            Kind::Engine(setup) => {
                let limits = own_or(setup.limits, limits);
                let engine = Searcher::new(setup.options(), limits);
                Box::new(engine.map_err(|error| Forfeit::Crash(error.to_string()))?)
            }
            Kind::Command { program, arguments } => {
                Box::new(External::start(program, arguments, limits, grace)?)
            }
        })
    }
}

/// A player's own limits, if it has any.
fn own_or(own: Limits, common: Limits) -> Limits {
    if own == Limits::unlimited() {
        common
    } else {
        own
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for Spec {
    type Err = String;

    fn from_str(text: &str) -> Result<Spec, String> {
        let kind = if let Some(command) = text.strip_prefix("cmd:") {
            let mut words = words(command)?.into_iter();
            Kind::Command {
                program: words.next().ok_or("no program after cmd:")?,
                arguments: words.collect(),
            }
        } else {
            let mut items = text.split(',').peekable();
            // The engine is meant where only settings are given.
            let name = items.next_if(|item| !item.contains('='));
            let mut settings = Vec::new();
            for item in items {
                let setting = item.split_once('=');
                settings.push(setting.ok_or_else(|| format!("{item:?} is not KEY=VALUE"))?);
            }
            match name {
                Some("random") if settings.is_empty() => Kind::Random,
                Some("random") => return Err("random has no settings".into()),
                Some("uct") => Kind::Uct {
                    limits: limits_of(&settings)?,
                },
                Some("engine") | None => Kind::Engine(setup_of(&settings)?),
                Some(name) => {
                    return Err(format!(
                        "no player {name:?}: engine, uct, random or cmd:..."
                    ));
                }
            }
        };
        Ok(Spec {
            text: text.to_string(),
            kind,
        })
    }
}

/// The words of a command; blanks between quotes of either kind part none.
fn words(command: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in command.chars() {
        match quote {
            Some(end) if c == end => quote = None,
            None if c == '"' || c == '\'' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    if quote.is_some() {
        return Err(format!("a quote is not closed in {command}"));
    }
    words.extend(word);
    Ok(words)
}

/// Reads settings that are all limits.
fn limits_of(settings: &[(&str, &str)]) -> Result<Limits, String> {
    let mut limits = Limits::unlimited();
    for &(key, value) in settings {
        if !set_limit(&mut limits, key, value)? {
            return Err(format!("no setting {key:?}: time, visits or nodes"));
        }
    }
    Ok(limits)
}

/// Reads the settings of the engine.
fn setup_of(settings: &[(&str, &str)]) -> Result<Setup, String> {
    let mut setup = Setup::new();
    for &(key, value) in settings {
        match key {
            "threads" => setup.threads = number(key, value)?,
            "memory" => setup.memory = number(key, value)?,
            "keep" => setup.keep = number(key, value)?,
            "exploration" => setup.settings.exploration = number(key, value)?,
            "temperature" => setup.settings.prior_temperature = number(key, value)?,
            "counting" => setup.settings.counting_work = number(key, value)?,
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
                    "no setting {key:?}: time, visits, nodes, threads, memory, keep, exploration, temperature, counting or eval"
                ));
            }
        }
    }
    Ok(setup)
}

fn number<T: FromStr>(key: &str, value: &str) -> Result<T, String> {
    let number = value.parse();
    number.map_err(|_| format!("{key}={value} can't be"))
}

/// Sets a limit, and says whether `key` is one.
fn set_limit(limits: &mut Limits, key: &str, value: &str) -> Result<bool, String> {
    match key {
        "time" => limits.time = Some(duration::parse(value)?),
        "visits" => limits.visits = Some(number(key, value)?),
        "nodes" => limits.nodes = Some(number(key, value)?),
        _ => return Ok(false),
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(text: &str) -> Kind {
        let spec: Spec = text.parse().unwrap();
        assert_eq!(spec.to_string(), text);
        spec.kind
    }

    #[test]
    fn players_are_read() {
        assert_eq!(kind("random"), Kind::Random);
        let limits = Limits::unlimited();
        assert_eq!(kind("uct"), Kind::Uct { limits });
        let limits = Limits::time(Duration::from_millis(200)).with_visits(500);
        assert_eq!(kind("uct,time=0.2s,visits=500"), Kind::Uct { limits });
        assert_eq!(kind("engine"), Kind::Engine(Setup::new()));
        let Kind::Engine(setup) = kind("threads=2,time=1s,keep=true,exploration=0.3") else {
            panic!();
        };
        assert_eq!((setup.threads, setup.keep), (2, true));
        assert_eq!(setup.limits, Limits::time(Duration::from_secs(1)));
        assert_eq!(setup.settings.exploration, 0.3);
        assert_eq!(kind("engine,memory=64"), kind("memory=64"));
        let command = Kind::Command {
            program: "./old".into(),
            arguments: vec!["ugi".into(), "-x".into()],
        };
        assert_eq!(kind("cmd:./old  ugi -x"), command);
        assert_eq!(kind("cmd:\"./old\" u'gi' -x "), command);
        let spaced = Kind::Command {
            program: "my \"old\" one".into(),
            arguments: vec![String::new()],
        };
        assert_eq!(kind(r#"cmd:'my "old" one' "" "#), spaced);
    }

    #[test]
    fn what_is_no_player_is_refused() {
        for text in [
            "",
            "cmd:",
            "cmd: ",
            "cmd:'x",
            "uct,time",
            "uct,time=x",
            "uct,visits=-1",
            "uct,size=3",
            "random,seed=1",
            "someone",
            "engine,threads",
            "engine,threads=-1",
            "engine,speed=3",
            "threads=2,engine",
        ] {
            assert!(text.parse::<Spec>().is_err(), "{text}");
        }
    }
}
