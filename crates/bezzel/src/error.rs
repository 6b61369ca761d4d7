//! What can be wrong with a request.

/// Everything the library can refuse, and why.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The board is larger than this form of the problem can take.
    #[error("{n} queens are more than `{method}` can take (at most {limit})")]
    TooManyQueens {
        /// The number asked for.
        n: u64,
        /// The method asked.
        method: &'static str,
        /// The largest number it takes.
        limit: u64,
    },
    /// A board that cannot be.
    #[error("{reason}")]
    ImpossibleBoard {
        /// Why not.
        reason: String,
    },
    /// There is no solution of that size.
    #[error("{n} queens have no solution")]
    NoSolution {
        /// The size.
        n: u64,
    },
    /// A branch does not belong to this problem.
    #[error("branch {branch} does not fit this problem: choice {position} of its path {reason}")]
    ForeignBranch {
        /// The branch's path.
        branch: String,
        /// Which of its choices, counted from 1.
        position: usize,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// A board or maze could not be read.
    #[error("line {line}, column {column}: {reason}")]
    Unreadable {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// What is wrong there.
        reason: String,
    },
    /// Not an order of the four directions.
    #[error("{order:?} is not an order of the four directions like NSWE")]
    UnknownOrder {
        /// What was given.
        order: String,
    },
    /// A maze that cannot be made.
    #[error("{reason}")]
    ImpossibleMaze {
        /// Why not.
        reason: String,
    },
    /// A picture with more pixels than were allowed: a few bytes can stand for many.
    #[error("the picture has {width} x {height} pixels, more than {limit}")]
    TooManyPixels {
        /// Its width.
        width: u32,
        /// Its height.
        height: u32,
        /// How many were allowed.
        limit: u64,
    },
    /// An evolution that cannot begin.
    #[error("{reason}")]
    ImpossibleEvolution {
        /// Why not.
        reason: String,
    },
    /// Counting routes would take more memory than there is.
    #[error(
        "counting these routes needs a frontier {width} cells wide, which does not fit into {} MiB of memory",
        memory >> 20
    )]
    TooWide {
        /// The frontier's width.
        width: usize,
        /// The memory it may use, in bytes.
        memory: u64,
    },
    /// No memory would do to count routes.
    #[error("counting these routes needs a frontier {width} forks wide, and {limit} are the most")]
    FrontierLimit {
        /// The frontier's width.
        width: usize,
        /// The widest that can be dealt with.
        limit: usize,
    },
    /// An engine that cannot count such a board.
    #[error("`{engine}` {reason}")]
    Unsuited {
        /// The engine.
        engine: &'static str,
        /// Why not, and which one can.
        reason: String,
    },
    /// A worker for which this machine lacks something.
    #[error("`{engine}` cannot start: {reason}")]
    CannotStart {
        /// The engine.
        engine: &'static str,
        /// What is missing.
        reason: String,
    },
    /// A worker that has failed on the way. What it had not told is not counted; others can.
    #[error("{worker} is lost: {reason}")]
    Lost {
        /// Who it was.
        worker: String,
        /// What happened.
        reason: String,
    },
    /// A sum of solutions or nodes that its accumulator cannot hold.
    #[error("unit {unit} has more solutions or nodes than can be added up")]
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
    /// A ledger that cannot be reached, or refuses.
    #[error("{reason}")]
    Ledger {
        /// Why.
        reason: String,
    },
    /// Someone threw the switch.
    #[error("cancelled")]
    Cancelled,
}

impl Error {
    /// Whether it is about one worker alone: others can count what this one would have.
    pub fn is_of_one_worker(&self) -> bool {
        matches!(self, Self::CannotStart { .. } | Self::Lost { .. })
    }
}
