//! Portable vectors: plain arrays, which the compiler vectorizes.

use super::vector::{Lane, Vector};

/// Lanes of 16 or 32 bits.
#[derive(Clone, Copy)]
pub struct Array<L>([L; LANES]);

const LANES: usize = 16;

/// 16 lanes of 16 bits.
pub type Narrow = Array<u16>;
/// 16 lanes of 32 bits.
pub type Wide = Array<u32>;
/// The number of vectors that are processed in an interleaved way.
pub const INTERLEAVED: usize = 1;

/// Builds an array lane by lane with a plain loop: `std::array::from_fn` is not always inlined.
macro_rules! lanes {
    ($i:ident => $lane:expr) => {{
        let mut lanes = [0; LANES];
        for $i in 0..LANES {
            lanes[$i] = $lane;
        }
        lanes
    }};
}

/// Each integer type needs its own implementation, since integer operations are not generic.
macro_rules! array {
    ($lane:ty) => {
        // SAFETY: each method reads or writes exactly one array at the pointer it is given, and
        // needs no special instructions.
        unsafe impl Vector for Array<$lane> {
            type Lane = $lane;
            /// All bits set for true, none for false.
            type Mask = [$lane; LANES];
            type Distance = u32;
            const LANES: usize = LANES;

            #[inline(always)]
            unsafe fn splat(mask: u32) -> Self {
                Self([<$lane>::new(mask); LANES])
            }
            #[inline(always)]
            unsafe fn load(from: *const $lane) -> Self {
                // SAFETY: the pointer is valid for one array.
                unsafe { Self(from.cast::<[$lane; LANES]>().read_unaligned()) }
            }
            #[inline(always)]
            unsafe fn store(self, to: *mut $lane) {
                // SAFETY: as in `load`.
                unsafe { to.cast::<[$lane; LANES]>().write_unaligned(self.0) }
            }
            #[inline(always)]
            unsafe fn compress(vectors: [Self; 3], mask: Self::Mask, to: [*mut $lane; 3]) {
                let mut at = 0;
                for lane in 0..LANES {
                    for (vector, to) in vectors.iter().zip(to) {
                        // SAFETY: no more lanes are written than an array has.
                        unsafe { to.add(at).write(vector.0[lane]) };
                    }
                    at += (mask[lane] & 1) as usize;
                }
            }
            #[inline(always)]
            unsafe fn expand(
                mut vectors: [Self; 3],
                mask: Self::Mask,
                from: [*mut $lane; 3],
            ) -> [Self; 3] {
                let mut at = 0;
                for lane in 0..LANES {
                    for (vector, from) in vectors.iter_mut().zip(from) {
                        // SAFETY: no more lanes are read than an array has.
                        let next = unsafe { from.add(at).read() };
                        vector.0[lane] = (vector.0[lane] & !mask[lane]) | (next & mask[lane]);
                    }
                    at += (mask[lane] & 1) as usize;
                }
                vectors
            }
            #[inline(always)]
            fn and(self, other: Self) -> Self {
                Self(lanes!(i => self.0[i] & other.0[i]))
            }
            #[inline(always)]
            fn and_where(self, other: Self, mask: Self::Mask, otherwise: Self) -> Self {
                Self(lanes!(i => (self.0[i] & other.0[i] & mask[i]) | (otherwise.0[i] & !mask[i])))
            }
            #[inline(always)]
            fn nor(self, b: Self, c: Self) -> Self {
                Self(lanes!(i => !(self.0[i] | b.0[i] | c.0[i])))
            }
            #[inline(always)]
            fn or_of_and(self, b: Self, c: Self) -> Self {
                Self(lanes!(i => self.0[i] | (b.0[i] & c.0[i])))
            }
            #[inline(always)]
            fn or_without(self, b: Self, c: Self) -> Self {
                Self(lanes!(i => self.0[i] | (b.0[i] & !c.0[i])))
            }
            #[inline(always)]
            fn minus_one(self) -> Self {
                Self(lanes!(i => self.0[i].wrapping_sub(1)))
            }
            #[inline(always)]
            unsafe fn distance(bits: u32) -> u32 {
                bits
            }
            #[inline(always)]
            fn up(self, by: u32) -> Self {
                Self(lanes!(i => self.0[i].unbounded_shl(by)))
            }
            #[inline(always)]
            fn down(self, by: u32) -> Self {
                Self(lanes!(i => self.0[i].unbounded_shr(by)))
            }
            #[inline(always)]
            fn all(self) -> Self::Mask {
                [<$lane>::MAX; LANES]
            }
            #[inline(always)]
            fn meet(self, other: Self, among: Self::Mask) -> Self::Mask {
                lanes!(i => <$lane>::from(self.0[i] & other.0[i] != 0).wrapping_neg() & among[i])
            }
            #[inline(always)]
            fn miss(self, other: Self, among: Self::Mask) -> Self::Mask {
                lanes!(i => <$lane>::from(self.0[i] & other.0[i] == 0).wrapping_neg() & among[i])
            }
            #[inline(always)]
            fn same(self, other: Self, among: Self::Mask) -> Self::Mask {
                lanes!(i => <$lane>::from(self.0[i] == other.0[i]).wrapping_neg() & among[i])
            }
            #[inline(always)]
            fn differ(self, other: Self, among: Self::Mask) -> Self::Mask {
                lanes!(i => <$lane>::from(self.0[i] != other.0[i]).wrapping_neg() & among[i])
            }
            #[inline(always)]
            fn count(mask: Self::Mask) -> usize {
                let ones = mask.iter().fold(0, |sum: $lane, lane| sum + (lane & 1));
                ones as usize
            }
        }
    };
}

array!(u16);
array!(u32);
