//! 512-bit vectors with the extensions of 2019 and later (Ice Lake, Zen 4): a `Quad` is one register.

use core::arch::x86_64::*;

use super::Task;
use super::machine::{Machine, Sides};
use crate::board::STEPS;
use crate::territory::census::{AMAZON_BITS, Census};
use crate::territory::features::Board;
use crate::territory::network::Network;

/// The proof that this machine has what the file needs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx512(());

impl Avx512 {
    pub(super) fn detect() -> Option<Avx512> {
        (is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("avx512vbmi2")
            && is_x86_feature_detected!("avx512vnni")
            && is_x86_feature_detected!("avx512vpopcntdq")
            && is_x86_feature_detected!("gfni")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt"))
        .then_some(Avx512(()))
    }

    #[inline]
    pub(super) fn run<T: Task>(self, task: T) -> T::Output {
        // SAFETY: `detect`, the only maker of `self`, found every feature that `run` enables.
        unsafe { run(self, task) }
    }
}

#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,avx512vpopcntdq,gfni,popcnt,bmi1,bmi2,lzcnt"
)]
fn run<T: Task>(m: Avx512, task: T) -> T::Output {
    task.run(m)
}

/// Calls instructions of this machine.
macro_rules! native {
    ($value:expr) => {
        // SAFETY: the instructions exist, since `self` does: `detect` found every feature they need. None touches memory.
        unsafe { $value }
    };
}

pub(super) use native;

impl Avx512 {
    /// By how many bits `N` steps move the two halves of each set.
    #[inline(always)]
    fn distances<const N: usize>(self) -> __m512i {
        const { assert!(N * STEPS[3] < 64) };
        let by = STEPS.map(|step| (N * step) as i64);
        native!(_mm512_set_epi64(
            by[3], by[3], by[2], by[2], by[1], by[1], by[0], by[0]
        ))
    }
}

impl Machine for Avx512 {
    type Quad = __m512i;
    type Pair = __m256i;
    type Tally = __m256i;

    #[inline(always)]
    fn quad(self, set: u128) -> __m512i {
        native!(_mm512_broadcast_i32x4(vector(set)))
    }

    #[inline(always)]
    fn and(self, a: __m512i, b: __m512i) -> __m512i {
        native!(_mm512_and_si512(a, b))
    }

    #[inline(always)]
    fn xor(self, a: __m512i, b: __m512i) -> __m512i {
        native!(_mm512_xor_si512(a, b))
    }

    #[inline(always)]
    fn or_and(self, a: __m512i, b: __m512i, c: __m512i) -> __m512i {
        native!(_mm512_ternarylogic_epi64::<{ OR_AND }>(a, b, c))
    }

    #[inline(always)]
    fn up<const N: usize>(self, a: __m512i) -> __m512i {
        native!(_mm512_shldv_epi64(
            a,
            _mm512_bslli_epi128::<8>(a),
            self.distances::<N>()
        ))
    }

    #[inline(always)]
    fn down<const N: usize>(self, a: __m512i) -> __m512i {
        native!(_mm512_shrdv_epi64(
            a,
            _mm512_bsrli_epi128::<8>(a),
            self.distances::<N>()
        ))
    }

    #[inline(always)]
    fn union(self, a: __m512i, b: __m512i) -> __m512i {
        native!({
            let all = _mm512_or_si512(a, b);
            let all = _mm512_or_si512(all, _mm512_shuffle_i64x2::<0b01_00_11_10>(all, all));
            _mm512_or_si512(all, _mm512_shuffle_i64x2::<0b10_11_00_01>(all, all))
        })
    }

    #[inline(always)]
    fn shift_in_all(self, a: __m512i) -> __m512i {
        native!(_mm512_alignr_epi64::<6>(a, _mm512_set1_epi64(-1)))
    }

    #[inline(always)]
    fn is_empty(self, a: __m512i) -> bool {
        native!(_mm512_test_epi64_mask(a, a) == 0)
    }

    #[inline(always)]
    fn counts(self, a: __m512i) -> [i32; 4] {
        native!({
            let halves = _mm512_popcnt_epi64(a);
            let sums = _mm512_add_epi64(halves, _mm512_bsrli_epi128::<8>(halves));
            let low = _mm512_permutexvar_epi32(
                _mm512_setr_epi32(0, 4, 8, 12, 0, 4, 8, 12, 0, 4, 8, 12, 0, 4, 8, 12),
                sums,
            );
            core::mem::transmute::<__m128i, [i32; 4]>(_mm512_castsi512_si128(low))
        })
    }

    #[inline(always)]
    fn pair(self, white: u128, black: u128) -> __m256i {
        native!(_mm256_set_m128i(vector(black), vector(white)))
    }

    #[inline(always)]
    fn pair_of(self, white: __m512i, black: __m512i) -> __m256i {
        native!(_mm256_blend_epi32::<0xf0>(
            _mm512_castsi512_si256(white),
            _mm512_castsi512_si256(black)
        ))
    }

    #[inline(always)]
    fn quad_of(self, low: __m256i, high: __m256i) -> __m512i {
        native!(_mm512_inserti64x4::<1>(_mm512_castsi256_si512(low), high))
    }

    #[inline(always)]
    fn sets(self, a: __m256i) -> [u128; 2] {
        // SAFETY: both are 32 bytes of plain bits.
        unsafe { core::mem::transmute::<__m256i, [u128; 2]>(a) }
    }

    #[inline(always)]
    fn swap(self, a: __m256i) -> __m256i {
        native!(_mm256_permute4x64_epi64::<0b01_00_11_10>(a))
    }

    #[inline(always)]
    fn grow(self, a: __m256i, passable: __m256i) -> __m256i {
        native!({
            let up = _mm256_shldi_epi64::<{ STEPS[0] as i32 }>(a, _mm256_bslli_epi128::<8>(a));
            let down = _mm256_shrdi_epi64::<{ STEPS[0] as i32 }>(a, _mm256_bsrli_epi128::<8>(a));
            let row = _mm256_or_si256(_mm256_or_si256(up, down), a);
            let up = _mm256_shldi_epi64::<{ STEPS[2] as i32 }>(row, _mm256_bslli_epi128::<8>(row));
            let down =
                _mm256_shrdi_epi64::<{ STEPS[2] as i32 }>(row, _mm256_bsrli_epi128::<8>(row));
            _mm256_and_si256(_mm256_or_si256(_mm256_or_si256(up, down), row), passable)
        })
    }

    #[inline(always)]
    fn minus(self, a: __m256i, b: __m256i) -> __m256i {
        native!(_mm256_andnot_si256(b, a))
    }

    #[inline(always)]
    fn or(self, a: __m256i, b: __m256i) -> __m256i {
        native!(_mm256_or_si256(a, b))
    }

    #[inline(always)]
    fn pair_or_and(self, a: __m256i, b: __m256i, c: __m256i) -> __m256i {
        native!(_mm256_ternarylogic_epi64::<{ OR_AND }>(a, b, c))
    }

    #[inline(always)]
    fn pair_or_minus(self, a: __m256i, b: __m256i, c: __m256i) -> __m256i {
        native!(_mm256_ternarylogic_epi64::<{ OR_MINUS }>(a, b, c))
    }

    #[inline(always)]
    fn are_same(self, a: __m256i, b: __m256i, c: __m256i) -> bool {
        native!({
            let differences = _mm256_or_si256(_mm256_xor_si256(a, b), _mm256_xor_si256(a, c));
            _mm256_testz_si256(differences, differences) != 0
        })
    }

    #[inline(always)]
    fn no_tally(self) -> __m256i {
        native!(_mm256_setzero_si256())
    }

    #[inline(always)]
    fn add(self, tally: __m256i, a: __m256i) -> __m256i {
        native!(_mm256_add_epi64(tally, _mm256_popcnt_epi64(a)))
    }

    #[inline(always)]
    fn double_and_add(self, tally: __m256i, a: __m256i) -> __m256i {
        native!(_mm256_add_epi64(
            _mm256_add_epi64(tally, tally),
            _mm256_popcnt_epi64(a)
        ))
    }

    #[inline(always)]
    fn lead(self, tally: __m256i) -> i64 {
        native!({
            let halves = _mm_sub_epi64(
                _mm256_castsi256_si128(tally),
                _mm256_extracti128_si256::<1>(tally),
            );
            _mm_cvtsi128_si64(_mm_add_epi64(halves, _mm_unpackhi_epi64(halves, halves)))
        })
    }

    #[inline(always)]
    fn immobility(self, board: &Board, reached: [u128; 2], neighbours: [u128; 4]) -> [i32; 2] {
        self.count_immobility(board, reached, neighbours)
    }

    #[inline(always)]
    fn quad_from(self, sets: [u128; 4]) -> __m512i {
        self.quad_of(self.pair(sets[0], sets[1]), self.pair(sets[2], sets[3]))
    }

    #[inline(always)]
    fn firsts(self, pairs: [__m256i; 4]) -> __m512i {
        native!(self.quad_of(
            _mm256_permute2x128_si256::<0x20>(pairs[0], pairs[1]),
            _mm256_permute2x128_si256::<0x20>(pairs[2], pairs[3]),
        ))
    }

    #[inline(always)]
    fn seconds(self, pairs: [__m256i; 4]) -> __m512i {
        native!(self.quad_of(
            _mm256_permute2x128_si256::<0x31>(pairs[0], pairs[1]),
            _mm256_permute2x128_si256::<0x31>(pairs[2], pairs[3]),
        ))
    }

    #[inline(always)]
    fn first(self, pair: __m256i) -> __m512i {
        native!(_mm512_broadcast_i32x4(_mm256_castsi256_si128(pair)))
    }

    #[inline(always)]
    fn second(self, pair: __m256i) -> __m512i {
        native!({
            let pair = _mm512_castsi256_si512(pair);
            _mm512_shuffle_i64x2::<0b01_01_01_01>(pair, pair)
        })
    }

    #[inline(always)]
    fn count_groups(self, groups: [[__m512i; 8]; 4]) -> [u8; 128] {
        let halves = [
            self.pack::<false>(groups[0]),
            self.pack::<false>(groups[1]),
            self.pack::<true>(groups[2]),
            self.pack::<false>(groups[3]),
        ];
        let counts = native!([
            _mm512_add_epi8(
                _mm512_unpacklo_epi64(halves[0], halves[1]),
                _mm512_unpackhi_epi64(halves[0], halves[1]),
            ),
            // More amazons than a byte holds count as what it holds.
            _mm512_adds_epu8(
                _mm512_unpacklo_epi64(halves[2], halves[3]),
                _mm512_unpackhi_epi64(halves[2], halves[3]),
            ),
        ]);
        // SAFETY: both are 128 bytes of plain bits.
        unsafe { core::mem::transmute::<[__m512i; 2], [u8; 128]>(counts) }
    }

    #[inline(always)]
    fn freedom(self, sides: Sides, neighbours: [u128; 4]) -> [u8; 16] {
        self.count_freedom(sides, neighbours)
    }

    #[inline(always)]
    fn last_sum(self, network: &Network, census: &Census) -> i32 {
        self.run_network(network, census)
    }
}

impl Avx512 {
    /// The numbers of squares in 64 bits each of eight quads, a byte a quad.
    #[inline(always)]
    fn pack<const AMAZONS: bool>(self, quads: [__m512i; 8]) -> __m512i {
        native!({
            let mut c = quads;
            for quad in &mut c {
                *quad = _mm512_popcnt_epi64(*quad);
            }
            if AMAZONS {
                let most = _mm512_set1_epi64(u8::MAX.into());
                c[6] = _mm512_min_epu64(_mm512_slli_epi64::<AMAZON_BITS>(c[6]), most);
                c[7] = _mm512_min_epu64(_mm512_slli_epi64::<AMAZON_BITS>(c[7]), most);
            }
            let a = or3(
                c[0],
                _mm512_slli_epi64::<8>(c[1]),
                _mm512_slli_epi64::<16>(c[2]),
            );
            let b = or3(
                _mm512_slli_epi64::<24>(c[3]),
                _mm512_slli_epi64::<32>(c[4]),
                _mm512_slli_epi64::<40>(c[5]),
            );
            let c = _mm512_or_si512(_mm512_slli_epi64::<48>(c[6]), _mm512_slli_epi64::<56>(c[7]));
            or3(a, b, c)
        })
    }
}

/// `a | b | c`.
#[inline(always)]
fn or3(a: __m512i, b: __m512i, c: __m512i) -> __m512i {
    native!(_mm512_ternarylogic_epi64::<0b1111_1110>(a, b, c))
}

/// `a | b & c` and `a | b & !c` as truth tables of the ternary logic instruction: bit 4a + 2b + c.
const OR_AND: i32 = 0b1111_1000;
const OR_MINUS: i32 = 0b1111_0100;

#[inline(always)]
pub(super) fn vector(set: u128) -> __m128i {
    // SAFETY: both are 16 bytes of plain bits.
    unsafe { core::mem::transmute::<u128, __m128i>(set) }
}
