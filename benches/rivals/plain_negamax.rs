//! A deliberately simple solver to compare with: negamax on whole positions with a hash table. Moves that leave the enemy
//! the fewest squares to reach, and the mover the most, are tried first, and of these the ones that leave the most
//! slides. It counts nothing: a game is played to its end.

use std::collections::HashMap;

use amazons::{Bitboard, Color, Position, queen_moves};

/// A plain negamax with its memory.
#[derive(Default)]
pub struct PlainNegamax {
    known: HashMap<Position, bool>,
    /// Positions looked at, those found in the table not counted.
    pub nodes: u64,
}

impl PlainNegamax {
    /// Whether the side to move wins.
    pub fn wins(&mut self, position: &Position) -> bool {
        if !position.has_move() {
            return false;
        }
        if let Some(&wins) = self.known.get(position) {
            return wins;
        }
        self.nodes += 1;
        let mut children: Vec<(i32, Position)> = position
            .legal_moves()
            .into_iter()
            .map(|m| {
                let mut after = *position;
                after.play_unchecked(m);
                let (other, own) = (after.turn(), position.turn());
                let order = 8 * (reach(&after, other) - reach(&after, own)) + slides(&after, other)
                    - slides(&after, own);
                (order, after)
            })
            .collect();
        children.sort_by_key(|&(order, _)| order);
        let wins = children.iter().any(|(_, after)| !self.wins(after));
        self.known.insert(*position, wins);
        wins
    }
}

fn slides(position: &Position, color: Color) -> i32 {
    position
        .amazons(color)
        .iter()
        .map(|from| queen_moves(from, position.empty()))
        .map(Bitboard::count)
        .sum::<u32>() as i32
}

fn reach(position: &Position, color: Color) -> i32 {
    position.amazons(color).flood(position.empty()).count() as i32
}
