//! How the evaluation's weights are made: games of the engine against itself, and a fit to them.

mod dataset;
mod fit;
mod games_file;
mod generate;
mod labels;
mod network;
mod self_play;

use std::io::Write;

use clap::Subcommand;

use crate::Fault;

/// Make the evaluation's weights again: self-play games, then a fit.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    step: Step,
}

#[derive(Subcommand)]
enum Step {
    Generate(generate::Arguments),
    Fit(fit::Arguments),
}

pub fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Fault> {
    match &arguments.step {
        Step::Fit(arguments) => fit::run(arguments, out),
        Step::Generate(arguments) => generate::run(arguments, out),
    }
}
