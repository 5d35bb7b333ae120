//! A match of two players over many games, refereed by the library's rules.

mod builtin;
mod external;
mod openings;
mod player;
mod record;
mod referee;
mod runner;
mod score;
mod spec;

use std::io::Write;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use amazons::Position;

use crate::limits::LimitArguments;
use crate::{Fault, duration};
use record::Terms;
use spec::Spec;

/// Play a match of two players, built-in or external programs.
///
/// A player is `engine` or KEY=VALUE,... for the engine with these settings (threads, memory, keep, exploration,
/// temperature, counting, eval), `uct` for a plain Monte Carlo tree search with random games, `random`, or
/// `cmd:PROGRAM ARGUMENTS...` for a program that speaks UCI (words with blanks in quotes). `uct` and the engine take
/// time, visits and nodes too, in place of the match's.
///
/// Games come in pairs: one opening, random but even, with each player on either side of it. Every game is appended to
/// a file; a match that was interrupted goes on where the file ends. A player that makes an illegal move, ends or hangs
/// loses that game.
#[derive(clap::Args)]
pub struct Arguments {
    /// First player
    a: Spec,

    /// Second player
    b: Spec,

    /// Games to play, those already in the file included
    #[arg(long, default_value_t = 100)]
    games: u32,

    #[command(flatten)]
    limits: LimitArguments,

    /// Games at the same time; as many as there are cores if not given
    #[arg(long)]
    jobs: Option<usize>,

    /// Position to start from; the standard start if not given
    #[arg(long)]
    fen: Option<Position>,

    /// Random plies at the start of a game, the same for both games of a pair
    #[arg(long, default_value_t = 4)]
    opening_plies: u32,

    /// Seed of the openings and of the players
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Where the games are saved, a line of JSON each
    #[arg(long, default_value = "match.jsonl")]
    file: PathBuf,

    /// Time past its limit after which an external program is taken to hang
    #[arg(long, value_parser = duration::parse, default_value = "10s")]
    grace: Duration,
}

pub fn run(arguments: &Arguments, out: &mut (impl Write + Send)) -> Result<(), Fault> {
    let terms = Terms {
        players: [arguments.a.to_string(), arguments.b.to_string()],
        start: arguments.fen.unwrap_or_default().to_string(),
        seed: arguments.seed,
        opening_plies: arguments.opening_plies,
        milliseconds: arguments.limits.time.map(|time| time.as_millis() as u64),
        visits: arguments.limits.visits,
        nodes: arguments.limits.nodes,
    };
    let plan = runner::Plan {
        terms,
        specs: [arguments.a.clone(), arguments.b.clone()],
        limits: arguments.limits.limits(Duration::from_millis(100)),
        grace: arguments.grace,
        start: arguments.fen.unwrap_or_default(),
        opening_plies: arguments.opening_plies,
        seed: arguments.seed,
        games: arguments.games,
    };
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let jobs = arguments.jobs.unwrap_or(cores).max(1);
    // A player that can't be started at all is a mistake in the command, not a lost game, and leaves no file.
    let players = plan.players(jobs)?;
    let (file, played) = record::open(&arguments.file, &plan.terms)
        .map_err(|fault| format!("{}: {fault}", arguments.file.display()))?;
    runner::run(&plan, players, file, played, out)
}
