//! Players as the command line names them.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use amazons::tuning::{AlphaBetaOptions, Knowledge, Settings, Weights};
use amazons::{EngineOptions, Level, Limits};

use super::booked::Booked;
use super::builtin::{Ponderer, Random, Searcher, Uct, WideAlphaBeta};
use super::external::External;
use super::player::Player;
use crate::{Fault, duration};

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
    AlphaBeta {
        options: AlphaBetaOptions,
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
    /// Thinks on the opponent's time too, and keeps its tree for that.
    ponder: bool,
    /// Plays what the opening book compiled in has.
    book: bool,
    /// Plays like an opponent of this level, which has no limits but its own.
    level: Option<Level>,
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
            ponder: false,
            book: false,
            level: None,
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

    /// Gives the player its book, if it has one.
    fn seat(&self, player: impl Player + 'static) -> Box<dyn Player> {
        if self.book {
            Box::new(Booked::new(player))
        } else {
            Box::new(player)
        }
    }
}

impl Spec {
    /// Makes the player. `grace` is how long past its limits an external program may take.
    pub fn player(&self, grace: Duration) -> Result<Box<dyn Player>, Fault> {
        Ok(match &self.kind {
            Kind::Random => Box::new(Random::new()),
            Kind::Uct { limits } => Box::new(Uct::new(*limits)),
            Kind::AlphaBeta { options, limits } => {
                let search = WideAlphaBeta::new(options.clone(), *limits);
                Box::new(search?)
            }
            Kind::Engine(setup) if setup.ponder => {
                let engine = Ponderer::new(setup.options(), setup.limits);
                setup.seat(engine?)
            }
            Kind::Engine(setup) => {
                let engine = Searcher::new(setup.options(), setup.level, setup.limits);
                setup.seat(engine?)
            }
            Kind::Command { program, arguments } => {
                let external = External::start(program, arguments, grace);
                Box::new(external.map_err(|forfeit| forfeit.to_string())?)
            }
        })
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
                Some("alphabeta") => alpha_beta_of(&settings)?,
                Some("engine") | None => Kind::Engine(setup_of(&settings)?),
                Some(name) => {
                    return Err(format!(
                        "no player {name:?}: engine, alphabeta, uct, random or cmd:..."
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

/// Reads the settings of the alpha-beta search.
fn alpha_beta_of(settings: &[(&str, &str)]) -> Result<Kind, String> {
    let mut options = AlphaBetaOptions::new();
    let mut limits = Limits::unlimited();
    for &(key, value) in settings {
        options = match key {
            "width" => options.with_width(number(key, value)?),
            "near" => options.with_near_width(number(key, value)?),
            "slides" => options.with_slides(number(key, value)?),
            "static" => options.with_static_percent(number(key, value)?),
            "memory" => options.with_memory_mib(number(key, value)?),
            "keep" => options.with_kept_table(number(key, value)?),
            _ if set_limit(&mut limits, key, value)? => options,
            _ => {
                return Err(format!(
                    "no setting {key:?}: time, visits, nodes, width, near, slides, static, memory or keep"
                ));
            }
        };
    }
    Ok(Kind::AlphaBeta { options, limits })
}

/// Reads the settings of the engine.
fn setup_of(settings: &[(&str, &str)]) -> Result<Setup, String> {
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

fn number<T: FromStr>(key: &str, value: &str) -> Result<T, String> {
    let number = value.parse();
    number.map_err(|_| format!("{key}={value} can't be"))
}

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

/// A constant of the search: with what is no number, or one out of range, every position would look lost.
fn constant(key: &str, value: &str, range: RangeInclusive<f32>) -> Result<f32, String> {
    let constant = number(key, value)?;
    if range.contains(&constant) {
        Ok(constant)
    } else {
        let (least, most) = (range.start(), range.end());
        Err(format!("{key}={value} can't be: {least} to {most}"))
    }
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
        for (text, book) in [
            ("book=true", true),
            ("book=false", false),
            ("engine", false),
        ] {
            assert!(matches!(kind(text), Kind::Engine(setup) if setup.book == book));
        }
        let options = AlphaBetaOptions::new();
        let limits = Limits::unlimited();
        assert_eq!(kind("alphabeta"), Kind::AlphaBeta { options, limits });
        let options = AlphaBetaOptions::new()
            .with_width(15)
            .with_near_width(9)
            .with_slides(8)
            .with_static_percent(30)
            .with_memory_mib(32)
            .with_kept_table(true);
        let limits = Limits::nodes(500);
        let text = "alphabeta,width=15,near=9,slides=8,static=30,memory=32,keep=true,nodes=500";
        assert_eq!(kind(text), Kind::AlphaBeta { options, limits });
        let Kind::Engine(setup) = kind("level=3") else {
            panic!();
        };
        assert_eq!(setup.level, Level::new(3));
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
            "alphabeta,threads=2",
            "alphabeta,width=-1",
            "someone",
            "engine,threads",
            "engine,threads=-1",
            "engine,speed=3",
            "exploration=NaN",
            "exploration=-1",
            "leaf-mean=1.5",
            "shot-exploration=inf",
            "shot-urgency=-1",
            "history=5",
            "growth=-1",
            "temperature=0",
            "temperature=inf",
            "level=0",
            "level=3,ponder=true",
            "level=3,book=true",
            "book=yes",
            "uct,book=true",
            "threads=2,engine",
        ] {
            assert!(text.parse::<Spec>().is_err(), "{text}");
        }
    }
}
