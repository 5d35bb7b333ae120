//! What the tree holds of a child before its first visit.

use crate::board::Square;

/// A child before its first visit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Record(pub(super) u32);

impl Record {
    /// Steps of the static value to one doubling of the odds of winning.
    const STEPS: f32 = 2048.0;

    /// The record of a child with the static value `logit` for the side that chooses among the children.
    pub(super) fn new(squares: u16, logit: f32) -> Record {
        let doublings = logit * core::f32::consts::LOG2_E;
        let value = (doublings * Self::STEPS + 32_768.0).clamp(1.0, 65_534.0) as u32;
        Record(value << 16 | u32::from(squares))
    }

    /// The move part of a slide.
    pub(super) fn slide(from: Square, to: Square) -> u16 {
        (from.index() * 100 + to.index()) as u16
    }

    /// The move part of a shot.
    pub(super) fn shot(arrow: Square) -> u16 {
        arrow.index() as u16
    }

    /// The move part.
    pub(super) fn squares(self) -> u16 {
        (self.0 & 0xffff) as u16
    }

    /// The slide of a child of a position.
    pub(super) fn as_slide(self) -> (Square, Square) {
        let squares = (self.0 & 0xffff) as usize;
        (Square::ALL[squares / 100 % 100], Square::ALL[squares % 100])
    }

    /// The arrow of a child of a slid position.
    pub(super) fn as_shot(self) -> Square {
        Square::ALL[(self.0 & 0xffff) as usize % 100]
    }

    /// Orders records best first, equal ones by their squares.
    pub(super) fn rank(self) -> u32 {
        self.0 ^ 0xffff_0000
    }

    /// The static value: 2048 a doubling of the odds of winning for the side that chooses, even at 32768.
    #[inline]
    pub(super) fn value(self) -> u16 {
        (self.0 >> 16) as u16
    }

    /// The odds of winning that a static value stands for, raised to `power`.
    #[inline]
    pub(super) fn odds_of_value(value: u16, power: f32) -> f32 {
        exp2((f32::from(value) - 32_768.0) * (power / Self::STEPS))
    }

    /// The static value in doublings of the odds of winning, [`MOST_DOUBLINGS`] at most.
    pub(super) fn doublings(self) -> f32 {
        let doublings = (f32::from(self.value()) - 32_768.0) / Self::STEPS;
        doublings.clamp(-MOST_DOUBLINGS, MOST_DOUBLINGS)
    }

    /// The probability of winning for the side that chooses, by the static value.
    #[inline]
    pub(super) fn win_probability(self) -> f32 {
        self.win_probability_with_odds(1.0)
    }

    /// The same when the odds of winning are so many times those by the static value.
    #[inline]
    pub(super) fn win_probability_with_odds(self, times: f32) -> f32 {
        let odds = times * Record::odds_of_value(self.value(), 1.0);
        odds / (1.0 + odds)
    }
}

/// Nothing is taken to be surer than this, one in a thousand, where doublings are compared.
const MOST_DOUBLINGS: f32 = 10.0;

/// A probability of winning in doublings of its odds, [`MOST_DOUBLINGS`] at most.
pub(super) fn doublings(probability: f32) -> f32 {
    const LEAST: f32 = 1.0 / 1_025.0;
    let probability = probability.clamp(LEAST, 1.0 - LEAST);
    log2(probability / (1.0 - probability))
}

/// The logarithm of a normal number above zero, to about one part in ten thousand: the exponent, and a quartic (least squares,
/// exact at both ends) for the mantissa. Like [`exp2`] the same on every machine.
#[inline]
pub(super) fn log2(x: f32) -> f32 {
    const ONE: u32 = 127 << 23;
    let whole = (x.to_bits() >> 23) as i32 - 127;
    let rest = f32::from_bits(x.to_bits() & 0x7f_ffff | ONE) - 1.0;
    let quartic = 1.438_379_3 + rest * (-0.675_880_7 + rest * (0.318_154_5 - rest * 0.080_653_16));
    whole as f32 + rest * quartic
}

/// 2^x to about one part in ten thousand, for |x| < 100: the exponent bits for the whole part and a cubic (least squares
/// on [0, 1), exact at both ends) for the rest.
#[inline]
fn exp2(x: f32) -> f32 {
    // Rounding towards zero is rounding down for what is not negative, and needs no call.
    const SHIFT: i32 = 128;
    let whole = (x + SHIFT as f32) as i32 - SHIFT;
    let rest = x - whole as f32;
    let mantissa = 1.0 + rest * (0.695_976_1 + rest * (0.224_940_6 + rest * 0.079_083_3));
    f32::from_bits(mantissa.to_bits().wrapping_add_signed(whole << 23))
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_right_and_rise() {
        let mut last = f32::NEG_INFINITY;
        for step in 0..200_000 {
            let x = 1.0 + step as f32 * 0.01;
            let log = log2(x);
            assert!((log - x.log2()).abs() < 2e-4, "{x}: {log}");
            assert!(log >= last, "{x}: {log} after {last}");
            last = log;
        }
        for exponent in -20..20 {
            assert_eq!(log2((exponent as f32).exp2()), exponent as f32);
        }
    }

    #[test]
    fn doublings_of_odds_are_those_of_records() {
        assert_eq!(doublings(0.5), 0.0);
        for logit in [-5.0, -1.0, -0.1, 0.3, 2.0, 6.0] {
            let record = Record::new(0, logit);
            let error = doublings(record.win_probability()) - record.doublings();
            assert!(error.abs() < 2e-3, "{logit}: {error}");
        }
        assert!((doublings(1.0) - MOST_DOUBLINGS).abs() < 0.01);
        assert!((doublings(0.0) + MOST_DOUBLINGS).abs() < 0.01);
    }
}
