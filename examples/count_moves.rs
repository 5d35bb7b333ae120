//! Where the 2,176 first moves come from, in bulk: one call a slide, with the set of squares its arrow can burn.
//!
//! `cargo run --example count_moves`, or with a position: `cargo run --example count_moves "1q1/3/1Q1 w"`

use std::error::Error;
use std::ops::ControlFlow;

use amazons::{Bitboard, Position};

fn main() -> Result<(), Box<dyn Error>> {
    let position = match std::env::args().nth(1) {
        Some(fen) => fen.parse()?,
        None => Position::start(),
    };

    for amazon in position.amazons(position.turn()) {
        let moves = position.moves_from(amazon).len();
        println!("{amazon}: {moves} moves");
    }

    // No list is made here, and the walk could stop early with `ControlFlow::Break`.
    let mut slides = 0;
    let mut moves = 0;
    let mut can_burn = Bitboard::EMPTY;
    let _ = position.for_each_slide(|_from, _to, shots| {
        slides += 1;
        moves += shots.count();
        can_burn |= shots;
        ControlFlow::<()>::Continue(())
    });

    println!("{slides} slides, {moves} moves");
    println!("squares that an arrow can burn:\n{can_burn}");
    Ok(())
}
