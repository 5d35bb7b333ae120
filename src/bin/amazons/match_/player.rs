//! What a match asks of a player.

use std::fmt;

use amazons::{Move, Position};

/// The game so far, as a player is told of it.
pub struct Turn<'a> {
    /// Where the game started.
    pub start: &'a Position,
    /// The moves since.
    pub moves: &'a [Move],
    /// Where they led; the player is to move and has a move.
    pub position: &'a Position,
}

/// One side of a match. A player plays one game at a time.
pub trait Player: Send {
    /// Another game begins. What is left to chance in it follows from `seed` alone.
    fn new_game(&mut self, seed: u64) -> Result<(), Forfeit>;

    /// Chooses a move. The referee checks it.
    fn choose(&mut self, turn: &Turn) -> Result<Move, Forfeit>;
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
