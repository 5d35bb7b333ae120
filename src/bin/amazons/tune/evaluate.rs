//! How good evaluations are, on games of people.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use amazons::tuning::{Network, Sample};
use amazons::{Color, Game, Position, queen_moves};

use super::label::read_games;
use super::labels::{BAND, BANDS, band, sigmoid};
use super::regression::logistic;
use super::winners::{self, Summary};
use crate::Fault;

/// Compare evaluations on games that `tune label` has named the winners of.
///
/// By plies: logarithmic loss, Brier score, how often the winner is the one predicted, how much better the network is (mean
/// loss a position, 95% by games) and how often the side to move won by what was predicted. Mobility and t1 are no
/// probabilities: in each band they are given the factor and the constant that suit these very games best.
#[derive(clap::Args)]
pub struct Arguments {
    /// File of games
    #[arg(long, default_value = "tests/data/games_human.txt")]
    games: PathBuf,

    /// Who won them
    #[arg(long, default_value = "tests/data/games_human_winners.txt")]
    winners: PathBuf,

    /// The network's weights, those compiled in if not given
    #[arg(long)]
    weights: Option<PathBuf>,
}

const NAMES: [&str; 4] = ["mobility", "t1", "first weights", "network"];

/// The evaluation that the others are compared with.
const NETWORK: usize = 3;

/// Those that are fitted here.
const RAW: [usize; 2] = [0, 1];

/// What a tie counts in t1 for the side to move: the middle of what Lieberum gives.
const TIE: f32 = 0.15;

/// Intervals of the predicted probability in which it is compared with what happened.
const BINS: usize = 10;

/// A position: what the evaluations say of the side to move, and whether it won.
struct Row {
    game: usize,
    band: usize,
    logits: [f64; NAMES.len()],
    won: bool,
}

pub fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Fault> {
    let games = read_games(&arguments.games)?;
    let named = |fault: Fault| format!("{}: {fault}", arguments.winners.display());
    let text = fs::read_to_string(&arguments.winners).map_err(|error| named(error.into()))?;
    let verdicts = winners::parse(&text).map_err(named)?;
    if verdicts.len() != games.len() {
        return Err(format!("{} games and {} winners", games.len(), verdicts.len()).into());
    }
    writeln!(out, "{}", Summary(&verdicts))?;
    let read;
    let network = match &arguments.weights {
        None => Network::current(),
        Some(path) => {
            let named = |fault: Fault| format!("{}: {fault}", path.display());
            let text = fs::read(path).map_err(|error| named(error.into()))?;
            read = Network::parse(&text).ok_or_else(|| named("these are no weights".into()))?;
            &read
        }
    };
    let mut rows = Vec::new();
    for (number, (game, verdict)) in games.iter().zip(&verdicts).enumerate() {
        if let Some(winner) = verdict.winner {
            rows.extend(rows_of(number, game, winner, network));
        }
    }
    for index in 0..BANDS {
        let mut rows: Vec<&mut Row> = rows.iter_mut().filter(|row| row.band == index).collect();
        if rows.is_empty() {
            continue;
        }
        for raw in RAW {
            let [factor, constant] = suit(&rows, raw);
            for row in &mut rows {
                row.logits[raw] = factor * row.logits[raw] + constant;
            }
        }
        tell_band(out, index, &rows)?;
    }
    Ok(())
}

fn rows_of(
    number: usize,
    game: &Game,
    winner: Color,
    network: &Network,
) -> impl Iterator<Item = Row> {
    game.positions()
        .enumerate()
        .map(move |(ply, position)| Row {
            game: number,
            band: band(ply),
            logits: logits(&position, network).map(f64::from),
            won: position.turn() == winner,
        })
}

/// What the evaluations say of the side to move.
fn logits(position: &Position, network: &Network) -> [f32; NAMES.len()] {
    let sample = Sample::of(position);
    let [race, _, _, _, ties, ..] = sample.terms;
    let slides = |color| -> u32 {
        let amazons = position.amazons(color).iter();
        amazons
            .map(|square| queen_moves(square, position.empty()).count())
            .sum()
    };
    let turn = position.turn();
    [
        slides(turn) as f32 - slides(!turn) as f32,
        race + TIE * ties,
        sample.first_logit,
        network.logit(&sample.census),
    ]
}

/// The factor and the constant that make a number the best logit.
fn suit(rows: &[&mut Row], raw: usize) -> [f64; 2] {
    let found = logistic(2, || {
        rows.iter()
            .map(|row| (vec![(0, row.logits[raw]), (1, 1.0)], row.won))
    });
    [found[0], found[1]]
}

/// The logarithmic loss of a logit.
fn loss(logit: f64, won: bool) -> f64 {
    let wrong = if won { -logit } else { logit };
    wrong.max(0.0) + (-wrong.abs()).exp().ln_1p()
}

fn tell_band(out: &mut impl Write, index: usize, rows: &[&mut Row]) -> Result<(), Fault> {
    let first = index * BAND;
    let plies = match index {
        last if last + 1 == BANDS => format!("from {first}"),
        _ => format!("{first}-{}", first + BAND - 1),
    };
    writeln!(
        out,
        "\nplies {plies}: {} positions\n{:<14}{:>9}{:>7}{:>8}   {:<24}won (%) where it says 0-10%, 10-20%, ...",
        rows.len(),
        "",
        "log loss",
        "Brier",
        "right",
        "network better by"
    )?;
    let count = rows.len() as f64;
    for (model, name) in NAMES.iter().enumerate() {
        let (mut losses, mut brier, mut right) = (0.0, 0.0, 0.0);
        let mut bins = [(0u32, 0u32); BINS];
        for row in rows {
            let p = sigmoid(row.logits[model]);
            losses += loss(row.logits[model], row.won);
            brier += (p - f64::from(u8::from(row.won))).powi(2);
            right += match row.logits[model] {
                0.0 => 0.5,
                logit => f64::from(u8::from((logit > 0.0) == row.won)),
            };
            let bin = &mut bins[((p * BINS as f64) as usize).min(BINS - 1)];
            bin.0 += 1;
            bin.1 += u32::from(row.won);
        }
        write!(
            out,
            "{name:<14}{:>9.4}{:>7.4}{:>7.1}%",
            losses / count,
            brier / count,
            100.0 * right / count
        )?;
        let ahead = if model == NETWORK {
            String::new()
        } else {
            let (mean, half) = difference(rows, model);
            format!("{mean:+.4} [{:+.4}, {:+.4}]", mean - half, mean + half)
        };
        write!(out, "   {ahead:<25}")?;
        for (all, won) in bins {
            match all {
                0 => write!(out, "   -")?,
                _ => write!(out, "{:>4.0}", 100.0 * f64::from(won) / f64::from(all))?,
            }
        }
        writeln!(out)?;
    }
    Ok(())
}

/// How much greater a model's mean loss is than the network's, and half of the 95% interval: positions of one game depend on
/// each other, games do not.
fn difference(rows: &[&mut Row], model: usize) -> (f64, f64) {
    let more = |row: &Row| loss(row.logits[model], row.won) - loss(row.logits[NETWORK], row.won);
    let count = rows.len() as f64;
    let mean = rows.iter().map(|row| more(row)).sum::<f64>() / count;
    // Positions of a game stand together.
    let games = rows.chunk_by(|a, b| a.game == b.game);
    let square: f64 = games
        .map(|game| game.iter().map(|row| more(row) - mean).sum::<f64>().powi(2))
        .sum();
    (mean, 1.96 * square.sqrt() / count)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(game: usize, x: f64, won: bool) -> Row {
        Row {
            game,
            band: 0,
            logits: [x, 0.0, 0.0, 0.0],
            won,
        }
    }

    #[test]
    fn differences_are_paired_by_game() {
        // Two games that say the same tell no more of the spread than their mean does.
        let mut rows = [row(0, 2.0, true), row(0, 2.0, true), row(1, 2.0, true)];
        let rows: Vec<&mut Row> = rows.iter_mut().collect();
        let (mean, half) = difference(&rows, 0);
        assert!((mean - (loss(2.0, true) - loss(0.0, true))).abs() < 1e-12);
        assert!(half < 1e-12);
    }
}
