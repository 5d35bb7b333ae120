//! What a match asks of a player.

use std::fmt;

use amazons::{Game, Move};
use serde::{Deserialize, Serialize};

use super::pace::Allowance;

/// One side of a match. A player plays one game at a time.
pub trait Player: Send {
    /// Another game begins. What is left to chance in it follows from `seed` alone.
    fn new_game(&mut self, seed: u64) -> Result<(), Forfeit>;

    /// Chooses a move at the end of the game so far; there is one. The referee checks it.
    fn choose(&mut self, game: &Game, allowance: &Allowance) -> Result<Move, Forfeit>;

    /// The game is over. Whatever thinks on the opponent's time stops.
    fn end_game(&mut self) {}
}

/// What a player did that loses it the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Forfeit {
    /// A move that the rules do not allow, or that is no move at all.
    Illegal(String),
    /// The program ended, or could not be talked to.
    Crash(String),
    /// No answer in time.
    Hang,
    /// The clock ran out.
    Time,
}

impl fmt::Display for Forfeit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Forfeit::Illegal(what) => write!(f, "illegal move: {what}"),
            Forfeit::Crash(how) => write!(f, "crash: {how}"),
            Forfeit::Hang => f.write_str("no answer in time"),
            Forfeit::Time => f.write_str("time ran out"),
        }
    }
}

/// The kinds of forfeits, as the file of a match names them.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub enum ForfeitKind {
    Illegal,
    Crash,
    Hang,
    Time,
}

impl ForfeitKind {
    pub const ALL: [ForfeitKind; 4] = [
        ForfeitKind::Time,
        ForfeitKind::Hang,
        ForfeitKind::Crash,
        ForfeitKind::Illegal,
    ];

    /// What so many of them are called.
    pub fn plural(self) -> &'static str {
        match self {
            ForfeitKind::Illegal => "illegal moves",
            ForfeitKind::Crash => "crashes",
            ForfeitKind::Hang => "hangs",
            ForfeitKind::Time => "losses on time",
        }
    }
}

impl Forfeit {
    pub fn kind(&self) -> ForfeitKind {
        match self {
            Forfeit::Illegal(_) => ForfeitKind::Illegal,
            Forfeit::Crash(_) => ForfeitKind::Crash,
            Forfeit::Hang => ForfeitKind::Hang,
            Forfeit::Time => ForfeitKind::Time,
        }
    }
}
