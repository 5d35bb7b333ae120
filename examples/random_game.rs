//! Plays a game of random moves: the rules in one page.
//!
//! `cargo run --example random_game`

use amazons::Position;
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

fn main() {
    let mut rng = Pcg64Mcg::seed_from_u64(2024);
    let mut position = Position::start();
    let mut ply = 0;

    // `random_move` gives nothing when the side to move has lost.
    while let Some(m) = position.random_move(&mut rng) {
        ply += 1;
        println!(
            "{ply:2}. {:5} {m}, one of {} moves",
            position.turn().to_string(),
            position.move_count()
        );
        // The move is known to be legal; a move from elsewhere goes through `play`, which checks it.
        position.play_unchecked(m);
    }

    if let Some(outcome) = position.outcome() {
        println!("{} wins after {ply} plies: {position}", outcome.winner);
    }
}
