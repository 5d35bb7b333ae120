//! Reviews a played game: who was winning when, and which moves gave it away.

mod analysis;
mod assessment;
mod html;
mod judgement;
mod score;
mod story;
mod text;
mod words;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use amazons::notation::Format;

use crate::engine_arguments::EngineArguments;
use crate::limits::LimitArguments;
use crate::output_file::OutputFile;
use crate::{Fault, game_file};

/// Time a search takes when nothing else is said.
const DEFAULT_TIME: Duration = Duration::from_millis(500);

/// Review a played game: every ply's win probability, margin and best line, what each move cost, when it was decided.
///
/// Time, visits and nodes bound one search. Each position of the game is searched, and so is the position after the best
/// move where another was played; moves that seem to cost much are looked at four times as long, and so are their
/// alternatives.
#[derive(clap::Args)]
pub struct Arguments {
    /// File with the game, in any format that `convert` reads; - for standard input
    game: String,

    /// Which of the file's games
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    number: u64,

    /// Format of the file; detected if not given
    #[arg(long)]
    from: Option<Format>,

    /// What to write
    #[arg(long, value_enum, default_value = "text")]
    format: Form,

    /// File to write; standard output if not given
    #[arg(long)]
    out: Option<PathBuf>,

    #[command(flatten)]
    limits: LimitArguments,

    /// Best lines of each position
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=20))]
    lines: u8,

    #[command(flatten)]
    engine: EngineArguments,
}

/// The form of a review.
#[derive(clap::ValueEnum, Clone, Copy)]
enum Form {
    /// A table and a summary
    Text,
    /// One object, with the searches' reports as `analyze --json` prints them
    Json,
    /// One page that needs nothing else, not even JavaScript
    Html,
}

pub fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Fault> {
    let game = game_file::read(&arguments.game, arguments.number, arguments.from)?;
    let options = arguments
        .engine
        .options()
        .with_lines(usize::from(arguments.lines));
    let limits = arguments.limits.limits(DEFAULT_TIME);
    let file = match &arguments.out {
        Some(path) if game_file::is_same_file(Path::new(&arguments.game), path) => {
            return Err(format!("{}: the game can't be the output", path.display()).into());
        }
        Some(path) => Some(OutputFile::open(path)?),
        None => None,
    };
    let review = analysis::review(game, options, limits)?;
    let written = match arguments.format {
        Form::Text => text::Text(&review).to_string(),
        Form::Json => serde_json::to_string(&review)? + "\n",
        Form::Html => html::page(&review).into_string() + "\n",
    };
    match file {
        Some(mut file) => file.write_all(written.as_bytes())?,
        None => out.write_all(written.as_bytes())?,
    }
    Ok(())
}
