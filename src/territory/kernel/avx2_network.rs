//! The network with 256-bit vectors: eight units a register, four counts an instruction.
//!
//! Sums of the first layer take 16 bits as long as neither side has more amazons than a game begins with. Each of three
//! groups of squares is told apart into its counts, so that these sum up to 100 at most, and with weights of at most 127 to
//! 12,700; an amazon is 16 and its freedom 32.

use core::arch::x86_64::*;

use super::avx2::{Avx2, native};
use crate::territory::census::{AMAZON_BITS, Census, FREEDOM, FREEDOM_UNIT, LEN};
use crate::territory::network::{FIRST, FIRST_BITS, FOURS, Network, ON, SECOND, SECOND_BITS, four};

/// Registers that the units of the first layer take.
const PARTS: usize = 4;

/// Amazons a side.
const MOST_AMAZONS: u32 = 4;

/// What the squares of one group come to at most.
const GROUP_MOST: u32 = 100 * i8::MAX as u32;
const AMAZONS_MOST: u32 = 2 * (MOST_AMAZONS << AMAZON_BITS) * i8::MAX as u32;
const FREEDOM_MOST: u32 = 2 * MOST_AMAZONS * FREEDOM_UNIT * i8::MAX as u32;

const _: () = {
    assert!(FIRST == 8 * PARTS && SECOND == 16);
    assert!(3 * 16 + 16 == FREEDOM / 2 && LEN == FREEDOM + 16);
    assert!(2 * GROUP_MOST <= i16::MAX as u32);
    assert!(GROUP_MOST + AMAZONS_MOST <= i16::MAX as u32);
    assert!(FREEDOM_MOST <= i16::MAX as u32);
};

type Sums = [__m256i; PARTS];

impl Avx2 {
    /// See [`Machine::last_sum`](super::machine::Machine::last_sum).
    #[inline(always)]
    pub(super) fn run_network(self, network: &Network, census: &Census) -> i32 {
        native!({
            let freedom = load(&census.0, LEN - 32);
            let freedom = _mm256_extracti128_si256::<1>(freedom);
            let sums = _mm_sad_epu8(freedom, _mm_setzero_si128());
            let most = (MOST_AMAZONS * FREEDOM_UNIT) as i32;
            if _mm_movemask_epi8(_mm_cmpgt_epi32(sums, _mm_set1_epi32(most))) != 0 {
                return network.last_sum(network.first_sums(census));
            }
        });
        let units = self.first_layer(network, census);
        native!({
            let ones = _mm256_set1_epi16(1);
            let mut low = load(&network.second_bias, 0);
            let mut high = load(&network.second_bias, 8);
            for (i, weights) in network.second.iter().enumerate() {
                let four = _mm256_set1_epi32(four(&units, i));
                let pairs = _mm256_maddubs_epi16(four, load(weights, 0));
                low = _mm256_add_epi32(low, _mm256_madd_epi16(pairs, ones));
                let pairs = _mm256_maddubs_epi16(four, load(weights, 8));
                high = _mm256_add_epi32(high, _mm256_madd_epi16(pairs, ones));
            }
            let products = _mm256_add_epi32(
                _mm256_mullo_epi32(unit::<{ SECOND_BITS as i32 }>(low), load(&network.last, 0)),
                _mm256_mullo_epi32(unit::<{ SECOND_BITS as i32 }>(high), load(&network.last, 8)),
            );
            let four = _mm_add_epi32(
                _mm256_castsi256_si128(products),
                _mm256_extracti128_si256::<1>(products),
            );
            let two = _mm_add_epi32(four, _mm_unpackhi_epi64(four, four));
            let one = _mm_add_epi32(two, _mm_shuffle_epi32::<1>(two));
            network.last_bias + _mm_cvtsi128_si32(one)
        })
    }

    #[inline(always)]
    fn first_layer(self, network: &Network, census: &Census) -> [u8; FIRST] {
        native!({
            let zero = [_mm256_setzero_si256(); PARTS];
            let (mut kings, mut queens, mut freedom) = (zero, zero, zero);
            const HALF: usize = FREEDOM / 8;
            for i in 0..HALF {
                self.add_four(network, census, i, &mut kings);
            }
            for row in 0..4 {
                let first = HALF + 4 * row;
                self.add_four(network, census, first, &mut queens);
                self.add_four(network, census, first + 1, &mut queens);
                self.add_four(network, census, first + 2, &mut kings);
                self.add_four(network, census, first + 3, &mut kings);
            }
            for i in 2 * HALF..FOURS {
                self.add_four(network, census, i, &mut freedom);
            }
            let ones = _mm256_set1_epi16(1);
            let mut units = zero;
            for part in 0..PARTS {
                let mut sum = load(&network.first_bias, 8 * part);
                for sums in [kings, queens, freedom] {
                    sum = _mm256_add_epi32(sum, _mm256_madd_epi16(sums[part], ones));
                }
                units[part] = unit::<{ FIRST_BITS as i32 }>(sum);
            }
            let low = _mm256_packs_epi32(units[0], units[1]);
            let high = _mm256_packs_epi32(units[2], units[3]);
            // Packing leaves fours of the parts 0 to 3, then again.
            let mixed = _mm256_packs_epi16(low, high);
            let order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
            let units = _mm256_permutevar8x32_epi32(mixed, order);
            core::mem::transmute::<__m256i, [u8; FIRST]>(units)
        })
    }

    /// Adds what four counts give to each unit, two numbers of 16 bits.
    #[inline(always)]
    fn add_four(self, network: &Network, census: &Census, nth: usize, sums: &mut Sums) {
        native!({
            let counts = _mm256_set1_epi32(four(&census.0, nth));
            for (part, sum) in sums.iter_mut().enumerate() {
                let weights = load(&network.first[nth], 8 * part);
                *sum = _mm256_add_epi16(*sum, _mm256_maddubs_epi16(counts, weights));
            }
        });
    }
}

/// Units from sums with so many bits more.
#[inline(always)]
fn unit<const BITS: i32>(sum: __m256i) -> __m256i {
    native!(_mm256_min_epi32(
        _mm256_max_epi32(_mm256_srai_epi32::<BITS>(sum), _mm256_setzero_si256()),
        _mm256_set1_epi32(ON),
    ))
}

/// The 32 bytes from the number `at` on.
#[inline(always)]
fn load<T: Copy>(numbers: &[T], at: usize) -> __m256i {
    let numbers = &numbers[at..at + 32 / size_of::<T>()];
    native!(_mm256_loadu_si256(numbers.as_ptr().cast()))
}
