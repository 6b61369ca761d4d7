//! How far long work is.

/// How far a search on many threads, or a job, is.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Progress {
    /// Units finished.
    pub done: usize,
    /// Units in all.
    pub units: usize,
    /// The share of the work that is done, from 0 to 1: units weighed by what they are expected to
    /// cost.
    pub share: f64,
    /// Promising nodes entered in the finished units.
    pub nodes: u64,
    /// Solutions in the finished units.
    pub solutions: u64,
}
