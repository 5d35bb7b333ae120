//! How much an amazon's mobility counts: 2^(-alpha/6) and 2^(-alpha/24) in fixed point.

use crate::territory::census::{FREEDOM_KNOTS, FREEDOM_UNIT};
use crate::territory::features::{ALPHA_UNIT, IMMOBILITY_UNIT};

/// Steps of the table in one unit of alpha.
const STEPS: usize = 8;
/// Alpha is below 128: at most eight lines of squares with at most eight empty neighbours, weighted 1, 1/2, 1/4...
const LENGTH: usize = 128 * STEPS;
/// 2^(-1/192), the 192nd root of one half: one table step of 2^(-alpha/24).
const STEP_FACTOR: f64 = 0.996_396_367_160_814_6;

/// Units of alpha in a table step.
const DIVISOR: u32 = ALPHA_UNIT as u32 / STEPS as u32;

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
pub(super) fn of(alpha: u32) -> [i32; 2] {
    let index = (alpha + DIVISOR / 2) / DIVISOR;
    let [fast, slow] = TABLE[(index as usize).min(LENGTH - 1)];
    [i32::from(fast), i32::from(slow)]
}

/// [`of`] for eight alphas: the first result in the low half of each number, the second in the high half.
///
/// # Safety
/// The machine has AVX2.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) unsafe fn gather(alphas: core::arch::x86_64::__m256i) -> core::arch::x86_64::__m256i {
    use core::arch::x86_64::*;
    const SHIFT: i32 = DIVISOR.trailing_zeros() as i32;
    const { assert!(LENGTH.is_power_of_two() && size_of_val(&TABLE) == 4 * LENGTH) };
    // SAFETY: the caller vouches for the instructions; the mask keeps every index within the table, whose entries are four
    // bytes each.
    unsafe {
        let rounded = _mm256_add_epi32(alphas, _mm256_set1_epi32(DIVISOR as i32 / 2));
        let index = _mm256_srli_epi32::<SHIFT>(rounded);
        let index = _mm256_and_si256(index, _mm256_set1_epi32(LENGTH as i32 - 1));
        _mm256_i32gather_epi32::<4>((&raw const TABLE).cast(), index)
    }
}

/// An amazon's freedom by its alpha, in table steps: what it gives to each knot.
static FREEDOM: [u64; LENGTH] = {
    let mut table = [0; LENGTH];
    let mut index = 0;
    while index < LENGTH {
        let mut knot = 0;
        while knot + 2 < FREEDOM_KNOTS.len() && index >= STEPS * FREEDOM_KNOTS[knot + 1] as usize {
            knot += 1;
        }
        let low = STEPS as u32 * FREEDOM_KNOTS[knot];
        let width = STEPS as u32 * FREEDOM_KNOTS[knot + 1] - low;
        let past = (index as u32 - low) * FREEDOM_UNIT;
        let high = (past + width / 2) / width;
        let high = if high < FREEDOM_UNIT {
            high
        } else {
            FREEDOM_UNIT
        };
        let mut bytes = [0; 8];
        bytes[knot] = (FREEDOM_UNIT - high) as u8;
        bytes[knot + 1] = high as u8;
        table[index] = u64::from_le_bytes(bytes);
        index += 1;
    }
    table
};

/// What an amazon gives to each knot of the freedom, alpha in [`ALPHA_UNIT`]ths.
#[inline(always)]
pub(super) fn freedom_of(alpha: u32) -> [u8; 8] {
    let index = (alpha + DIVISOR / 2) / DIVISOR;
    FREEDOM[(index as usize).min(LENGTH - 1)].to_le_bytes()
}

/// [`freedom_of`] for four alphas.
///
/// # Safety
/// The machine has AVX2.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) unsafe fn gather_freedom(
    alphas: core::arch::x86_64::__m128i,
) -> core::arch::x86_64::__m256i {
    use core::arch::x86_64::*;
    const SHIFT: i32 = DIVISOR.trailing_zeros() as i32;
    // SAFETY: the caller vouches for the instructions; the mask keeps every index within the table, whose entries are eight
    // bytes each.
    unsafe {
        let rounded = _mm_add_epi32(alphas, _mm_set1_epi32(DIVISOR as i32 / 2));
        let index = _mm_srli_epi32::<SHIFT>(rounded);
        let index = _mm_and_si128(index, _mm_set1_epi32(LENGTH as i32 - 1));
        _mm256_i32gather_epi64::<8>((&raw const FREEDOM).cast(), index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_the_power_of_two() {
        for alpha in 0..127 * ALPHA_UNIT as u32 {
            let exact = f64::from(alpha) / f64::from(ALPHA_UNIT);
            let [fast, slow] = of(alpha).map(|v| f64::from(v) / f64::from(IMMOBILITY_UNIT));
            assert!((fast - (-exact / 6.0).exp2()).abs() < 0.008, "{exact}");
            assert!((slow - (-exact / 24.0).exp2()).abs() < 0.002, "{exact}");
        }
        assert_eq!(of(0), [IMMOBILITY_UNIT; 2]);
    }
}
