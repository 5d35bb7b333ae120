//! Finds out who won games that came without results.

use std::fs::File;
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};

use amazons::control::{MemoryBudget, Pool};
use amazons::endgame::{self, SolveOptions, Solver, contested_squares, separated_winner};
use amazons::notation::GameReader;
use amazons::tuning::{Settings, Weights};
use amazons::{Color, Engine, EngineOptions, Game, Limits, Position, Proven};
use indicatif::{ProgressBar, ProgressStyle};

use super::winners::{How, Summary, Verdict, WinnersFile};
use crate::Fault;

/// Find out who won games that were given up, for `tune evaluate`.
///
/// At the end of each game's moves: by counting where the sides are separated, by the solver where it finds a proof, else by
/// searches with today's evaluation and with the first one where both are sure. Other games are left without a winner. A run
/// that was interrupted goes on where the file ends.
#[derive(clap::Args)]
pub struct Arguments {
    /// File of games
    #[arg(long, default_value = "tests/data/games_human.txt")]
    games: PathBuf,

    /// Simulations of each search
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    visits: u64,

    /// Where the winners are written
    #[arg(long, default_value = "winners.txt")]
    file: PathBuf,
}

/// Win rates beyond which a search is sure.
const SURE: f32 = 0.97;

/// Search that counting a separated position may take: seconds.
const COUNTING_WORK: u64 = 10_000_000;

/// More contested squares than this are left to the searches: proofs get rare and long.
const MOST_CONTESTED: u32 = 24;

/// Nodes after which the solver gives up: a second's work.
const SOLVER_NODES: u64 = 1_000_000;

const SOLVER_MIB: usize = 32;
const SEARCH_MIB: usize = 64;

pub fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Fault> {
    let games = read_games(&arguments.games)?;
    let name = arguments.games.file_name().unwrap_or_default();
    let head = format!(
        "# Who won the games of {0}, a line a game: w, b or - where it is not known. Made by\n\
         # amazons tune label --games {0} --visits {1}\n\
         # searched: White's win rates in percent, with today's evaluation and with the first weights.\n",
        name.display(),
        arguments.visits
    );
    let mut file = WinnersFile::open(&arguments.file, &head)
        .map_err(|fault| format!("{}: {fault}", arguments.file.display()))?;
    let before = file.verdicts.len();
    let bar = ProgressBar::new(games.len() as u64).with_style(ProgressStyle::with_template(
        "{bar:30} {pos} of {len} games, {eta} to go",
    )?);
    bar.set_position(before as u64);
    let mut judge = Judge::new(arguments.visits)?;
    for game in games.iter().skip(before) {
        file.append(judge.verdict(game.last_position())?)?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    writeln!(out, "{}", Summary(&file.verdicts))?;
    Ok(())
}

/// All games of a file.
pub fn read_games(path: &Path) -> Result<Vec<Game>, Fault> {
    let named = |fault: Fault| format!("{}: {fault}", path.display());
    let file = File::open(path).map_err(|error| named(error.into()))?;
    let reader = GameReader::detect(BufReader::new(file)).map_err(|error| named(error.into()))?;
    let games = reader.collect::<Result<_, _>>();
    Ok(games.map_err(|error| named(error.into()))?)
}

/// Says who won.
struct Judge {
    solver: Solver,
    now: Engine,
    first: Engine,
    limits: Limits,
}

impl Judge {
    fn new(visits: u64) -> Result<Judge, Fault> {
        let memory = MemoryBudget::mib(SOLVER_MIB);
        let engine = |weights| {
            let mut settings = Settings::default();
            settings.weights = weights;
            Engine::new(
                EngineOptions::new()
                    .with_threads(1)
                    .with_memory_mib(SEARCH_MIB)
                    .with_lines(1)
                    .with_settings(settings),
            )
        };
        Ok(Judge {
            solver: Solver::new(Pool::new(1)?, &memory, memory.total())?,
            now: engine(Weights::Network)?,
            first: engine(Weights::First)?,
            limits: Limits::visits(visits),
        })
    }

    fn verdict(&mut self, position: &Position) -> Result<Verdict, Fault> {
        let turn = position.turn();
        let counted = match position.outcome() {
            Some(outcome) => Some(outcome.winner),
            None => separated_winner(position, COUNTING_WORK),
        };
        if counted.is_some() {
            return Ok(Verdict {
                winner: counted,
                how: How::Counted,
            });
        }
        let solved = |wins: bool| Verdict {
            winner: Some(if wins { turn } else { !turn }),
            how: How::Solved,
        };
        if contested_squares(position) <= MOST_CONTESTED {
            let options = SolveOptions::default().with_limits(Limits::nodes(SOLVER_NODES));
            match self.solver.solve(position, options).verdict {
                endgame::Verdict::Win => return Ok(solved(true)),
                endgame::Verdict::Loss => return Ok(solved(false)),
                endgame::Verdict::Unknown => {}
            }
        }
        let report = self.now.search(position, self.limits);
        if let Some(proven) = report.proven {
            return Ok(solved(proven == Proven::Win));
        }
        let now = white(turn, report.win_rate);
        let Some(winner) = sure_winner(now) else {
            let how = How::Searched { now, first: None };
            return Ok(Verdict { winner: None, how });
        };
        let report = self.first.search(position, self.limits);
        if let Some(proven) = report.proven {
            return Ok(solved(proven == Proven::Win));
        }
        let first = white(turn, report.win_rate);
        Ok(Verdict {
            winner: sure_winner(first).filter(|&other| other == winner),
            how: How::Searched {
                now,
                first: Some(first),
            },
        })
    }
}

/// White's share of a probability of the side to move.
fn white(turn: Color, rate: f32) -> f32 {
    match turn {
        Color::White => rate,
        Color::Black => 1.0 - rate,
    }
}

fn sure_winner(white: f32) -> Option<Color> {
    if white > SURE {
        Some(Color::White)
    } else if white < 1.0 - SURE {
        Some(Color::Black)
    } else {
        None
    }
}
