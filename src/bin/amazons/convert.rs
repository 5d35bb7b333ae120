//! Turns games from any format into any other.

use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::Path;

use amazons::notation::{Converted, Format, convert};

use crate::Fault;
use crate::game_file::{self, STANDARD, is_same_file};
use crate::output_file::OutputFile;

/// Bytes of a buffer for input and output.
const BUFFER: usize = 1 << 16;

/// Convert games from one format into another, every move checked.
///
/// Formats: plain (a game a line), numbered (like PGN), sgf (GM[18]), little-golem, uci (position lines), botzone and
/// botzone-json (8x8), openspiel (6x6, 8x8, 10x10), json. A game that can't be read or written is named with its line
/// and left out; the rest is converted, and the program fails in the end.
#[derive(clap::Args)]
pub struct Arguments {
    /// File to read; - for standard input
    #[arg(default_value = STANDARD)]
    input: String,

    /// File to write; - for standard output
    #[arg(default_value = STANDARD)]
    output: String,

    /// Format of the input; detected if not given
    #[arg(long)]
    from: Option<Format>,

    /// Format of the output
    #[arg(long)]
    to: Format,
}

pub fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Fault> {
    let Arguments { input, output, .. } = arguments;
    let done = if input == STANDARD {
        write_to(arguments, io::stdin().lock(), out)?
    } else {
        let opened = game_file::open(Path::new(input));
        let file = opened.map_err(|error| format!("{input}: {error}"))?;
        if is_same_file(Path::new(input), Path::new(output)) {
            return Err(format!("{output}: the input can't be the output").into());
        }
        write_to(arguments, BufReader::with_capacity(BUFFER, file), out)?
    };
    match done.failed {
        0 => Ok(()),
        failed => Err(format!("{failed} of {} games left out", done.games + failed).into()),
    }
}

fn write_to(
    arguments: &Arguments,
    input: impl BufRead,
    out: &mut impl Write,
) -> Result<Converted, Fault> {
    let name = &arguments.output;
    if name == STANDARD {
        return convert_into(arguments, input, out);
    }
    let mut file = OutputFile::open(Path::new(name))?;
    let done = convert_into(arguments, input, &mut file)?;
    // No games become an empty file, but a file outlives a conversion of which every game failed.
    if done.failed == 0 {
        file.empty()?;
    }
    Ok(done)
}

fn convert_into(
    arguments: &Arguments,
    input: impl BufRead,
    output: impl Write,
) -> Result<Converted, Fault> {
    let output = BufWriter::with_capacity(BUFFER, output);
    let name = match arguments.input.as_str() {
        STANDARD => "standard input",
        name => name,
    };
    let done = convert(input, arguments.from, arguments.to, output, |bad| {
        eprintln!("amazons: {name}: {bad}");
    })?;
    Ok(done)
}
