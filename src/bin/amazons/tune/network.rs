//! The model that is fitted: linear terms whose weights change with w, and a small network over the census.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::dataset::{COUNTS, Dataset};

pub const KNOTS: [f32; 8] = [0.0, 2.0, 6.0, 12.0, 22.0, 35.0, 50.0, 70.0];
pub const TERMS: usize = 9;
pub const H1: usize = 64;
pub const H2: usize = 16;

#[derive(Clone)]
pub struct Shape {
    /// Which counts are looked at.
    pub counts: Vec<usize>,
    pub table: bool,
    pub network: bool,
    pub terms: bool,
    pub square: bool,
    pub direct: bool,
    /// Units of the first layer that are used
    pub h1: usize,
    pub h2: usize,
}

/// Adam's parameters, one vector for all weights.
pub struct Model {
    pub shape: Shape,
    pub weights: Vec<f32>,
    m: Vec<f32>,
    v: Vec<f32>,
    t: i32,
    gradient: Vec<f32>,
    at: Offsets,
}

#[derive(Clone, Copy)]
struct Offsets {
    table: usize,
    w1: usize,
    b1: usize,
    w2: usize,
    b2: usize,
    w3: usize,
    end: usize,
}

/// Counts are divided by this.
const UNIT: f32 = 1.0 / 16.0;

fn knot(w: f32) -> (usize, f32) {
    let mut i = 0;
    while i + 2 < KNOTS.len() && KNOTS[i + 1] <= w {
        i += 1;
    }
    (i, ((w - KNOTS[i]) / (KNOTS[i + 1] - KNOTS[i])).min(1.0))
}

/// Numbers of a sample's pass.
struct Pass {
    z1: [f32; H1],
    a1: [f32; H1],
    z2: [f32; H2],
    a2: [f32; H2],
    nonzero: Vec<(usize, f32)>,
}

impl Model {
    pub fn new(shape: Shape, seed: u64) -> Model {
        let table = KNOTS.len() * TERMS;
        let w1 = table + if shape.table { KNOTS.len() * COUNTS } else { 0 };
        let b1 = w1 + COUNTS * H1;
        let w2 = b1 + H1;
        let b2 = w2 + H1 * H2;
        let w3 = b2 + H2;
        let end = w3 + H2 + 1 + COUNTS;
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let mut weights = vec![0.0; end];
        let mut draw = |range: core::ops::Range<usize>, scale: f32, weights: &mut [f32]| {
            for weight in &mut weights[range] {
                *weight = (rng.random::<f32>() * 2.0 - 1.0) * scale;
            }
        };
        draw(w1..b1, 0.15, &mut weights);
        draw(b1..w2, 0.5, &mut weights);
        draw(w2..b2, (1.0 / shape.h1 as f32).sqrt(), &mut weights);
        draw(w3..w3 + H2, (1.0 / shape.h2 as f32).sqrt(), &mut weights);
        for a in &mut weights[b2..w3] {
            *a = 0.2;
        }
        Model {
            m: vec![0.0; end],
            v: vec![0.0; end],
            gradient: vec![0.0; end],
            t: 0,
            at: Offsets {
                table: KNOTS.len() * TERMS,
                w1,
                b1,
                w2,
                b2,
                w3,
                end,
            },
            weights,
            shape,
        }
    }

    fn forward(&self, data: &Dataset, i: usize, pass: &mut Pass) -> f32 {
        let sample = &data.samples[i];
        let w = &self.weights;
        let (k, f) = knot(sample.contested);
        let mut out = 0.0;
        for (term, value) in sample.terms.iter().enumerate().filter(|_| self.shape.terms) {
            let (a, b) = (w[k * TERMS + term], w[(k + 1) * TERMS + term]);
            out += value * (a + f * (b - a));
        }
        pass.nonzero.clear();
        for &c in &self.shape.counts {
            if sample.census[c] != 0 {
                pass.nonzero.push((c, f32::from(sample.census[c]) * UNIT));
            }
        }
        if self.shape.table {
            for &(c, x) in &pass.nonzero {
                let at = self.at.table;
                let (a, b) = (w[at + k * COUNTS + c], w[at + (k + 1) * COUNTS + c]);
                out += x * (a + f * (b - a));
            }
        }
        if self.shape.network {
            let h1 = self.shape.h1;
            pass.z1.copy_from_slice(&w[self.at.b1..self.at.b1 + H1]);
            for &(c, x) in &pass.nonzero {
                let row: &[f32; H1] = w[self.at.w1 + c * H1..][..H1].try_into().unwrap();
                for (z, r) in pass.z1.iter_mut().zip(row) {
                    *z += x * r;
                }
            }
            for (a, z) in pass.a1.iter_mut().zip(&pass.z1) {
                *a = z.clamp(0.0, 1.0);
                if self.shape.square {
                    *a *= *a;
                }
            }
            pass.z2.copy_from_slice(&w[self.at.b2..self.at.b2 + H2]);
            for (j, &a) in pass.a1.iter().enumerate().take(h1) {
                let row: &[f32; H2] = w[self.at.w2 + j * H2..][..H2].try_into().unwrap();
                for (z, r) in pass.z2.iter_mut().zip(row) {
                    *z += a * r;
                }
            }
            for (a, z) in pass.a2.iter_mut().zip(&pass.z2) {
                *a = z.clamp(0.0, 1.0);
            }
            out += w[self.at.w3 + H2];
            if self.shape.direct {
                for &(c, x) in &pass.nonzero {
                    out += x * w[self.at.w3 + H2 + 1 + c];
                }
            }
            for j in 0..self.shape.h2 {
                out += pass.a2[j] * w[self.at.w3 + j];
            }
        }
        out
    }

    fn backward(&mut self, data: &Dataset, i: usize, pass: &Pass, d: f32) {
        let sample = &data.samples[i];
        let g = &mut self.gradient;
        let w = &self.weights;
        let (k, f) = knot(sample.contested);
        for (term, value) in sample.terms.iter().enumerate().filter(|_| self.shape.terms) {
            g[k * TERMS + term] += d * value * (1.0 - f);
            g[(k + 1) * TERMS + term] += d * value * f;
        }
        if self.shape.table {
            let at = self.at.table;
            for &(c, x) in &pass.nonzero {
                g[at + k * COUNTS + c] += d * x * (1.0 - f);
                g[at + (k + 1) * COUNTS + c] += d * x * f;
            }
        }
        if self.shape.network {
            let h1 = self.shape.h1;
            g[self.at.w3 + H2] += d;
            if self.shape.direct {
                for &(c, x) in &pass.nonzero {
                    g[self.at.w3 + H2 + 1 + c] += d * x;
                }
            }
            let mut dz2 = [0.0f32; H2];
            for j in 0..self.shape.h2 {
                g[self.at.w3 + j] += d * pass.a2[j];
                if pass.z2[j] > 0.0 && pass.z2[j] < 1.0 {
                    dz2[j] = d * w[self.at.w3 + j];
                    g[self.at.b2 + j] += dz2[j];
                }
            }
            let mut dz1 = [0.0f32; H1];
            for j in 0..h1 {
                let row: &[f32; H2] = w[self.at.w2 + j * H2..][..H2].try_into().unwrap();
                let grow: &mut [f32; H2] =
                    (&mut g[self.at.w2 + j * H2..][..H2]).try_into().unwrap();
                let mut sum = 0.0;
                for l in 0..H2 {
                    sum += row[l] * dz2[l];
                    grow[l] += pass.a1[j] * dz2[l];
                }
                if pass.z1[j] > 0.0 && pass.z1[j] < 1.0 {
                    let sum = if self.shape.square { sum * 2.0 * pass.z1[j] } else { sum };
                    dz1[j] = sum;
                    g[self.at.b1 + j] += sum;
                }
            }
            for &(c, x) in &pass.nonzero {
                let row: &mut [f32; H1] =
                    (&mut g[self.at.w1 + c * H1..][..H1]).try_into().unwrap();
                for (r, z) in row.iter_mut().zip(&dz1) {
                    *r += x * z;
                }
            }
        }
    }

    fn step(&mut self, batch: usize, rate: f32, decay: f32) {
        self.t += 1;
        let (b1, b2) = (0.9f32, 0.999f32);
        let c1 = 1.0 - b1.powi(self.t);
        let c2 = 1.0 - b2.powi(self.t);
        for i in 0..self.weights.len() {
            let g = self.gradient[i] / batch as f32;
            self.gradient[i] = 0.0;
            self.m[i] = b1 * self.m[i] + (1.0 - b1) * g;
            self.v[i] = b2 * self.v[i] + (1.0 - b2) * g * g;
            let step = rate * (self.m[i] / c1) / ((self.v[i] / c2).sqrt() + 1e-8);
            self.weights[i] -= step + rate * decay * self.weights[i];
        }
    }

    pub fn train(
        &mut self,
        data: &Dataset,
        epochs: usize,
        batch: usize,
        rate: f32,
        decay: f32,
        seed: u64,
        mut after: impl FnMut(usize, &Model),
    ) {
        let mut order: Vec<u32> = (0..data.len() as u32).collect();
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let batches = order.len().div_ceil(batch);
        let total = (batches * epochs) as f32;
        let mut done = 0;
        let mut pass = Pass::new();
        for epoch in 0..epochs {
            for i in (1..order.len()).rev() {
                order.swap(i, rng.random_range(0..=i));
            }
            for chunk in order.chunks(batch) {
                for &i in chunk {
                    let i = i as usize;
                    let out = self.forward(data, i, &mut pass);
                    let p = 1.0 / (1.0 + (-out).exp());
                    self.backward(data, i, &pass, p - data.labels[i]);
                }
                let progress = done as f32 / total;
                let warm = (done as f32 / 200.0).min(1.0);
                let rate_now = rate * warm * 0.5 * (1.0 + (std::f32::consts::PI * progress).cos());
                self.step(chunk.len(), rate_now, decay);
                done += 1;
            }
            after(epoch, self);
        }
    }

    pub fn logits(&self, data: &Dataset) -> Vec<f32> {
        let mut pass = Pass::new();
        (0..data.len())
            .map(|i| self.forward(data, i, &mut pass))
            .collect()
    }
}

impl Pass {
    fn new() -> Pass {
        Pass {
            z1: [0.0; H1],
            a1: [0.0; H1],
            z2: [0.0; H2],
            a2: [0.0; H2],
            nonzero: Vec::new(),
        }
    }
}
