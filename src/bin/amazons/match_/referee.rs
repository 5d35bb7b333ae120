//! One game, by the library's rules.

use std::time::{Duration, Instant};

use amazons::{Color, Ending, Game};

use super::pace::Allowance;
use super::player::{Forfeit, Player};

/// How a game went.
#[derive(Debug)]
pub struct Played {
    /// All moves from the start, the opening's too, and the result.
    pub game: Game,
    /// What the loser did, unless it just ran out of moves.
    pub forfeit: Option<Forfeit>,
    /// Moves that White and Black chose.
    pub chosen: [u32; 2],
    /// Time that they took for them.
    pub times: [Duration; 2],
    /// The longest that they took for one.
    pub slowest: [Duration; 2],
}

/// Plays a game on to its end. `players` are White and Black, `seed` is the source of their chance.
pub fn play(game: Game, players: [&mut dyn Player; 2], seed: u64, allowance: Allowance) -> Played {
    let [white, black] = players;
    let played = play_on(game, [&mut *white, &mut *black], seed, allowance);
    white.end_game();
    black.end_game();
    played
}

fn play_on(
    game: Game,
    players: [&mut dyn Player; 2],
    seed: u64,
    mut allowance: Allowance,
) -> Played {
    let mut played = Played {
        game,
        forfeit: None,
        chosen: [0; 2],
        times: [Duration::ZERO; 2],
        slowest: [Duration::ZERO; 2],
    };
    let [white, black] = players;
    for (color, player) in [(Color::White, &mut *white), (Color::Black, &mut *black)] {
        // Two players of one kind should not draw the same lots.
        if let Err(forfeit) = player.new_game(seed.wrapping_mul(2) + color.index() as u64) {
            return played.forfeited(color, forfeit);
        }
    }
    while played.game.outcome().is_none() {
        let mover = played.game.position().turn();
        let player = match mover {
            Color::White => &mut *white,
            Color::Black => &mut *black,
        };
        let begin = Instant::now();
        let chosen = player.choose(&played.game, &allowance);
        let time = begin.elapsed();
        let index = mover.index();
        played.chosen[index] += 1;
        played.times[index] += time;
        played.slowest[index] = played.slowest[index].max(time);
        let in_time = allowance
            .clocks
            .as_mut()
            .is_none_or(|clocks| clocks.punch(mover, time));
        let legal = chosen.and_then(|m| {
            if !in_time {
                return Err(Forfeit::Time);
            }
            let legal = played.game.play(m);
            legal.map_err(|error| Forfeit::Illegal(format!("{m}: {error}")))
        });
        if let Err(forfeit) = legal {
            return played.forfeited(mover, forfeit);
        }
    }
    played
}

impl Played {
    fn forfeited(mut self, loser: Color, forfeit: Forfeit) -> Played {
        let ending = match forfeit {
            Forfeit::Hang | Forfeit::Time => Ending::Time,
            Forfeit::Illegal(_) | Forfeit::Crash(_) => Ending::Unknown,
        };
        // The board has the last word, should the game have been over before it began.
        let _ = self.game.end(!loser, ending);
        self.forfeit = Some(forfeit);
        self
    }
}

#[cfg(test)]
mod tests {
    use amazons::{Limits, Move};

    use super::*;
    use crate::match_::builtin::Random;
    use crate::match_::pace::Clocks;

    const NO_LIMITS: Allowance = Allowance {
        limits: Limits::unlimited(),
        clocks: None,
    };

    struct Stubborn(Result<Move, Forfeit>);

    impl Player for Stubborn {
        fn new_game(&mut self, _: u64) -> Result<(), Forfeit> {
            Ok(())
        }

        fn choose(&mut self, _: &Game, _: &Allowance) -> Result<Move, Forfeit> {
            self.0.clone()
        }
    }

    #[test]
    fn whoever_is_out_of_moves_loses() {
        let players: [&mut dyn Player; 2] = [&mut Random::new(), &mut Random::new()];
        let played = play(Game::new(), players, 1, NO_LIMITS);
        let end = played.game.last_position();
        assert_eq!(end.move_count(), 0);
        assert_eq!(played.game.winner(), Some(!end.turn()));
        assert_eq!(played.game.ending(), Ending::NoMove);
        assert_eq!(played.forfeit, None);
        let plies = played.chosen[0] + played.chosen[1];
        assert_eq!(plies as usize, played.game.len());
    }

    #[test]
    fn an_illegal_move_loses() {
        let first: Move = "d1-d7/g7".parse().unwrap();
        let mut stubborn = Stubborn(Ok(first));
        let played = play(
            Game::new(),
            [&mut stubborn, &mut Random::new()],
            1,
            NO_LIMITS,
        );
        assert_eq!(played.game.winner(), Some(Color::Black));
        assert_eq!(played.game.len(), 2);
        assert!(matches!(played.forfeit, Some(Forfeit::Illegal(_))));
    }

    #[test]
    fn a_player_that_gives_no_move_loses_as_black_too() {
        let mut silent = Stubborn(Err(Forfeit::Hang));
        let mut game = Game::new();
        game.play("d1-d7/g7".parse().unwrap()).unwrap();
        let players: [&mut dyn Player; 2] = [&mut Random::new(), &mut silent];
        let played = play(game.clone(), players, 1, NO_LIMITS);
        assert_eq!(played.game.winner(), Some(Color::White));
        assert_eq!(played.game.moves(), game.moves());
        assert_eq!(played.game.ending(), Ending::Time);
        assert_eq!(played.forfeit, Some(Forfeit::Hang));
    }

    #[test]
    fn whoever_is_too_slow_loses() {
        struct Slow(Duration);
        impl Player for Slow {
            fn new_game(&mut self, _: u64) -> Result<(), Forfeit> {
                Ok(())
            }

            fn choose(&mut self, game: &Game, _: &Allowance) -> Result<Move, Forfeit> {
                std::thread::sleep(self.0);
                Ok(game.position().legal_moves()[0])
            }
        }
        let second = Duration::from_secs(1);
        let allowance = Allowance {
            clocks: Some(Clocks::new(Duration::from_millis(500), second)),
            ..NO_LIMITS
        };
        let (mut fast, mut slow) = (Slow(Duration::ZERO), Slow(Duration::from_millis(600)));
        let played = play(Game::new(), [&mut fast, &mut slow], 1, allowance);
        assert_eq!(played.game.winner(), Some(Color::White));
        assert_eq!(
            (played.game.len(), played.forfeit),
            (1, Some(Forfeit::Time))
        );
        assert_eq!(played.game.ending(), Ending::Time);
    }
}
