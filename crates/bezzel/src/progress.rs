//! Progress of long work.

/// The progress of a parallel search or of a job.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Progress {
    /// Units finished.
    pub done: usize,
    /// Units in all.
    pub units: usize,
    /// The finished share of the work, from 0 to 1, by the expected cost of units.
    pub share: f64,
    /// Promising nodes entered in the finished units.
    pub nodes: u64,
    /// Solutions in the finished units.
    pub solutions: u64,
}
