//! A player with an opening book.

use amazons::{Book, Game, Move};

use super::pace::Allowance;
use super::player::{Forfeit, Player};

/// Plays at once what the book compiled in has, else what another player chooses.
pub struct Booked<P> {
    player: P,
    seed: u64,
}

impl<P: Player> Booked<P> {
    pub fn new(player: P) -> Booked<P> {
        Booked { player, seed: 0 }
    }
}

impl<P: Player> Player for Booked<P> {
    fn new_game(&mut self, seed: u64) -> Result<(), Forfeit> {
        self.seed = seed;
        self.player.new_game(seed)
    }

    fn choose(&mut self, game: &Game, allowance: &Allowance) -> Result<Move, Forfeit> {
        match Book::builtin().choose(game.position(), self.seed) {
            Some(m) => Ok(m),
            None => self.player.choose(game, allowance),
        }
    }

    fn end_game(&mut self) {
        self.player.end_game();
    }
}
