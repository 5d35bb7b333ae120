//! The amazons' mobility with 256-bit vectors: the eight lines of four amazons a byte each, walked together.

use core::arch::x86_64::*;

use super::avx2::{Avx2, native};
use super::immobility;
use super::machine::{Machine, Sides};
use crate::board::STEPS;
use crate::territory::features::{ALPHA_STEPS, ALPHA_UNIT, Board};

/// Groups of 16 bits that the board's squares take up.
const GROUPS: usize = 7;

/// A byte for each bit of a board, 16 to a vector, the first side's in the low halves and the second's in the high ones: 0
/// where something stands, else [`OPEN`] and, when the other side can reach the square, the number of its empty neighbours.
type Table = [__m256i; GROUPS];

const OPEN: i8 = i8::MIN;
const NUMBER: i8 = 0x0f;

/// How far the eight lines of an amazon go with each step, as bytes.
const DIRECTIONS: i64 = {
    let mut directions = [0; 8];
    let mut i = 0;
    while i < 4 {
        directions[i] = STEPS[i] as u8;
        directions[4 + i] = (STEPS[i] as u8).wrapping_neg();
        i += 1;
    }
    i64::from_le_bytes(directions)
};

impl Avx2 {
    /// See [`Machine::immobility`](super::machine::Machine::immobility).
    #[inline(always)]
    pub(super) fn count_immobility(
        self,
        board: &Board,
        reached: [u128; 2],
        neighbours: [u128; 4],
    ) -> [i32; 2] {
        let mut sums = [0; 2];
        let sides = Sides {
            empty: board.empty.bits(),
            amazons: board.amazons.map(|amazons| amazons.bits()),
            reached,
        };
        let table = self.table(sides, neighbours);
        let mut left = sides.amazons;
        while left[0] | left[1] != 0 {
            let (alphas, present) = self.next_alphas(&table, &mut left);
            let [fast, slow] = self.weigh(alphas, present);
            sums[0] += fast;
            sums[1] += slow;
        }
        sums
    }

    /// See [`Machine::freedom`](super::machine::Machine::freedom).
    #[inline(always)]
    pub(super) fn count_freedom(self, sides: Sides, neighbours: [u128; 4]) -> [u8; 16] {
        let table = self.table(sides, neighbours);
        let mut left = sides.amazons;
        native!({
            let mut sums = _mm_setzero_si128();
            while left[0] | left[1] != 0 {
                let (alphas, present) = self.next_alphas(&table, &mut left);
                let alphas = _mm256_cvtepu16_epi32(alphas);
                let first = immobility::gather_freedom(_mm256_castsi256_si128(alphas));
                let second = immobility::gather_freedom(_mm256_extracti128_si256::<1>(alphas));
                let present_first = _mm256_cvtepi32_epi64(_mm256_castsi256_si128(present));
                let present_second = _mm256_cvtepi32_epi64(_mm256_extracti128_si256::<1>(present));
                let first = _mm256_and_si256(first, present_first);
                let second = _mm256_and_si256(second, present_second);
                let two = _mm256_adds_epu8(
                    _mm256_unpacklo_epi64(first, second),
                    _mm256_unpackhi_epi64(first, second),
                );
                let four = _mm_adds_epu8(
                    _mm256_castsi256_si128(two),
                    _mm256_extracti128_si256::<1>(two),
                );
                sums = _mm_adds_epu8(sums, four);
            }
            core::mem::transmute::<__m128i, [u8; 16]>(sums)
        })
    }

    /// Takes up to four amazons of each side out of `left`; returns their alphas, eight numbers of 16 bits, the first side's
    /// first, and which of them there are, as numbers of 32 bits, all ones or zero.
    #[inline(always)]
    fn next_alphas(self, table: &Table, left: &mut [u128; 2]) -> (__m128i, __m256i) {
        let counts = [
            left[0].count_ones().min(4) as i32,
            left[1].count_ones().min(4) as i32,
        ];
        let amazons = [take_four(&mut left[0]), take_four(&mut left[1])];
        let present = native!({
            let number = _mm256_setr_epi32(0, 1, 2, 3, 0, 1, 2, 3);
            let counts = _mm256_set_m128i(_mm_set1_epi32(counts[1]), _mm_set1_epi32(counts[0]));
            _mm256_cmpgt_epi32(counts, number)
        });
        (self.alphas(table, amazons), present)
    }

    /// Each side's amazons count what the other can reach.
    #[inline(always)]
    fn table(self, sides: Sides, neighbours: [u128; 4]) -> Table {
        let zero = native!(_mm256_setzero_si256());
        let mut table = [zero; GROUPS];
        let empty = self.pair(sides.empty, sides.empty);
        let contested = self.pair(sides.reached[1], sides.reached[0]);
        let [ones, twos, fours, eights] = neighbours;
        let planes = [
            self.pair(ones, ones),
            self.pair(twos, twos),
            self.pair(fours, fours),
            self.pair(eights, eights),
        ];
        for (group, table) in table.iter_mut().enumerate() {
            native!({
                let mut numbers = zero;
                for (i, &plane) in planes.iter().enumerate() {
                    let squares = self.bytes_of(plane, group);
                    let bit = _mm256_set1_epi8(1 << i);
                    numbers = _mm256_or_si256(numbers, _mm256_and_si256(squares, bit));
                }
                let open = _mm256_and_si256(self.bytes_of(empty, group), _mm256_set1_epi8(OPEN));
                let counted = _mm256_and_si256(numbers, self.bytes_of(contested, group));
                *table = _mm256_or_si256(open, counted);
            });
        }
        table
    }

    /// A byte of ones for each bit that is set, of the 16 bits with this number in both halves.
    #[inline(always)]
    fn bytes_of(self, sets: __m256i, group: usize) -> __m256i {
        native!({
            let bit = _mm256_set1_epi64x(i64::from_le_bytes([1, 2, 4, 8, 16, 32, 64, 128]));
            let low = 2 * group as i64 * EIGHT_TIMES;
            let bytes = _mm256_set_epi64x(low + EIGHT_TIMES, low, low + EIGHT_TIMES, low);
            let bytes = _mm256_shuffle_epi8(sets, bytes);
            _mm256_cmpeq_epi8(_mm256_and_si256(bytes, bit), bit)
        })
    }

    /// The alphas of four amazons of each side, eight numbers of 16 bits, the first side's first.
    #[inline(always)]
    fn alphas(self, table: &Table, amazons: [u32; 2]) -> __m128i {
        native!({
            let by = _mm256_set1_epi64x(DIRECTIONS);
            let amazons = _mm256_set_m128i(
                _mm_cvtsi32_si128(amazons[1] as i32),
                _mm_cvtsi32_si128(amazons[0] as i32),
            );
            // The byte of an amazon eight times, two amazons of each side to a vector.
            let two = _mm256_set_epi64x(EIGHT_TIMES, 0, EIGHT_TIMES, 0);
            let next_two = _mm256_add_epi8(two, _mm256_set1_epi8(2));
            let mut at = [
                _mm256_shuffle_epi8(amazons, two),
                _mm256_shuffle_epi8(amazons, next_two),
            ];
            let mut open = [_mm256_set1_epi8(-1); 2];
            let mut sums = [_mm256_setzero_si256(); 2];
            for step in 0..ALPHA_STEPS {
                let weight = _mm256_set1_epi8((ALPHA_UNIT >> step) as i8);
                at[0] = _mm256_add_epi8(at[0], by);
                at[1] = _mm256_add_epi8(at[1], by);
                open[0] = self.step(table, at[0], open[0], weight, &mut sums[0]);
                open[1] = self.step(table, at[1], open[1], weight, &mut sums[1]);
                let any = _mm256_or_si256(open[0], open[1]);
                if _mm256_movemask_epi8(any) == 0 {
                    break;
                }
            }
            // Each half holds four numbers an amazon.
            let pairs = _mm256_hadd_epi16(sums[0], sums[1]);
            let alphas = _mm256_hadd_epi16(pairs, pairs);
            _mm_unpacklo_epi64(
                _mm256_castsi256_si128(alphas),
                _mm256_extracti128_si256::<1>(alphas),
            )
        })
    }

    /// Adds what is found at `at` on the lines that are still `open`, and returns which go on.
    #[inline(always)]
    fn step(
        self,
        table: &Table,
        at: __m256i,
        open: __m256i,
        weight: __m256i,
        sums: &mut __m256i,
    ) -> __m256i {
        native!({
            let mut found = _mm256_setzero_si256();
            let mut offset = at;
            for group in table {
                // Adding 112 with saturation leaves the highest bit clear for 0 to 15 only; with it set nothing is found.
                let index = _mm256_adds_epu8(offset, _mm256_set1_epi8(0x70));
                found = _mm256_or_si256(found, _mm256_shuffle_epi8(*group, index));
                offset = _mm256_sub_epi8(offset, _mm256_set1_epi8(16));
            }
            let found = _mm256_and_si256(found, open);
            let numbers = _mm256_and_si256(found, _mm256_set1_epi8(NUMBER));
            *sums = _mm256_add_epi16(*sums, _mm256_maddubs_epi16(weight, numbers));
            _mm256_cmpgt_epi8(_mm256_setzero_si256(), found)
        })
    }

    /// White's immobility minus Black's of four alphas of each side.
    #[inline(always)]
    fn weigh(self, alphas: __m128i, present: __m256i) -> [i32; 2] {
        native!({
            let values = immobility::gather(_mm256_cvtepu16_epi32(alphas));
            let values = _mm256_and_si256(values, present);
            let lead = _mm_sub_epi16(
                _mm256_castsi256_si128(values),
                _mm256_extracti128_si256::<1>(values),
            );
            let fast = _mm_madd_epi16(lead, _mm_set1_epi32(1));
            let slow = _mm_madd_epi16(lead, _mm_set1_epi32(1 << 16));
            let halves = _mm_hadd_epi32(fast, slow);
            let sums = _mm_cvtsi128_si64(_mm_hadd_epi32(halves, halves));
            [sums as i32, (sums >> 32) as i32]
        })
    }
}

/// A one in each of eight bytes.
const EIGHT_TIMES: i64 = 0x0101_0101_0101_0101;

/// Takes the first four bits out of a set and returns their numbers, a byte each; 127, which is no square and where nothing
/// is found, for those missing.
#[inline(always)]
fn take_four(set: &mut u128) -> u32 {
    let mut numbers = [0; 4];
    for number in &mut numbers {
        *number = (*set | 1 << 127).trailing_zeros() as u8;
        *set &= set.wrapping_sub(1);
    }
    u32::from_le_bytes(numbers)
}
