//! Vectors of 128 bits in WebAssembly: 8 lanes of 16 bits or 4 of 32. Lanes are compressed and
//! expanded with lookup tables. A module is compiled either with these instructions or without them
//! and loads only where they are supported, so this replaces plain arrays as its portable path.

use std::arch::wasm32::*;

use super::moves::{COMPRESS, COMPRESS_FOUR, EXPAND, EXPAND_FOUR};
use super::vector::Vector;

/// The number of vectors that are processed in an interleaved way.
pub const INTERLEAVED: usize = 2;

/// 8 lanes of 16 bits.
#[derive(Clone, Copy)]
pub struct Narrow(v128);

/// 4 lanes of 32 bits.
#[derive(Clone, Copy)]
pub struct Wide(v128);

/// A lane mask: all bits of a lane are set, or none.
#[derive(Clone, Copy)]
pub struct Mask(v128);

/// A shift distance, and the mask of the bits kept in each lane: 0 if the distance exceeds the
/// width of a lane.
#[derive(Clone, Copy)]
pub struct Distance {
    bits: u32,
    left: v128,
}

/// Permutes a vector by a table.
#[inline(always)]
fn moved(vector: v128, bytes: &[u8; 16]) -> v128 {
    // SAFETY: sixteen bytes are read from an array of sixteen.
    i8x16_swizzle(vector, unsafe { v128_load(bytes.as_ptr().cast()) })
}

/// The two widths differ only in the names of instructions.
macro_rules! vector {
    (
        $vector:ident, $lane:ty, $lanes:literal, $compress:ident, $expand:ident, $bits:ident,
        $splat:ident, $sub:ident, $up:ident, $down:ident, $same:ident
    ) => {
        // SAFETY: memory is accessed only for one vector at the given pointers; the module could
        // not be loaded without the instructions.
        unsafe impl Vector for $vector {
            type Lane = $lane;
            type Mask = Mask;
            type Distance = Distance;
            const LANES: usize = $lanes;

            #[inline(always)]
            unsafe fn splat(mask: u32) -> Self {
                Self($splat(mask as $lane))
            }
            #[inline(always)]
            unsafe fn load(from: *const $lane) -> Self {
                // SAFETY: the caller guarantees that the pointer is valid for a vector.
                unsafe { Self(v128_load(from.cast())) }
            }
            #[inline(always)]
            unsafe fn store(self, to: *mut $lane) {
                // SAFETY: as in `load`.
                unsafe { v128_store(to.cast(), self.0) }
            }
            #[inline(always)]
            unsafe fn compress(vectors: [Self; 3], mask: Mask, to: [*mut $lane; 3]) {
                let bytes = &$compress[$bits(mask.0) as usize];
                for (vector, to) in vectors.into_iter().zip(to) {
                    // SAFETY: as in `load`.
                    unsafe { v128_store(to.cast(), moved(vector.0, bytes)) }
                }
            }
            #[inline(always)]
            unsafe fn expand(
                mut vectors: [Self; 3],
                mask: Mask,
                from: [*mut $lane; 3],
            ) -> [Self; 3] {
                let bytes = &$expand[$bits(mask.0) as usize];
                for (vector, from) in vectors.iter_mut().zip(from) {
                    // SAFETY: as in `load`.
                    let next = unsafe { v128_load(from.cast()) };
                    vector.0 = v128_bitselect(moved(next, bytes), vector.0, mask.0);
                }
                vectors
            }
            #[inline(always)]
            fn and(self, other: Self) -> Self {
                Self(v128_and(self.0, other.0))
            }
            #[inline(always)]
            fn and_where(self, other: Self, mask: Mask, otherwise: Self) -> Self {
                let both = v128_and(self.0, other.0);
                Self(v128_bitselect(both, otherwise.0, mask.0))
            }
            #[inline(always)]
            fn nor(self, b: Self, c: Self) -> Self {
                Self(v128_not(v128_or(v128_or(self.0, b.0), c.0)))
            }
            #[inline(always)]
            fn or_of_and(self, b: Self, c: Self) -> Self {
                Self(v128_or(self.0, v128_and(b.0, c.0)))
            }
            #[inline(always)]
            fn or_without(self, b: Self, c: Self) -> Self {
                Self(v128_or(self.0, v128_andnot(b.0, c.0)))
            }
            #[inline(always)]
            fn minus_one(self) -> Self {
                Self($sub(self.0, $splat(1)))
            }
            #[inline(always)]
            unsafe fn distance(bits: u32) -> Distance {
                let fits = bits < <$lane>::BITS;
                let left = u32x4_splat(if fits { u32::MAX } else { 0 });
                Distance { bits, left }
            }
            #[inline(always)]
            fn up(self, by: Distance) -> Self {
                Self(v128_and($up(self.0, by.bits), by.left))
            }
            #[inline(always)]
            fn down(self, by: Distance) -> Self {
                Self(v128_and($down(self.0, by.bits), by.left))
            }
            #[inline(always)]
            fn all(self) -> Mask {
                Mask(u32x4_splat(u32::MAX))
            }
            #[inline(always)]
            fn meet(self, other: Self, among: Mask) -> Mask {
                Mask(v128_andnot(among.0, self.miss(other, among).0))
            }
            #[inline(always)]
            fn miss(self, other: Self, among: Mask) -> Mask {
                let common = v128_and(self.0, other.0);
                Mask(v128_and($same(common, $splat(0)), among.0))
            }
            #[inline(always)]
            fn same(self, other: Self, among: Mask) -> Mask {
                Mask(v128_and($same(self.0, other.0), among.0))
            }
            #[inline(always)]
            fn differ(self, other: Self, among: Mask) -> Mask {
                Mask(v128_andnot(among.0, $same(self.0, other.0)))
            }
            #[inline(always)]
            fn count(mask: Mask) -> usize {
                $bits(mask.0).count_ones() as usize
            }
        }
    };
}

vector!(
    Narrow,
    u16,
    8,
    COMPRESS,
    EXPAND,
    u16x8_bitmask,
    u16x8_splat,
    u16x8_sub,
    u16x8_shl,
    u16x8_shr,
    u16x8_eq
);

vector!(
    Wide,
    u32,
    4,
    COMPRESS_FOUR,
    EXPAND_FOUR,
    u32x4_bitmask,
    u32x4_splat,
    u32x4_sub,
    u32x4_shl,
    u32x4_shr,
    u32x4_eq
);
