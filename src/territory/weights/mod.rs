//! What the features are worth by the first weights, which the network is measured against: the logit of White's win.
//!
//! Logistic regression on 37,000 positions of self-play, labelled with the game's result; each column is linear in w
//! between its knots. In matches at equal time, leaving out mobility scored 28% against these weights, weights set by hand
//! 15%, and t1 with the tempo alone lost 25 games of 25.

use super::features::{CONTESTED_UNIT, Features, IMMOBILITY_UNIT, KING_LEAD_CAP, NEARNESS_BITS};
use crate::board::Color;

/// Terms of the evaluation, the columns below.
pub(super) const TERMS: usize = 9;

/// Lanes of a row: the terms and zeros up to a full vector register.
const LANES: usize = 16;

const KNOTS: [f32; 8] = [0.0, 2.0, 6.0, 12.0, 22.0, 35.0, 50.0, 70.0];

/// t1, c1, c2, t2, ties of D1 and of D2 for the side to move, the move, the sums of 2^(-alpha/6) and 2^(-alpha/24).
const FITTED: [[f32; TERMS]; 8] = [
    [
        0.472, 0.053, 0.257, 0.326, 0.005, 0.0, -0.319, -0.605, 0.482,
    ],
    [
        0.453, 0.014, 0.163, 0.294, 0.007, 0.001, -0.267, -0.749, 0.514,
    ],
    [0.369, 0.0, 0.047, 0.183, 0.012, 0.004, 0.043, -0.712, 0.659],
    [0.224, 0.0, 0.065, 0.120, 0.011, 0.004, 0.166, -0.746, 0.910],
    [0.128, 0.0, 0.072, 0.072, 0.008, 0.004, 0.166, -0.778, 0.916],
    [
        0.061, 0.0, 0.134, 0.025, 0.005, -0.006, 0.223, -1.139, 0.505,
    ],
    [
        0.032, 0.0, 0.043, 0.011, -0.003, -0.001, 0.257, -1.313, 0.278,
    ],
    [0.022, 0.0, 0.0, 0.0, -0.002, -0.004, 0.329, -1.652, 0.152],
];

/// How many of each feature's units make one of the table's.
const UNITS: [f32; TERMS] = [
    1.0,
    (1 << NEARNESS_BITS) as f32,
    KING_LEAD_CAP as f32,
    1.0,
    1.0,
    1.0,
    1.0,
    IMMOBILITY_UNIT as f32,
    IMMOBILITY_UNIT as f32,
];

/// One stretch between knots: weight = base + slope * w, w in [`CONTESTED_UNIT`]ths.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Stretch {
    base: [f32; LANES],
    slope: [f32; LANES],
}

/// The last stretch is level: beyond the last knot the weights stay.
static STRETCHES: [Stretch; KNOTS.len()] = {
    let flat = Stretch {
        base: [0.0; LANES],
        slope: [0.0; LANES],
    };
    let mut stretches = [flat; KNOTS.len()];
    let mut i = 0;
    while i < KNOTS.len() {
        let mut term = 0;
        while term < TERMS {
            let mut slope = 0.0;
            if i + 1 < KNOTS.len() {
                slope = (FITTED[i + 1][term] - FITTED[i][term]) / (KNOTS[i + 1] - KNOTS[i]);
            }
            stretches[i].base[term] = (FITTED[i][term] - slope * KNOTS[i]) / UNITS[term];
            stretches[i].slope[term] = slope / UNITS[term] / CONTESTED_UNIT as f32;
            term += 1;
        }
        i += 1;
    }
    stretches
};

/// The stretch of each whole number of w; there are at most 100 contested squares.
static STRETCH_OF: [u8; 101] = {
    let mut of = [0; 101];
    let mut w = 0;
    while w < of.len() {
        let mut i = 1;
        while i < KNOTS.len() && KNOTS[i] <= w as f32 {
            of[w] = i as u8;
            i += 1;
        }
        w += 1;
    }
    of
};

/// The features as the table counts them, from White's side, and the weights at this w.
#[inline(always)]
fn rows(features: &Features, turn: Color) -> ([f32; LANES], [f32; LANES]) {
    let sign = turn.sign();
    let values = [
        features.queen_race,
        features.nearness,
        features.king_lead,
        features.king_race,
        features.queen_ties * sign,
        features.king_ties * sign,
        sign,
        features.immobility[0],
        features.immobility[1],
        0,
        0,
        0,
        0,
        0,
        0,
        0,
    ];
    let whole = (features.contested / CONTESTED_UNIT).clamp(0, 100) as usize;
    let stretch = &STRETCHES[usize::from(STRETCH_OF[whole]) % KNOTS.len()];
    let contested = features.contested as f32;
    let mut weights = [0.0; LANES];
    for (lane, weight) in weights.iter_mut().enumerate() {
        *weight = stretch.base[lane] + stretch.slope[lane] * contested;
    }
    (values.map(|value| value as f32), weights)
}

/// The logit of the probability that White wins. The order of the additions is fixed: the same features give the same
/// bits on every machine.
#[inline(always)]
pub(super) fn white_logit(features: &Features, turn: Color) -> f32 {
    let (values, weights) = rows(features, turn);
    let mut products = [0.0f32; LANES];
    for lane in 0..LANES {
        products[lane] = values[lane] * weights[lane];
    }
    let mut width = LANES / 2;
    while width > 0 {
        for lane in 0..width {
            products[lane] += products[lane + width];
        }
        width /= 2;
    }
    products[0]
}

/// Each term's value in its own units and its weight.
#[cfg(any(feature = "tuning", test))]
pub(super) fn terms(features: &Features, turn: Color) -> [(f32, f32); TERMS] {
    let (values, weights) = rows(features, turn);
    core::array::from_fn(|term| (values[term] / UNITS[term], weights[term] * UNITS[term]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weights_at(contested: i32) -> [f32; TERMS] {
        let features = Features {
            contested,
            ..Features::default()
        };
        terms(&features, Color::White).map(|(_, weight)| weight)
    }

    #[test]
    fn weights_are_the_table_at_its_knots_and_linear_between() {
        for (knot, fitted) in KNOTS.iter().zip(FITTED) {
            let found = weights_at(*knot as i32 * CONTESTED_UNIT);
            for (found, fitted) in found.iter().zip(fitted) {
                assert!((found - fitted).abs() < 1e-5, "{found} {fitted}");
            }
        }
        // 28.5 is half way between 22 and 35.
        let found = weights_at(57 * CONTESTED_UNIT / 2);
        for (term, found) in found.iter().enumerate() {
            let middle = (FITTED[4][term] + FITTED[5][term]) / 2.0;
            assert!((found - middle).abs() < 1e-5, "{found} {middle}");
        }
        assert_eq!(
            weights_at(100 * CONTESTED_UNIT),
            weights_at(70 * CONTESTED_UNIT)
        );
    }
}
