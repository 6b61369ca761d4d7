//! Errors of runs, ledgers and shards.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use bezzel::job::Identity;

/// The errors of runs, ledgers and shards.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The text is not a shard.
    #[error("{text:?} is not a valid shard: write 0/8 for the first of eight")]
    NoShard {
        /// The text.
        text: String,
    },
    /// Another process uses the file.
    #[error("{} is being written by another process", path.display())]
    Busy {
        /// The file.
        path: PathBuf,
    },
    /// The file belongs to another job, or to another part of this job.
    #[error("{} belongs to another run: {}, not {}", path.display(), found, wanted)]
    AnotherRun {
        /// The file.
        path: PathBuf,
        /// What the file contains.
        found: String,
        /// What was expected.
        wanted: String,
    },
    /// A line of a file was changed.
    #[error("{}, line {line}: {reason}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// The folder contains no shards.
    #[error("{} contains no shard files", path.display())]
    NoShards {
        /// The folder.
        path: PathBuf,
    },
    /// The files belong to another job.
    #[error("the files are of another run: {found}, not {wanted}")]
    AnotherJob {
        /// The job of the files.
        found: Box<Identity>,
        /// The expected job.
        wanted: Box<Identity>,
    },
    /// A file cannot be read or written.
    #[error("cannot {action} {}", path.display())]
    File {
        /// The failed operation.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The text is not a valid name of a run.
    #[error("{text:?} is not a name of a run: use up to 64 letters, digits, '-', '_' and '.'")]
    NoName {
        /// The text.
        text: String,
    },
    /// The store refuses a request.
    #[error("{reason}")]
    Refused {
        /// The reason, as a sentence.
        reason: String,
    },
    /// The run has open tasks, audits or disputes.
    #[error("{reason}")]
    Open {
        /// What is open.
        reason: String,
    },
    /// The store cannot be reached or written at the moment.
    #[error("{reason}")]
    Unreachable {
        /// The reason.
        reason: String,
    },
    /// The store returned something unexpected.
    #[error("{reason}")]
    Store {
        /// The reason.
        reason: String,
    },
    /// Units of a run whose records contradict their checksums or the plan.
    #[error(
        "run {run} is damaged: {reason}; `bezzel run repair {run}` discards them, so that they are counted again"
    )]
    DamagedRun {
        /// The run.
        run: String,
        /// The units, and what is wrong with them.
        reason: String,
    },
    /// The store is damaged in another way.
    #[error("{reason}")]
    DamagedLedger {
        /// The reason.
        reason: String,
    },
    /// Outcomes in the store contradict the plan.
    #[error("{reason}")]
    Contradiction {
        /// The contradiction.
        reason: String,
    },
    /// An error of the crate `bezzel`.
    #[error(transparent)]
    Library(#[from] bezzel::Error),
}

impl Error {
    /// Returns true if stored results are damaged, contradict each other or belong to another job;
    /// false for all other errors.
    pub fn is_conflict(&self) -> bool {
        match self {
            Self::Damaged { .. }
            | Self::AnotherRun { .. }
            | Self::Contradiction { .. }
            | Self::DamagedRun { .. }
            | Self::DamagedLedger { .. }
            | Self::Library(bezzel::Error::Contradiction { .. } | bezzel::Error::Overflow { .. }) => {
                true
            }
            Self::Library(bezzel::Error::Ledger(error)) => {
                error.downcast_ref().is_some_and(Self::is_conflict)
            }
            _ => false,
        }
    }

    /// Returns true if the error is temporary, so that a retry may succeed.
    pub fn passes(&self) -> bool {
        matches!(self, Self::Unreachable { .. })
    }
}

/// A ledger returns errors of the crate `bezzel`.
impl From<Error> for bezzel::Error {
    fn from(error: Error) -> Self {
        match error {
            Error::Library(error) => error,
            _ => Self::Ledger(Arc::new(error)),
        }
    }
}
