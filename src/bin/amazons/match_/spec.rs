//! Players as the command line names them.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use amazons::Limits;
use amazons::tuning::AlphaBetaOptions;

use super::builtin::{Ponderer, Random, Searcher, Uct, WideAlphaBeta};
use super::external::External;
use super::player::Player;
use super::setup::Setup;
use super::values::{number, set_limit};
use crate::Fault;

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
                Some("engine") | None => Kind::Engine(Setup::read(&settings)?),
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

#[cfg(test)]
mod tests {
    use amazons::Level;

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
