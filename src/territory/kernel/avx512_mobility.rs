//! The amazons' mobility with 512-bit vectors: all eight lines of an amazon, eight squares each, in one look-up.

use core::arch::x86_64::*;

use super::avx512::{Avx512, native, vector};
use super::immobility;
use super::machine::{Machine, Sides};
use crate::board::Square;
use crate::territory::features::{ALPHA_STEPS, ALPHA_UNIT, Board};

/// A byte for each of 128 bits of a set: how many empty neighbours a contested square has, 0 for an empty square that
/// isn't contested, and [`Values::BLOCKED`] for what is not empty.
#[derive(Clone, Copy)]
struct Values {
    low: __m512i,
    high: __m512i,
}

#[repr(C, align(64))]
struct Bytes([u8; 64]);

impl Values {
    const BLOCKED: i64 = i64::from_le_bytes([0x80; 8]);
}

impl Avx512 {
    /// See [`Machine::immobility`].
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
        self.for_alphas(sides, neighbours, |alphas, present| {
            let [fast, slow] = self.weigh(alphas, present);
            sums[0] += fast;
            sums[1] += slow;
        });
        sums
    }

    /// See [`Machine::freedom`].
    #[inline(always)]
    pub(super) fn count_freedom(self, sides: Sides, neighbours: [u128; 4]) -> [u8; 16] {
        native!({
            let mut sums = _mm_setzero_si128();
            self.for_alphas(sides, neighbours, |alphas, present| {
                let alphas = _mm256_cvtepu16_epi32(alphas);
                let first = immobility::gather_freedom(_mm256_castsi256_si128(alphas));
                let second = immobility::gather_freedom(_mm256_extracti128_si256::<1>(alphas));
                let first = _mm256_maskz_mov_epi64(present & 0xf, first);
                let second = _mm256_maskz_mov_epi64(present >> 4, second);
                let two = _mm256_adds_epu8(
                    _mm256_unpacklo_epi64(first, second),
                    _mm256_unpackhi_epi64(first, second),
                );
                let four = _mm_adds_epu8(
                    _mm256_castsi256_si128(two),
                    _mm256_extracti128_si256::<1>(two),
                );
                sums = _mm_adds_epu8(sums, four);
            });
            core::mem::transmute::<__m128i, [u8; 16]>(sums)
        })
    }

    /// Finds the alphas of all amazons, four of each side at a time: eight numbers of 16 bits, the first side's first, and a
    /// bit for each that there is.
    #[inline(always)]
    fn for_alphas(
        self,
        sides: Sides,
        neighbours: [u128; 4],
        mut use_alphas: impl FnMut(__m128i, u8),
    ) {
        let planes = native!({
            let low = _mm256_set_m128i(vector(neighbours[1]), vector(neighbours[0]));
            let high = _mm256_set_m128i(vector(neighbours[3]), vector(neighbours[2]));
            self.quad_of(low, high)
        });
        let blocked = native!(_mm512_zextsi128_si512(vector(!sides.empty)));
        // Each side's amazons count what the other can reach.
        let white = self.values(self.and(planes, self.quad(sides.reached[1])), blocked);
        let black = self.values(self.and(planes, self.quad(sides.reached[0])), blocked);
        let mut left = sides.amazons;
        while left[0] | left[1] != 0 {
            let counts = left.map(|amazons| amazons.count_ones().min(4));
            let white = self.first_four(white, &mut left[0]);
            let black = self.first_four(black, &mut left[1]);
            let present = ((1u32 << counts[0]) - 1) | (((1u32 << counts[1]) - 1) << 4);
            use_alphas(self.alphas(white, black), present as u8);
        }
    }

    /// Eight squares of five planes make a matrix of bits; its transpose holds a byte a square.
    #[inline(always)]
    fn values(self, planes: __m512i, blocked: __m512i) -> Values {
        // Multiplying a matrix by the unit vectors transposes it. Bit i of the product comes from byte 7 - i.
        const UNIT: i64 = i64::from_le_bytes([1, 2, 4, 8, 16, 32, 64, 128]);
        const fn sources(first_group: usize) -> Bytes {
            let mut sources = [0; 64];
            let mut group = 0;
            while group < 8 {
                let at = (first_group + group) as u8;
                // The second vector holds the blocked squares in its first 16 bytes, then zeros.
                let bytes = [64 + at, 80, 80, 80, 48 + at, 32 + at, 16 + at, at];
                let mut i = 0;
                while i < 8 {
                    sources[8 * group + i] = bytes[i];
                    i += 1;
                }
                group += 1;
            }
            Bytes(sources)
        }
        static LOW: Bytes = sources(0);
        static HIGH: Bytes = sources(8);
        native!({
            let unit = _mm512_set1_epi64(UNIT);
            let low = _mm512_permutex2var_epi8(planes, load(&LOW), blocked);
            let high = _mm512_permutex2var_epi8(planes, load(&HIGH), blocked);
            Values {
                low: _mm512_gf2p8affine_epi64_epi8::<0>(unit, low),
                high: _mm512_gf2p8affine_epi64_epi8::<0>(unit, high),
            }
        })
    }

    /// Takes four amazons from `left` and returns their alphas in parts: two vectors, the first amazon's parts in the low
    /// halves of the first one's 16 numbers, the second's in the high halves, and so on. Alpha is 0 for those missing.
    #[inline(always)]
    fn first_four(self, values: Values, left: &mut u128) -> [__m512i; 2] {
        let a = self.alpha_parts(values, take_first(left));
        let b = self.alpha_parts(values, take_first(left));
        let c = self.alpha_parts(values, take_first(left));
        let d = self.alpha_parts(values, take_first(left));
        native!([
            _mm512_or_si512(a, _mm512_slli_epi32::<16>(b)),
            _mm512_or_si512(c, _mm512_slli_epi32::<16>(d)),
        ])
    }

    /// Alpha of an amazon as the sum of 16 numbers, each below 2^11.
    #[inline(always)]
    fn alpha_parts(self, values: Values, bit: usize) -> __m512i {
        const WEIGHTS: i64 = {
            let mut weights = [0; 8];
            let mut step = 0;
            while step < ALPHA_STEPS as usize {
                weights[step] = (ALPHA_UNIT >> step) as u8;
                step += 1;
            }
            i64::from_le_bytes(weights)
        };
        native!({
            let lines = _mm512_permutex2var_epi8(values.low, load(&LINES[bit % 128]), values.high);
            // Below the lowest blocked byte of each line everything is open.
            let blocked = _mm512_and_si512(lines, _mm512_set1_epi64(Values::BLOCKED));
            let below = _mm512_add_epi64(blocked, _mm512_set1_epi64(-1));
            let open = _mm512_and_si512(lines, _mm512_andnot_si512(blocked, below));
            _mm512_dpbusd_epi32(_mm512_setzero_si512(), _mm512_set1_epi64(WEIGHTS), open)
        })
    }

    /// Adds up the parts of four alphas of each side.
    #[inline(always)]
    fn alphas(self, white: [__m512i; 2], black: [__m512i; 2]) -> __m128i {
        native!({
            let white = _mm512_add_epi16(
                _mm512_unpacklo_epi32(white[0], white[1]),
                _mm512_unpackhi_epi32(white[0], white[1]),
            );
            let black = _mm512_add_epi16(
                _mm512_unpacklo_epi32(black[0], black[1]),
                _mm512_unpackhi_epi32(black[0], black[1]),
            );
            let all = _mm512_add_epi16(
                _mm512_unpacklo_epi64(white, black),
                _mm512_unpackhi_epi64(white, black),
            );
            let all = _mm256_add_epi16(
                _mm512_castsi512_si256(all),
                _mm512_extracti64x4_epi64::<1>(all),
            );
            _mm_add_epi16(
                _mm256_castsi256_si128(all),
                _mm256_extracti128_si256::<1>(all),
            )
        })
    }

    /// White's immobility minus Black's of four alphas of each side.
    #[inline(always)]
    fn weigh(self, alphas: __m128i, present: u8) -> [i32; 2] {
        native!({
            let values = immobility::gather(_mm256_cvtepu16_epi32(alphas));
            let values = _mm256_maskz_mov_epi32(present, values);
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

/// Takes the first bit out of a set; 127, which is no square and blocked all around, when there is none.
#[inline(always)]
fn take_first(set: &mut u128) -> usize {
    let bit = (*set | 1 << 127).trailing_zeros() as usize;
    *set &= set.wrapping_sub(1);
    bit
}

#[inline(always)]
fn load(bytes: &'static Bytes) -> __m512i {
    // SAFETY: both are 64 bytes of plain bits.
    unsafe { core::mem::transmute_copy::<Bytes, __m512i>(bytes) }
}

/// For every bit the eight lines from it, eight squares each, nearest first; bit 127, which is no square, where a line
/// has left the board.
static LINES: [Bytes; 128] = {
    const DIRECTIONS: [(i32, i32); 8] = [
        (1, 0),
        (-1, 1),
        (0, 1),
        (1, 1),
        (-1, 0),
        (1, -1),
        (0, -1),
        (-1, -1),
    ];
    let mut lines = [const { Bytes([127; 64]) }; 128];
    let mut index = 0;
    while index < Square::ALL.len() {
        let from = Square::ALL[index];
        let mut direction = 0;
        while direction < 8 {
            let (columns, rows) = DIRECTIONS[direction];
            let mut step = 1;
            while step <= ALPHA_STEPS as i32 {
                let column = from.column() as i32 + step * columns;
                let row = from.row() as i32 + step * rows;
                if column >= 0
                    && row >= 0
                    && let Some(to) = Square::new(column as u8, row as u8)
                {
                    lines[from.bit()].0[8 * direction + step as usize - 1] = to.bit() as u8;
                }
                step += 1;
            }
            direction += 1;
        }
        index += 1;
    }
    lines
};
