//! Finds out who wins.

use std::io::Write;
use std::time::Duration;

use amazons::control::{MemoryBudget, Pool, Progress};
use amazons::endgame::{SolveOptions, SolveProgress, Solver, Verdict};
use amazons::{EngineOptions, Limits, Position};
use clap::ArgGroup;
use clap::builder::RangedU64ValueParser;
use indicatif::ProgressBar;

use crate::{Fault, duration};

/// Solve a position: win, loss or unknown for the side to move, and why.
#[derive(clap::Args)]
#[command(group(ArgGroup::new("position").args(["fen", "start"]).required(true)))]
pub struct Arguments {
    /// Position to solve
    #[arg(long)]
    fen: Option<Position>,

    /// Usual start on a board of columns x rows to solve, such as 5x5
    #[arg(long, value_parser = start)]
    start: Option<Position>,

    /// Find all winning moves, not just one
    #[arg(long)]
    all: bool,

    /// Threads; as many as there are cores if not given
    #[arg(long)]
    threads: Option<usize>,

    /// Memory, in MiB
    #[arg(long, default_value_t = EngineOptions::DEFAULT_MEMORY_MIB, value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    memory: usize,

    /// Time to take at most, such as 5s or 10m; no limit if not given
    #[arg(long, value_parser = duration::parse)]
    time: Option<Duration>,
}

/// Reads `5x4`: columns, then rows.
fn start(text: &str) -> Result<Position, String> {
    let sides = text
        .split_once('x')
        .and_then(|(columns, rows)| Some((columns.parse().ok()?, rows.parse().ok()?)));
    sides
        .and_then(|(columns, rows)| Position::standard(columns, rows))
        .ok_or_else(|| format!("{text:?} is no board from 4x4 to 10x10"))
}

pub fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Fault> {
    let position = arguments.fen.or(arguments.start).unwrap_or_default();
    let cores = std::thread::available_parallelism().map_or(1, |count| count.get());
    let pool = Pool::new(arguments.threads.unwrap_or(cores))?;
    let memory = MemoryBudget::mib(arguments.memory);
    let mut solver = Solver::new(pool, &memory, memory.total())?;
    let mut limits = Limits::unlimited();
    limits.time = arguments.time;
    let bar = ProgressBar::new_spinner();
    let shown = bar.clone();
    let options = SolveOptions::default()
        .with_limits(limits)
        .with_line(true)
        .with_all_moves(arguments.all)
        .with_progress(Progress::new(
            Duration::from_millis(200),
            move |progress: &SolveProgress| {
                shown.set_message(format!(
                    "{} nodes, {} of {} moves refuted, {} plies deep, {:.0} s",
                    progress.nodes,
                    progress.refuted,
                    progress.moves,
                    progress.depth,
                    progress.seconds
                ));
                shown.tick();
            },
        ));
    let solution = solver.solve(&position, options);
    bar.finish_and_clear();
    writeln!(out, "{}", solution.verdict)?;
    if solution.verdict == Verdict::Win {
        let moves: Vec<String> = solution
            .winning_moves
            .iter()
            .map(ToString::to_string)
            .collect();
        let which = if solution.complete {
            "all winning moves"
        } else {
            "winning moves found"
        };
        writeln!(out, "{which}: {}", moves.join(" "))?;
    }
    if !solution.line.is_empty() {
        let line: Vec<String> = solution.line.iter().map(ToString::to_string).collect();
        writeln!(out, "line: {}", line.join(" "))?;
    }
    writeln!(
        out,
        "nodes {} time {:.3} s",
        solution.nodes, solution.seconds
    )?;
    Ok(())
}
