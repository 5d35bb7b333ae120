//! Beginnings of games, random or from a file: without them two programs would play one game again and again.

use std::io::BufReader;
use std::path::Path;

use amazons::notation::GameReader;
use amazons::territory::Evaluator;
use amazons::{Game, Position};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

use crate::{Fault, game_file};

/// Where the openings of a match come from.
pub enum Openings {
    Random {
        start: Position,
        plies: u32,
        seed: u64,
    },
    /// One after the other, and again from the first; never empty.
    Games(Vec<Game>),
}

impl Openings {
    /// Those of the games in a file, in any form of games, that are not over.
    pub fn read(path: &Path) -> Result<Openings, Fault> {
        let file = BufReader::new(game_file::open(path)?);
        let mut games = Vec::new();
        for game in GameReader::detect(file)? {
            let game = game?;
            if !game.last_position().has_move() {
                return Err(format!("game {} is over: no opening", games.len() + 1).into());
            }
            // The moves alone: who won the game that the opening is from is of no interest.
            let moves = game.moves().iter().copied();
            games.push(Game::from_moves(*game.start(), moves)?);
        }
        if games.is_empty() {
            return Err("there are no openings in it".into());
        }
        Ok(Openings::Games(games))
    }

    /// The opening of a pair of games.
    pub fn of_pair(&self, pair: u32) -> Game {
        match self {
            Openings::Random { start, plies, seed } => opening(start, *plies, *seed, pair),
            Openings::Games(games) => games[pair as usize % games.len()].clone(),
        }
    }
}

/// Random openings that are tried for one that is even.
const TRIES: u32 = 100;

/// Logit of White's win up to which a position counts as even: 40% to 60%.
const EVEN: f32 = 0.4;

/// The opening of pair `pair`: `plies` random moves after which the side to move has one and the evaluation sees no
/// great advantage, or else the most even of those tried. Fewer moves when so many always end the game. The same
/// numbers give the same opening.
fn opening(start: &Position, plies: u32, seed: u64, pair: u32) -> Game {
    // Seeds that differ in one bit give unrelated streams; the odd factor keeps the pairs of one seed apart.
    let seed = seed ^ u64::from(pair).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let evaluator = Evaluator::new();
    // No game is longer: every move burns a square.
    let plies = plies.min(start.empty().count());
    for plies in (0..=plies).rev() {
        let mut best = None;
        let mut best_lead = f32::INFINITY;
        for _ in 0..TRIES {
            let mut game = Game::from_position(*start);
            while game.len() < plies as usize
                && let Some(m) = game.position().random_move(&mut rng)
                && game.play(m).is_ok()
            {}
            if game.len() < plies as usize || !game.position().has_move() {
                continue;
            }
            let lead = evaluator.white_logit(game.position()).abs();
            if best.is_none() || lead < best_lead {
                (best, best_lead) = (Some(game), lead);
            }
            if best_lead <= EVEN {
                break;
            }
        }
        if let Some(game) = best {
            return game;
        }
    }
    Game::from_position(*start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_of_the_length_asked_for_and_differ() {
        let start = Position::start();
        let openings: Vec<_> = (0..50).map(|pair| opening(&start, 4, 7, pair)).collect();
        for (nth, game) in openings.iter().enumerate() {
            assert_eq!(game.len(), 4);
            assert_eq!(game, &opening(&start, 4, 7, nth as u32));
            assert!(!openings[..nth].contains(game));
            let white_logit = Evaluator::new().white_logit(game.position());
            assert!(white_logit.abs() <= EVEN, "{white_logit}");
        }
        assert_ne!(opening(&start, 4, 8, 0), openings[0]);
    }

    #[test]
    fn openings_do_not_end_the_game() {
        let tiny: Position = "q2/3/2Q w".parse().unwrap();
        for pair in 0..20 {
            let game = opening(&tiny, 5, 1, pair);
            assert_eq!(game.start(), &tiny);
            assert_eq!(game.outcome(), None);
            // However many plies are asked for, a board has room for few.
            let most = opening(&tiny, u32::MAX, 1, pair);
            assert!((1..=7).contains(&most.len()), "{}", most.len());
            assert_eq!(most.outcome(), None);
        }
        let over: Position = "Q w".parse().unwrap();
        assert_eq!(opening(&over, 4, 1, 0).len(), 0);
    }
}
