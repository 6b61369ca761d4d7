//! What can be wrong with a request.

/// Everything this crate can refuse, and why.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The board is larger than plans go.
    #[error("{n} queens are more than can be planned (at most {limit})")]
    TooManyQueens {
        /// The number asked for.
        n: u32,
        /// The largest number there are plans for.
        limit: u32,
    },
    /// A search of the tree was refused.
    #[error(transparent)]
    Search(#[from] bezzel::Error),
    /// There is no such path, or this machine lacks its instructions.
    #[error("`{path}` is no path that this machine can take")]
    UnknownPath {
        /// The path asked for.
        path: String,
    },
    /// More solutions than the accumulator can hold.
    #[error("unit {unit} has more solutions than 64 bits can count")]
    Overflow {
        /// The unit.
        unit: u64,
    },
    /// A count that contradicts its own residues.
    #[error("unit {unit} was counted wrongly: its count contradicts its residues")]
    Contradiction {
        /// The unit.
        unit: u64,
    },
}
