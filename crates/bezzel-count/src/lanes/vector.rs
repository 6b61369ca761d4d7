//! The vector operations of the search, implemented for each instruction set.

/// An integer type of lanes, with a bit for each column.
pub trait Lane: Copy {
    /// The number of columns that fit.
    const BITS: u32;
    /// Returns the low bits of a mask.
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

/// A vector of lanes.
///
/// A value of type vector, mask or distance proves that the machine supports the instructions:
/// creating one from nothing is unsafe, and so is accessing memory; all other operations are safe.
///
/// # Safety
/// Implementations must access memory only in the [`Self::LANES`] lanes from a pointer on, and must
/// not allow other code to create vectors, masks and distances safely.
pub unsafe trait Vector: Copy {
    /// The type of a lane.
    type Lane: Lane;
    /// A boolean for every lane.
    type Mask: Copy;
    /// A shift distance.
    type Distance: Copy;
    /// The number of lanes.
    const LANES: usize;

    /// Returns the same mask in every lane.
    ///
    /// # Safety
    /// The machine must support the instructions.
    unsafe fn splat(mask: u32) -> Self;
    /// Loads lanes from memory.
    ///
    /// # Safety
    /// The machine must support the instructions, and the pointer must be valid for a vector.
    unsafe fn load(from: *const Self::Lane) -> Self;
    /// Stores lanes to memory.
    ///
    /// # Safety
    /// The pointer must be valid for a vector.
    unsafe fn store(self, to: *mut Self::Lane);
    /// Stores the lanes of a mask consecutively, for three vectors at once. The rest of a whole
    /// vector behind them is overwritten.
    ///
    /// # Safety
    /// The pointers must be valid for a vector.
    unsafe fn compress(vectors: [Self; 3], mask: Self::Mask, to: [*mut Self::Lane; 3]);
    /// Returns three vectors in which the lanes of a mask are replaced by consecutive lanes from
    /// memory.
    ///
    /// # Safety
    /// The pointers must be valid for a vector.
    unsafe fn expand(vectors: [Self; 3], mask: Self::Mask, from: [*mut Self::Lane; 3])
    -> [Self; 3];

    /// `a & b`
    fn and(self, other: Self) -> Self;
    /// `a & b` in the lanes of a mask, otherwise the third.
    fn and_where(self, other: Self, mask: Self::Mask, otherwise: Self) -> Self;
    /// `!(a | b | c)`
    fn nor(self, b: Self, c: Self) -> Self;
    /// `a | (b & c)`
    fn or_of_and(self, b: Self, c: Self) -> Self;
    /// `a | (b & !c)`
    fn or_without(self, b: Self, c: Self) -> Self;
    /// `a - 1`
    fn minus_one(self) -> Self;

    /// Returns a shift distance.
    ///
    /// # Safety
    /// The machine must support the instructions.
    unsafe fn distance(bits: u32) -> Self::Distance;
    /// Shifts towards higher columns.
    fn up(self, by: Self::Distance) -> Self;
    /// Shifts towards lower columns.
    fn down(self, by: Self::Distance) -> Self;

    /// Returns the mask of all lanes.
    fn all(self) -> Self::Mask;
    /// Returns the lanes of a mask in which a and b have a bit in common.
    fn meet(self, other: Self, among: Self::Mask) -> Self::Mask;
    /// Returns the lanes of a mask in which a and b have no bit in common.
    fn miss(self, other: Self, among: Self::Mask) -> Self::Mask;
    /// Returns the lanes of a mask in which a and b are the same.
    fn same(self, other: Self, among: Self::Mask) -> Self::Mask;
    /// Returns the lanes of a mask in which a and b are not the same.
    fn differ(self, other: Self, among: Self::Mask) -> Self::Mask;
    /// Returns the number of lanes in a mask.
    fn count(mask: Self::Mask) -> usize;
}
