//! Fits the weights.

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use amazons::tuning::census;

use super::dataset::{Dataset, HELD_OUT};
use super::games_file::{self, Entry};
use super::labels::{BANDS, Calibration};
use super::network::{Model, Shape};
use crate::Fault;

/// Fit the weights to self-play games.
#[derive(clap::Args)]
pub struct Arguments {
    /// Games
    #[arg(long)]
    data: Vec<PathBuf>,
    #[arg(long, default_value_t = u32::MAX)]
    games: u32,
    #[arg(long, default_value_t = 6)]
    epochs: usize,
    #[arg(long, default_value_t = 512)]
    batch: usize,
    #[arg(long, default_value_t = 0.003)]
    rate: f32,
    #[arg(long, default_value_t = 0.0)]
    decay: f32,
    #[arg(long, default_value_t = 0.9)]
    lambda: f64,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// what[:groups[:h1[:h2]]]
    #[arg(long)]
    model: Vec<String>,
}

pub fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Fault> {
    let begin = Instant::now();
    let mut entries: Vec<Entry> = Vec::new();
    for path in &arguments.data {
        for entry in games_file::read(path)?.take(arguments.games as usize) {
            entries.push(entry?);
        }
    }
    let calibration = Calibration::fit(&entries);
    writeln!(out, "{} games, slopes {:.2?}", entries.len(), calibration.slopes)?;
    let (mut train, mut held) = (Dataset::default(), Dataset::default());
    for entry in &entries {
        if entry.number % HELD_OUT == 0 {
            held.add(entry, &calibration, arguments.lambda);
        } else {
            train.add(entry, &calibration, arguments.lambda);
        }
    }
    writeln!(out, "{} {} samples {:?}", train.len(), held.len(), begin.elapsed())?;
    let first: Vec<f32> = held.samples.iter().map(|s| s.first_logit).collect();
    print(out, "first", &first, &held)?;
    for model in &arguments.model {
        let parts: Vec<&str> = model.split(':').collect();
        let groups = parts.get(1).copied().unwrap_or("");
        let mut counts = Vec::new();
        for c in groups.chars() {
            counts.extend(match c {
                'q' => census::QUEEN_PAIRS,
                'k' => census::KING_PAIRS,
                'j' => census::JOINT,
                'a' => census::ATTACKERS,
                'o' => census::OPENNESS,
                'r' => census::RING,
                'm' => census::ALPHA,
                'h' => census::HATS,
                'b' => census::LIB,
                's' => census::SUMS,
                'S' => census::SUMS.start + 2..census::SUMS.end,
                'l' => census::LIBERTIES,
                _ => return Err("group".into()),
            });
        }
        let shape = Shape {
            counts,
            table: parts[0].contains('t'),
            network: parts[0].contains('n'),
            terms: !parts[0].contains('x'),
            square: parts[0].contains('2'),
            direct: parts[0].contains('d'),
            h1: parts.get(2).map_or(32, |n| n.parse().unwrap()),
            h2: parts.get(3).map_or(16, |n| n.parse().unwrap()),
        };
        let begin = Instant::now();
        let mut net = Model::new(shape, arguments.seed);
        net.train(
            &train,
            arguments.epochs,
            arguments.batch,
            arguments.rate,
            arguments.decay,
            arguments.seed,
            |_, _| {},
        );
        let time = begin.elapsed();
        print(out, &format!("{model} {:.0?}", time), &net.logits(&held), &held)?;
        out.flush()?;
    }
    Ok(())
}

fn loss(x: f32, p: f32) -> f64 {
    let (x, p) = (f64::from(x), f64::from(p));
    // log(1 + e^x) - p x
    x.max(0.0) + (-x.abs()).exp().ln_1p() - p * x
}

fn print(out: &mut impl Write, name: &str, logits: &[f32], data: &Dataset) -> Result<(), Fault> {
    let mut by_band = [(0.0, 0.0, 0.0, 0u32); BANDS];
    let mut all = [(0.0, 0.0, 0u32); 2];
    for (i, &x) in logits.iter().enumerate() {
        let r = loss(x, data.results[i]);
        let l = loss(x, data.labels[i]);
        let e = loss(super::labels::logit(f64::from(data.labels[i])) as f32, data.labels[i]);
        let band = &mut by_band[usize::from(data.bands[i])];
        *band = (band.0 + r, band.1 + l - e, 0.0, band.3 + 1);
        let kind = &mut all[usize::from(data.slid[i])];
        *kind = (kind.0 + r, kind.1 + l - e, kind.2 + 1);
    }
    let n = logits.len() as f64;
    write!(
        out,
        "{name:24} result {:.4} label-kl {:.4} (pos {:.4} slid {:.4}) |",
        (all[0].0 + all[1].0) / n,
        (all[0].1 + all[1].1) / n,
        all[0].1 / f64::from(all[0].2),
        all[1].1 / f64::from(all[1].2)
    )?;
    for band in by_band {
        write!(out, " {:.3}/{:.4}", band.0 / f64::from(band.3), band.1 / f64::from(band.3))?;
    }
    writeln!(out)?;
    Ok(())
}
