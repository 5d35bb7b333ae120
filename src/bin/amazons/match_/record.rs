//! The file of a match: one JSON object a line for every game, in the library's form of a game with more members.

use std::path::Path;

use amazons::{Color, Game};
use serde::{Deserialize, Serialize};

use super::player::ForfeitKind;
use crate::Fault;
use crate::line_file::{self, LineFile, Lines};

/// What games have to agree in to be of one match.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct Terms {
    pub players: [String; 2],
    /// FEN.
    pub start: String,
    pub seed: u64,
    pub opening_plies: u32,
    /// Limits of a move.
    pub milliseconds: Option<u64>,
    pub visits: Option<u64>,
    pub nodes: Option<u64>,
    /// Time for the game and for each move more, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<[u64; 2]>,
    /// The file that the openings are from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings: Option<String>,
}

/// A game.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct Entry {
    /// The number of the game, from 0.
    pub number: u32,
    /// Which player had White: 0 is the first.
    pub white: usize,
    /// The moves and the result.
    #[serde(flatten)]
    pub game: Game,
    /// What the loser did, when it did not just run out of moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forfeit: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forfeit_kind: Option<ForfeitKind>,
    /// Plies of the opening, the first of the moves.
    pub opening: usize,
    /// Moves that each player chose, the first player first.
    pub chosen: [u32; 2],
    /// Seconds that each took for them.
    pub seconds: [f64; 2],
    /// The most seconds that each took for a move.
    pub slowest: [f64; 2],
    #[serde(rename = "match")]
    pub terms: Terms,
}

impl Entry {
    /// The player that won: 0 is the first.
    pub fn winner(&self) -> Option<usize> {
        Some(self.player_of(self.game.winner()?))
    }

    /// The player that had a colour.
    pub fn player_of(&self, color: Color) -> usize {
        color.index() ^ self.white
    }
}

/// What a line is.
const WHAT: &str = "game of a match";

/// How the line of every game starts.
const START: &str = "{\"number\":";

/// Opens the file of a match, makes it when it is not there, and gives the games already in it.
///
/// A last line that was cut off when the match was killed is dropped.
pub fn open(path: &Path, terms: &Terms) -> Result<(LineFile, Vec<Entry>), Fault> {
    let (mut file, bytes) = LineFile::open(path)?;
    let lines = checked(Lines::read(&bytes, START, WHAT)?)?;
    if lines.items.iter().any(|entry| entry.terms != *terms) {
        return Err("the file holds another match; name a new one with --file".into());
    }
    file.go_on_after(&lines)?;
    Ok((file, lines.items))
}

/// Reads the games of a match's file without changing it. All must be of one match.
pub fn read(path: &Path) -> Result<Vec<Entry>, Fault> {
    let entries = checked(Lines::read(&line_file::read(path)?, START, WHAT)?)?.items;
    match entries.first() {
        None => Err("there is no game in it".into()),
        Some(first) if entries.iter().any(|entry| entry.terms != first.terms) => {
            Err("the games are not of one match".into())
        }
        Some(_) => Ok(entries),
    }
}

/// Looks at what the form of the lines alone does not say. The moves and the result of each were checked against the
/// rules when it was read.
fn checked(lines: Lines<Entry>) -> Result<Lines<Entry>, Fault> {
    for (index, entry) in lines.items.iter().enumerate() {
        let number = index + 1;
        if entry.winner().is_none() || entry.white > 1 {
            return Err(format!("line {number} is no {WHAT}").into());
        }
        let before = &lines.items[..index];
        if before.iter().any(|other| other.number == entry.number) {
            return Err(format!("line {number} is game {} again", entry.number + 1).into());
        }
    }
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use std::env;
    use std::fs::{self, OpenOptions};
    use std::io::Write;

    use amazons::notation::{Format, GameReader};
    use amazons::{Ending, Position};

    use super::*;

    fn terms(seed: u64) -> Terms {
        Terms {
            players: ["a".into(), "b".into()],
            start: "1q1/3/1Q1 w - - 0 1".into(),
            seed,
            opening_plies: 4,
            milliseconds: Some(100),
            visits: None,
            nodes: None,
            clock: None,
            openings: None,
        }
    }

    fn entry(number: u32) -> Entry {
        let start: Position = "1q1/3/1Q1 w".parse().unwrap();
        let mut game = Game::from_moves(start, ["b1-b2/b1".parse().unwrap()]).unwrap();
        game.end(Color::White, Ending::Time).unwrap();
        Entry {
            number,
            white: 1,
            game,
            forfeit: Some("no answer in time".into()),
            forfeit_kind: Some(ForfeitKind::Hang),
            opening: 0,
            chosen: [0, 1],
            seconds: [0.5, 1.0],
            slowest: [0.5, 1.0],
            terms: terms(1),
        }
    }

    #[test]
    fn a_killed_match_goes_on_where_its_file_ends() {
        let path = env::temp_dir().join(format!("amazons-record-{}.jsonl", std::process::id()));
        let _ = fs::remove_file(&path);
        let (mut file, entries) = open(&path, &terms(1)).unwrap();
        assert_eq!(entries, []);
        file.append(&entry(3)).unwrap();
        file.append(&entry(0)).unwrap();
        drop(file);
        // The kill strikes in the middle of a line.
        let mut cut = OpenOptions::new().append(true).open(&path).unwrap();
        cut.write_all(br#"{"number":1,"whi"#).unwrap();
        drop(cut);

        let (mut file, entries) = open(&path, &terms(1)).unwrap();
        assert_eq!(entries, [entry(3), entry(0)]);
        file.append(&entry(1)).unwrap();
        drop(file);
        // An editor has lost the last newline.
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, text.trim_end()).unwrap();
        assert_eq!(read(&path).unwrap().len(), 3);
        let (_, entries) = open(&path, &terms(1)).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
        assert_eq!(entries, [entry(3), entry(0), entry(1)]);
        assert_eq!(read(&path).unwrap(), entries);
        assert_eq!(entries[0].winner(), Some(1));

        // What reads games reads a match's.
        let bytes = fs::read(&path).unwrap();
        assert_eq!(Format::detect(&bytes), Some(Format::Json));
        let games: Vec<Game> = GameReader::new(&bytes[..], Format::Json)
            .collect::<Result<_, _>>()
            .unwrap();
        assert_eq!(games, vec![entry(0).game; 3]);

        assert!(open(&path, &terms(2)).is_err());
        assert_eq!(fs::read(&path).unwrap(), bytes, "left as it was");
        for letter in [
            "a letter to a friend",
            "a letter\n",
            "{}\n",
            "{\"precious\":\"data\"}",
        ] {
            fs::write(&path, letter).unwrap();
            assert!(open(&path, &terms(1)).is_err());
            assert_eq!(fs::read_to_string(&path).unwrap(), letter);
        }
        fs::remove_file(&path).unwrap();
    }
}
