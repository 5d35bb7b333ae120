//! Counts move sequences: a check, and a speed test, of the move generator.

use std::io::Write;
use std::time::Instant;

use amazons::{Position, perft, perft_divide};

use crate::Fault;

/// Count the move sequences of some number of plies.
#[derive(clap::Args)]
pub struct Arguments {
    /// Position to count from; the standard start if not given
    #[arg(long)]
    fen: Option<Position>,

    /// Plies
    #[arg(long, default_value_t = 3)]
    depth: u32,

    /// Count for every first move by itself
    #[arg(long)]
    divide: bool,
}

pub fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Fault> {
    let position = arguments.fen.unwrap_or_default();
    let start = Instant::now();
    let nodes = if arguments.divide && arguments.depth > 0 {
        let counts = perft_divide(&position, arguments.depth);
        for (m, nodes) in &counts {
            writeln!(out, "{m} {nodes}")?;
        }
        counts.iter().map(|(_, nodes)| nodes).sum()
    } else {
        perft(&position, arguments.depth)
    };
    let seconds = start.elapsed().as_secs_f64();
    let rate = if seconds > 0.0 {
        nodes as f64 / seconds / 1e6
    } else {
        0.0
    };
    writeln!(out, "nodes {nodes} time {seconds:.3} s {rate:.1} M/s")?;
    Ok(())
}
