//! What a book says of a position.

use std::io::Write;
use std::path::PathBuf;

use amazons::notation::Diagram;
use amazons::{Book, Position};

use crate::counted::{counted, thousands};
use crate::{Fault, line_file};

/// Show the moves that a book has for a position.
#[derive(clap::Args)]
pub struct Arguments {
    /// Position to look up; the standard start if not given
    #[arg(long)]
    fen: Option<Position>,

    /// File of a book; the one compiled in if not given
    #[arg(long)]
    book: Option<PathBuf>,
}

pub fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Fault> {
    let read;
    let book = match &arguments.book {
        None => Book::builtin(),
        Some(path) => {
            let named = |fault: Fault| format!("{}: {fault}", path.display());
            let bytes = line_file::read(path).map_err(|error| named(error.into()))?;
            read = Book::parse(&bytes).map_err(|error| named(error.into()))?;
            &read
        }
    };
    let position = arguments.fen.unwrap_or_default();
    let moves = book.moves(&position);
    let positions = counted(book.len() as u64, "position", "positions");
    writeln!(out, "{}", Diagram::new(&position).unicode(true))?;
    if moves.is_empty() {
        writeln!(out, "The book, of {positions}, does not have this one.")?;
        return Ok(());
    }
    writeln!(
        out,
        "{} to move, {} in a book of {positions}\n",
        position.turn(),
        counted(moves.len() as u64, "move", "moves"),
    )?;
    writeln!(out, "    move            visits    wins")?;
    for (number, known) in (1..).zip(&moves) {
        writeln!(
            out,
            "{number:3} {:12} {:>9}  {:5.1}%",
            known.m.to_string(),
            thousands(known.visits.into()),
            100.0 * known.win_rate
        )?;
    }
    Ok(())
}
