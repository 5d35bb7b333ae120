//! What a match asks of a player.

use std::fmt;

use amazons::{Game, Move};

/// One side of a match. A player plays one game at a time.
pub trait Player: Send {
    /// Another game begins. What is left to chance in it follows from `seed` alone.
    fn new_game(&mut self, seed: u64) -> Result<(), Forfeit>;

    /// Chooses a move at the end of the game so far; there is one. The referee checks it.
    fn choose(&mut self, game: &Game) -> Result<Move, Forfeit>;
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
}

impl fmt::Display for Forfeit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Forfeit::Illegal(what) => write!(f, "illegal move: {what}"),
            Forfeit::Crash(how) => write!(f, "crash: {how}"),
            Forfeit::Hang => f.write_str("no answer in time"),
        }
    }
}
