//! The searches that a book is made of, a line of JSON each.

use std::collections::HashSet;
use std::path::Path;

use amazons::{Move, Position};
use serde::{Deserialize, Serialize};

use crate::Fault;
use crate::line_file::{LineFile, Lines};

/// A certain win.
pub const CERTAIN: u32 = 10_000;

/// How searches are made: those of one file agree in it.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct Terms {
    /// The position that the book starts from.
    pub start: Position,
    pub seed: u64,
    /// Limits of a search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visits: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub milliseconds: Option<u64>,
    /// The most moves that a search tells.
    pub lines: usize,
}

/// A position and what a search has found there.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct Searched {
    #[serde(rename = "fen")]
    pub position: Position,
    /// The best, then the others by visits.
    pub moves: Vec<FoundMove>,
    #[serde(rename = "book")]
    pub terms: Terms,
}

#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
pub struct FoundMove {
    #[serde(rename = "move")]
    pub m: Move,
    /// Of the side that makes the move, in [`CERTAIN`]ths.
    pub win_rate: u32,
    pub visits: u64,
}

/// What a line is.
const WHAT: &str = "search for a book";

/// How every line starts.
const START: &str = "{\"fen\":";

/// Opens the file, makes it when it is not there, and gives the searches in it. A last line that was cut off is dropped.
///
/// # Errors
/// When the file is another kind, holds other searches, or one that can't be.
pub fn open(path: &Path, terms: &Terms) -> Result<(LineFile, Vec<Searched>), Fault> {
    let (mut file, bytes) = LineFile::open(path)?;
    let lines: Lines<Searched> = Lines::read(&bytes, START, WHAT)?;
    let mut seen = HashSet::new();
    for (number, searched) in (1..).zip(&lines.items) {
        if searched.terms != *terms {
            return Err(
                "the file's searches were made in another way; name a new one with --file".into(),
            );
        }
        let position = searched.position;
        let can_be = |found: &FoundMove| position.is_legal(found.m) && found.win_rate <= CERTAIN;
        if !searched.moves.iter().all(can_be) {
            return Err(format!("line {number} is no {WHAT}: a move that can't be").into());
        }
        if !seen.insert(position.symmetric_hash()) {
            return Err(format!("line {number} has a position again").into());
        }
    }
    file.go_on_after(&lines)?;
    Ok((file, lines.items))
}
