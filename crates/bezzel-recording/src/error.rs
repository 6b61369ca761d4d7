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
    /// A square that is not on the board, or is named twice.
    #[error("no queen can be put on {square} of a board of side {n}")]
    NoSuchSquare {
        /// The square.
        square: bezzel::queens::Square,
        /// The side of the board.
        n: u32,
    },
    /// There is no such problem.
    #[error("there is no problem {name:?}; there are {known}")]
    UnknownProblem {
        /// The name asked for.
        name: String,
        /// The names there are.
        known: String,
    },
    /// A problem that cannot be posed.
    #[error("{reason}")]
    ImpossibleProblem {
        /// Why.
        reason: String,
    },
    /// A lesson that cannot be read.
    #[error("this is no lesson: {reason}")]
    NoLesson {
        /// Why.
        reason: String,
    },
}
