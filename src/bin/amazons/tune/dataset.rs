//! Positions of self-play games as a fit sees them.

use amazons::Color;
use amazons::tuning::census::LEN;
use amazons::tuning::Sample;

use super::games_file::Entry;
use super::labels::{Calibration, band};

/// Every so many-th game is held out.
pub const HELD_OUT: u32 = 10;

/// Samples and what they should come to, from the side to move.
#[derive(Default)]
pub struct Dataset {
    pub samples: Vec<Sample>,
    /// Probability of a win.
    pub labels: Vec<f32>,
    /// Whether it was won.
    pub results: Vec<f32>,
    pub bands: Vec<u8>,
    pub slid: Vec<bool>,
}

impl Dataset {
    pub fn len(&self) -> usize {
        self.samples.len()
    }

    fn push(&mut self, sample: Sample, white_label: f64, white_won: bool, turn: Color, ply: usize, slid: bool) {
        let white = turn == Color::White;
        let label = if white { white_label } else { 1.0 - white_label };
        self.samples.push(sample);
        self.labels.push(label as f32);
        self.results.push(if white == white_won { 1.0 } else { 0.0 });
        self.bands.push(band(ply) as u8);
        self.slid.push(slid);
    }

    /// Adds the positions of a game, and each with the slide played and the arrow not yet shot.
    pub fn add(&mut self, entry: &Entry, calibration: &Calibration, lambda: f64) {
        let labels = calibration.white_labels(entry, lambda);
        let white_won = entry.game.winner() == Some(Color::White);
        let moves = entry.game.moves();
        for (ply, (position, &label)) in entry.positions().zip(&labels).enumerate() {
            let turn = position.turn();
            self.push(Sample::of(&position), label, white_won, turn, ply, false);
            if let Some(m) = moves.get(ply)
                && !entry.random.contains(&ply)
            {
                let slid = position.slide_unchecked(m.from, m.to);
                self.push(Sample::of_slid(&slid), label, white_won, !turn, ply, true);
            }
        }
    }
}

/// The number of counts.
pub const COUNTS: usize = LEN;
