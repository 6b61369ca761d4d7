//! Words in memory, whole lines of the cache from the first on.

use std::ops::{Deref, DerefMut};
use std::slice;

use super::instructions::BLOCK;

/// A list of words that begins where a line of the cache does, so that blocks lie in one line each.
#[derive(Clone, Default)]
pub struct Words(Vec<Line>);

#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Line([u64; BLOCK]);

impl Words {
    /// At least so many, all 0.
    pub fn new(len: usize) -> Self {
        Self(vec![Line([0; BLOCK]); len.div_ceil(BLOCK)])
    }
}

impl Deref for Words {
    type Target = [u64];

    fn deref(&self) -> &[u64] {
        // SAFETY: lines are words and nothing else, one behind the other.
        unsafe { slice::from_raw_parts(self.0.as_ptr().cast(), BLOCK * self.0.len()) }
    }
}

impl DerefMut for Words {
    fn deref_mut(&mut self) -> &mut [u64] {
        // SAFETY: lines are words and nothing else, one behind the other.
        unsafe { slice::from_raw_parts_mut(self.0.as_mut_ptr().cast(), BLOCK * self.0.len()) }
    }
}
