//! A small network over the census: the logit of the mover's win.
//!
//! All of it is integers, so that every machine comes to the same result. 32 units, then 16, then one sum; units are between 0
//! and 1, which is 127.

use super::census::{Census, LEN};

/// Units of the first layer.
pub const FIRST: usize = 32;
/// Units of the second layer.
pub const SECOND: usize = 16;
/// A unit that is fully on.
pub const ON: i32 = 127;
/// The first layer's sums are in units of 1/([`ON`] * 2^this).
pub const FIRST_BITS: u32 = 4;
/// The second layer's weights are in units of 2^-this, and so are its sums in those of 1/[`ON`].
pub const SECOND_BITS: u32 = 6;
/// The last weights are in units of 2^-this.
pub const LAST_BITS: u32 = 10;

/// Counts four at a time, as the multiplications take them.
pub(crate) const FOURS: usize = LEN / 4;

/// Weights in the order in which they are needed.
#[repr(C, align(64))]
pub struct Network {
    /// For four counts the four weights of each unit.
    pub(crate) first: [[[i8; 4]; FIRST]; FOURS],
    pub(crate) second: [[[i8; 4]; SECOND]; FIRST / 4],
    pub(crate) first_bias: [i32; FIRST],
    pub(crate) second_bias: [i32; SECOND],
    pub(crate) last: [i32; SECOND],
    pub(crate) last_bias: i32,
}

/// The crate's weights.
pub(crate) static NETWORK: Network =
    Network::parse(include_bytes!("weights/network.txt")).expect("weights/network.txt is complete");

impl Network {
    /// Reads the numbers of a text in which lines with `#` are comments: the first layer's weights, a line for each count; its
    /// biases; the second layer's, a line for each unit of the first; its biases; the last weights and the last bias.
    ///
    /// `None` when there are too few numbers, or one is too great.
    #[must_use]
    pub const fn parse(text: &[u8]) -> Option<Network> {
        let mut network = Network {
            first: [[[0; 4]; FIRST]; FOURS],
            second: [[[0; 4]; SECOND]; FIRST / 4],
            first_bias: [0; FIRST],
            second_bias: [0; SECOND],
            last: [0; SECOND],
            last_bias: 0,
        };
        let mut numbers = Numbers {
            text,
            at: 0,
            failed: false,
        };
        let mut count = 0;
        while count < LEN {
            let mut unit = 0;
            while unit < FIRST {
                network.first[count / 4][unit][count % 4] =
                    numbers.next_within(i8::MAX as i32) as i8;
                unit += 1;
            }
            count += 1;
        }
        let mut unit = 0;
        while unit < FIRST {
            network.first_bias[unit] = numbers.next_within(MOST);
            unit += 1;
        }
        let mut input = 0;
        while input < FIRST {
            let mut unit = 0;
            while unit < SECOND {
                network.second[input / 4][unit][input % 4] =
                    numbers.next_within(i8::MAX as i32) as i8;
                unit += 1;
            }
            input += 1;
        }
        let mut unit = 0;
        while unit < SECOND {
            network.second_bias[unit] = numbers.next_within(MOST);
            unit += 1;
        }
        let mut unit = 0;
        while unit < SECOND {
            network.last[unit] = numbers.next_within(MOST);
            unit += 1;
        }
        network.last_bias = numbers.next_within(1 << 24);
        if numbers.failed { None } else { Some(network) }
    }

    /// The weights that are compiled in.
    #[must_use]
    pub fn current() -> &'static Network {
        &NETWORK
    }

    /// The logit of the mover's win.
    #[must_use]
    pub fn logit(&self, census: &Census) -> f32 {
        self.last_sum(self.first_sums(census)) as f32 * OUT_UNIT
    }

    /// The first layer's sums, straightforwardly.
    #[inline(always)]
    pub(super) fn first_sums(&self, census: &Census) -> [i32; FIRST] {
        let mut sums = self.first_bias;
        for (counts, weights) in census.0.chunks_exact(4).zip(&self.first) {
            if counts == [0; 4] {
                continue;
            }
            for (sum, weights) in sums.iter_mut().zip(weights) {
                for (&count, &weight) in counts.iter().zip(weights) {
                    *sum += i32::from(count) * i32::from(weight);
                }
            }
        }
        sums
    }

    /// The sum of the last layer, in units of [`OUT_UNIT`].
    #[inline(always)]
    pub(super) fn last_sum(&self, first_sums: [i32; FIRST]) -> i32 {
        let first = first_sums.map(|sum| (sum >> FIRST_BITS).clamp(0, ON));
        let mut sums = self.second_bias;
        for (units, weights) in first.chunks_exact(4).zip(&self.second) {
            for (sum, weights) in sums.iter_mut().zip(weights) {
                for (&unit, &weight) in units.iter().zip(weights) {
                    *sum += unit * i32::from(weight);
                }
            }
        }
        let mut out = self.last_bias;
        for (sum, weight) in sums.into_iter().zip(self.last) {
            out += (sum >> SECOND_BITS).clamp(0, ON) * weight;
        }
        out
    }
}

/// The logit of the mover's win is the last sum times this.
pub(crate) const OUT_UNIT: f32 = 1.0 / (ON << LAST_BITS) as f32;

/// Biases and last weights are at most this, so that no sum overflows and 16 bits hold the last weights.
const MOST: i32 = i16::MAX as i32;

/// Four bytes as a number, as the multiplications take them.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(crate) fn four(bytes: &[u8], nth: usize) -> i32 {
    let mut four = [0; 4];
    four.copy_from_slice(&bytes[4 * nth..4 * nth + 4]);
    i32::from_le_bytes(four)
}

/// Reads the numbers of a text, one after the other.
struct Numbers<'a> {
    text: &'a [u8],
    at: usize,
    /// Whether a number was missing or too great.
    failed: bool,
}

impl Numbers<'_> {
    /// The next number; 0, and a failure, when there is none or it is more than `most` away from zero.
    const fn next_within(&mut self, most: i32) -> i32 {
        while self.at < self.text.len() && !matches!(self.text[self.at], b'-' | b'0'..=b'9') {
            if self.text[self.at] == b'#' {
                while self.at < self.text.len() && self.text[self.at] != b'\n' {
                    self.at += 1;
                }
            } else {
                self.at += 1;
            }
        }
        let first = self.at;
        let mut number = 0;
        while self.at < self.text.len() && matches!(self.text[self.at], b'-' | b'0'..=b'9') {
            if self.text[self.at] != b'-' {
                number = 10 * number + (self.text[self.at] - b'0') as i32;
            }
            if number > most {
                self.failed = true;
                return 0;
            }
            self.at += 1;
        }
        if first == self.at {
            self.failed = true;
            return 0;
        }
        if self.text[first] == b'-' {
            -number
        } else {
            number
        }
    }
}
