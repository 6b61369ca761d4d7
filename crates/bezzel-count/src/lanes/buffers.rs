//! Buffers of partial boards: one per row, three arrays each.

use super::search::BOARDS_PER_BLOCK;
use super::vector::Lane;
use crate::constellations::Frame;

/// Extra lanes for vectors that reach beyond the last board.
pub const EXTRA_LANES: usize = 64;

/// The buffers of all rows: occupied columns, and squares attacked along the diagonals.
pub struct Buffers<L> {
    memory: Vec<L>,
    /// The number of lanes in one array.
    size: usize,
    rows: usize,
}

/// One buffer.
pub struct Boards<L> {
    pub columns: *mut L,
    pub rising: *mut L,
    pub falling: *mut L,
}

impl<L> Clone for Boards<L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<L> Copy for Boards<L> {}

impl<L> Boards<L> {
    #[inline(always)]
    pub fn arrays(self) -> [*mut L; 3] {
        [self.columns, self.rising, self.falling]
    }

    /// Returns the boards from an index on.
    ///
    /// # Safety
    /// The index must be within the buffer.
    #[inline(always)]
    pub unsafe fn from(self, at: usize) -> Self {
        // SAFETY: the caller guarantees that the index is within the three arrays.
        unsafe {
            Self {
                columns: self.columns.add(at),
                rising: self.rising.add(at),
                falling: self.falling.add(at),
            }
        }
    }
}

impl<L: Lane> Buffers<L> {
    /// Returns buffers without memory.
    pub fn new() -> Self {
        Self {
            memory: Vec::new(),
            size: 0,
            rows: 0,
        }
    }

    /// Reserves memory for a frame: a block has at most as many children as it has squares. Vectors
    /// may reach beyond the last board.
    pub fn make_room(&mut self, frame: &Frame) {
        let size = self
            .size
            .max(BOARDS_PER_BLOCK * frame.width as usize + EXTRA_LANES);
        let rows = self.rows.max(frame.rows);
        if (size, rows) != (self.size, self.rows) {
            (self.size, self.rows) = (size, rows);
            // The old memory is freed first, since both together might not fit.
            self.memory = Vec::new();
            self.memory = vec![L::new(0); 3 * rows * size];
        }
    }

    /// Returns pointers to the buffers of all rows, valid until `make_room` is called.
    pub fn rows(&mut self) -> Rows<L> {
        assert!(self.memory.len() >= 3 * self.rows * self.size);
        Rows {
            base: self.memory.as_mut_ptr(),
            size: self.size,
        }
    }
}

/// Pointers to the buffers of all rows.
#[derive(Clone, Copy)]
pub struct Rows<L> {
    base: *mut L,
    size: usize,
}

impl<L> Rows<L> {
    /// Returns the buffer of a row.
    ///
    /// # Safety
    /// There must be room for the row.
    #[inline(always)]
    pub unsafe fn row(&self, row: usize) -> Boards<L> {
        // SAFETY: the caller guarantees that there is room for the row; its three arrays are
        // contiguous in the memory.
        unsafe {
            let columns = self.base.add(3 * row * self.size);
            Boards {
                columns,
                rising: columns.add(self.size),
                falling: columns.add(2 * self.size),
            }
        }
    }
}
