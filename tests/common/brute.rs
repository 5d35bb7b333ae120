//! Who wins, by trying everything: the rules and a table, nothing else.

use std::collections::HashMap;

use amazons::{Move, Position};

/// Remembers what it found out.
#[derive(Default)]
pub struct Brute {
    mover_wins: HashMap<Position, bool>,
}

impl Brute {
    pub fn mover_wins(&mut self, position: &Position) -> bool {
        if let Some(&known) = self.mover_wins.get(position) {
            return known;
        }
        let wins = position
            .legal_moves()
            .into_iter()
            .any(|m| !self.mover_wins(&after(position, m)));
        self.mover_wins.insert(*position, wins);
        wins
    }

    pub fn winning_moves(&mut self, position: &Position) -> Vec<Move> {
        let moves = position.legal_moves();
        moves
            .into_iter()
            .filter(|&m| !self.mover_wins(&after(position, m)))
            .collect()
    }
}

fn after(position: &Position, m: Move) -> Position {
    let mut after = *position;
    after.play_unchecked(m);
    after
}
