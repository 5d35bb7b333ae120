//! Watches a search while it runs, and then says who will own what.
//!
//! `cargo run --release --example analyse_position`

use std::error::Error;
use std::thread;
use std::time::Duration;

use amazons::notation::Diagram;
use amazons::{Engine, EngineOptions, Limits, Position};

fn main() -> Result<(), Box<dyn Error>> {
    let position: Position =
        "2*1q5/3*1*4/1q1**3q1/3*1*2*1/2Q1**1*2/1*2*3q1/3Q*1*3/2*4Q2/1Q2*1*3/10 w".parse()?;
    let mut engine = Engine::new(EngineOptions::new().with_memory_mib(64))?;

    // The search runs on threads of its own: any thread may look at it, stop it or wait for it.
    let search = engine.start(&position, Limits::unlimited());
    for _ in 0..5 {
        thread::sleep(Duration::from_millis(100));
        let report = search.report();
        if let Some(best) = report.best_move {
            println!(
                "{best} wins {:.1}%, {} visits",
                100.0 * report.win_rate,
                report.visits
            );
        }
    }
    search.stop();
    let report = search.wait();

    // The report lists the squares of this board; the drawing takes those of the full one.
    let mut ownership = [0.0; 100];
    for (square, owned) in position.squares().iter().zip(&report.ownership) {
        ownership[square.index()] = *owned;
    }
    print!("{}", Diagram::new(&position).ownership(Some(&ownership)));
    println!(
        "{} expects to be {:+.1} moves ahead",
        position.turn(),
        report.margin
    );
    Ok(())
}
