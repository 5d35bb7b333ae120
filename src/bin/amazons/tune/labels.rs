//! What a fit aims at: for every position of a game the probability that White wins.

use super::games_file::Entry;
use amazons::Color;

/// Plies of a band.
pub const BAND: usize = 10;

/// Bands; the last holds all later plies too.
pub const BANDS: usize = 8;

/// The band of a ply.
pub fn band(ply: usize) -> usize {
    (ply / BAND).min(BANDS - 1)
}

/// By band of plies, what the logit of a search's win rate has to be multiplied by. Searches are under-confident.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Calibration {
    pub slopes: [f64; BANDS],
}

/// Logits of win rates are cut off here: 0.9975.
const MOST_LOGIT: f64 = 6.0;

pub fn logit(p: f64) -> f64 {
    (p / (1.0 - p)).ln().clamp(-MOST_LOGIT, MOST_LOGIT)
}

pub fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// The win rate of the side to move, and whether that side won, where the search had not proven the result.
fn unproven(entry: &Entry) -> impl Iterator<Item = (usize, f64, f64)> + '_ {
    let white_won = entry.game.winner() == Some(Color::White);
    let white_first = entry.game.start().turn() == Color::White;
    entry.win_rates[..entry.proven_from.min(entry.win_rates.len())]
        .iter()
        .enumerate()
        .map(move |(ply, &rate)| {
            let white_to_move = (ply % 2 == 0) == white_first;
            let won = white_to_move == white_won;
            (ply, f64::from(rate) / 1e4, if won { 1.0 } else { 0.0 })
        })
}

impl Calibration {
    /// Fits the slopes to what the games ended in, by Newton's method. A band without games keeps slope 1.
    pub fn fit(entries: &[Entry]) -> Calibration {
        let mut slopes = [1.0f64; BANDS];
        for _ in 0..20 {
            let mut gradient = [0.0; BANDS];
            let mut curvature = [1e-9; BANDS];
            for entry in entries {
                for (ply, rate, won) in unproven(entry) {
                    let x = logit(rate);
                    let p = sigmoid(slopes[band(ply)] * x);
                    gradient[band(ply)] += (won - p) * x;
                    curvature[band(ply)] += p * (1.0 - p) * x * x;
                }
            }
            for band in 0..BANDS {
                slopes[band] = (slopes[band] + gradient[band] / curvature[band]).clamp(0.2, 5.0);
            }
        }
        Calibration { slopes }
    }

    /// The probability that White wins for every position of a game: temporal differences, TD(lambda), of calibrated
    /// search values that end in the result (Sutton 1988). A move that was not the search's breaks the chain.
    pub fn white_labels(&self, entry: &Entry, lambda: f64) -> Vec<f64> {
        let white_won = entry.game.winner() == Some(Color::White);
        let white_first = entry.game.start().turn() == Color::White;
        let mut label = if white_won { 1.0 } else { 0.0 };
        let mut labels = vec![label];
        for ply in (0..entry.win_rates.len()).rev() {
            let own = self.own_label(entry.win_rates[ply], ply, ply >= entry.proven_from);
            let white = if (ply % 2 == 0) == white_first {
                own
            } else {
                1.0 - own
            };
            label = if entry.random.contains(&ply) {
                white
            } else {
                (1.0 - lambda) * white + lambda * label
            };
            labels.push(label);
        }
        labels.reverse();
        labels
    }

    /// The probability that who moves at a ply wins, by a search's win rate in 10,000ths.
    pub fn own_label(&self, win_rate: u16, ply: usize, proven: bool) -> f64 {
        let rate = f64::from(win_rate) / 1e4;
        if proven {
            rate
        } else {
            sigmoid(self.slopes[band(ply)] * logit(rate))
        }
    }
}
