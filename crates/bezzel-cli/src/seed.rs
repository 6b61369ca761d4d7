//! Random seeds, printed so that results can be reproduced.

use std::hash::{BuildHasher, RandomState};

use crate::output;

/// Returns the given seed, or a new one; a new seed is printed with a note that it repeats `again`.
pub fn given_or_new(given: Option<u64>, again: &str) -> u64 {
    given.unwrap_or_else(|| {
        // A seed is short enough to type.
        let seed = RandomState::new().hash_one(again) & u64::from(u32::MAX);
        output::note(&format!("use --seed {seed} to repeat {again}"));
        seed
    })
}
