//! Seeds: whatever is random can be had again.

use std::hash::{BuildHasher, RandomState};

use crate::output;

/// The seed given, or a new one that is named so that `again` can be had.
pub fn given_or_new(given: Option<u64>, again: &str) -> u64 {
    given.unwrap_or_else(|| {
        // Short enough to be typed.
        let seed = RandomState::new().hash_one(again) & u64::from(u32::MAX);
        output::note(&format!("--seed {seed} makes {again} again"));
        seed
    })
}
