//! How much an amazon's mobility counts: 2^(-alpha/6) and 2^(-alpha/24) in fixed point.

use crate::territory::features::{ALPHA_UNIT, IMMOBILITY_UNIT};

/// Steps of the table in one unit of alpha.
const STEPS: usize = 8;
/// Alpha is below 128: at most eight lines of squares with at most eight empty neighbours, weighted 1, 1/2, 1/4...
const LENGTH: usize = 128 * STEPS;
/// 2^(-1/192), the 192nd root of one half: one table step of 2^(-alpha/24).
const STEP_FACTOR: f64 = 0.996_396_367_160_814_6;

static TABLE: [[u16; 2]; LENGTH] = {
    let mut table = [[0; 2]; LENGTH];
    let mut slow = 1.0;
    let mut index = 0;
    while index < LENGTH {
        let fast = slow * slow * slow * slow;
        let unit = IMMOBILITY_UNIT as f64;
        table[index] = [(fast * unit + 0.5) as u16, (slow * unit + 0.5) as u16];
        slow *= STEP_FACTOR;
        index += 1;
    }
    table
};

/// 2^(-alpha/6) and 2^(-alpha/24), alpha in [`ALPHA_UNIT`]ths, the result in [`IMMOBILITY_UNIT`]ths.
#[inline(always)]
pub(super) fn immobility(alpha: u32) -> [i32; 2] {
    const DIVISOR: u32 = ALPHA_UNIT as u32 / STEPS as u32;
    let index = (alpha + DIVISOR / 2) / DIVISOR;
    let [fast, slow] = TABLE[(index as usize).min(LENGTH - 1)];
    [i32::from(fast), i32::from(slow)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_the_power_of_two() {
        for alpha in 0..127 * ALPHA_UNIT as u32 {
            let exact = f64::from(alpha) / f64::from(ALPHA_UNIT);
            let [fast, slow] = immobility(alpha).map(|v| f64::from(v) / f64::from(IMMOBILITY_UNIT));
            assert!((fast - (-exact / 6.0).exp2()).abs() < 0.008, "{exact}");
            assert!((slow - (-exact / 24.0).exp2()).abs() < 0.002, "{exact}");
        }
        assert_eq!(immobility(0), [IMMOBILITY_UNIT; 2]);
    }
}
