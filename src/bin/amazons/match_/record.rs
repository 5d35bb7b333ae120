//! The file of a match: one JSON object a line for every game, in the library's form of a game with more members.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use amazons::{Color, Game};
use serde::{Deserialize, Serialize};

use super::player::ForfeitKind;
use crate::Fault;

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

/// Opens the file of a match, makes it when it is not there, and gives the games already in it.
///
/// A last line that was cut off when the match was killed is dropped.
pub fn open(path: &Path, terms: &Terms) -> Result<(File, Vec<Entry>), Fault> {
    let mut file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)?;
    let mut text = String::new();
    file.read_to_string(&mut text)?;
    let (entries, whole) = entries(&text)?;
    if entries.iter().any(|entry| entry.terms != *terms) {
        return Err("the file holds another match; name a new one with --file".into());
    }
    file.set_len(whole as u64)?;
    file.seek(SeekFrom::End(0))?;
    Ok((file, entries))
}

/// Reads the games of a match's file without changing it. All must be of one match.
pub fn read(path: &Path) -> Result<Vec<Entry>, Fault> {
    let (entries, _) = entries(&fs::read_to_string(path)?)?;
    match entries.first() {
        None => Err("there is no game in it".into()),
        Some(first) if entries.iter().any(|entry| entry.terms != first.terms) => {
            Err("the games are not of one match".into())
        }
        Some(_) => Ok(entries),
    }
}

/// The games of whole lines, and the length of these in bytes. The moves and the result of each are checked against the rules.
fn entries(text: &str) -> Result<(Vec<Entry>, usize), Fault> {
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let mut entries: Vec<Entry> = Vec::new();
    for (number, line) in (1..).zip(text[..whole].lines()) {
        let entry: Entry = serde_json::from_str(line)
            .map_err(|error| format!("line {number} is no game of a match: {error}"))?;
        if entry.winner().is_none() || entry.white > 1 {
            return Err(format!("line {number} is no game of a match").into());
        }
        if entries.iter().any(|other| other.number == entry.number) {
            return Err(format!("line {number} is game {} again", entry.number + 1).into());
        }
        entries.push(entry);
    }
    // Every line starts alike, so a file with another start was never a match's.
    if !text[whole..].is_empty() && !text[whole..].starts_with('{') {
        return Err("the file is no match's".into());
    }
    Ok((entries, whole))
}

/// Appends a line, in one piece.
pub fn append(file: &mut File, entry: &Entry) -> io::Result<()> {
    let mut text = serde_json::to_string(entry)?;
    text.push('\n');
    file.write_all(text.as_bytes())?;
    file.sync_data()
}

#[cfg(test)]
mod tests {
    use std::env;

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
        append(&mut file, &entry(3)).unwrap();
        append(&mut file, &entry(0)).unwrap();
        // The kill strikes in the middle of a line.
        file.write_all(br#"{"number":1,"whi"#).unwrap();
        drop(file);

        let (mut file, entries) = open(&path, &terms(1)).unwrap();
        assert_eq!(entries, [entry(3), entry(0)]);
        append(&mut file, &entry(1)).unwrap();
        drop(file);
        let (_, entries) = open(&path, &terms(1)).unwrap();
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
        for letter in ["a letter to a friend", "a letter\n", "{}\n"] {
            fs::write(&path, letter).unwrap();
            assert!(open(&path, &terms(1)).is_err());
            assert_eq!(fs::read_to_string(&path).unwrap(), letter);
        }
        fs::remove_file(&path).unwrap();
    }
}
