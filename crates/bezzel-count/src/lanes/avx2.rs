//! Vectors of 256 bits: 16 lanes of 16 bits or 8 of 32 (AVX2). Lanes are compressed and expanded
//! with lookup tables, since AVX2 has no instruction for it.

use std::arch::x86_64::*;

use super::moves::{COMPRESS, EXPAND, MOVES};
use super::vector::Vector;

/// 16 lanes of 16 bits.
#[derive(Clone, Copy)]
pub struct Narrow(__m256i);

/// 8 lanes of 32 bits.
#[derive(Clone, Copy)]
pub struct Wide(__m256i);

/// A lane mask: all bits of a lane are set, or none.
#[derive(Clone, Copy)]
pub struct Mask(__m256i);

/// A shift distance.
#[derive(Clone, Copy)]
pub struct Distance(__m128i);

impl Mask {
    /// Returns a bit for every lane of 16 bits.
    #[inline(always)]
    fn narrow_bits(self) -> usize {
        // SAFETY: a mask exists only where its instructions are supported.
        unsafe {
            let low = _mm256_castsi256_si128(self.0);
            let high = _mm256_extracti128_si256::<1>(self.0);
            _mm_movemask_epi8(_mm_packs_epi16(low, high)) as usize
        }
    }

    /// Returns a bit for every lane of 32 bits.
    #[inline(always)]
    fn wide_bits(self) -> usize {
        // SAFETY: a mask exists only where its instructions are supported.
        unsafe { _mm256_movemask_ps(_mm256_castsi256_ps(self.0)) as usize }
    }
}

impl Narrow {
    /// Permutes half a vector of 16-bit lanes by a table.
    ///
    /// # Safety
    /// The machine must support AVX2.
    #[inline(always)]
    unsafe fn moved(half: __m128i, bytes: &[u8; 16]) -> __m128i {
        // SAFETY: sixteen bytes are read from an array of sixteen, and the caller guarantees that
        // the machine supports AVX2.
        unsafe { _mm_shuffle_epi8(half, _mm_loadu_si128(bytes.as_ptr().cast())) }
    }

    /// Stores the lanes of a mask consecutively.
    ///
    /// # Safety
    /// The machine must support AVX2, and the pointer must be valid for a vector.
    #[inline(always)]
    unsafe fn compress_store(self, mask: Mask, to: *mut u16) {
        // SAFETY: the lower half is written at the pointer, the upper one behind as many lanes as
        // the lower half has: together no further than one vector.
        unsafe {
            let bits = mask.narrow_bits();
            let (low, high) = (bits & 0xff, bits >> 8);
            let lower = Self::moved(_mm256_castsi256_si128(self.0), &COMPRESS[low]);
            let upper = Self::moved(_mm256_extracti128_si256::<1>(self.0), &COMPRESS[high]);
            _mm_storeu_si128(to.cast(), lower);
            _mm_storeu_si128(to.add(low.count_ones() as usize).cast(), upper);
        }
    }

    /// Loads consecutive lanes into the positions of a mask.
    ///
    /// # Safety
    /// The machine must support AVX2, and the pointer must be valid for a vector.
    #[inline(always)]
    unsafe fn expand_load(mask: Mask, from: *const u16) -> __m256i {
        // SAFETY: as for `compress_store`.
        unsafe {
            let bits = mask.narrow_bits();
            let (low, high) = (bits & 0xff, bits >> 8);
            let rest = from.add(low.count_ones() as usize);
            let lower = Self::moved(_mm_loadu_si128(from.cast()), &EXPAND[low]);
            let upper = Self::moved(_mm_loadu_si128(rest.cast()), &EXPAND[high]);
            _mm256_set_m128i(upper, lower)
        }
    }
}

impl Wide {
    /// Permutes a vector of 32-bit lanes by a table.
    ///
    /// # Safety
    /// The machine must support AVX2.
    #[inline(always)]
    unsafe fn moved(lanes: __m256i, numbers: &[u8; 8]) -> __m256i {
        // SAFETY: eight bytes are read from an array of eight, and the caller guarantees that the
        // machine supports AVX2.
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
    unsafe fn compress_store(self, mask: Mask, to: *mut u32) {
        // SAFETY: one vector is written.
        unsafe {
            let closed = Self::moved(self.0, &MOVES.compress[mask.wide_bits()]);
            _mm256_storeu_si256(to.cast(), closed);
        }
    }

    /// As for [`Narrow`].
    ///
    /// # Safety
    /// As for [`Narrow`].
    #[inline(always)]
    unsafe fn expand_load(mask: Mask, from: *const u32) -> __m256i {
        // SAFETY: one vector is read.
        unsafe {
            let next = _mm256_loadu_si256(from.cast());
            Self::moved(next, &MOVES.expand[mask.wide_bits()])
        }
    }
}

/// The two widths differ only in the names of instructions.
macro_rules! vector {
    (
        $vector:ident, $lane:ty, $signed:ty, $lanes:literal, $bits:ident,
        $splat:ident, $add:ident, $up:ident, $down:ident, $same:ident
    ) => {
        // SAFETY: memory is accessed only for one vector at the given pointers; the fields of
        // vectors, masks and distances are private.
        unsafe impl Vector for $vector {
            type Lane = $lane;
            type Mask = Mask;
            type Distance = Distance;
            const LANES: usize = $lanes;

            #[inline(always)]
            unsafe fn splat(mask: u32) -> Self {
                // SAFETY: the caller guarantees that the machine supports the instructions.
                unsafe { Self($splat(mask as $signed)) }
            }
            #[inline(always)]
            unsafe fn load(from: *const $lane) -> Self {
                // SAFETY: the caller guarantees that the machine supports the instructions and that
                // the pointer is valid for a vector.
                unsafe { Self(_mm256_loadu_si256(from.cast())) }
            }
            #[inline(always)]
            unsafe fn store(self, to: *mut $lane) {
                // SAFETY: the caller guarantees that the pointers are valid for a vector.
                unsafe { _mm256_storeu_si256(to.cast(), self.0) }
            }
            #[inline(always)]
            unsafe fn compress(vectors: [Self; 3], mask: Mask, to: [*mut $lane; 3]) {
                for (vector, to) in vectors.into_iter().zip(to) {
                    // SAFETY: the caller guarantees that the pointers are valid for a vector.
                    unsafe { vector.compress_store(mask, to) }
                }
            }
            #[inline(always)]
            unsafe fn expand(
                mut vectors: [Self; 3],
                mask: Mask,
                from: [*mut $lane; 3],
            ) -> [Self; 3] {
                for (vector, from) in vectors.iter_mut().zip(from) {
                    // SAFETY: the caller guarantees that the pointers are valid for a vector.
                    unsafe {
                        let next = Self::expand_load(mask, from);
                        vector.0 = _mm256_blendv_epi8(vector.0, next, mask.0);
                    }
                }
                vectors
            }
            #[inline(always)]
            fn and(self, other: Self) -> Self {
                // SAFETY: a vector exists only where its instructions are supported.
                unsafe { Self(_mm256_and_si256(self.0, other.0)) }
            }
            #[inline(always)]
            fn and_where(self, other: Self, mask: Mask, otherwise: Self) -> Self {
                // SAFETY: a vector exists only where its instructions are supported.
                unsafe {
                    let both = _mm256_and_si256(self.0, other.0);
                    Self(_mm256_blendv_epi8(otherwise.0, both, mask.0))
                }
            }
            #[inline(always)]
            fn nor(self, b: Self, c: Self) -> Self {
                // SAFETY: a vector exists only where its instructions are supported.
                unsafe {
                    let any = _mm256_or_si256(_mm256_or_si256(self.0, b.0), c.0);
                    Self(_mm256_xor_si256(any, _mm256_set1_epi32(-1)))
                }
            }
            #[inline(always)]
            fn or_of_and(self, b: Self, c: Self) -> Self {
                // SAFETY: a vector exists only where its instructions are supported.
                unsafe { Self(_mm256_or_si256(self.0, _mm256_and_si256(b.0, c.0))) }
            }
            #[inline(always)]
            fn or_without(self, b: Self, c: Self) -> Self {
                // SAFETY: a vector exists only where its instructions are supported.
                unsafe { Self(_mm256_or_si256(self.0, _mm256_andnot_si256(c.0, b.0))) }
            }
            #[inline(always)]
            fn minus_one(self) -> Self {
                // SAFETY: a vector exists only where its instructions are supported.
                unsafe { Self($add(self.0, _mm256_set1_epi32(-1))) }
            }
            #[inline(always)]
            unsafe fn distance(bits: u32) -> Distance {
                // SAFETY: the caller guarantees that the machine supports the instructions.
                unsafe { Distance(_mm_cvtsi32_si128(bits as i32)) }
            }
            #[inline(always)]
            fn up(self, by: Distance) -> Self {
                // SAFETY: a vector exists only where its instructions are supported.
                unsafe { Self($up(self.0, by.0)) }
            }
            #[inline(always)]
            fn down(self, by: Distance) -> Self {
                // SAFETY: a vector exists only where its instructions are supported.
                unsafe { Self($down(self.0, by.0)) }
            }
            #[inline(always)]
            fn all(self) -> Mask {
                // SAFETY: a vector exists only where its instructions are supported.
                unsafe { Mask(_mm256_set1_epi32(-1)) }
            }
            #[inline(always)]
            fn meet(self, other: Self, among: Mask) -> Mask {
                // SAFETY: a vector exists only where its instructions are supported.
                unsafe { Mask(_mm256_andnot_si256(self.miss(other, among).0, among.0)) }
            }
            #[inline(always)]
            fn miss(self, other: Self, among: Mask) -> Mask {
                // SAFETY: a vector exists only where its instructions are supported.
                unsafe {
                    let common = _mm256_and_si256(self.0, other.0);
                    Mask(_mm256_and_si256(
                        $same(common, _mm256_setzero_si256()),
                        among.0,
                    ))
                }
            }
            #[inline(always)]
            fn same(self, other: Self, among: Mask) -> Mask {
                // SAFETY: a vector exists only where its instructions are supported.
                unsafe { Mask(_mm256_and_si256($same(self.0, other.0), among.0)) }
            }
            #[inline(always)]
            fn differ(self, other: Self, among: Mask) -> Mask {
                // SAFETY: a vector exists only where its instructions are supported.
                unsafe { Mask(_mm256_andnot_si256($same(self.0, other.0), among.0)) }
            }
            #[inline(always)]
            fn count(mask: Mask) -> usize {
                mask.$bits().count_ones() as usize
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
