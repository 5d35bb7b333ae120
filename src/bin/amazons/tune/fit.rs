//! Fits the network to self-play games.

use std::io::Write;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use amazons::tuning::Network;
use indicatif::{ProgressBar, ProgressStyle};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::dataset::{Example, HELD_OUT, examples};
use super::games_file::{self, Entry};
use super::labels::{BAND, BANDS, Calibration, logit};
use super::network::FloatNetwork;
use crate::Fault;
use crate::game_file::is_same_file;
use crate::output_file::OutputFile;

/// Fit the evaluation's network to self-play games and write its weights.
///
/// The same games, seed and settings give the same weights.
#[derive(clap::Args)]
pub struct Arguments {
    /// File of self-play games; several times for several files
    #[arg(long, required = true)]
    data: Vec<PathBuf>,

    /// Games to take of each file, all if not given
    #[arg(long)]
    games: Option<usize>,

    /// Where the weights are written
    #[arg(long, default_value = "network.txt")]
    out: PathBuf,

    /// Times that all positions are gone through
    #[arg(long, default_value_t = 12)]
    epochs: u32,

    /// Positions a step
    #[arg(long, default_value_t = 512, value_parser = clap::value_parser!(u32).range(1..))]
    batch: u32,

    /// Length of the first steps; it falls to 0 along half a cosine
    #[arg(long, default_value_t = 0.003, value_parser = |text: &str| number_in(0.0..=1.0, text))]
    rate: f64,

    /// How far labels look ahead: 0 takes the search's value, 1 the result
    #[arg(long, default_value_t = 0.9, value_parser = |text: &str| number_in(0.0..=1.0, text))]
    lambda: f64,

    /// Seed of the first weights and of the order of positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Reads a number of this range, which NaN is not of.
fn number_in(range: RangeInclusive<f64>, text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| format!("a number from {} to {}", range.start(), range.end()))
}

pub fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Fault> {
    let mut entries: Vec<Entry> = Vec::new();
    for path in &arguments.data {
        let games = games_file::read(path).and_then(|games| {
            games
                .take(arguments.games.unwrap_or(usize::MAX))
                .collect::<Result<Vec<_>, _>>()
        });
        entries.extend(games.map_err(|fault| format!("{}: {fault}", path.display()))?);
    }
    let calibration = Calibration::fit(&entries);
    let (mut train, mut held_out) = (Vec::new(), Vec::new());
    for entry in &entries {
        let part = if entry.number % HELD_OUT == 0 {
            &mut held_out
        } else {
            &mut train
        };
        part.extend(examples(entry, &calibration, arguments.lambda));
    }
    if train.is_empty() || held_out.is_empty() {
        return Err("too few games".into());
    }
    let is_read = |path: &PathBuf| is_same_file(path, &arguments.out);
    if arguments.data.iter().any(is_read) {
        let path = arguments.out.display();
        return Err(format!("{path}: the games can't be the output").into());
    }
    let mut file = OutputFile::open(&arguments.out)?;
    writeln!(
        out,
        "{} games, {} positions to fit to, {} held out",
        entries.len(),
        train.len(),
        held_out.len()
    )?;
    writeln!(
        out,
        "logits of root win rates times {:.2?} by {BAND} plies",
        calibration.slopes
    )?;
    let first = |example: &Example| example.sample.first_logit;
    print_loss(out, "first weights", &held_out, first)?;
    let current = Network::current();
    let now = |example: &Example| current.logit(&example.sample.census);
    print_loss(out, "weights compiled in", &held_out, now)?;

    let network = fit(&train, arguments)?;
    let new = |example: &Example| network.logit(&example.sample.census);
    print_loss(out, "new, floating point", &held_out, new)?;
    let text = format!(
        "# The evaluation's network, see src/territory/network.rs. Made by\n# amazons tune fit --epochs {} --batch {} --rate {} --lambda {} --seed {}\n# from {} self-play games.\n{network}",
        arguments.epochs,
        arguments.batch,
        arguments.rate,
        arguments.lambda,
        arguments.seed,
        entries.len()
    );
    let whole = Network::parse(text.as_bytes()).ok_or("the weights are too great for integers")?;
    let integer = |example: &Example| whole.logit(&example.sample.census);
    print_loss(out, "new, integers", &held_out, integer)?;
    Ok(file.write_all(text.as_bytes())?)
}

/// Steps over which the first ones grow to full length.
const WARM_UP: f32 = 200.0;

fn fit(train: &[Example], arguments: &Arguments) -> Result<FloatNetwork, Fault> {
    let mut network = FloatNetwork::new(arguments.seed);
    let mut rng = Pcg64Mcg::seed_from_u64(arguments.seed);
    let mut order: Vec<usize> = (0..train.len()).collect();
    let batch = arguments.batch as usize;
    let steps = u64::from(arguments.epochs) * order.len().div_ceil(batch) as u64;
    let bar = ProgressBar::new(steps).with_style(ProgressStyle::with_template(
        "{bar:30} {pos} of {len} steps, {eta} to go",
    )?);
    let mut done = 0.0;
    for _ in 0..arguments.epochs {
        for last in (1..order.len()).rev() {
            order.swap(last, rng.random_range(0..=last));
        }
        for chunk in order.chunks(batch) {
            let fall = 0.5 * (1.0 + (std::f32::consts::PI * done / steps as f32).cos());
            let rate = arguments.rate as f32 * fall * (done / WARM_UP).min(1.0);
            let examples = chunk.iter().map(|&index| &train[index]);
            network.learn(examples.map(|e| (&e.sample.census, e.label)), rate);
            done += 1.0;
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    Ok(network)
}

/// The logarithmic loss of a logit.
fn loss(logit: f32, probability: f32) -> f64 {
    let (logit, probability) = (f64::from(logit), f64::from(probability));
    logit.max(0.0) + (-logit.abs()).exp().ln_1p() - probability * logit
}

/// Prints the loss on the results, then how far the labels are (less what no evaluation could do better): of the games'
/// own positions, of those beside the games, and by plies of the games' own.
fn print_loss(
    out: &mut impl Write,
    name: &str,
    examples: &[Example],
    of: impl Fn(&Example) -> f32,
) -> Result<(), Fault> {
    let mut by_band = [(0.0, 0.0, 0u32); BANDS];
    let mut beside = (0.0, 0u32);
    for example in examples {
        let logit_now = of(example);
        let best = loss(logit(f64::from(example.label)) as f32, example.label);
        let label_loss = loss(logit_now, example.label) - best;
        let Some(won) = example.won else {
            beside.0 += label_loss;
            beside.1 += 1;
            continue;
        };
        let band = &mut by_band[example.band];
        band.0 += loss(logit_now, f32::from(u8::from(won)));
        band.1 += label_loss;
        band.2 += 1;
    }
    let sum = |f: fn(&(f64, f64, u32)) -> f64| by_band.iter().map(f).sum::<f64>();
    let count = sum(|band| f64::from(band.2));
    write!(
        out,
        "{name:<20} result {:.4} label {:.4}",
        sum(|band| band.0) / count,
        sum(|band| band.1) / count,
    )?;
    if beside.1 > 0 {
        write!(out, " beside {:.4}", beside.0 / f64::from(beside.1))?;
    }
    write!(out, " by plies")?;
    for (result, label, count) in by_band {
        let count = f64::from(count.max(1));
        write!(out, " {:.3}/{:.4}", result / count, label / count)?;
    }
    writeln!(out)?;
    Ok(())
}
