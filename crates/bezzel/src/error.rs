//! Errors of searches and jobs.

use std::sync::Arc;
use std::{error, fmt};

/// The errors of searches and jobs.
#[derive(Debug, Clone)]
#[non_exhaustive]
#[allow(missing_docs)] // The names of the fields describe them.
pub enum Error {
    /// The path of a branch does not exist in the problem's tree. Positions count from 1.
    ForeignBranch {
        branch: String,
        position: usize,
        reason: &'static str,
    },
    /// A worker cannot start on this machine. Other workers may be able to start.
    CannotStart {
        worker: &'static str,
        reason: String,
    },
    /// A worker failed while counting. What it did not report is not counted; other workers go on.
    Lost { worker: String, reason: String },
    /// A sum of solutions or nodes exceeds its accumulator.
    Overflow { unit: u64 },
    /// A count contradicts its own residues.
    Contradiction { unit: u64 },
    /// The ledger of a job cannot be reached, or rejects a request.
    Ledger(LedgerError),
    /// The cancellation token was set.
    Cancelled,
}

/// An error of any type, from the crate that implements a ledger.
pub type LedgerError = Arc<dyn error::Error + Send + Sync>;

impl Error {
    /// Returns true if only one worker is affected: others can count its units.
    pub fn is_of_one_worker(&self) -> bool {
        matches!(self, Self::CannotStart { .. } | Self::Lost { .. })
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ForeignBranch {
                branch,
                position,
                reason,
            } => write!(
                f,
                "branch {branch} does not fit this problem: choice {position} of its path {reason}"
            ),
            Self::CannotStart { worker, reason } => write!(f, "`{worker}` cannot start: {reason}"),
            Self::Lost { worker, reason } => write!(f, "{worker} is lost: {reason}"),
            Self::Overflow { unit } => {
                write!(
                    f,
                    "unit {unit} has more solutions or nodes than can be added up"
                )
            }
            Self::Contradiction { unit } => write!(
                f,
                "unit {unit} was counted wrongly: its count contradicts its residues"
            ),
            Self::Ledger(error) => error.fmt(f),
            Self::Cancelled => f.write_str("cancelled"),
        }
    }
}

impl error::Error for Error {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            Self::Ledger(error) => error.source(),
            _ => None,
        }
    }
}

/// Errors of ledgers are equal if their texts are.
impl PartialEq for Error {
    fn eq(&self, other: &Self) -> bool {
        self.to_string() == other.to_string()
    }
}
