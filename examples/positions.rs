//! Reads games of any format from standard input and prints the FEN of every position in them, a blank line after each
//! game.
//!
//! `cargo run --example positions < games.sgf`

use std::io;

use amazons::notation::GameReader;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for game in GameReader::detect(io::stdin().lock())? {
        match game {
            Ok(game) => {
                for position in game.positions() {
                    println!("{position}");
                }
                println!();
            }
            Err(error) => eprintln!("{error}"),
        }
    }
    Ok(())
}
