//! Vectors of 512 bits: 32 lanes of 16 bits or 16 of 32 (AVX-512 F, BW and VBMI2).

use std::arch::x86_64::*;

use super::vector::Vector;

/// 32 lanes of 16 bits.
#[derive(Clone, Copy)]
pub struct Narrow(__m512i);

/// 16 lanes of 32 bits.
#[derive(Clone, Copy)]
pub struct Wide(__m512i);

/// The two widths differ only in the names of instructions.
macro_rules! vector {
    (
        $vector:ident, $lane:ty, $signed:ty, $mask:ty, $lanes:literal, $splat:ident, $compress:ident, $expand:ident,
        $select:ident, $add:ident, $up:ident, $down:ident, $meet:ident, $miss:ident, $same:ident, $differ:ident
    ) => {
        // SAFETY: memory is accessed only for one vector at the given pointers. The field of a
        // vector is private; masks are numbers, which need no instructions.
        unsafe impl Vector for $vector {
            type Lane = $lane;
            type Mask = $mask;
            type Distance = Self;
            const LANES: usize = $lanes;

            #[inline(always)]
            unsafe fn splat(mask: u32) -> Self {
                // SAFETY: the caller guarantees that the machine supports the instructions.
                unsafe { Self($splat(mask as $signed)) }
            }
            #[inline(always)]
            unsafe fn load(from: *const $lane) -> Self {
                // SAFETY: the caller guarantees this, and that the pointer is valid for a vector.
                unsafe { Self(_mm512_loadu_si512(from.cast())) }
            }
            #[inline(always)]
            unsafe fn store(self, to: *mut $lane) {
                // SAFETY: the caller guarantees that the pointers are valid for a vector.
                unsafe { _mm512_storeu_si512(to.cast(), self.0) }
            }
            #[inline(always)]
            unsafe fn compress(vectors: [Self; 3], mask: $mask, to: [*mut $lane; 3]) {
                for (vector, to) in vectors.into_iter().zip(to) {
                    // Compressing within a register and storing all of it is far faster than
                    // compressing into memory.
                    // SAFETY: the caller guarantees that the pointers are valid for a vector.
                    unsafe { _mm512_storeu_si512(to.cast(), $compress(mask, vector.0)) }
                }
            }
            #[inline(always)]
            unsafe fn expand(
                mut vectors: [Self; 3],
                mask: $mask,
                from: [*mut $lane; 3],
            ) -> [Self; 3] {
                for (vector, from) in vectors.iter_mut().zip(from) {
                    // SAFETY: the caller guarantees that the pointers are valid for a vector.
                    unsafe { vector.0 = $expand(vector.0, mask, _mm512_loadu_si512(from.cast())) }
                }
                vectors
            }
            #[inline(always)]
            fn and(self, other: Self) -> Self {
                // SAFETY: a vector exists only where its instructions are supported.
                unsafe { Self(_mm512_and_si512(self.0, other.0)) }
            }
            #[inline(always)]
            fn and_where(self, other: Self, mask: $mask, otherwise: Self) -> Self {
                // SAFETY: a vector exists only where its instructions are supported.
                unsafe {
                    Self($select(
                        otherwise.0,
                        mask,
                        _mm512_and_si512(self.0, other.0),
                    ))
                }
            }
            #[inline(always)]
            fn nor(self, b: Self, c: Self) -> Self {
                // SAFETY: a vector exists only where its instructions are supported.
                unsafe { Self(_mm512_ternarylogic_epi64::<0x01>(self.0, b.0, c.0)) }
            }
            #[inline(always)]
            fn or_of_and(self, b: Self, c: Self) -> Self {
                // SAFETY: a vector exists only where its instructions are supported.
                unsafe { Self(_mm512_ternarylogic_epi64::<0xf8>(self.0, b.0, c.0)) }
            }
            #[inline(always)]
            fn or_without(self, b: Self, c: Self) -> Self {
                // SAFETY: a vector exists only where its instructions are supported.
                unsafe { Self(_mm512_ternarylogic_epi64::<0xf4>(self.0, b.0, c.0)) }
            }
            #[inline(always)]
            fn minus_one(self) -> Self {
                // SAFETY: a vector exists only where its instructions are supported.
                unsafe { Self($add(self.0, _mm512_set1_epi32(-1))) }
            }
            #[inline(always)]
            unsafe fn distance(bits: u32) -> Self {
                // Shifting by a vector of distances takes one instruction, by a scalar two.
                // SAFETY: the caller guarantees that the machine supports the instructions.
                unsafe { Self::splat(bits) }
            }
            #[inline(always)]
            fn up(self, by: Self) -> Self {
                // SAFETY: a vector exists only where its instructions are supported.
                unsafe { Self($up(self.0, by.0)) }
            }
            #[inline(always)]
            fn down(self, by: Self) -> Self {
                // SAFETY: a vector exists only where its instructions are supported.
                unsafe { Self($down(self.0, by.0)) }
            }
            #[inline(always)]
            fn all(self) -> $mask {
                <$mask>::MAX
            }
            #[inline(always)]
            fn meet(self, other: Self, among: $mask) -> $mask {
                // SAFETY: a vector exists only where its instructions are supported.
                unsafe { $meet(among, self.0, other.0) }
            }
            #[inline(always)]
            fn miss(self, other: Self, among: $mask) -> $mask {
                // SAFETY: a vector exists only where its instructions are supported.
                unsafe { $miss(among, self.0, other.0) }
            }
            #[inline(always)]
            fn same(self, other: Self, among: $mask) -> $mask {
                // SAFETY: a vector exists only where its instructions are supported.
                unsafe { $same(among, self.0, other.0) }
            }
            #[inline(always)]
            fn differ(self, other: Self, among: $mask) -> $mask {
                // SAFETY: a vector exists only where its instructions are supported.
                unsafe { $differ(among, self.0, other.0) }
            }
            #[inline(always)]
            fn count(mask: $mask) -> usize {
                mask.count_ones() as usize
            }
        }
    };
}

vector!(
    Narrow,
    u16,
    i16,
    __mmask32,
    32,
    _mm512_set1_epi16,
    _mm512_maskz_compress_epi16,
    _mm512_mask_expand_epi16,
    _mm512_mask_mov_epi16,
    _mm512_add_epi16,
    _mm512_sllv_epi16,
    _mm512_srlv_epi16,
    _mm512_mask_test_epi16_mask,
    _mm512_mask_testn_epi16_mask,
    _mm512_mask_cmpeq_epi16_mask,
    _mm512_mask_cmpneq_epi16_mask
);

vector!(
    Wide,
    u32,
    i32,
    __mmask16,
    16,
    _mm512_set1_epi32,
    _mm512_maskz_compress_epi32,
    _mm512_mask_expand_epi32,
    _mm512_mask_mov_epi32,
    _mm512_add_epi32,
    _mm512_sllv_epi32,
    _mm512_srlv_epi32,
    _mm512_mask_test_epi32_mask,
    _mm512_mask_testn_epi32_mask,
    _mm512_mask_cmpeq_epi32_mask,
    _mm512_mask_cmpneq_epi32_mask
);
