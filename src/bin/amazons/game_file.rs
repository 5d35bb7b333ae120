//! A game out of a file of games.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, ErrorKind};
use std::path::Path;

use amazons::Game;
use amazons::notation::{Format, GameReader};

use crate::Fault;

/// What stands for standard input and output.
pub const STANDARD: &str = "-";

/// Reads the game of this number, from 1, out of a file or standard input (`-`). The format is recognised if it is not
/// given.
pub fn read(name: &str, number: u64, format: Option<Format>) -> Result<Game, Fault> {
    if name == STANDARD {
        return nth_game(io::stdin().lock(), number, format)
            .map_err(|what| format!("standard input: {what}").into());
    }
    let file = open(Path::new(name)).map_err(|error| format!("{name}: {error}"))?;
    nth_game(BufReader::new(file), number, format).map_err(|what| format!("{name}: {what}").into())
}

/// Opens a file to read. A folder is told apart from a file that holds no game.
pub fn open(path: &Path) -> io::Result<File> {
    let file = File::open(path)?;
    if file.metadata()?.is_dir() {
        return Err(ErrorKind::IsADirectory.into());
    }
    Ok(file)
}

/// Whether output would be written over the input. Neither is when it is a standard stream.
pub fn is_same_file(input: &Path, output: &Path) -> bool {
    let path = |path: &Path| {
        fs::canonicalize(path)
            .ok()
            .filter(|_| path.as_os_str() != STANDARD)
    };
    path(input).is_some_and(|input| Some(input) == path(output))
}

fn nth_game(input: impl BufRead, number: u64, format: Option<Format>) -> Result<Game, Fault> {
    let mut games = match format {
        Some(format) => GameReader::new(input, format),
        None => GameReader::detect(input)?,
    };
    let before = usize::try_from(number.saturating_sub(1))?;
    match games.nth(before) {
        Some(game) => Ok(game?),
        None => Err(format!("there is no game {number}").into()),
    }
}
