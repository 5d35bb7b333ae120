//! 256-bit vectors (Haswell, Zen 1 and later): a `Quad` is two registers.

use core::arch::x86_64::*;

use super::Task;
use super::machine::{Machine, Sides};
use crate::board::STEPS;
use crate::territory::census::{AMAZON_BITS, Census};
use crate::territory::features::Board;
use crate::territory::network::Network;

/// The proof that this machine has what the file needs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx2(());

impl Avx2 {
    pub(super) fn detect() -> Option<Avx2> {
        (is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt"))
        .then_some(Avx2(()))
    }

    #[inline]
    pub(super) fn run<T: Task>(self, task: T) -> T::Output {
        // SAFETY: `detect`, the only maker of `self`, found every feature that `run` enables.
        unsafe { run(self, task) }
    }
}

#[target_feature(enable = "avx2,popcnt,bmi1,bmi2,lzcnt")]
fn run<T: Task>(m: Avx2, task: T) -> T::Output {
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

type Two = [__m256i; 2];

impl Avx2 {
    /// By how many bits `N` steps of two directions move the two halves of their sets.
    #[inline(always)]
    fn distances<const N: usize>(self, first: usize) -> __m256i {
        const { assert!(N * STEPS[3] < 64) };
        let by = [N * STEPS[first], N * STEPS[first + 1]].map(|by| by as i64);
        native!(_mm256_set_epi64x(by[1], by[1], by[0], by[0]))
    }

    /// 64 less that.
    #[inline(always)]
    fn rests<const N: usize>(self, first: usize) -> __m256i {
        native!(_mm256_sub_epi64(
            _mm256_set1_epi64x(64),
            self.distances::<N>(first)
        ))
    }

    #[inline(always)]
    fn two_up<const N: usize>(self, a: __m256i, first: usize) -> __m256i {
        native!({
            let carry = _mm256_srlv_epi64(_mm256_bslli_epi128::<8>(a), self.rests::<N>(first));
            _mm256_or_si256(_mm256_sllv_epi64(a, self.distances::<N>(first)), carry)
        })
    }

    #[inline(always)]
    fn two_down<const N: usize>(self, a: __m256i, first: usize) -> __m256i {
        native!({
            let carry = _mm256_sllv_epi64(_mm256_bsrli_epi128::<8>(a), self.rests::<N>(first));
            _mm256_or_si256(_mm256_srlv_epi64(a, self.distances::<N>(first)), carry)
        })
    }

    /// Each set and its neighbours `BY` bits up and down; `REST` is 64 less `BY`.
    #[inline(always)]
    fn spread<const BY: i32, const REST: i32>(self, a: __m256i) -> __m256i {
        const { assert!(BY + REST == 64) };
        native!({
            let up = _mm256_slli_epi64::<BY>(a);
            let up_carry = _mm256_srli_epi64::<REST>(_mm256_bslli_epi128::<8>(a));
            let down = _mm256_srli_epi64::<BY>(a);
            let down_carry = _mm256_slli_epi64::<REST>(_mm256_bsrli_epi128::<8>(a));
            let carries = _mm256_or_si256(up_carry, down_carry);
            _mm256_or_si256(_mm256_or_si256(_mm256_or_si256(up, down), a), carries)
        })
    }

    /// The numbers of squares in 64 bits each of eight quads, a byte a quad.
    #[inline(always)]
    fn pack<const AMAZONS: bool>(self, quads: &[Two; 8]) -> Two {
        let mut packed = quads[0];
        for (half, packed) in packed.iter_mut().enumerate() {
            native!({
                let mut c = [_mm256_setzero_si256(); 8];
                for (count, quad) in c.iter_mut().zip(quads) {
                    *count = self.count_ones(quad[half]);
                }
                if AMAZONS {
                    let most = _mm256_set1_epi16(u8::MAX.into());
                    c[6] =
                        _mm256_min_epu16(_mm256_slli_epi64::<{ AMAZON_BITS as i32 }>(c[6]), most);
                    c[7] =
                        _mm256_min_epu16(_mm256_slli_epi64::<{ AMAZON_BITS as i32 }>(c[7]), most);
                }
                let a = _mm256_or_si256(c[0], _mm256_slli_epi64::<8>(c[1]));
                let b = _mm256_or_si256(c[2], _mm256_slli_epi64::<8>(c[3]));
                let d = _mm256_or_si256(c[4], _mm256_slli_epi64::<8>(c[5]));
                let e = _mm256_or_si256(c[6], _mm256_slli_epi64::<8>(c[7]));
                let low = _mm256_or_si256(a, _mm256_slli_epi64::<16>(b));
                let high = _mm256_or_si256(d, _mm256_slli_epi64::<16>(e));
                *packed = _mm256_or_si256(low, _mm256_slli_epi64::<32>(high));
            });
        }
        packed
    }

    /// The number of ones in each 64 bits.
    #[inline(always)]
    fn count_ones(self, a: __m256i) -> __m256i {
        native!({
            let counts = _mm256_broadcastsi128_si256(_mm_setr_epi8(
                0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
            ));
            let nibble = _mm256_set1_epi8(0x0f);
            let low = _mm256_shuffle_epi8(counts, _mm256_and_si256(a, nibble));
            let high = _mm256_and_si256(_mm256_srli_epi16::<4>(a), nibble);
            let bytes = _mm256_add_epi8(low, _mm256_shuffle_epi8(counts, high));
            _mm256_sad_epu8(bytes, _mm256_setzero_si256())
        })
    }

    #[inline(always)]
    fn is_zero(self, a: __m256i) -> bool {
        native!(_mm256_testz_si256(a, a) != 0)
    }
}

impl Machine for Avx2 {
    type Quad = Two;
    type Pair = __m256i;
    type Tally = [i64; 2];

    #[inline(always)]
    fn quad(self, set: u128) -> Two {
        [self.pair(set, set); 2]
    }

    #[inline(always)]
    fn and(self, a: Two, b: Two) -> Two {
        native!([_mm256_and_si256(a[0], b[0]), _mm256_and_si256(a[1], b[1])])
    }

    #[inline(always)]
    fn xor(self, a: Two, b: Two) -> Two {
        native!([_mm256_xor_si256(a[0], b[0]), _mm256_xor_si256(a[1], b[1])])
    }

    #[inline(always)]
    fn or_and(self, a: Two, b: Two, c: Two) -> Two {
        [
            self.pair_or_and(a[0], b[0], c[0]),
            self.pair_or_and(a[1], b[1], c[1]),
        ]
    }

    #[inline(always)]
    fn up<const N: usize>(self, a: Two) -> Two {
        [self.two_up::<N>(a[0], 0), self.two_up::<N>(a[1], 2)]
    }

    #[inline(always)]
    fn down<const N: usize>(self, a: Two) -> Two {
        [self.two_down::<N>(a[0], 0), self.two_down::<N>(a[1], 2)]
    }

    #[inline(always)]
    fn union(self, a: Two, b: Two) -> Two {
        let all = self.or(self.or(a[0], a[1]), self.or(b[0], b[1]));
        [self.or(all, self.swap(all)); 2]
    }

    #[inline(always)]
    fn shift_in_all(self, a: Two) -> Two {
        native!([
            _mm256_permute2x128_si256::<0x20>(_mm256_set1_epi64x(-1), a[0]),
            _mm256_permute2x128_si256::<0x21>(a[0], a[1]),
        ])
    }

    #[inline(always)]
    fn is_empty(self, a: Two) -> bool {
        self.is_zero(self.or(a[0], a[1]))
    }

    #[inline(always)]
    fn counts(self, a: Two) -> [i32; 4] {
        let ([a, b], [c, d]) = (self.sets(a[0]), self.sets(a[1]));
        [
            a.count_ones() as i32,
            b.count_ones() as i32,
            c.count_ones() as i32,
            d.count_ones() as i32,
        ]
    }

    #[inline(always)]
    fn pair(self, white: u128, black: u128) -> __m256i {
        // SAFETY: both are 32 bytes of plain bits.
        unsafe { core::mem::transmute::<[u128; 2], __m256i>([white, black]) }
    }

    #[inline(always)]
    fn pair_of(self, white: Two, black: Two) -> __m256i {
        native!(_mm256_blend_epi32::<0xf0>(white[0], black[0]))
    }

    #[inline(always)]
    fn quad_of(self, low: __m256i, high: __m256i) -> Two {
        [low, high]
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
        let row = self.spread::<{ STEPS[0] as i32 }, { 64 - STEPS[0] as i32 }>(a);
        let square = self.spread::<{ STEPS[2] as i32 }, { 64 - STEPS[2] as i32 }>(row);
        native!(_mm256_and_si256(square, passable))
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
        native!(_mm256_or_si256(a, _mm256_and_si256(b, c)))
    }

    #[inline(always)]
    fn pair_or_minus(self, a: __m256i, b: __m256i, c: __m256i) -> __m256i {
        self.or(a, self.minus(b, c))
    }

    #[inline(always)]
    fn are_same(self, a: __m256i, b: __m256i, c: __m256i) -> bool {
        native!({
            let differences = _mm256_or_si256(_mm256_xor_si256(a, b), _mm256_xor_si256(a, c));
            _mm256_testz_si256(differences, differences) != 0
        })
    }

    #[inline(always)]
    fn no_tally(self) -> [i64; 2] {
        [0; 2]
    }

    #[inline(always)]
    fn add(self, tally: [i64; 2], a: __m256i) -> [i64; 2] {
        let [white, black] = self.sets(a);
        [
            tally[0] + i64::from(white.count_ones()),
            tally[1] + i64::from(black.count_ones()),
        ]
    }

    #[inline(always)]
    fn double_and_add(self, tally: [i64; 2], a: __m256i) -> [i64; 2] {
        self.add([2 * tally[0], 2 * tally[1]], a)
    }

    #[inline(always)]
    fn lead(self, tally: [i64; 2]) -> i64 {
        tally[0] - tally[1]
    }

    #[inline(always)]
    fn immobility(self, board: &Board, reached: [u128; 2], neighbours: [u128; 4]) -> [i32; 2] {
        self.count_immobility(board, reached, neighbours)
    }

    #[inline(always)]
    fn quad_from(self, sets: [u128; 4]) -> Two {
        [self.pair(sets[0], sets[1]), self.pair(sets[2], sets[3])]
    }

    #[inline(always)]
    fn firsts(self, pairs: [__m256i; 4]) -> Two {
        native!([
            _mm256_permute2x128_si256::<0x20>(pairs[0], pairs[1]),
            _mm256_permute2x128_si256::<0x20>(pairs[2], pairs[3]),
        ])
    }

    #[inline(always)]
    fn seconds(self, pairs: [__m256i; 4]) -> Two {
        native!([
            _mm256_permute2x128_si256::<0x31>(pairs[0], pairs[1]),
            _mm256_permute2x128_si256::<0x31>(pairs[2], pairs[3]),
        ])
    }

    #[inline(always)]
    fn first(self, pair: __m256i) -> Two {
        native!([_mm256_permute2x128_si256::<0x00>(pair, pair); 2])
    }

    #[inline(always)]
    fn second(self, pair: __m256i) -> Two {
        native!([_mm256_permute2x128_si256::<0x11>(pair, pair); 2])
    }

    #[inline(always)]
    fn count_groups(self, groups: [[Two; 8]; 4]) -> [u8; 128] {
        let first = [
            self.pack::<false>(&groups[0]),
            self.pack::<false>(&groups[1]),
        ];
        let second = [
            self.pack::<true>(&groups[2]),
            self.pack::<false>(&groups[3]),
        ];
        let mut counts = [[first[0][0]; 2]; 2];
        for (counts, [even, odd]) in counts.iter_mut().zip([first, second]) {
            for (half, counts) in counts.iter_mut().enumerate() {
                // More amazons than a byte holds count as what it holds.
                *counts = native!(_mm256_adds_epu8(
                    _mm256_unpacklo_epi64(even[half], odd[half]),
                    _mm256_unpackhi_epi64(even[half], odd[half]),
                ));
            }
        }
        // SAFETY: both are 128 bytes of plain bits.
        unsafe { core::mem::transmute::<[Two; 2], [u8; 128]>(counts) }
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
