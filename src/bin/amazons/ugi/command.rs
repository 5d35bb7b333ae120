//! What a line of the dialogue asks for.

use std::time::Duration;

use amazons::notation::{Format, ParseGameError};
use amazons::{Game, Limits};

/// A line from the other side.
#[derive(Debug)]
pub enum Command<'a> {
    /// `uci` or `ugi`, answered by the same word and `ok`.
    Hello(&'a str),
    IsReady,
    NewGame,
    SetOption {
        name: &'a str,
        value: &'a str,
    },
    Position(Result<Box<Game>, ParseGameError>),
    Go(Result<Limits, String>),
    Stop,
    Quit,
    /// Whatever else; the protocol wants it ignored.
    Unknown,
}

impl Command<'_> {
    pub fn of(line: &str) -> Command<'_> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word {
            "uci" | "ugi" => Command::Hello(word),
            "isready" => Command::IsReady,
            "ucinewgame" | "uginewgame" => Command::NewGame,
            "setoption" => set_option(rest),
            "position" => Command::Position(Format::Uci.read(line).map(Box::new)),
            "go" => Command::Go(limits(rest)),
            "stop" => Command::Stop,
            "quit" => Command::Quit,
            _ => Command::Unknown,
        }
    }
}

/// Reads `name NAME value VALUE`.
fn set_option(text: &str) -> Command<'_> {
    let text = text.trim_start();
    let named = text.strip_prefix("name ").unwrap_or(text);
    let (name, value) = named.split_once(" value ").unwrap_or((named, ""));
    Command::SetOption {
        name: name.trim(),
        value: value.trim(),
    }
}

/// Reads what follows `go`. Without a limit the search goes on until it is stopped; clocks are not kept.
fn limits(text: &str) -> Result<Limits, String> {
    let mut limits = Limits::unlimited();
    let mut words = text.split_whitespace();
    while let Some(word) = words.next() {
        let mut number = || {
            let number = words.next().and_then(|word| word.parse::<u64>().ok());
            number.ok_or_else(|| format!("no number after {word}"))
        };
        match word {
            "movetime" => limits.time = Some(Duration::from_millis(number()?)),
            "nodes" => limits.nodes = Some(number()?),
            "visits" => limits.visits = Some(number()?),
            "infinite" => {}
            _ => return Err(format!("go {word} is not known")),
        }
    }
    Ok(limits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read() {
        let go = |line| match Command::of(line) {
            Command::Go(limits) => limits,
            other => panic!("{other:?}"),
        };
        assert_eq!(go("go"), Ok(Limits::unlimited()));
        assert_eq!(go("go infinite"), Ok(Limits::unlimited()));
        let limits = Limits::time(Duration::from_millis(100)).with_nodes(5);
        assert_eq!(go(" go  movetime 100 nodes 5\r"), Ok(limits));
        assert_eq!(go("go visits 7"), Ok(Limits::visits(7)));
        for line in [
            "go movetime",
            "go movetime x",
            "go nodes -1",
            "go wtime 1000",
        ] {
            assert!(go(line).is_err(), "{line}");
        }
    }

    #[test]
    fn positions_are_read() {
        let game = |line| match Command::of(line) {
            Command::Position(game) => game.map(|game| (game.start().to_string(), game.len())),
            other => panic!("{other:?}"),
        };
        let start = amazons::Position::start().to_string();
        assert_eq!(game("position startpos"), Ok((start.clone(), 0)));
        assert_eq!(game("position startpos moves d1d7,d7g7"), Ok((start, 1)));
        let tiny = "1q1/3/1Q1 w - - 0 1".to_string();
        assert_eq!(
            game("position fen 1q1/3/1Q1 w moves b1b2,b2b1"),
            Ok((tiny, 1))
        );
        assert!(game("position").is_err());
        assert!(game("position startpos moves d1d7,d7d1 d1d2,d2d1").is_err());
    }

    #[test]
    fn options_are_read() {
        let Command::SetOption { name, value } = Command::of("setoption name Multi PV value 3 ")
        else {
            panic!();
        };
        assert_eq!((name, value), ("Multi PV", "3"));
        assert!(matches!(
            Command::of("setoption name Clear"),
            Command::SetOption { value: "", .. }
        ));
        assert!(matches!(Command::of(""), Command::Unknown));
        assert!(matches!(Command::of("xyzzy 1"), Command::Unknown));
    }
}
