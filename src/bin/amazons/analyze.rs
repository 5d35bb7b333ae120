//! Thinks about a position and shows what it found.

use std::io::{IsTerminal, Write, stdout};
use std::thread;
use std::time::{Duration, Instant};

use amazons::territory::{Evaluation, evaluate};
use amazons::{Engine, Game, Limits, Position, Report};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::Fault;
use crate::counted::counted;
use crate::engine_arguments::EngineArguments;
use crate::explanation::Explanation;
use crate::game_file;
use crate::limits::LimitArguments;
use crate::picture::Picture;

/// How often it is looked whether the search has ended.
const LOOK_EVERY: Duration = Duration::from_millis(2);

/// How often the progress line is drawn.
const DRAW_EVERY: Duration = Duration::from_millis(100);

/// Think about a position and show the board, the best lines and who will own what.
#[derive(clap::Args)]
pub struct Arguments {
    /// Position to think about; the standard start if not given
    #[arg(long, conflicts_with = "game")]
    fen: Option<Position>,

    /// File with a game to think about: a list of moves, SGF, JSON or another form that is recognised
    #[arg(long)]
    game: Option<String>,

    /// Which of the file's games, the first if not given
    #[arg(long, default_value_t = 1, requires = "game", conflicts_with = "fen", value_parser = clap::value_parser!(u64).range(1..))]
    number: u64,

    /// Plies of the game to play before thinking; all if not given
    #[arg(long, requires = "game", conflicts_with = "fen")]
    ply: Option<usize>,

    #[command(flatten)]
    limits: LimitArguments,

    #[command(flatten)]
    engine: EngineArguments,

    /// Best lines to show
    #[arg(long, default_value_t = 5)]
    lines: usize,

    /// Show too what the evaluation sees in the position without looking ahead
    #[arg(long)]
    explain: bool,

    /// Print the report as one JSON object and nothing else; with --explain it has a member `explanation`
    #[arg(long)]
    json: bool,
}

/// A report and what the evaluation sees.
#[derive(Serialize)]
struct Explained<'a> {
    #[serde(flatten)]
    report: &'a Report,
    #[serde(skip_serializing_if = "Option::is_none")]
    explanation: Option<&'a Evaluation>,
}

pub fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Fault> {
    let game = match &arguments.game {
        Some(path) => game_at(path, arguments.number, arguments.ply)?,
        None => Game::from_position(arguments.fen.unwrap_or_default()),
    };
    let options = arguments.engine.options().with_lines(arguments.lines);
    let mut engine = Engine::new(options)?;
    let limits = arguments.limits.limits(Duration::from_secs(3));
    let report = think(&mut engine, game.position(), limits)?;
    let explanation = arguments.explain.then(|| evaluate(game.position()));
    if arguments.json {
        let explained = Explained {
            report: &report,
            explanation: explanation.as_ref(),
        };
        writeln!(out, "{}", serde_json::to_string(&explained)?)?;
    } else {
        let picture = Picture {
            game: &game,
            report: &report,
            colored: stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
        };
        write!(out, "{picture}")?;
        if let Some(explanation) = &explanation {
            let position = game.position();
            write!(
                out,
                "\n{}",
                Explanation {
                    position,
                    explanation
                }
            )?;
        }
    }
    Ok(())
}

/// A game of a file, after `ply` plies or at its end.
fn game_at(path: &str, number: u64, ply: Option<usize>) -> Result<Game, Fault> {
    let mut game = game_file::read(path, number, None)?;
    if let Some(ply) = ply
        && !game.go_to(ply)
    {
        let plies = counted(game.len() as u64, "ply", "plies");
        return Err(format!("{path}: the game has {plies}, not {ply}").into());
    }
    Ok(game)
}

/// Searches, and tells how it goes on the terminal's error stream.
fn think(engine: &mut Engine, position: &Position, limits: Limits) -> Result<Report, Fault> {
    let search = engine.start(position, limits);
    let begin = Instant::now();
    let bar = match limits.time {
        Some(time) => ProgressBar::new(time.as_millis() as u64)
            .with_style(ProgressStyle::with_template("{bar:30} {msg}")?),
        None => ProgressBar::new_spinner(),
    };
    let mut drawn = begin;
    while !search.is_finished() {
        thread::sleep(LOOK_EVERY);
        if drawn.elapsed() < DRAW_EVERY {
            continue;
        }
        drawn = Instant::now();
        let report = search.report();
        bar.set_position(begin.elapsed().as_millis() as u64);
        if let Some(line) = report.lines.first() {
            bar.set_message(format!(
                "{} {:.1}% {}",
                line.first,
                100.0 * report.win_rate,
                counted(report.visits, "visit", "visits")
            ));
        }
    }
    bar.finish_and_clear();
    Ok(search.wait())
}
