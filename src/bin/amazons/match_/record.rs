//! The file of a match: one JSON object a line, the first says what is played, each other one is a game.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::Fault;

/// The first line: what a match has to agree in to go on in the same file.
#[derive(Serialize, Deserialize, PartialEq, Eq, Debug)]
pub struct Header {
    pub players: [String; 2],
    /// FEN.
    pub start: String,
    pub seed: u64,
    pub opening_plies: u32,
    /// Limits of a move.
    pub milliseconds: Option<u64>,
    pub visits: Option<u64>,
    pub nodes: Option<u64>,
}

/// A game.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct Game {
    /// The number of the game, from 0.
    pub game: u32,
    /// Which player had White: 0 is the first.
    pub white: usize,
    /// Which player won.
    pub winner: usize,
    /// What the loser did, when it did not just run out of moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forfeit: Option<String>,
    /// Plies of the opening, the first of the moves.
    pub opening: usize,
    /// All moves from the start, `d1-d7/g7`, with blanks between.
    pub moves: String,
    /// Moves that each player chose, the first player first.
    pub chosen: [u32; 2],
    /// Seconds that each took for them.
    pub seconds: [f64; 2],
    /// The most seconds that each took for a move.
    pub slowest: [f64; 2],
}

/// Opens the file of a match, makes it when it is not there, and gives the games already in it.
///
/// A last line that was cut off when the match was killed is dropped.
pub fn open(path: &Path, header: &Header) -> Result<(File, Vec<Game>), Fault> {
    let mut file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)?;
    let mut text = String::new();
    file.read_to_string(&mut text)?;
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let mut lines = text[..whole].lines();
    let first = lines.next();
    let found = first.map(serde_json::from_str::<Header>);
    let mut games = Vec::new();
    for (number, line) in (2..).zip(lines) {
        let game = serde_json::from_str(line)
            .map_err(|error| format!("line {number} is no game: {error}"))?;
        games.push(game);
    }
    match found {
        Some(Ok(found)) if found == *header => {
            file.set_len(whole as u64)?;
            file.seek(SeekFrom::End(0))?;
        }
        Some(Ok(_)) if !games.is_empty() => {
            return Err("the file holds another match; name a new one with --file".into());
        }
        Some(Err(_)) => return Err("the file is no match's".into()),
        // Cut off in its first line.
        None if !serde_json::to_string(header)?.starts_with(&text) => {
            return Err("the file is no match's".into());
        }
        // Empty, or a match that never got to a game.
        _ => {
            file.set_len(0)?;
            file.rewind()?;
            append(&mut file, header)?;
        }
    }
    Ok((file, games))
}

/// Appends a line, in one piece.
pub fn append(file: &mut File, line: &impl Serialize) -> io::Result<()> {
    let mut text = serde_json::to_string(line)?;
    text.push('\n');
    file.write_all(text.as_bytes())?;
    file.sync_data()
}

#[cfg(test)]
mod tests {
    use std::env;
    use std::fs;

    use super::*;

    fn header(seed: u64) -> Header {
        Header {
            players: ["a".into(), "b".into()],
            start: "1q1/3/1Q1 w - - 0 1".into(),
            seed,
            opening_plies: 4,
            milliseconds: Some(100),
            visits: None,
            nodes: None,
        }
    }

    fn game(number: u32) -> Game {
        Game {
            game: number,
            white: 1,
            winner: 0,
            forfeit: Some("no answer in time".into()),
            opening: 0,
            moves: "b1-b2/b1".into(),
            chosen: [0, 1],
            seconds: [0.5, 1.0],
            slowest: [0.5, 1.0],
        }
    }

    #[test]
    fn a_killed_match_goes_on_where_its_file_ends() {
        let path = env::temp_dir().join(format!("amazons-record-{}.jsonl", std::process::id()));
        fs::write(&path, r#"{"players":["a""#).unwrap();
        let (mut file, games) = open(&path, &header(1)).unwrap();
        assert_eq!(games, []);
        append(&mut file, &game(3)).unwrap();
        append(&mut file, &game(0)).unwrap();
        // The kill strikes in the middle of a line.
        file.write_all(br#"{"game":1,"whi"#).unwrap();
        drop(file);

        let (mut file, games) = open(&path, &header(1)).unwrap();
        assert_eq!(games, [game(3), game(0)]);
        append(&mut file, &game(1)).unwrap();
        drop(file);
        let (_, games) = open(&path, &header(1)).unwrap();
        assert_eq!(games, [game(3), game(0), game(1)]);

        let text = fs::read_to_string(&path).unwrap();
        assert!(open(&path, &header(2)).is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), text, "left as it was");
        fs::write(&path, "a letter to a friend").unwrap();
        assert!(open(&path, &header(1)).is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "a letter to a friend");
        fs::remove_file(&path).unwrap();
    }
}
