//! Turns games from any format into any other.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::Path;

use amazons::notation::{Converted, Format, convert};

use crate::Fault;

/// What stands for standard input and output.
const STANDARD: &str = "-";

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
    let name_fault = |name: &str, error: io::Error| format!("{name}: {error}");
    let done = if input == STANDARD {
        write_to(arguments, io::stdin().lock(), out)?
    } else {
        let file = File::open(input).map_err(|error| name_fault(input, error))?;
        if is_same_file(input, output) {
            return Err(format!("{output}: the input can't be the output").into());
        }
        write_to(arguments, BufReader::with_capacity(BUFFER, file), out)?
    };
    match done.failed {
        0 => Ok(()),
        failed => Err(format!("{failed} of {} games left out", done.games + failed).into()),
    }
}

fn is_same_file(input: &str, output: &str) -> bool {
    let path = |name: &str| fs::canonicalize(Path::new(name)).ok();
    output != STANDARD && path(input).is_some_and(|input| Some(input) == path(output))
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
    let file = File::create(name).map_err(|error| format!("{name}: {error}"))?;
    convert_into(arguments, input, file)
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
