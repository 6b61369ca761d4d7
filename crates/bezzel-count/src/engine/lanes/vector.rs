//! What the search asks of a vector register. Each path answers in its own instructions.

/// A lane: an integer with a bit for each column.
pub trait Lane: Copy {
    /// Columns that fit.
    const BITS: u32;
    /// The low bits of a mask.
    fn new(mask: u32) -> Self;
}

impl Lane for u16 {
    const BITS: u32 = 16;
    #[inline(always)]
    fn new(mask: u32) -> Self {
        mask as u16
    }
}

impl Lane for u32 {
    const BITS: u32 = 32;
    #[inline(always)]
    fn new(mask: u32) -> Self {
        mask
    }
}

/// Equally many lanes, worked on at once.
///
/// # Safety
/// Implementations must touch memory nowhere but in the [`Self::LANES`] lanes from a pointer on.
///
/// Whoever calls the functions must know that the machine has the instructions they are made of, and
/// that pointers are good for [`Self::LANES`] lanes, aligned or not.
pub unsafe trait Vector: Copy {
    /// One lane.
    type Lane: Lane;
    /// A yes or no for every lane.
    type Mask: Copy;
    /// A distance to shift by.
    type Distance: Copy;
    /// How many lanes there are.
    const LANES: usize;

    /// The same mask in every lane.
    unsafe fn splat(mask: u32) -> Self;
    /// Lanes from memory.
    unsafe fn load(from: *const Self::Lane) -> Self;
    /// Lanes into memory.
    unsafe fn store(self, to: *mut Self::Lane);
    /// The lanes of a mask into consecutive memory, for three vectors at once. What lies behind them, as
    /// far as a whole vector reaches, is overwritten.
    unsafe fn compress(vectors: [Self; 3], mask: Self::Mask, to: [*mut Self::Lane; 3]);
    /// Three vectors, the lanes of a mask replaced by consecutive ones from memory.
    unsafe fn expand(vectors: [Self; 3], mask: Self::Mask, from: [*mut Self::Lane; 3])
    -> [Self; 3];

    /// a & b
    unsafe fn and(self, other: Self) -> Self;
    /// a & b in the lanes of a mask, else the third.
    unsafe fn and_where(self, other: Self, mask: Self::Mask, otherwise: Self) -> Self;
    /// !(a | b | c)
    unsafe fn nor(self, b: Self, c: Self) -> Self;
    /// a | (b & c)
    unsafe fn or_and(self, b: Self, c: Self) -> Self;
    /// a | (b & !c)
    unsafe fn or_without(self, b: Self, c: Self) -> Self;
    /// a - 1
    unsafe fn minus_one(self) -> Self;

    /// A distance.
    unsafe fn distance(bits: u32) -> Self::Distance;
    /// Towards higher columns.
    unsafe fn up(self, by: Self::Distance) -> Self;
    /// Towards lower columns.
    unsafe fn down(self, by: Self::Distance) -> Self;

    /// Yes everywhere.
    unsafe fn all() -> Self::Mask;
    /// The lanes of a mask in which a and b have a bit in common.
    unsafe fn meet(self, other: Self, among: Self::Mask) -> Self::Mask;
    /// The lanes of a mask in which a and b have no bit in common.
    unsafe fn miss(self, other: Self, among: Self::Mask) -> Self::Mask;
    /// The lanes of a mask in which a and b are the same.
    unsafe fn same(self, other: Self, among: Self::Mask) -> Self::Mask;
    /// The lanes of a mask in which a and b are not the same.
    unsafe fn differ(self, other: Self, among: Self::Mask) -> Self::Mask;
    /// How many lanes a mask has.
    unsafe fn count(mask: Self::Mask) -> usize;
}
