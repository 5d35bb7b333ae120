//! What each level gives away.

use std::collections::HashSet;
use std::io::Write;
use std::path::PathBuf;

use amazons::{Engine, EngineOptions, Level, Limits, Move, Position, Request};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

use crate::Fault;
use crate::counted::counted;
use crate::line_file::{LineFile, Lines};

/// Measure how much probability of winning a move of each level gives away
///
/// Every level chooses a move in the same positions, of games that levels play; a search of all moves and a look at the move
/// chosen say what it lost. Every measurement is appended to a file, and what is there is not measured again.
#[derive(clap::Args)]
pub struct Arguments {
    /// Positions
    #[arg(long, default_value_t = 100)]
    positions: u64,

    /// Simulations of the search that judges
    #[arg(long, default_value_t = 20_000)]
    visits: u64,

    /// Memory of the search, in MiB
    #[arg(long, default_value_t = EngineOptions::DEFAULT_MEMORY_MIB)]
    memory: usize,

    /// Seed of the positions
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Where the measurements are saved, a line of JSON each
    #[arg(long, default_value = "levels.jsonl")]
    file: PathBuf,
}

/// What one level did in one position.
#[derive(Serialize, Deserialize)]
struct Measurement {
    seed: u64,
    number: u64,
    /// Simulations of the judge.
    visits: u64,
    level: u8,
    fen: String,
    #[serde(rename = "move")]
    chosen: Move,
    /// Win rate of the best move less that of the chosen one.
    loss: f64,
}

/// How every line of the file starts.
const START: &str = "{\"seed\":";

/// Plies of the positions, less than: later ones are mostly decided.
const MOST_PLIES: u32 = 50;

pub fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Fault> {
    let path = arguments.file.display();
    let (mut file, bytes) =
        LineFile::open(&arguments.file).map_err(|error| format!("{path}: {error}"))?;
    let lines: Lines<Measurement> =
        Lines::read(&bytes, START, "measurement").map_err(|fault| format!("{path}: {fault}"))?;
    file.go_on_after(&lines)?;
    let mut measured = lines.items;
    let is_ours = |m: &Measurement| m.seed == arguments.seed && m.visits == arguments.visits;
    let done: HashSet<(u64, u8)> = measured
        .iter()
        .filter(|m| is_ours(m))
        .map(|m| (m.number, m.level))
        .collect();
    if !done.is_empty() {
        let count = counted(done.len() as u64, "move is", "moves are");
        eprintln!("{count} taken from {path}, whatever program measured them");
    }
    let options = EngineOptions::new().with_memory_mib(arguments.memory);
    let mut judge = Engine::new(options.clone().with_kept_tree(true))?;
    let mut player = Engine::new(options)?;
    for number in 0..arguments.positions {
        let missing = |level: &Level| !done.contains(&(number, level.number()));
        let levels: Vec<Level> = Level::ALL.into_iter().filter(missing).collect();
        if levels.is_empty() {
            continue;
        }
        let position = position(&mut player, arguments.seed, number)?;
        judge.clear();
        let limits = Limits::visits(arguments.visits);
        let best = judge.search(&position, limits).win_rate;
        for level in levels {
            let Some(chosen) = player.play_level(&position, level, number) else {
                continue;
            };
            let look = Request::new(&position)
                .allowing([chosen])
                .with_limits(limits);
            let loss = f64::from(best - judge.begin(look)?.wait().win_rate);
            let measurement = Measurement {
                seed: arguments.seed,
                number,
                visits: arguments.visits,
                level: level.number(),
                fen: position.to_string(),
                chosen,
                loss,
            };
            file.append(&measurement)?;
            measured.push(measurement);
        }
    }
    for level in Level::ALL {
        let of_level = |m: &&Measurement| is_ours(m) && m.level == level.number();
        let losses: Vec<f64> = measured.iter().filter(of_level).map(|m| m.loss).collect();
        if losses.is_empty() {
            writeln!(out, "level {level:2}: nothing measured")?;
            continue;
        }
        let count = losses.len() as f64;
        let mean = losses.iter().sum::<f64>() / count;
        let squares: f64 = losses.iter().map(|loss| (loss - mean).powi(2)).sum();
        let error = (squares / count / (count - 1.0).max(1.0)).sqrt();
        writeln!(
            out,
            "level {level:2}: {:5.2}% +- {:.2} lost a move, {}",
            100.0 * mean,
            100.0 * error,
            counted(losses.len() as u64, "move", "moves")
        )?;
    }
    Ok(())
}

/// A position of a game between two levels, not over.
fn position(player: &mut Engine, seed: u64, number: u64) -> Result<Position, Fault> {
    let mut rng = Pcg64Mcg::seed_from_u64(seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    // Levels that are quick.
    let mut level = || Level::new(rng.random_range(1..=7)).unwrap_or(Level::WEAKEST);
    let players = [level(), level()];
    let plies = rng.random_range(0..MOST_PLIES);
    let mut position = Position::start();
    for _ in 0..plies {
        let level = players[position.turn().index()];
        let Some(m) = player.play_level(&position, level, rng.random()) else {
            break;
        };
        let mut next = position;
        next.play(m)?;
        if !next.has_move() {
            break;
        }
        position = next;
    }
    Ok(position)
}
