//! Fits what is told beside the evaluation's logit: whose the squares are, by how much the game is won, how sure a search is.

use std::io::Write;
use std::path::PathBuf;

use amazons::Color;
use amazons::territory::{Evaluation, UNREACHABLE, evaluate};
use amazons::tuning::{KNOTS, MOST_LOGIT, MOST_PLIES, between_knots};

use super::dataset::HELD_OUT;
use super::games_file::{self, Entry};
use super::labels::{BAND, BANDS, band, logit, sigmoid};
use super::regression::{Row, combined, least_squares, logistic};
use crate::Fault;

/// Fit ownership and margin to self-play games, and check how often is won what is thought to be.
///
/// Prints the tables that `src/territory/ownership.rs` and `src/search/confidence.rs` hold, and how good those compiled in are
/// on games that nothing was fitted to. Win rates in a file are those of reports, with the factors that were compiled in when it
/// was made: what is printed for them comes on top.
#[derive(clap::Args)]
pub struct Arguments {
    /// File of self-play games; several times for several files
    #[arg(long, required = true)]
    data: Vec<PathBuf>,

    /// Games to take of each file
    #[arg(long, default_value_t = 3000)]
    games: usize,
}

/// One position in so many of a game is looked at: neighbours are much alike.
const ONE_IN: usize = 3;

/// Features of a contested square: lead by queen moves, by king moves, the move, the logit.
const OF_SQUARE: usize = 4;

/// From this knot on the margin is told from the logit alone: sums of leads say nothing more while all is open.
const FIRST_WITHOUT_LEADS: usize = 4;

/// Intervals in which what is told is compared with what happened.
const BINS: usize = 10;

/// A position from the side to move, and what became of it.
struct Seen {
    ply: usize,
    knots: [(usize, f64); 2],
    logit: f64,
    /// The sum of all squares' leads.
    leads: f64,
    /// The logit of the search's win rate, where it was not proven.
    root: Option<f64>,
    won: bool,
    /// The final margin, and what the evaluation expects.
    margin: Option<(f64, f64)>,
    /// Contested squares that neither an arrow nor an amazon stands on in the end.
    squares: Vec<Square>,
}

struct Square {
    queen_lead: f64,
    king_lead: f64,
    /// What the evaluation says.
    owned: f64,
    own: bool,
}

pub fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Fault> {
    let (mut train, mut held_out) = (Vec::new(), Vec::new());
    for path in &arguments.data {
        let named = |fault: Fault| format!("{}: {fault}", path.display());
        for entry in games_file::read(path).map_err(named)?.take(arguments.games) {
            let entry = entry.map_err(named)?;
            let part = if entry.number % HELD_OUT == 0 {
                &mut held_out
            } else {
                &mut train
            };
            look_at(&entry, part);
        }
    }
    if train.is_empty() || held_out.is_empty() {
        return Err("too few games".into());
    }
    writeln!(
        out,
        "{} positions, {} held out",
        train.len(),
        held_out.len()
    )?;
    ownership(out, &train, &held_out)?;
    margin(out, &train, &held_out)?;
    let leaf = |seen: &Seen| Some(seen.logit);
    confidence(out, "logit of the evaluation", leaf, &train, &held_out)?;
    let root = |seen: &Seen| seen.root;
    confidence(
        out,
        "logit of the search's win rate",
        root,
        &train,
        &held_out,
    )
}

fn look_at(entry: &Entry, seen: &mut Vec<Seen>) {
    let game = &entry.game;
    let end = game.last_position();
    let finally = evaluate(end).ownership;
    let Some(winner) = game.winner() else { return };
    let positions = entry.positions().enumerate().take(game.len());
    for (ply, position) in
        positions.filter(|(ply, _)| (ply + entry.number as usize).is_multiple_of(ONE_IN))
    {
        let explained = evaluate(&position);
        if explained.contested == 0.0 {
            continue;
        }
        let turn = position.turn();
        let sign = f64::from(turn.sign());
        let mut squares = Vec::new();
        let mut leads = 0.0;
        for square in position.empty() {
            let (queen_lead, king_lead, both) = leads_at(&explained, turn, square);
            leads += (queen_lead + king_lead) / 2.0;
            let finally = f64::from(finally[square.index()]);
            if both && end.empty().contains(square) && finally != 0.0 {
                squares.push(Square {
                    queen_lead,
                    king_lead,
                    owned: sign * f64::from(explained.ownership[square.index()]),
                    own: sign * finally > 0.0,
                });
            }
        }
        let won = winner == turn;
        seen.push(Seen {
            ply,
            knots: between_knots(explained.contested as f32).map(|(knot, x)| (knot, x.into())),
            logit: sign * f64::from(explained.white_logit).clamp(-MOST_LOGIT, MOST_LOGIT),
            leads,
            root: (ply < entry.proven_from).then(|| logit(f64::from(entry.win_rates[ply]) / 1e4)),
            won,
            margin: game.margin().map(|margin| {
                let margin = f64::from(margin);
                let expected = sign * f64::from(explained.white_margin);
                (if won { margin } else { -margin }, expected)
            }),
            squares,
        });
    }
}

/// How far `color` is ahead at a square by queen and by king moves, both from -1 to 1, and whether both sides reach it.
fn leads_at(explained: &Evaluation, color: Color, square: amazons::Square) -> (f64, f64, bool) {
    let (own, other) = (color.index(), (!color).index());
    let queen = |side: usize| explained.queen_distances[side].at(square);
    let king = |side: usize| i32::from(explained.king_distances[side].at(square));
    let both = queen(own) != UNREACHABLE && queen(other) != UNREACHABLE;
    let apart = f64::from(queen(other)) - f64::from(queen(own));
    let queen_lead = match apart {
        0.0 => 0.0,
        apart if both => apart.signum() * (1.0 - (-apart.abs()).exp2()),
        apart => apart.signum(),
    };
    let king_lead = f64::from((king(other) - king(own)).clamp(-6, 6)) / 6.0;
    (queen_lead, king_lead, both)
}

/// A row of one feature's hats.
fn hats(seen: &Seen, features: &[f64]) -> Row {
    let mut row = Row::with_capacity(2 * features.len());
    for (knot, share) in seen.knots {
        for (place, feature) in features.iter().enumerate() {
            row.push((knot * features.len() + place, share * feature));
        }
    }
    row
}

/// Too few squares are contested at the first knot: it has the second's numbers.
fn of_square(seen: &Seen, square: &Square) -> Row {
    let features = [square.queen_lead, square.king_lead, 1.0, seen.logit];
    let mut row = hats(seen, &features);
    for (place, _) in &mut row {
        if *place < OF_SQUARE {
            *place += OF_SQUARE;
        }
    }
    row
}

fn ownership(out: &mut impl Write, train: &[Seen], held_out: &[Seen]) -> Result<(), Fault> {
    let mut found = logistic(KNOTS.len() * OF_SQUARE, || {
        train.iter().flat_map(|seen| {
            let squares = seen.squares.iter();
            squares.map(|square| (of_square(seen, square), square.own))
        })
    });
    found.copy_within(OF_SQUARE..2 * OF_SQUARE, 0);
    writeln!(
        out,
        "\nlogit of a contested square: lead by queens, by kings, tempo, logit; lines by contested squares {KNOTS:?}"
    )?;
    table(out, &found, OF_SQUARE)?;
    type Says<'a> = &'a dyn Fn(&Seen, &Square) -> f64;
    let new =
        |seen: &Seen, square: &Square| (combined(&of_square(seen, square), &found) / 2.0).tanh();
    let compiled = |_: &Seen, square: &Square| square.owned;
    let leads = |_: &Seen, square: &Square| (square.queen_lead + square.king_lead) / 2.0;
    let all: [(&str, Says); 3] = [("leads", &leads), ("compiled in", &compiled), ("new", &new)];
    for (name, says) in all {
        let mut errors = [(0.0, 0u32); BANDS];
        let mut bins = Bins::default();
        for seen in held_out {
            for square in &seen.squares {
                let (said, is) = (says(seen, square), if square.own { 1.0 } else { -1.0 });
                errors[band(seen.ply)].0 += (said - is).powi(2);
                errors[band(seen.ply)].1 += 1;
                bins.add((said + 1.0) / 2.0, square.own);
            }
        }
        by_band(out, &format!("{name}: squared error"), &errors)?;
        writeln!(out, "  of 100 that it says own of: own {bins}")?;
    }
    Ok(())
}

fn margin(out: &mut impl Write, train: &[Seen], held_out: &[Seen]) -> Result<(), Fault> {
    // When nothing is contested any more, the sum of leads is the margin: the first knot is not fitted.
    let row = |seen: &Seen| {
        let mut row = hats(seen, &[seen.logit, seen.leads]);
        row.retain(|&(place, _)| place > 1 && (place % 2 == 0 || place < 2 * FIRST_WITHOUT_LEADS));
        row
    };
    let known = |seen: &Seen| {
        let all = hats(seen, &[0.0, seen.leads]);
        all.iter()
            .filter(|(place, _)| *place == 1)
            .map(|(_, x)| x)
            .sum::<f64>()
    };
    let samples = train.iter().filter_map(|seen| {
        seen.margin
            .map(|(margin, _)| (row(seen), margin - known(seen)))
    });
    let mut found = least_squares(2 * KNOTS.len(), samples);
    found[1] = 1.0;
    writeln!(out, "\nmargin: logit, sum of leads")?;
    table(out, &found, 2)?;
    type Says<'a> = &'a dyn Fn(&Seen, f64) -> f64;
    let leads = |seen: &Seen, _| seen.leads;
    let compiled = |_: &Seen, expected| expected;
    let new = |seen: &Seen, _| combined(&row(seen), &found) + known(seen);
    let all: [(&str, Says); 3] = [("leads", &leads), ("compiled in", &compiled), ("new", &new)];
    for (name, says) in all {
        let mut errors = [(0.0, 0u32); BANDS];
        for seen in held_out {
            if let Some((margin, expected)) = seen.margin {
                errors[band(seen.ply)].0 += (says(seen, expected) - margin).abs();
                errors[band(seen.ply)].1 += 1;
            }
        }
        by_band(out, &format!("{name}: mean error"), &errors)?;
    }
    Ok(())
}

/// Fits what a logit has to be multiplied by, a straight line over the plies, and shows how often was won what was thought to
/// be.
fn confidence(
    out: &mut impl Write,
    name: &str,
    of: impl Fn(&Seen) -> Option<f64>,
    train: &[Seen],
    held_out: &[Seen],
) -> Result<(), Fault> {
    let row = |seen: &Seen, logit: f64| {
        let tens = seen.ply.min(MOST_PLIES) as f64 / 10.0;
        vec![(0, logit), (1, tens * logit)]
    };
    let found = logistic(2, || {
        train
            .iter()
            .filter_map(|seen| of(seen).map(|logit| (row(seen, logit), seen.won)))
    });
    writeln!(
        out,
        "\n{name}, times {:.3} and {:+.3} for every ten plies",
        found[0], found[1]
    )?;
    let as_it_is = vec![1.0, 0.0];
    for (name, factors) in [("as it is", &as_it_is), ("multiplied", &found)] {
        let mut losses = [(0.0, 0u32); BANDS];
        let mut bins = Bins::default();
        for seen in held_out {
            let Some(logit) = of(seen) else { continue };
            let p = sigmoid(combined(&row(seen, logit), factors));
            bins.add(p, seen.won);
            let right = if seen.won { p } else { 1.0 - p };
            losses[band(seen.ply)].0 -= right.max(1e-9).ln();
            losses[band(seen.ply)].1 += 1;
        }
        by_band(out, &format!("{name}: log loss"), &losses)?;
        writeln!(out, "  of 100 that it says are won: won {bins}")?;
    }
    Ok(())
}

fn table(out: &mut impl Write, found: &[f64], columns: usize) -> Result<(), Fault> {
    for line in found.chunks(columns) {
        write!(out, "    [")?;
        for (place, number) in line.iter().enumerate() {
            let comma = if place == 0 { "" } else { ", " };
            write!(out, "{comma}{:.3}", number + 0.0)?;
        }
        writeln!(out, "],")?;
    }
    Ok(())
}

/// Prints a mean over all and by bands.
fn by_band(out: &mut impl Write, name: &str, sums: &[(f64, u32); BANDS]) -> Result<(), Fault> {
    let mean = |sum: f64, count: u32| sum / f64::from(count.max(1));
    let all = sums
        .iter()
        .fold((0.0, 0), |all, (sum, count)| (all.0 + sum, all.1 + count));
    write!(out, "{name} {:.4}, by {BAND} plies", mean(all.0, all.1))?;
    for &(sum, count) in sums {
        write!(out, " {:.3}", mean(sum, count))?;
    }
    writeln!(out)?;
    Ok(())
}

/// What happened, by the probability that was told.
#[derive(Default)]
struct Bins([(f64, u32, u32); BINS]);

impl Bins {
    fn add(&mut self, p: f64, happened: bool) {
        let bin = &mut self.0[((p * BINS as f64) as usize).min(BINS - 1)];
        bin.0 += p;
        bin.1 += 1;
        bin.2 += u32::from(happened);
    }
}

/// `12:10`, told and happened in percent, for each interval with something in it.
impl std::fmt::Display for Bins {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (told, count, happened) in self.0.iter().filter(|bin| bin.1 > 0) {
            let all = f64::from(*count) / 100.0;
            write!(f, " {:.0}:{:.0}", told / all, f64::from(*happened) / all)?;
        }
        Ok(())
    }
}
