//! How the evaluation's weights are made: games of the engine against itself and a fit to them, checked on games of people.

mod asides;
mod calibrate;
mod dataset;
mod evaluate;
mod fit;
mod games_file;
mod generate;
mod label;
mod labels;
mod network;
mod regression;
mod self_play;
mod winners;

use std::io::Write;

use clap::Subcommand;

use crate::Fault;

/// Make the evaluation's weights again, from self-play games, and measure them on other games.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    step: Step,
}

#[derive(Subcommand)]
enum Step {
    Generate(generate::Arguments),
    Fit(fit::Arguments),
    Calibrate(calibrate::Arguments),
    Label(label::Arguments),
    Evaluate(evaluate::Arguments),
}

pub fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Fault> {
    match &arguments.step {
        Step::Calibrate(arguments) => calibrate::run(arguments, out),
        Step::Evaluate(arguments) => evaluate::run(arguments, out),
        Step::Fit(arguments) => fit::run(arguments, out),
        Step::Generate(arguments) => generate::run(arguments, out),
        Step::Label(arguments) => label::run(arguments, out),
    }
}
