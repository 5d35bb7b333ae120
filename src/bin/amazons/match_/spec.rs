//! Players as the command line names them.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use amazons::Limits;

use super::builtin::{Random, Uct};
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
    Command {
        program: String,
        arguments: Vec<String>,
    },
}

impl Spec {
    /// Makes the player. `limits` are the match's, for a player that has none of its own; `grace` is how long past
    /// them an external program may take.
    pub fn player(&self, limits: Limits, grace: Duration) -> Result<Box<dyn Player>, Forfeit> {
        Ok(match &self.kind {
            Kind::Random => Box::new(Random::new()),
            Kind::Uct { limits: own } => Box::new(Uct::new(own_or(*own, limits))),
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
            let (name, settings) = text.split_once(',').unwrap_or((text, ""));
            match name {
                "random" if settings.is_empty() => Kind::Random,
                "random" => return Err("random has no settings".into()),
                "uct" => Kind::Uct {
                    limits: limits_of(settings)?,
                },
                _ => return Err(format!("no player {name:?}")),
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
fn limits_of(settings: &str) -> Result<Limits, String> {
    let mut limits = Limits::unlimited();
    for setting in settings.split(',').filter(|setting| !setting.is_empty()) {
        let (key, value) = setting
            .split_once('=')
            .ok_or_else(|| format!("{setting:?} is not KEY=VALUE"))?;
        if !set_limit(&mut limits, key, value)? {
            return Err(format!("no setting {key:?}: time, visits or nodes"));
        }
    }
    Ok(limits)
}

/// Sets a limit, and says whether `key` is one.
fn set_limit(limits: &mut Limits, key: &str, value: &str) -> Result<bool, String> {
    let count = || {
        let count = value.parse();
        count.map_err(|_| format!("{key}={value} is no number"))
    };
    match key {
        "time" => limits.time = Some(duration::parse(value)?),
        "visits" => limits.visits = Some(count()?),
        "nodes" => limits.nodes = Some(count()?),
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
        ] {
            assert!(text.parse::<Spec>().is_err(), "{text}");
        }
    }
}
