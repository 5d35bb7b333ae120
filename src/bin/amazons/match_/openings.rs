//! Random beginnings of games: without them two programs would play one game again and again.

use amazons::{Move, Position};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

/// Tries to find an opening after which the game is still on.
const TRIES: u32 = 1000;

/// The opening of pair `pair`: `plies` random moves after which the side to move has one, fewer when there is no such
/// game. The same numbers give the same opening.
pub fn opening(start: &Position, plies: u32, seed: u64, pair: u32) -> Vec<Move> {
    // Seeds that differ in one bit give unrelated streams; the odd factor keeps the pairs of one seed apart.
    let seed = seed ^ u64::from(pair).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    for plies in (0..=plies).rev() {
        for _ in 0..TRIES {
            let mut position = *start;
            let mut moves = Vec::new();
            while moves.len() < plies as usize
                && let Some(m) = position.random_move(&mut rng)
            {
                position.play_unchecked(m);
                moves.push(m);
            }
            if moves.len() == plies as usize && position.has_move() {
                return moves;
            }
        }
    }
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_of_the_length_asked_for_and_differ() {
        let start = Position::start();
        let openings: Vec<_> = (0..50).map(|pair| opening(&start, 4, 7, pair)).collect();
        for (nth, moves) in openings.iter().enumerate() {
            assert_eq!(moves.len(), 4);
            assert_eq!(moves, &opening(&start, 4, 7, nth as u32));
            assert!(!openings[..nth].contains(moves));
        }
        assert_ne!(opening(&start, 4, 8, 0), openings[0]);
    }

    #[test]
    fn openings_do_not_end_the_game() {
        let tiny: Position = "q2/3/2Q w".parse().unwrap();
        for pair in 0..20 {
            let mut position = tiny;
            for m in opening(&tiny, 5, 1, pair) {
                position.play(m).unwrap();
            }
            assert!(position.has_move());
        }
        let over: Position = "Q w".parse().unwrap();
        assert_eq!(opening(&over, 4, 1, 0), []);
    }
}
