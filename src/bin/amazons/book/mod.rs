//! Opening books: made of searches, and shown.

mod expansion;
mod make;
mod show;
mod work_file;

use std::io::Write;

use clap::Subcommand;

use crate::Fault;

/// Make a book of opening moves, or show what one says.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    step: Step,
}

#[derive(Subcommand)]
enum Step {
    Make(make::Arguments),
    Show(show::Arguments),
}

pub fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Fault> {
    match &arguments.step {
        Step::Make(arguments) => make::run(arguments, out),
        Step::Show(arguments) => show::run(arguments, out),
    }
}
