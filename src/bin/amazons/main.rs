//! The program `amazons`: one file or folder a subcommand.

mod analyze;
mod bench;
mod book;
mod convert;
mod counted;
mod defects;
mod duration;
mod engine_arguments;
mod explanation;
mod game_file;
mod levels;
mod limits;
mod line_file;
mod line_reader;
mod match_;
mod output_file;
mod perft;
mod picture;
mod play;
mod review;
mod serve;
mod solve;
mod tune;
mod ugi;

use std::error::Error;
use std::io::{self, BufReader, ErrorKind, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// What a subcommand can end with: any error, told to the user in one line.
type Fault = Box<dyn Error + Send + Sync>;

/// The Game of the Amazons: analysis, matches, solved endgames and move counts.
#[derive(Parser)]
#[command(name = "amazons", version)]
struct Program {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Analyze(analyze::Arguments),
    Bench(bench::Arguments),
    Book(book::Arguments),
    Levels(levels::Arguments),
    Perft(perft::Arguments),
    Convert(convert::Arguments),
    Match(Box<match_::Arguments>),
    Solve(solve::Arguments),
    Defects(defects::Arguments),
    Play(play::Arguments),
    Review(review::Arguments),
    Serve(serve::Arguments),
    Ugi(ugi::Arguments),
    Tune(tune::Arguments),
}

fn main() -> ExitCode {
    let out = &mut io::stdout();
    let result = match Program::parse().command {
        Command::Analyze(arguments) => analyze::run(&arguments, out),
        Command::Levels(arguments) => levels::run(&arguments, out),
        Command::Bench(arguments) => bench::run(&arguments, out),
        Command::Book(arguments) => book::run(&arguments, out),
        Command::Perft(arguments) => perft::run(&arguments, out),
        Command::Convert(arguments) => convert::run(&arguments, out),
        Command::Match(arguments) => match_::run(&arguments, out),
        Command::Solve(arguments) => solve::run(&arguments, out),
        Command::Defects(arguments) => defects::run(&arguments, out),
        Command::Play(arguments) => play::run(&arguments, io::stdin().lock(), out),
        Command::Review(arguments) => review::run(&arguments, out),
        Command::Tune(arguments) => tune::run(&arguments, out),
        // These two read on a thread of their own.
        Command::Serve(arguments) => {
            serve::run(&arguments, BufReader::new(io::stdin()), io::stdout())
        }
        Command::Ugi(arguments) => ugi::run(&arguments, BufReader::new(io::stdin()), out),
    };
    match result.and_then(|()| Ok(out.flush()?)) {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever read the output has seen enough.
        Err(fault) if is_broken_pipe(&fault) => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("amazons: {fault}");
            ExitCode::FAILURE
        }
    }
}

fn is_broken_pipe(fault: &Fault) -> bool {
    let io = fault.downcast_ref::<io::Error>();
    io.is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}
