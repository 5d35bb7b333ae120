//! Thinks a second about a position and says what to play.
//!
//! `cargo run --release --example best_move -- "FEN"`

use amazons::{Engine, EngineOptions, Limits, Position};
use std::time::Duration;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let position = match std::env::args().nth(1) {
        Some(fen) => fen.parse()?,
        None => Position::start(),
    };
    let mut engine = Engine::new(EngineOptions::new().with_memory_mib(256).with_lines(3))?;
    let report = engine.search(&position, Limits::time(Duration::from_secs(1)));
    for line in &report.lines {
        println!(
            "{} wins {:.1}% of {} visits",
            line.first,
            100.0 * line.win_rate,
            line.visits
        );
        let pv: Vec<String> = line.pv.iter().map(ToString::to_string).collect();
        println!("    {}", pv.join(" "));
    }
    println!(
        "{} simulations, {} evaluations",
        report.visits, report.evaluations
    );
    Ok(())
}
