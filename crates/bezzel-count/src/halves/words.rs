//! Arrays of words aligned to cache lines.

use std::ops::{Deref, DerefMut};
use std::slice;

use super::instructions::BLOCK;

/// An array of words aligned to cache lines, so that each block is within one line.
#[derive(Clone, Default)]
pub struct Words(Vec<CacheLine>);

#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct CacheLine([u64; BLOCK]);

impl Words {
    /// Returns an array of at least `len` zeros.
    pub fn new(len: usize) -> Self {
        Self(vec![CacheLine([0; BLOCK]); len.div_ceil(BLOCK)])
    }
}

impl Deref for Words {
    type Target = [u64];

    fn deref(&self) -> &[u64] {
        // SAFETY: a line consists of words only, and lines are contiguous.
        unsafe { slice::from_raw_parts(self.0.as_ptr().cast(), BLOCK * self.0.len()) }
    }
}

impl DerefMut for Words {
    fn deref_mut(&mut self) -> &mut [u64] {
        // SAFETY: a line consists of words only, and lines are contiguous.
        unsafe { slice::from_raw_parts_mut(self.0.as_mut_ptr().cast(), BLOCK * self.0.len()) }
    }
}
