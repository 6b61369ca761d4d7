//! Large numbers in JSON.

use std::fmt::Display;

use serde::Serializer;

/// Serializes a count as text: many JSON readers keep only 53 bits of a number.
pub(crate) fn as_text<T: Display, S: Serializer>(
    value: &T,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}
