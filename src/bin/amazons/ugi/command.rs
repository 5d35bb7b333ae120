//! What a line of the dialogue asks for.

use super::go::Go;

/// The two protocols, nearly the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    Uci,
    Ugi,
}

/// A line from the other side.
#[derive(Debug)]
pub enum Command<'a> {
    /// `uci` or `ugi`.
    Hello(Dialect),
    IsReady,
    NewGame,
    SetOption {
        name: &'a str,
        value: &'a str,
    },
    /// What follows `position`.
    Position(&'a str),
    Go(Result<Go, String>),
    Stop,
    PonderHit,
    /// What follows `query`.
    Query(&'a str),
    /// `d`: the board, for people.
    Show,
    Quit,
    /// Nothing to be done about it.
    Nothing,
    /// Whatever else, with its first word.
    Unknown(&'a str),
}

impl Command<'_> {
    pub fn of(line: &str) -> Command<'_> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim_start();
        match word {
            "uci" => Command::Hello(Dialect::Uci),
            "ugi" => Command::Hello(Dialect::Ugi),
            "isready" => Command::IsReady,
            "ucinewgame" | "uginewgame" => Command::NewGame,
            "setoption" => set_option(rest),
            "position" => Command::Position(rest),
            "go" => Command::Go(rest.parse()),
            "stop" => Command::Stop,
            "ponderhit" => Command::PonderHit,
            "query" => Command::Query(rest),
            "d" => Command::Show,
            "quit" => Command::Quit,
            // Words of UCI that ask for nothing this program could do.
            "" | "debug" | "register" => Command::Nothing,
            _ => Command::Unknown(word),
        }
    }
}

/// Reads `name NAME value VALUE`; a button has no value.
fn set_option(text: &str) -> Command<'_> {
    let named = text.strip_prefix("name ").unwrap_or(text);
    let (name, value) = named.split_once(" value ").unwrap_or((named, ""));
    Command::SetOption {
        name: name.trim(),
        value: value.trim(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read() {
        for (line, wanted) in [
            ("setoption name Multi PV value 3 ", ("Multi PV", "3")),
            ("setoption  name Hash  value  16", ("Hash", "16")),
            ("setoption name Clear Hash", ("Clear Hash", "")),
            ("setoption", ("", "")),
        ] {
            let Command::SetOption { name, value } = Command::of(line) else {
                panic!("{line}");
            };
            assert_eq!((name, value), wanted, "{line}");
        }
    }

    #[test]
    fn words_are_told_apart() {
        assert!(matches!(Command::of("  \t"), Command::Nothing));
        assert!(matches!(Command::of("xyzzy 1"), Command::Unknown("xyzzy")));
        assert!(matches!(Command::of("UCI"), Command::Unknown("UCI")));
        assert!(matches!(Command::of(" stop\r"), Command::Stop));
        assert!(matches!(Command::of("go infinite"), Command::Go(Ok(_))));
        assert!(matches!(
            Command::of("position\t startpos"),
            Command::Position("startpos")
        ));
        assert!(matches!(
            Command::of("query  gameover"),
            Command::Query("gameover")
        ));
        assert!(matches!(Command::of("ugi"), Command::Hello(Dialect::Ugi)));
    }
}
