//! A match of two players over many games, refereed by the library's rules.

mod booked;
mod builtin;
mod external;
mod openings;
mod pace;
mod player;
mod process;
mod record;
mod referee;
mod runner;
mod score;
mod setup;
mod spec;
mod sprt;
mod summary;
mod values;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use amazons::{Limits, Position};

use crate::{Fault, duration};
use openings::Openings;
use pace::{Allowance, Clocks, Pace};
use record::{Entry, Terms};
use spec::Spec;
use sprt::Sprt;

/// Play a match of two players, built-in or external programs.
///
/// A player is `engine` or KEY=VALUE,... for the engine with these settings (threads, memory, keep, ponder, book, level,
/// exploration, growth, shot-exploration, shot-urgency, leaf-mean, temperature, history, counting, knowledge,
/// solver, eval), `alphabeta` for an alpha-beta search with the same evaluation (width, near, slides, static, memory, keep), `uct` for a plain Monte
/// Carlo tree search with random games, `random`, or `cmd:PROGRAM ARGUMENTS...` for a program that speaks UCI (words with
/// blanks in quotes). `alphabeta`, `uct` and the engine take time, visits and nodes too, in place of the match's.
///
/// Games come in pairs: one opening, random but even or from a file, with each player on either side of it. Every game is
/// appended to a file; a match that was interrupted goes on where the file ends. A player that makes an illegal move,
/// ends, hangs or is out of time loses that game.
#[derive(clap::Args)]
pub struct Arguments {
    /// First player
    #[arg(required_unless_present = "report")]
    a: Option<Spec>,

    /// Second player
    #[arg(required_unless_present = "report")]
    b: Option<Spec>,

    /// Games to play, those already in the file included
    #[arg(long, default_value_t = 100)]
    games: u32,

    /// Time to think: 100ms for each move, 2s+30ms for the game and what every move adds [default: 100ms]
    #[arg(long, value_parser = pace::parse)]
    time: Option<Pace>,

    /// Simulations to make
    #[arg(long)]
    visits: Option<u64>,

    /// Tree nodes to make
    #[arg(long)]
    nodes: Option<u64>,

    /// End as soon as the games tell one Elo difference of the first player from another, such as 0,20, with 5% of either
    /// error
    #[arg(long, allow_hyphen_values = true)]
    sprt: Option<Sprt>,

    /// Only work out the result of the games in the file
    #[arg(long, conflicts_with_all = ["a", "b"])]
    report: bool,

    /// Games at the same time; as many as there are cores if not given
    #[arg(long)]
    jobs: Option<usize>,

    /// Position to start from; the standard start if not given
    #[arg(long, conflicts_with = "openings")]
    fen: Option<Position>,

    /// File of games, in any form that is recognised, whose moves are the openings, one a pair; in place of random ones
    #[arg(long, conflicts_with = "opening_plies")]
    openings: Option<PathBuf>,

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
    let in_file = |path: &Path, fault: Fault| format!("{}: {fault}", path.display());
    let path = &arguments.file;
    // Without players there is nothing to play: the command line has seen to that.
    let (Some(a), Some(b), false) = (&arguments.a, &arguments.b, arguments.report) else {
        let entries = record::read(path).map_err(|fault| in_file(path, fault))?;
        return report(&entries, arguments.sprt, out);
    };
    let openings = match &arguments.openings {
        Some(path) => Openings::read(path).map_err(|fault| in_file(path, fault))?,
        None => Openings::Random {
            start: arguments.fen.unwrap_or_default(),
            plies: arguments.opening_plies,
            seed: arguments.seed,
        },
    };
    let plan = runner::Plan {
        terms: arguments.terms([a, b]),
        specs: [a.clone(), b.clone()],
        allowance: arguments.allowance(),
        grace: arguments.grace,
        openings,
        seed: arguments.seed,
        games: arguments.games,
        sprt: arguments.sprt,
    };
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let jobs = arguments.jobs.unwrap_or(cores).max(1);
    // A player that can't be started at all is a mistake in the command, not a lost game, and leaves no file.
    let players = plan.players(jobs)?;
    let (file, played) = record::open(path, &plan.terms).map_err(|fault| in_file(path, fault))?;
    runner::run(&plan, players, file, played, out)
}

/// Tells the result that the games themselves have.
fn report(entries: &[Entry], sprt: Option<Sprt>, out: &mut impl Write) -> Result<(), Fault> {
    if let Some(first) = entries.first() {
        let [a, b] = &first.terms.players;
        writeln!(out, "A {a}\nB {b}")?;
    }
    for entry in entries {
        summary::write_game(out, entry)?;
    }
    Ok(summary::write(out, entries, sprt)?)
}

impl Arguments {
    /// What games have to agree in to be of this match.
    fn terms(&self, players: [&Spec; 2]) -> Terms {
        let milliseconds = |time: Duration| time.as_millis() as u64;
        let (time, clock) = match self.time {
            None => (None, None),
            Some(Pace::Move(time)) => (Some(milliseconds(time)), None),
            Some(Pace::Game { base, increment }) => {
                (None, Some([base, increment].map(milliseconds)))
            }
        };
        Terms {
            players: players.map(ToString::to_string),
            start: self.fen.unwrap_or_default().to_string(),
            seed: self.seed,
            opening_plies: self.opening_plies,
            milliseconds: time,
            visits: self.visits,
            nodes: self.nodes,
            clock,
            openings: self
                .openings
                .as_ref()
                .map(|path| path.display().to_string()),
        }
    }

    fn allowance(&self) -> Allowance {
        let mut limits = Limits::unlimited();
        limits.visits = self.visits;
        limits.nodes = self.nodes;
        let mut clocks = None;
        match self.time {
            Some(Pace::Move(time)) => limits.time = Some(time),
            Some(Pace::Game { base, increment }) => clocks = Some(Clocks::new(base, increment)),
            None if limits == Limits::unlimited() => limits.time = Some(DEFAULT_TIME),
            None => {}
        }
        Allowance { limits, clocks }
    }
}

/// Time of a move when nothing else is said.
const DEFAULT_TIME: Duration = Duration::from_millis(100);
