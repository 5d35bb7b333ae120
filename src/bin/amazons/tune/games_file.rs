//! A file of self-play games: a line of JSON that says how they were made, then one a game, in the order of their
//! numbers.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

use amazons::{Game, Position};
use serde::{Deserialize, Serialize};

use super::asides::Aside;
use crate::Fault;
use crate::line_file;

/// How games are made: those of one file agree in it.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct Terms {
    /// Version of this program.
    pub version: String,
    pub seed: u64,
    /// Simulations a move.
    pub visits: u64,
    /// Percentages of games on 8x8 and on 6x6.
    pub percent_8x8: u8,
    pub percent_6x6: u8,
    /// Percentage of positions beside which others are looked at.
    #[serde(default)]
    pub percent_asides: u8,
}

/// The first line.
#[derive(Serialize, Deserialize)]
struct Header {
    self_play: Terms,
}

/// A game. It ends where the sides are separated and can be counted.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct Entry {
    /// The number of the game, from 0.
    pub number: u32,
    /// The moves, the winner and its exact margin.
    #[serde(flatten)]
    pub game: Game,
    /// For every position but the last the search's win rate, of the side to move, in 10,000ths.
    pub win_rates: Vec<u16>,
    /// Simulations in the tree, for the same positions.
    pub visits: Vec<u32>,
    /// Plies before which the search's move was not played but a random one.
    pub random: Vec<usize>,
    /// Plies before the first position from which on no search proved anything but that the winner wins, and one did.
    pub proven_from: usize,
    /// Positions that the game passed by, in the order of their plies.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asides: Vec<Aside>,
}

impl Entry {
    /// All positions of the game, the last one, which is separated, included.
    pub fn positions(&self) -> impl Iterator<Item = Position> + '_ {
        self.game.positions()
    }

    /// Checks that what is said of positions is said of some of the game's.
    fn check(self) -> Result<Entry, Fault> {
        let plies = self.game.len();
        let lists = [self.win_rates.len(), self.visits.len()];
        if lists.iter().any(|&length| length != plies) {
            return Err(format!("{plies} moves, but {lists:?} numbers").into());
        }
        let own_rates = self.win_rates.iter().copied();
        let mut rates = own_rates.chain(self.asides.iter().map(|aside| aside.win_rate));
        if let Some(rate) = rates.find(|&rate| rate > 10_000) {
            return Err(format!("{rate} is no win rate in 10,000ths").into());
        }
        let mut asides = self.asides.iter().peekable();
        for (ply, position) in self.positions().enumerate() {
            while let Some(aside) = asides.next_if(|aside| aside.ply == ply) {
                position.check(aside.turning)?;
            }
        }
        match asides.next() {
            Some(aside) => Err(format!("ply {} is out of order", aside.ply).into()),
            None => Ok(self),
        }
    }
}

/// A file that games are appended to.
pub struct GamesFile {
    file: File,
    /// Games already in it: the number of the next.
    pub games: u32,
}

impl GamesFile {
    /// Opens the file, makes it when it is not there, and drops a last line that was cut off.
    ///
    /// # Errors
    /// When the file is another kind, its games were made in another way, or one is missing or broken.
    pub fn open(path: &Path, terms: &Terms) -> Result<GamesFile, Fault> {
        let (mut file, bytes) = line_file::open(path)?;
        let text = String::from_utf8(bytes)?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut header = serde_json::to_string(&Header {
            self_play: terms.clone(),
        })?;
        header.push('\n');
        let mut games = 0;
        if whole == 0 {
            if !header.starts_with(&text) && !text.starts_with("{\"self_play\"") {
                return Err("this is no file of self-play games".into());
            }
            line_file::keep(&mut file, 0)?;
            file.write_all(header.as_bytes())?;
        } else {
            for line in read_lines(&text.as_bytes()[..whole], Some(terms))? {
                let entry = line?;
                if entry.number != games {
                    return Err(format!("game {games} is missing").into());
                }
                games += 1;
            }
            line_file::keep(&mut file, whole)?;
        }
        Ok(GamesFile { file, games })
    }

    /// Appends the next game, in one piece.
    pub fn append(&mut self, entry: &Entry) -> io::Result<()> {
        let mut text = serde_json::to_string(entry)?;
        text.push('\n');
        self.file.write_all(text.as_bytes())?;
        self.games = entry.number + 1;
        Ok(())
    }
}

/// Reads the games of a file. A last line that was cut off is left out.
pub fn read(path: &Path) -> Result<impl Iterator<Item = Result<Entry, Fault>>, Fault> {
    read_lines(BufReader::new(File::open(path)?), None)
}

fn read_lines(
    mut reader: impl BufRead,
    terms: Option<&Terms>,
) -> Result<impl Iterator<Item = Result<Entry, Fault>>, Fault> {
    let mut line = String::new();
    reader.read_line(&mut line)?;
    let header: Header = serde_json::from_str(&line)
        .map_err(|error| format!("this is no file of self-play games: {error}"))?;
    if let Some(terms) = terms
        && header.self_play != *terms
    {
        return Err(format!(
            "the file's games were made in another way ({}, not {}); name a new one with --file",
            serde_json::to_string(&header.self_play)?,
            serde_json::to_string(terms)?
        )
        .into());
    }
    let mut number = 1;
    Ok(std::iter::from_fn(move || {
        line.clear();
        number += 1;
        match reader.read_line(&mut line) {
            Err(error) => Some(Err(error.into())),
            Ok(_) if !line.ends_with('\n') => None,
            Ok(_) => {
                let entry = serde_json::from_str(&line).map_err(Fault::from);
                Some(
                    entry.and_then(Entry::check).map_err(|fault| {
                        format!("line {number} is no self-play game: {fault}").into()
                    }),
                )
            }
        }
    }))
}
