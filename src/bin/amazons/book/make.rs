//! Makes a book of searches.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use amazons::{Book, Engine, Limits, Position};
use indicatif::{ProgressBar, ProgressStyle};

use super::expansion::Expansion;
use super::work_file::{self, CERTAIN, FoundMove, Searched, Terms};
use crate::counted::{counted, thousands};
use crate::engine_arguments::EngineArguments;
use crate::game_file::is_same_file;
use crate::output_file::OutputFile;
use crate::{Fault, duration};

/// Simulations of a search when nothing else is said: seconds.
const DEFAULT_VISITS: u64 = 20_000;

/// Search positions of the opening, the most likely in good play first, and write a book of what was found.
///
/// The next position is always the one to which play from the start gives the least away, in win rate and plies together,
/// as all searches so far see it. Each search is appended to a file; a run that was interrupted goes on where the file
/// ends. With one thread and a number of visits the same seed makes the same book.
#[derive(clap::Args)]
pub struct Arguments {
    /// Positions to search, those already in the file included
    #[arg(long, default_value_t = 30)]
    positions: usize,

    /// Simulations of each search [default: 20000]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    visits: Option<u64>,

    /// Time of each search, in place of a number of simulations
    #[arg(long, value_parser = duration::parse, conflicts_with = "visits")]
    time: Option<Duration>,

    /// The most moves of a position
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..=Book::MOST_MOVES as i64))]
    lines: u8,

    /// What a ply counts for beside the win rate that is given away: less makes a deeper book, more a broader one
    #[arg(long, default_value_t = 0.005, value_parser = penalty)]
    penalty: f64,

    /// Position to start from; the standard start if not given
    #[arg(long)]
    fen: Option<Position>,

    /// Where the searches are saved, a line of JSON each
    #[arg(long, default_value = "book.jsonl")]
    file: PathBuf,

    /// Where the book is written
    #[arg(long)]
    out: PathBuf,

    #[command(flatten)]
    engine: EngineArguments,
}

fn penalty(text: &str) -> Result<f64, String> {
    let penalty = text.parse().ok();
    penalty
        .filter(|penalty| (0.0..=1.0).contains(penalty))
        .ok_or_else(|| "a number from 0 to 1".into())
}

/// A probability in [`CERTAIN`]ths.
fn in_parts(probability: f64) -> u32 {
    (probability * f64::from(CERTAIN)).round() as u32
}

pub fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Fault> {
    let terms = arguments.terms();
    let (mut file, before) = work_file::open(&arguments.file, &terms)
        .map_err(|fault| format!("{}: {fault}", arguments.file.display()))?;
    if is_same_file(&arguments.file, &arguments.out) {
        let path = arguments.out.display();
        return Err(format!("{path}: the searches can't be the output").into());
    }
    let mut written = OutputFile::open(&arguments.out)?;
    let mut expansion = Expansion::new(terms.start, in_parts(arguments.penalty));
    for searched in &before {
        expansion.add(searched);
    }
    let mut searcher = Searcher {
        engine: Engine::new(arguments.engine.options().with_lines(terms.lines))?,
        terms,
    };
    let bar = ProgressBar::new(arguments.positions as u64).with_style(
        ProgressStyle::with_template("{bar:30} {pos} of {len} positions, {eta} to go")?,
    );
    bar.set_position(before.len() as u64);
    let mut is_whole = false;
    while expansion.len() < arguments.positions {
        let Some(position) = expansion.next() else {
            is_whole = true;
            break;
        };
        let searched = searcher.search(position);
        file.append(&searched)?;
        expansion.add(&searched);
        bar.inc(1);
    }
    bar.finish_and_clear();
    let book = Book::from_entries(expansion.entries())?;
    let bytes = book.to_bytes();
    written.write_all(&bytes)?;
    written.flush()?;
    writeln!(
        out,
        "{}, {} of them from before; {}",
        counted(expansion.len() as u64, "position", "positions"),
        thousands(before.len() as u64),
        counted(bytes.len() as u64, "byte", "bytes")
    )?;
    if is_whole {
        writeln!(out, "There is nothing else to search.")?;
    }
    Ok(())
}

impl Arguments {
    fn terms(&self) -> Terms {
        Terms {
            start: self.fen.unwrap_or_default(),
            seed: self.engine.seed,
            visits: match self.time {
                None => Some(self.visits.unwrap_or(DEFAULT_VISITS)),
                Some(_) => None,
            },
            milliseconds: self.time.map(|time| time.as_millis() as u64),
            lines: usize::from(self.lines),
        }
    }
}

struct Searcher {
    engine: Engine,
    terms: Terms,
}

impl Searcher {
    /// Searches a position, whatever was searched before it.
    fn search(&mut self, position: Position) -> Searched {
        let mut limits = Limits::unlimited();
        limits.visits = self.terms.visits;
        limits.time = self.terms.milliseconds.map(Duration::from_millis);
        self.engine.clear();
        let report = self.engine.search(&position, limits);
        let moves = report.lines.iter().map(|line| FoundMove {
            m: line.first,
            win_rate: in_parts(line.win_rate.into()),
            visits: line.visits,
        });
        Searched {
            position,
            moves: moves.collect(),
            terms: self.terms.clone(),
        }
    }
}
