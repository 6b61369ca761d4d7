//! 256 bits at once: 16 lanes of 16 bits or 8 of 32 (AVX2). Closing up and spreading out are looked
//! up in tables, since AVX2 has no instruction for them.

use std::arch::x86_64::*;

use super::vector::Vector;

/// 16 lanes of 16 bits.
#[derive(Clone, Copy)]
pub struct Narrow(__m256i);

/// 8 lanes of 32 bits.
#[derive(Clone, Copy)]
pub struct Wide(__m256i);

/// For eight lanes: where each comes from when those of a mask are closed up, or spread out.
struct Moves {
    compress: [[u8; 8]; 256],
    expand: [[u8; 8]; 256],
}

const fn moves() -> Moves {
    let mut moves = Moves {
        compress: [[0; 8]; 256],
        expand: [[0; 8]; 256],
    };
    let mut mask = 0;
    while mask < 256 {
        let (mut lane, mut rank) = (0, 0);
        while lane < 8 {
            if mask >> lane & 1 == 1 {
                moves.compress[mask][rank] = lane as u8;
                moves.expand[mask][lane] = rank as u8;
                rank += 1;
            }
            lane += 1;
        }
        mask += 1;
    }
    moves
}

/// Lanes of 32 bits are moved by their numbers.
static MOVES: Moves = moves();

/// Lanes of 16 bits are moved byte by byte.
const fn bytes(lanes: [[u8; 8]; 256]) -> [[u8; 16]; 256] {
    let mut bytes = [[0; 16]; 256];
    let mut mask = 0;
    while mask < 256 {
        let mut lane = 0;
        while lane < 8 {
            bytes[mask][2 * lane] = 2 * lanes[mask][lane];
            bytes[mask][2 * lane + 1] = 2 * lanes[mask][lane] + 1;
            lane += 1;
        }
        mask += 1;
    }
    bytes
}

static COMPRESS: [[u8; 16]; 256] = bytes(moves().compress);
static EXPAND: [[u8; 16]; 256] = bytes(moves().expand);

/// A bit for every lane of 16 bits.
///
/// # Safety
/// The machine must have AVX2.
#[inline(always)]
unsafe fn narrow_bits(mask: __m256i) -> usize {
    // SAFETY: as the caller promises.
    unsafe {
        let low = _mm256_castsi256_si128(mask);
        let high = _mm256_extracti128_si256::<1>(mask);
        _mm_movemask_epi8(_mm_packs_epi16(low, high)) as usize
    }
}

/// A bit for every lane of 32 bits.
///
/// # Safety
/// The machine must have AVX2.
#[inline(always)]
unsafe fn wide_bits(mask: __m256i) -> usize {
    // SAFETY: as the caller promises.
    unsafe { _mm256_movemask_ps(_mm256_castsi256_ps(mask)) as usize }
}

impl Narrow {
    /// Half a vector of 16-bit lanes, moved as a table says.
    ///
    /// # Safety
    /// The machine must have AVX2.
    #[inline(always)]
    unsafe fn moved(half: __m128i, bytes: &[u8; 16]) -> __m128i {
        // SAFETY: sixteen bytes are sixteen bytes; for the instruction as the caller promises.
        unsafe { _mm_shuffle_epi8(half, _mm_loadu_si128(bytes.as_ptr().cast())) }
    }

    /// The lanes of a mask into consecutive memory.
    ///
    /// # Safety
    /// The machine must have AVX2, and the pointer must be good for a vector.
    #[inline(always)]
    unsafe fn close_up(self, mask: __m256i, to: *mut u16) {
        // SAFETY: the lower half is written at the pointer, the upper one behind as many lanes as the
        // lower half has: together no further than one vector.
        unsafe {
            let bits = narrow_bits(mask);
            let (low, high) = (bits & 0xff, bits >> 8);
            let lower = Self::moved(_mm256_castsi256_si128(self.0), &COMPRESS[low]);
            let upper = Self::moved(_mm256_extracti128_si256::<1>(self.0), &COMPRESS[high]);
            _mm_storeu_si128(to.cast(), lower);
            _mm_storeu_si128(to.add(low.count_ones() as usize).cast(), upper);
        }
    }

    /// Consecutive lanes from memory in the places of a mask.
    ///
    /// # Safety
    /// The machine must have AVX2, and the pointer must be good for a vector.
    #[inline(always)]
    unsafe fn spread_out(mask: __m256i, from: *const u16) -> __m256i {
        // SAFETY: as for `close_up`.
        unsafe {
            let bits = narrow_bits(mask);
            let (low, high) = (bits & 0xff, bits >> 8);
            let rest = from.add(low.count_ones() as usize);
            let lower = Self::moved(_mm_loadu_si128(from.cast()), &EXPAND[low]);
            let upper = Self::moved(_mm_loadu_si128(rest.cast()), &EXPAND[high]);
            _mm256_set_m128i(upper, lower)
        }
    }
}

impl Wide {
    /// A vector of 32-bit lanes, moved as a table says.
    ///
    /// # Safety
    /// The machine must have AVX2.
    #[inline(always)]
    unsafe fn moved(lanes: __m256i, numbers: &[u8; 8]) -> __m256i {
        // SAFETY: eight bytes are eight bytes; for the instructions as the caller promises.
        unsafe {
            let numbers = _mm256_cvtepu8_epi32(_mm_loadl_epi64(numbers.as_ptr().cast()));
            _mm256_permutevar8x32_epi32(lanes, numbers)
        }
    }

    /// As for [`Narrow`].
    ///
    /// # Safety
    /// As for [`Narrow`].
    #[inline(always)]
    unsafe fn close_up(self, mask: __m256i, to: *mut u32) {
        // SAFETY: one vector is written.
        unsafe {
            let closed = Self::moved(self.0, &MOVES.compress[wide_bits(mask)]);
            _mm256_storeu_si256(to.cast(), closed);
        }
    }

    /// As for [`Narrow`].
    ///
    /// # Safety
    /// As for [`Narrow`].
    #[inline(always)]
    unsafe fn spread_out(mask: __m256i, from: *const u32) -> __m256i {
        // SAFETY: one vector is read.
        unsafe {
            let next = _mm256_loadu_si256(from.cast());
            Self::moved(next, &MOVES.expand[wide_bits(mask)])
        }
    }
}

/// The two widths differ in the names of instructions only.
macro_rules! vector {
    (
        $vector:ident, $lane:ty, $signed:ty, $lanes:literal, $bits:ident,
        $splat:ident, $add:ident, $up:ident, $down:ident, $same:ident
    ) => {
        // SAFETY: every function is made of instructions that AVX2 has and the callers looked for;
        // memory is touched at the pointers given, one vector wide.
        unsafe impl Vector for $vector {
            type Lane = $lane;
            /// All bits set for yes, none for no.
            type Mask = __m256i;
            type Distance = __m128i;
            const LANES: usize = $lanes;

            #[inline(always)]
            unsafe fn splat(mask: u32) -> Self {
                // SAFETY: as for the impl.
                unsafe { Self($splat(mask as $signed)) }
            }
            #[inline(always)]
            unsafe fn load(from: *const $lane) -> Self {
                // SAFETY: as for the impl.
                unsafe { Self(_mm256_loadu_si256(from.cast())) }
            }
            #[inline(always)]
            unsafe fn store(self, to: *mut $lane) {
                // SAFETY: as for the impl.
                unsafe { _mm256_storeu_si256(to.cast(), self.0) }
            }
            #[inline(always)]
            unsafe fn compress(vectors: [Self; 3], mask: __m256i, to: [*mut $lane; 3]) {
                for (vector, to) in vectors.into_iter().zip(to) {
                    // SAFETY: as for the impl.
                    unsafe { vector.close_up(mask, to) }
                }
            }
            #[inline(always)]
            unsafe fn expand(
                mut vectors: [Self; 3],
                mask: __m256i,
                from: [*mut $lane; 3],
            ) -> [Self; 3] {
                for (vector, from) in vectors.iter_mut().zip(from) {
                    // SAFETY: as for the impl.
                    unsafe {
                        let next = Self::spread_out(mask, from);
                        vector.0 = _mm256_blendv_epi8(vector.0, next, mask);
                    }
                }
                vectors
            }
            #[inline(always)]
            unsafe fn and(self, other: Self) -> Self {
                // SAFETY: as for the impl.
                unsafe { Self(_mm256_and_si256(self.0, other.0)) }
            }
            #[inline(always)]
            unsafe fn and_where(self, other: Self, mask: __m256i, otherwise: Self) -> Self {
                // SAFETY: as for the impl.
                unsafe {
                    let both = _mm256_and_si256(self.0, other.0);
                    Self(_mm256_blendv_epi8(otherwise.0, both, mask))
                }
            }
            #[inline(always)]
            unsafe fn nor(self, b: Self, c: Self) -> Self {
                // SAFETY: as for the impl.
                unsafe {
                    let any = _mm256_or_si256(_mm256_or_si256(self.0, b.0), c.0);
                    Self(_mm256_xor_si256(any, _mm256_set1_epi32(-1)))
                }
            }
            #[inline(always)]
            unsafe fn or_and(self, b: Self, c: Self) -> Self {
                // SAFETY: as for the impl.
                unsafe { Self(_mm256_or_si256(self.0, _mm256_and_si256(b.0, c.0))) }
            }
            #[inline(always)]
            unsafe fn or_without(self, b: Self, c: Self) -> Self {
                // SAFETY: as for the impl.
                unsafe { Self(_mm256_or_si256(self.0, _mm256_andnot_si256(c.0, b.0))) }
            }
            #[inline(always)]
            unsafe fn minus_one(self) -> Self {
                // SAFETY: as for the impl.
                unsafe { Self($add(self.0, _mm256_set1_epi32(-1))) }
            }
            #[inline(always)]
            unsafe fn distance(bits: u32) -> __m128i {
                // SAFETY: as for the impl.
                unsafe { _mm_cvtsi32_si128(bits as i32) }
            }
            #[inline(always)]
            unsafe fn up(self, by: __m128i) -> Self {
                // SAFETY: as for the impl.
                unsafe { Self($up(self.0, by)) }
            }
            #[inline(always)]
            unsafe fn down(self, by: __m128i) -> Self {
                // SAFETY: as for the impl.
                unsafe { Self($down(self.0, by)) }
            }
            #[inline(always)]
            unsafe fn all() -> __m256i {
                // SAFETY: as for the impl.
                unsafe { _mm256_set1_epi32(-1) }
            }
            #[inline(always)]
            unsafe fn meet(self, other: Self, among: __m256i) -> __m256i {
                // SAFETY: as for the impl.
                unsafe { _mm256_andnot_si256(self.miss(other, Self::all()), among) }
            }
            #[inline(always)]
            unsafe fn miss(self, other: Self, among: __m256i) -> __m256i {
                // SAFETY: as for the impl.
                unsafe {
                    let common = _mm256_and_si256(self.0, other.0);
                    _mm256_and_si256($same(common, _mm256_setzero_si256()), among)
                }
            }
            #[inline(always)]
            unsafe fn same(self, other: Self, among: __m256i) -> __m256i {
                // SAFETY: as for the impl.
                unsafe { _mm256_and_si256($same(self.0, other.0), among) }
            }
            #[inline(always)]
            unsafe fn differ(self, other: Self, among: __m256i) -> __m256i {
                // SAFETY: as for the impl.
                unsafe { _mm256_andnot_si256($same(self.0, other.0), among) }
            }
            #[inline(always)]
            unsafe fn count(mask: __m256i) -> usize {
                // SAFETY: as for the impl.
                unsafe { $bits(mask).count_ones() as usize }
            }
        }
    };
}

vector!(
    Narrow,
    u16,
    i16,
    16,
    narrow_bits,
    _mm256_set1_epi16,
    _mm256_add_epi16,
    _mm256_sll_epi16,
    _mm256_srl_epi16,
    _mm256_cmpeq_epi16
);

vector!(
    Wide,
    u32,
    i32,
    8,
    wide_bits,
    _mm256_set1_epi32,
    _mm256_add_epi32,
    _mm256_sll_epi32,
    _mm256_srl_epi32,
    _mm256_cmpeq_epi32
);
