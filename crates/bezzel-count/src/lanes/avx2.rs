//! 256 bits at once: 16 lanes of 16 bits or 8 of 32 (AVX2). Closing up and spreading out are looked
//! up in tables, since AVX2 has no instruction for them.

use std::arch::x86_64::*;

use super::moves::{COMPRESS, EXPAND, MOVES};
use super::vector::Vector;

/// 16 lanes of 16 bits.
#[derive(Clone, Copy)]
pub struct Narrow(__m256i);

/// 8 lanes of 32 bits.
#[derive(Clone, Copy)]
pub struct Wide(__m256i);

/// All bits of a lane set for yes, none for no.
#[derive(Clone, Copy)]
pub struct Mask(__m256i);

/// A distance to shift by.
#[derive(Clone, Copy)]
pub struct Distance(__m128i);

impl Mask {
    /// A bit for every lane of 16 bits.
    #[inline(always)]
    fn narrow_bits(self) -> usize {
        // SAFETY: there is a mask, so there are its instructions.
        unsafe {
            let low = _mm256_castsi256_si128(self.0);
            let high = _mm256_extracti128_si256::<1>(self.0);
            _mm_movemask_epi8(_mm_packs_epi16(low, high)) as usize
        }
    }

    /// A bit for every lane of 32 bits.
    #[inline(always)]
    fn wide_bits(self) -> usize {
        // SAFETY: there is a mask, so there are its instructions.
        unsafe { _mm256_movemask_ps(_mm256_castsi256_ps(self.0)) as usize }
    }
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
    unsafe fn close_up(self, mask: Mask, to: *mut u16) {
        // SAFETY: the lower half is written at the pointer, the upper one behind as many lanes as the
        // lower half has: together no further than one vector.
        unsafe {
            let bits = mask.narrow_bits();
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
    unsafe fn spread_out(mask: Mask, from: *const u16) -> __m256i {
        // SAFETY: as for `close_up`.
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
    unsafe fn close_up(self, mask: Mask, to: *mut u32) {
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
    unsafe fn spread_out(mask: Mask, from: *const u32) -> __m256i {
        // SAFETY: one vector is read.
        unsafe {
            let next = _mm256_loadu_si256(from.cast());
            Self::moved(next, &MOVES.expand[mask.wide_bits()])
        }
    }
}

/// The two widths differ in the names of instructions only.
macro_rules! vector {
    (
        $vector:ident, $lane:ty, $signed:ty, $lanes:literal, $bits:ident,
        $splat:ident, $add:ident, $up:ident, $down:ident, $same:ident
    ) => {
        // SAFETY: memory is touched one vector wide at the pointers given; the fields of vectors, masks and
        // distances are private.
        unsafe impl Vector for $vector {
            type Lane = $lane;
            type Mask = Mask;
            type Distance = Distance;
            const LANES: usize = $lanes;

            #[inline(always)]
            unsafe fn splat(mask: u32) -> Self {
                // SAFETY: the caller knows that the machine has the instructions.
                unsafe { Self($splat(mask as $signed)) }
            }
            #[inline(always)]
            unsafe fn load(from: *const $lane) -> Self {
                // SAFETY: the caller knows that, and that the pointer is good for a vector.
                unsafe { Self(_mm256_loadu_si256(from.cast())) }
            }
            #[inline(always)]
            unsafe fn store(self, to: *mut $lane) {
                // SAFETY: the caller knows the pointers to be good for a vector.
                unsafe { _mm256_storeu_si256(to.cast(), self.0) }
            }
            #[inline(always)]
            unsafe fn compress(vectors: [Self; 3], mask: Mask, to: [*mut $lane; 3]) {
                for (vector, to) in vectors.into_iter().zip(to) {
                    // SAFETY: the caller knows the pointers to be good for a vector.
                    unsafe { vector.close_up(mask, to) }
                }
            }
            #[inline(always)]
            unsafe fn expand(
                mut vectors: [Self; 3],
                mask: Mask,
                from: [*mut $lane; 3],
            ) -> [Self; 3] {
                for (vector, from) in vectors.iter_mut().zip(from) {
                    // SAFETY: the caller knows the pointers to be good for a vector.
                    unsafe {
                        let next = Self::spread_out(mask, from);
                        vector.0 = _mm256_blendv_epi8(vector.0, next, mask.0);
                    }
                }
                vectors
            }
            #[inline(always)]
            fn and(self, other: Self) -> Self {
                // SAFETY: there is a vector, so there are its instructions.
                unsafe { Self(_mm256_and_si256(self.0, other.0)) }
            }
            #[inline(always)]
            fn and_where(self, other: Self, mask: Mask, otherwise: Self) -> Self {
                // SAFETY: there is a vector, so there are its instructions.
                unsafe {
                    let both = _mm256_and_si256(self.0, other.0);
                    Self(_mm256_blendv_epi8(otherwise.0, both, mask.0))
                }
            }
            #[inline(always)]
            fn nor(self, b: Self, c: Self) -> Self {
                // SAFETY: there is a vector, so there are its instructions.
                unsafe {
                    let any = _mm256_or_si256(_mm256_or_si256(self.0, b.0), c.0);
                    Self(_mm256_xor_si256(any, _mm256_set1_epi32(-1)))
                }
            }
            #[inline(always)]
            fn or_and(self, b: Self, c: Self) -> Self {
                // SAFETY: there is a vector, so there are its instructions.
                unsafe { Self(_mm256_or_si256(self.0, _mm256_and_si256(b.0, c.0))) }
            }
            #[inline(always)]
            fn or_without(self, b: Self, c: Self) -> Self {
                // SAFETY: there is a vector, so there are its instructions.
                unsafe { Self(_mm256_or_si256(self.0, _mm256_andnot_si256(c.0, b.0))) }
            }
            #[inline(always)]
            fn minus_one(self) -> Self {
                // SAFETY: there is a vector, so there are its instructions.
                unsafe { Self($add(self.0, _mm256_set1_epi32(-1))) }
            }
            #[inline(always)]
            unsafe fn distance(bits: u32) -> Distance {
                // SAFETY: the caller knows that the machine has the instructions.
                unsafe { Distance(_mm_cvtsi32_si128(bits as i32)) }
            }
            #[inline(always)]
            fn up(self, by: Distance) -> Self {
                // SAFETY: there is a vector, so there are its instructions.
                unsafe { Self($up(self.0, by.0)) }
            }
            #[inline(always)]
            fn down(self, by: Distance) -> Self {
                // SAFETY: there is a vector, so there are its instructions.
                unsafe { Self($down(self.0, by.0)) }
            }
            #[inline(always)]
            fn all(self) -> Mask {
                // SAFETY: there is a vector, so there are its instructions.
                unsafe { Mask(_mm256_set1_epi32(-1)) }
            }
            #[inline(always)]
            fn meet(self, other: Self, among: Mask) -> Mask {
                // SAFETY: there is a vector, so there are its instructions.
                unsafe { Mask(_mm256_andnot_si256(self.miss(other, among).0, among.0)) }
            }
            #[inline(always)]
            fn miss(self, other: Self, among: Mask) -> Mask {
                // SAFETY: there is a vector, so there are its instructions.
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
                // SAFETY: there is a vector, so there are its instructions.
                unsafe { Mask(_mm256_and_si256($same(self.0, other.0), among.0)) }
            }
            #[inline(always)]
            fn differ(self, other: Self, among: Mask) -> Mask {
                // SAFETY: there is a vector, so there are its instructions.
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
