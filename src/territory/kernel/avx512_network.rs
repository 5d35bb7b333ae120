//! The network with 512-bit vectors: a unit a lane, four counts an instruction.

use core::arch::x86_64::*;

use super::avx512::{Avx512, native};
use crate::territory::census::Census;
use crate::territory::network::{FIRST, FIRST_BITS, FOURS, Network, ON, SECOND, SECOND_BITS, four};

/// Sums that are made side by side, because each multiplication waits five cycles for the last one of its sum.
const CHAINS: usize = 4;

const _: () = assert!(FIRST == 32 && SECOND == 16);

impl Avx512 {
    /// See [`Machine::last_sum`](super::machine::Machine::last_sum).
    #[inline(always)]
    pub(super) fn run_network(self, network: &Network, census: &Census) -> i32 {
        let units = self.first_layer(network, census);
        native!({
            let mut sums = [load(&network.second_bias), _mm512_setzero_si512()];
            for (i, weights) in network.second.iter().enumerate() {
                let four = _mm512_set1_epi32(four(&units, i));
                sums[i % 2] = _mm512_dpbusd_epi32(sums[i % 2], four, load(weights));
            }
            let sum = _mm512_srai_epi32::<SECOND_BITS>(_mm512_add_epi32(sums[0], sums[1]));
            let on = _mm512_set1_epi32(ON);
            let units = _mm512_min_epi32(_mm512_max_epi32(sum, _mm512_setzero_si512()), on);
            // Units and weights take 16 bits at most.
            let products = _mm512_madd_epi16(units, load(&network.last));
            network.last_bias + _mm512_reduce_add_epi32(products)
        })
    }

    #[inline(always)]
    fn first_layer(self, network: &Network, census: &Census) -> [u8; FIRST] {
        native!({
            let mut low = [_mm512_setzero_si512(); CHAINS];
            let mut high = low;
            let bias: &[[i32; 16]; 2] = &*(&raw const network.first_bias).cast();
            (low[0], high[0]) = (load(&bias[0]), load(&bias[1]));
            for i in 0..FOURS {
                let weights: &[[[i8; 4]; 16]; 2] = &*(&raw const network.first[i]).cast();
                let counts = _mm512_set1_epi32(four(&census.0, i));
                let chain = i % CHAINS;
                low[chain] = _mm512_dpbusd_epi32(low[chain], counts, load(&weights[0]));
                high[chain] = _mm512_dpbusd_epi32(high[chain], counts, load(&weights[1]));
            }
            let units = [self.units(low), self.units(high)];
            core::mem::transmute::<[__m128i; 2], [u8; FIRST]>(units)
        })
    }

    /// Units as bytes.
    #[inline(always)]
    fn units(self, sums: [__m512i; CHAINS]) -> __m128i {
        native!({
            let sum = _mm512_add_epi32(
                _mm512_add_epi32(sums[0], sums[1]),
                _mm512_add_epi32(sums[2], sums[3]),
            );
            let positive = _mm512_max_epi32(sum, _mm512_setzero_si512());
            const { assert!(ON == i8::MAX as i32) };
            _mm512_cvtsepi32_epi8(_mm512_srai_epi32::<FIRST_BITS>(positive))
        })
    }
}

/// Loads 64 bytes.
#[inline(always)]
fn load<T: Copy>(bytes: &T) -> __m512i {
    const { assert!(size_of::<T>() == 64) };
    // SAFETY: both are 64 bytes of plain bits.
    unsafe { core::mem::transmute_copy::<T, __m512i>(bytes) }
}
