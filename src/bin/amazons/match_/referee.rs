//! One game, by the library's rules.

use std::time::{Duration, Instant};

use amazons::{Color, Move, Position};

use super::player::{Forfeit, Player, Turn};

/// How a game went.
#[derive(Debug)]
pub struct Played {
    /// All moves from the start, the opening's too.
    pub moves: Vec<Move>,
    pub winner: Color,
    /// What the loser did, unless it just ran out of moves.
    pub forfeit: Option<Forfeit>,
    /// Moves that White and Black chose.
    pub chosen: [u32; 2],
    /// Time that they took for them.
    pub times: [Duration; 2],
    /// The longest that they took for one.
    pub slowest: [Duration; 2],
}

/// Plays a game that began with the moves of `opening`, all legal, to its end. `players` are White and Black, `seed` is
/// the source of their chance.
pub fn play(
    start: &Position,
    opening: &[Move],
    players: [&mut dyn Player; 2],
    seed: u64,
) -> Played {
    let mut played = Played {
        moves: opening.to_vec(),
        winner: Color::White,
        forfeit: None,
        chosen: [0; 2],
        times: [Duration::ZERO; 2],
        slowest: [Duration::ZERO; 2],
    };
    let mut position = *start;
    for &m in opening {
        position.play_unchecked(m);
    }
    let [white, black] = players;
    for (color, player) in [(Color::White, &mut *white), (Color::Black, &mut *black)] {
        // Two players of one kind should not draw the same lots.
        if let Err(forfeit) = player.new_game(seed.wrapping_mul(2) + color.index() as u64) {
            played.winner = !color;
            played.forfeit = Some(forfeit);
            return played;
        }
    }
    loop {
        let mover = position.turn();
        if let Some(outcome) = position.outcome() {
            played.winner = outcome.winner;
            return played;
        }
        let player = match mover {
            Color::White => &mut *white,
            Color::Black => &mut *black,
        };
        let begin = Instant::now();
        let chosen = player.choose(&Turn {
            start,
            moves: &played.moves,
            position: &position,
        });
        let time = begin.elapsed();
        let index = mover.index();
        played.chosen[index] += 1;
        played.times[index] += time;
        played.slowest[index] = played.slowest[index].max(time);
        let legal = chosen.and_then(|m| {
            let legal = position.play(m).map(|()| m);
            legal.map_err(|error| Forfeit::Illegal(format!("{m}: {error}")))
        });
        match legal {
            Ok(m) => played.moves.push(m),
            Err(forfeit) => {
                played.winner = !mover;
                played.forfeit = Some(forfeit);
                return played;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::match_::builtin::Random;

    struct Stubborn(Result<Move, Forfeit>);

    impl Player for Stubborn {
        fn new_game(&mut self, _: u64) -> Result<(), Forfeit> {
            Ok(())
        }

        fn choose(&mut self, _: &Turn) -> Result<Move, Forfeit> {
            self.0.clone()
        }
    }

    #[test]
    fn whoever_is_out_of_moves_loses() {
        let start = Position::start();
        let played = play(&start, &[], [&mut Random::new(), &mut Random::new()], 1);
        let mut position = start;
        for &m in &played.moves {
            assert_eq!(position.outcome(), None);
            position.play(m).unwrap();
        }
        assert_eq!(
            position.outcome().map(|outcome| outcome.winner),
            Some(played.winner)
        );
        assert_eq!(played.forfeit, None);
    }

    #[test]
    fn an_illegal_move_loses() {
        let start = Position::start();
        let first: Move = "d1-d7/g7".parse().unwrap();
        let mut stubborn = Stubborn(Ok(first));
        let played = play(&start, &[], [&mut stubborn, &mut Random::new()], 1);
        assert_eq!(played.winner, Color::Black);
        assert_eq!(played.moves.len(), 2);
        assert!(matches!(played.forfeit, Some(Forfeit::Illegal(_))));
    }

    #[test]
    fn a_player_that_gives_no_move_loses_as_black_too() {
        let mut silent = Stubborn(Err(Forfeit::Hang));
        let opening = ["d1-d7/g7".parse().unwrap()];
        let players: [&mut dyn Player; 2] = [&mut Random::new(), &mut silent];
        let played = play(&Position::start(), &opening, players, 1);
        assert_eq!(played.winner, Color::White);
        assert_eq!(played.moves, opening);
        assert_eq!(played.forfeit, Some(Forfeit::Hang));
    }
}
