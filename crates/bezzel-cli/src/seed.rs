//! Random seeds, printed so that results can be reproduced.

use std::hash::{BuildHasher, RandomState};

use crate::output;

/// Returns the given seed, or a new one that is printed, so that `again` can be repeated.
pub fn given_or_new(given: Option<u64>, again: &str) -> u64 {
    given.unwrap_or_else(|| {
        // A seed is short enough to type.
        let seed = RandomState::new().hash_one(again) & u64::from(u32::MAX);
        output::note(&format!("--seed {seed} repeats {again}"));
        seed
    })
}
