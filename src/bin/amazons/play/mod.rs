//! A game against the engine in a terminal.

mod command;
mod opponent;
mod table;

use std::io::{BufRead, Write};
use std::time::Duration;

use amazons::{Book, Color, Game, Level, Position};

use crate::engine_arguments::EngineArguments;
use crate::limits::LimitArguments;
use crate::line_reader::{Line, LineReader};
use crate::{Fault, game_file};
use command::{Command, help};
use opponent::Opponent;
use table::Table;

/// Time the engine takes for a move when nothing else is said.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// Play against the engine, or let it play itself.
///
/// Moves are typed in any form, such as d1-d7/g7 or d1d7g7; `help` lists the other commands. Input may come from a pipe.
#[derive(clap::Args)]
pub struct Arguments {
    /// Which side you play
    #[arg(long, value_enum, default_value = "white")]
    side: Side,

    /// Position to start from; the standard start if not given
    #[arg(long, conflicts_with = "game")]
    fen: Option<Position>,

    /// File with a game to go on with, in any format that `convert` reads
    #[arg(long)]
    game: Option<String>,

    #[arg(long, help = level_help(), conflicts_with_all = ["time", "visits", "nodes"])]
    level: Option<Level>,

    /// Let the engine play at once what its opening book has, where it plays at no level
    #[arg(long, conflicts_with = "level")]
    book: bool,

    #[command(flatten)]
    limits: LimitArguments,

    #[command(flatten)]
    engine: EngineArguments,
}

fn level_help() -> String {
    let strongest = Level::STRONGEST;
    format!("Strength of the engine, 1 (a beginner) to {strongest}, instead of a time")
}

/// The sides that the user plays.
#[derive(clap::ValueEnum, Clone, Copy)]
enum Side {
    White,
    Black,
    Both,
    None,
}

impl Side {
    const fn plays(self, color: Color) -> bool {
        match self {
            Side::White => matches!(color, Color::White),
            Side::Black => matches!(color, Color::Black),
            Side::Both => true,
            Side::None => false,
        }
    }
}

pub fn run(arguments: &Arguments, input: impl BufRead, out: &mut impl Write) -> Result<(), Fault> {
    let game = match &arguments.game {
        Some(name) => game_file::read(name, 1, None)?,
        None => Game::from_position(arguments.fen.unwrap_or_default()),
    };
    let limits = arguments.limits.limits(DEFAULT_TIME);
    let mut opponent = Opponent::new(&arguments.engine, limits)?;
    opponent.set_level(arguments.level);
    opponent.set_book(arguments.book.then(Book::builtin));
    let mut table = Table::new(game, arguments.side);
    writeln!(out, "Type a move such as d1-d7/g7, or help.\n\n{table}")?;
    let mut lines = LineReader(input);
    loop {
        if let Some(result) = table.result() {
            writeln!(out, "{result}")?;
            // Nobody is there to take anything back.
            if matches!(arguments.side, Side::None) {
                return Ok(());
            }
        } else if !table.is_users_turn() {
            let answer = opponent.choose(table.game().position())?;
            table.play(answer)?;
            writeln!(out, "{} plays {answer}\n\n{table}", table.mover_before())?;
            continue;
        }
        write!(out, "{}> ", table.game().position().turn())?;
        out.flush()?;
        let Some(line) = lines.next() else {
            writeln!(out)?;
            return Ok(());
        };
        let line = match line.map_err(|error| format!("standard input: {error}"))? {
            Line::Text(line) => line,
            Line::TooLong => {
                writeln!(out, "The line is too long.")?;
                continue;
            }
        };
        match line.parse() {
            Ok(Command::Quit) => return Ok(()),
            Ok(command) => match obey(command, &mut table, &mut opponent) {
                Ok(answer) => writeln!(out, "{answer}")?,
                Err(fault) => writeln!(out, "Not done: {fault}.")?,
            },
            Err(fault) => writeln!(out, "{fault}")?,
        }
    }
}

/// Does what was asked, and says what came of it.
fn obey(command: Command, table: &mut Table, opponent: &mut Opponent) -> Result<String, Fault> {
    Ok(match command {
        Command::Nothing | Command::Quit => String::new(),
        Command::Help => help(),
        Command::Move(m) => {
            table.play(m)?;
            table.to_string()
        }
        Command::Undo => {
            table.undo()?;
            table.to_string()
        }
        Command::Hint => match table.result() {
            Some(_) => return Err("the game is over".into()),
            None => opponent.hint(table.game().position())?,
        },
        Command::Resign => {
            table.resign()?;
            String::new()
        }
        Command::Flip => {
            table.flip();
            table.to_string()
        }
        Command::Level(level) => {
            opponent.set_level(Some(level));
            format!("Level {level} from now on.")
        }
        Command::Board => table.to_string(),
        Command::Score => table.score(),
        Command::Moves => table.moves(),
        Command::Save(name) => {
            table.save(&name)?;
            format!("Saved in {name}.")
        }
        Command::Load(name) => {
            table.start(game_file::read(&name, 1, None)?);
            table.to_string()
        }
        Command::ShowFen => table.game().position().to_string(),
        Command::SetUp(position) => {
            table.start(Game::from_position(position));
            table.to_string()
        }
        Command::New => {
            table.start(Game::new());
            table.to_string()
        }
    })
}
