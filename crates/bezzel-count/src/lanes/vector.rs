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
/// Whoever holds a vector, a mask or a distance holds the proof that the machine has the instructions for
/// it: what makes one from nothing is unsafe, and so is what touches memory; the rest is not.
///
/// # Safety
/// Implementations must touch memory nowhere but in the [`Self::LANES`] lanes from a pointer on, and must
/// keep others from making vectors, masks and distances in safe ways.
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
    ///
    /// # Safety
    /// The machine must have the instructions.
    unsafe fn splat(mask: u32) -> Self;
    /// Lanes from memory.
    ///
    /// # Safety
    /// The machine must have the instructions, and the pointer must be good for a vector.
    unsafe fn load(from: *const Self::Lane) -> Self;
    /// Lanes into memory.
    ///
    /// # Safety
    /// The pointer must be good for a vector.
    unsafe fn store(self, to: *mut Self::Lane);
    /// The lanes of a mask into consecutive memory, for three vectors at once. What lies behind them, as
    /// far as a whole vector reaches, is overwritten.
    ///
    /// # Safety
    /// The pointers must be good for a vector.
    unsafe fn compress(vectors: [Self; 3], mask: Self::Mask, to: [*mut Self::Lane; 3]);
    /// Three vectors, the lanes of a mask replaced by consecutive ones from memory.
    ///
    /// # Safety
    /// The pointers must be good for a vector.
    unsafe fn expand(vectors: [Self; 3], mask: Self::Mask, from: [*mut Self::Lane; 3])
    -> [Self; 3];

    /// a & b
    fn and(self, other: Self) -> Self;
    /// a & b in the lanes of a mask, else the third.
    fn and_where(self, other: Self, mask: Self::Mask, otherwise: Self) -> Self;
    /// !(a | b | c)
    fn nor(self, b: Self, c: Self) -> Self;
    /// a | (b & c)
    fn or_and(self, b: Self, c: Self) -> Self;
    /// a | (b & !c)
    fn or_without(self, b: Self, c: Self) -> Self;
    /// a - 1
    fn minus_one(self) -> Self;

    /// A distance.
    ///
    /// # Safety
    /// The machine must have the instructions.
    unsafe fn distance(bits: u32) -> Self::Distance;
    /// Towards higher columns.
    fn up(self, by: Self::Distance) -> Self;
    /// Towards lower columns.
    fn down(self, by: Self::Distance) -> Self;

    /// Yes everywhere.
    fn all(self) -> Self::Mask;
    /// The lanes of a mask in which a and b have a bit in common.
    fn meet(self, other: Self, among: Self::Mask) -> Self::Mask;
    /// The lanes of a mask in which a and b have no bit in common.
    fn miss(self, other: Self, among: Self::Mask) -> Self::Mask;
    /// The lanes of a mask in which a and b are the same.
    fn same(self, other: Self, among: Self::Mask) -> Self::Mask;
    /// The lanes of a mask in which a and b are not the same.
    fn differ(self, other: Self, among: Self::Mask) -> Self::Mask;
    /// How many lanes a mask has.
    fn count(mask: Self::Mask) -> usize;
}
