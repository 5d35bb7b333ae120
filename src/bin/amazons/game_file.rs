//! A game out of a file of games.

use std::fs::File;
use std::io::{self, BufRead, BufReader};

use amazons::Game;
use amazons::notation::{Format, GameReader};

use crate::Fault;

/// What stands for standard input.
const STANDARD: &str = "-";

/// Reads the game of this number, from 1, out of a file or standard input (`-`). The format is recognised if it is not
/// given.
pub fn read(name: &str, number: u64, format: Option<Format>) -> Result<Game, Fault> {
    if name == STANDARD {
        return nth_game(io::stdin().lock(), number, format)
            .map_err(|what| format!("standard input: {what}").into());
    }
    let file = File::open(name).map_err(|error| format!("{name}: {error}"))?;
    nth_game(BufReader::new(file), number, format).map_err(|what| format!("{name}: {what}").into())
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
