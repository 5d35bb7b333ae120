//! What the user types.

use core::str::FromStr;

use amazons::{Level, Move, Position};

/// What `help` tells.
pub fn help() -> String {
    let strongest = Level::STRONGEST;
    format!(
        "\
d1-d7/g7    play a move, in any form: d1d7g7, d1-d7(g7), D1-D7xG7, ...
undo        take your last move back
hint        what the engine would play
resign      give up
level N     how strong the engine plays, 1 to {strongest}
score       who owns what
flip        turn the board round
board       show the board
moves       show the game so far
save FILE   write the game: .sgf, .json, or a numbered list of moves
load FILE   go on with a game
fen         show the position's FEN
fen FEN     set up a position
new         start a new game
quit        leave"
    )
}

#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    Nothing,
    Help,
    Move(Move),
    Undo,
    Hint,
    Resign,
    Level(Level),
    Flip,
    Board,
    Score,
    Moves,
    Save(String),
    Load(String),
    ShowFen,
    SetUp(Position),
    New,
    Quit,
}

impl FromStr for Command {
    /// What to tell the user.
    type Err = String;

    fn from_str(line: &str) -> Result<Command, String> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let with_name = |command: fn(String) -> Command| match rest {
            "" => Err(format!("{word} needs the name of a file.")),
            name => Ok(command(name.to_owned())),
        };
        let command = match word.to_ascii_lowercase().as_str() {
            "save" => return with_name(Command::Save),
            "load" => return with_name(Command::Load),
            "fen" if rest.is_empty() => Command::ShowFen,
            "fen" => {
                let position: Result<Position, _> = rest.parse();
                return position
                    .map(Command::SetUp)
                    .map_err(|error| format!("No FEN: {error}."));
            }
            "level" => {
                let level: Result<Level, _> = rest.parse();
                return level
                    .map(Command::Level)
                    .map_err(|error| format!("{error}."));
            }
            "" => Command::Nothing,
            "help" | "?" => Command::Help,
            "undo" => Command::Undo,
            "hint" => Command::Hint,
            "resign" => Command::Resign,
            "flip" => Command::Flip,
            "board" => Command::Board,
            "score" => Command::Score,
            "moves" => Command::Moves,
            "new" => Command::New,
            "quit" | "exit" => Command::Quit,
            _ => {
                let played: Result<Move, _> = line.parse();
                return played
                    .map(Command::Move)
                    .map_err(|error| format!("Neither a command (see help) nor a move: {error}."));
            }
        };
        match rest {
            "" => Ok(command),
            _ => Err(format!("{word} stands alone.")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_and_moves_in_every_form_are_read() {
        let m: Move = "d1-d7/g7".parse().unwrap();
        for (line, command) in [
            ("", Command::Nothing),
            (" UNDO \n", Command::Undo),
            ("d1-d7/g7", Command::Move(m)),
            ("D1-D7xG7", Command::Move(m)),
            ("d1-d7 (g7)", Command::Move(m)),
            ("d1d7,d7g7", Command::Move(m)),
            ("save my game.sgf", Command::Save("my game.sgf".into())),
            ("fen", Command::ShowFen),
            ("fen Q1q w", Command::SetUp("Q1q w".parse().unwrap())),
        ] {
            assert_eq!(line.parse(), Ok(command), "{line}");
        }
        for line in ["undo 2", "save", "fen x", "d1-d7", "castle"] {
            assert!(line.parse::<Command>().is_err(), "{line}");
        }
    }
}
