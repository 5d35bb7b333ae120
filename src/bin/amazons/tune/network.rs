//! The network in floating point, while it is fitted: Adam (Kingma and Ba 2015) on the logistic loss.

use std::fmt::{self, Write};
use std::ops::Range;

use amazons::tuning::{CENSUS_LEN, Census, FIRST, FIRST_BITS, LAST_BITS, ON, SECOND, SECOND_BITS};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Counts are divided by this, so that weights of all layers are of one size.
const COUNT_UNIT: f32 = 1.0 / (1 << FIRST_BITS) as f32;

/// Where the weights of each kind are among all.
const FIRST_WEIGHTS: Range<usize> = 0..CENSUS_LEN * FIRST;
const FIRST_BIAS: Range<usize> = FIRST_WEIGHTS.end..FIRST_WEIGHTS.end + FIRST;
const SECOND_WEIGHTS: Range<usize> = FIRST_BIAS.end..FIRST_BIAS.end + FIRST * SECOND;
const SECOND_BIAS: Range<usize> = SECOND_WEIGHTS.end..SECOND_WEIGHTS.end + SECOND;
const LAST: Range<usize> = SECOND_BIAS.end..SECOND_BIAS.end + SECOND;
const LAST_BIAS: usize = LAST.end;
const ALL: usize = LAST_BIAS + 1;

/// The greatest weights that the integers hold.
const MOST_FIRST: f32 = 1.0;
const MOST_SECOND: f32 = ON as f32 / (1 << SECOND_BITS) as f32;

/// Weights of one kind.
struct Kind {
    /// What the text calls them.
    name: &'static str,
    range: Range<usize>,
    /// How many make a line.
    line: usize,
    /// What they are multiplied by to be whole.
    scale: f32,
    /// Added then: half of what the integers leave off from sums, so that these are rounded to the nearest.
    half: f32,
}

const KINDS: [Kind; 6] = {
    const UNIT: f32 = ON as f32;
    const SECOND_UNIT: f32 = (1 << SECOND_BITS) as f32;
    const LAST_UNIT: f32 = (1 << LAST_BITS) as f32;
    const fn kind(name: &'static str, range: Range<usize>, line: usize, scale: f32) -> Kind {
        Kind {
            name,
            range,
            line,
            scale,
            half: 0.0,
        }
    }
    [
        kind(
            "first layer, a line for each count of the census",
            FIRST_WEIGHTS,
            FIRST,
            UNIT,
        ),
        Kind {
            half: 0.5 / COUNT_UNIT,
            ..kind("its biases", FIRST_BIAS, FIRST, UNIT / COUNT_UNIT)
        },
        kind(
            "second layer, a line for each unit of the first",
            SECOND_WEIGHTS,
            SECOND,
            SECOND_UNIT,
        ),
        Kind {
            half: 0.5 * SECOND_UNIT,
            ..kind("its biases", SECOND_BIAS, SECOND, UNIT * SECOND_UNIT)
        },
        kind("last weights", LAST, SECOND, LAST_UNIT),
        kind("last bias", LAST_BIAS..ALL, 1, UNIT * LAST_UNIT),
    ]
};

/// A network, and where Adam is with it.
#[derive(Clone)]
pub struct FloatNetwork {
    weights: Vec<f32>,
    /// The weights as integers will have them: what passes are made with, so that the weights learn to make up for it.
    rounded: Vec<f32>,
    mean: Vec<f32>,
    square: Vec<f32>,
    gradient: Vec<f32>,
    steps: i32,
}

/// What a pass comes to at every unit, before and after it is cut off at 0 and 1.
struct Pass {
    counts: Vec<(usize, f32)>,
    first_sums: [f32; FIRST],
    first: [f32; FIRST],
    second_sums: [f32; SECOND],
    second: [f32; SECOND],
}

impl Pass {
    fn new() -> Pass {
        Pass {
            counts: Vec::with_capacity(CENSUS_LEN),
            first_sums: [0.0; FIRST],
            first: [0.0; FIRST],
            second_sums: [0.0; SECOND],
            second: [0.0; SECOND],
        }
    }
}

/// The part of a list of weights that belongs to row `row` of `N` weights each.
fn row<const N: usize>(weights: &[f32], start: usize, row: usize) -> &[f32] {
    &weights[start + row * N..][..N]
}

impl FloatNetwork {
    /// Small random weights.
    pub fn new(seed: u64) -> FloatNetwork {
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let mut weights = vec![0.0; ALL];
        let mut draw = |range: Range<usize>, low: f32, high: f32| {
            for weight in &mut weights[range] {
                *weight = low + (high - low) * rng.random::<f32>();
            }
        };
        // Wide enough that about half of the units are on for half of the positions.
        draw(FIRST_WEIGHTS, -0.15, 0.15);
        draw(FIRST_BIAS, -0.5, 0.5);
        let wide = (1.0 / FIRST as f32).sqrt();
        draw(SECOND_WEIGHTS, -wide, wide);
        draw(SECOND_BIAS, 0.2, 0.2);
        let wide = (1.0 / SECOND as f32).sqrt();
        draw(LAST, -wide, wide);
        let mut network = FloatNetwork {
            rounded: vec![0.0; ALL],
            weights,
            mean: vec![0.0; ALL],
            square: vec![0.0; ALL],
            gradient: vec![0.0; ALL],
            steps: 0,
        };
        network.round();
        network
    }

    fn round(&mut self) {
        for kind in KINDS {
            let weights = &self.weights[kind.range.clone()];
            for (rounded, weight) in self.rounded[kind.range].iter_mut().zip(weights) {
                *rounded = (weight * kind.scale).round() / kind.scale;
            }
        }
    }

    fn forward(&self, census: &Census, pass: &mut Pass) -> f32 {
        let weights = &self.rounded[..];
        pass.counts.clear();
        for (index, &count) in census.0.iter().enumerate() {
            if count != 0 {
                pass.counts.push((index, f32::from(count) * COUNT_UNIT));
            }
        }
        pass.first_sums.copy_from_slice(&weights[FIRST_BIAS]);
        for &(index, count) in &pass.counts {
            let row = row::<FIRST>(weights, FIRST_WEIGHTS.start, index);
            for (sum, weight) in pass.first_sums.iter_mut().zip(row) {
                *sum += count * weight;
            }
        }
        pass.first = pass.first_sums.map(|sum| sum.clamp(0.0, 1.0));
        pass.second_sums.copy_from_slice(&weights[SECOND_BIAS]);
        for (unit, &value) in pass.first.iter().enumerate() {
            let row = row::<SECOND>(weights, SECOND_WEIGHTS.start, unit);
            for (sum, weight) in pass.second_sums.iter_mut().zip(row) {
                *sum += value * weight;
            }
        }
        pass.second = pass.second_sums.map(|sum| sum.clamp(0.0, 1.0));
        let mut out = weights[LAST_BIAS];
        for (value, weight) in pass.second.iter().zip(&weights[LAST]) {
            out += value * weight;
        }
        out
    }

    /// Adds to the gradient what follows from an error of the logit.
    fn backward(&mut self, pass: &Pass, error: f32) {
        let (weights, gradient) = (&self.rounded[..], &mut self.gradient[..]);
        gradient[LAST_BIAS] += error;
        let mut second_errors = [0.0f32; SECOND];
        for unit in 0..SECOND {
            gradient[LAST.start + unit] += error * pass.second[unit];
            if (0.0..=1.0).contains(&pass.second_sums[unit]) {
                second_errors[unit] = error * weights[LAST.start + unit];
                gradient[SECOND_BIAS.start + unit] += second_errors[unit];
            }
        }
        let mut first_errors = [0.0f32; FIRST];
        for unit in 0..FIRST {
            let row =
                SECOND_WEIGHTS.start + unit * SECOND..SECOND_WEIGHTS.start + (unit + 1) * SECOND;
            let mut sum = 0.0;
            for (weight, error) in weights[row.clone()].iter().zip(&second_errors) {
                sum += weight * error;
            }
            for (slope, error) in gradient[row].iter_mut().zip(&second_errors) {
                *slope += pass.first[unit] * error;
            }
            if (0.0..=1.0).contains(&pass.first_sums[unit]) {
                first_errors[unit] = sum;
                gradient[FIRST_BIAS.start + unit] += sum;
            }
        }
        for &(index, count) in &pass.counts {
            let row = &mut gradient[FIRST_WEIGHTS.start + index * FIRST..][..FIRST];
            for (slope, error) in row.iter_mut().zip(&first_errors) {
                *slope += count * error;
            }
        }
    }

    /// One step of Adam down the gradient of `samples` samples.
    fn step(&mut self, samples: usize, rate: f32) {
        const FADE: f32 = 0.9;
        const SLOW_FADE: f32 = 0.999;
        self.steps += 1;
        let scale = 1.0 / (1.0 - FADE.powi(self.steps));
        let slow_scale = 1.0 / (1.0 - SLOW_FADE.powi(self.steps));
        for index in 0..ALL {
            let slope = self.gradient[index] / samples as f32;
            self.gradient[index] = 0.0;
            self.mean[index] = FADE * self.mean[index] + (1.0 - FADE) * slope;
            self.square[index] = SLOW_FADE * self.square[index] + (1.0 - SLOW_FADE) * slope * slope;
            let step = self.mean[index] * scale / ((self.square[index] * slow_scale).sqrt() + 1e-8);
            self.weights[index] -= rate * step;
        }
        for weight in &mut self.weights[FIRST_WEIGHTS] {
            *weight = weight.clamp(-MOST_FIRST, MOST_FIRST);
        }
        for weight in &mut self.weights[SECOND_WEIGHTS] {
            *weight = weight.clamp(-MOST_SECOND, MOST_SECOND);
        }
        self.round();
    }

    /// Goes once over a batch: samples and the probabilities that they should come to.
    pub fn learn<'a>(&mut self, batch: impl IntoIterator<Item = (&'a Census, f32)>, rate: f32) {
        let mut pass = Pass::new();
        let mut samples = 0;
        for (census, label) in batch {
            let logit = self.forward(census, &mut pass);
            let probability = 1.0 / (1.0 + (-logit).exp());
            self.backward(&pass, probability - label);
            samples += 1;
        }
        self.step(samples, rate);
    }

    /// The logit of the mover's win.
    pub fn logit(&self, census: &Census) -> f32 {
        self.forward(census, &mut Pass::new())
    }
}

/// The text that [`Network::parse`](amazons::tuning::Network::parse) reads.
impl fmt::Display for FloatNetwork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for kind in KINDS {
            writeln!(f, "# {}", kind.name)?;
            for row in self.weights[kind.range].chunks(kind.line) {
                let mut line = String::new();
                for weight in row {
                    let whole = (weight * kind.scale).round() + kind.half;
                    write!(line, "{} ", whole as i32)?;
                }
                writeln!(f, "{}", line.trim_end())?;
            }
        }
        Ok(())
    }
}
