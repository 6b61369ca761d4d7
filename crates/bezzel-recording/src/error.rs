//! What cannot be recorded.

/// Everything this crate can refuse, and why.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// There is no such form of the problem.
    #[error("there is no method {name:?}; there are {known}")]
    UnknownMethod {
        /// The name asked for.
        name: String,
        /// The names there are.
        known: String,
    },
    /// The page shows no such board.
    #[error("the page shows 1 to {limit} queens, not {n}")]
    NoSuchBoard {
        /// The number asked for.
        n: u32,
        /// The largest number shown.
        limit: u32,
    },
}
