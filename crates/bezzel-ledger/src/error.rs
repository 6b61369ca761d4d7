//! What can be wrong with a run.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use bezzel::job::Identity;

/// Everything this crate can refuse, and why.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Not a shard.
    #[error("{text:?} is no shard like 0/8, which is the first of eight")]
    NoShard {
        /// What was given.
        text: String,
    },
    /// Another process has the file.
    #[error("{} is being written by another process", path.display())]
    Busy {
        /// The file.
        path: PathBuf,
    },
    /// A file of another job, or another part of it.
    #[error("{} belongs to another run: {}, not {}", path.display(), found, wanted)]
    AnotherRun {
        /// The file.
        path: PathBuf,
        /// What it holds.
        found: String,
        /// What was wanted.
        wanted: String,
    },
    /// A line that is not what was written.
    #[error("{}, line {line}: {reason}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// A folder without shards.
    #[error("{} holds no file of a shard", path.display())]
    NoShards {
        /// The folder.
        path: PathBuf,
    },
    /// A job that is not the one of the files.
    #[error("the files are of another run: {found}, not {wanted}")]
    AnotherJob {
        /// What they hold.
        found: Box<Identity>,
        /// What was wanted.
        wanted: Box<Identity>,
    },
    /// A file that cannot be read or written.
    #[error("cannot {action} {}", path.display())]
    File {
        /// What was tried.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A name that no run can have.
    #[error("{text:?} is no name of a run: up to 64 letters, digits, '-', '_' and '.'")]
    NoName {
        /// What was given.
        text: String,
    },
    /// What a store refuses, in a sentence.
    #[error("{reason}")]
    Refused {
        /// Why.
        reason: String,
    },
    /// Something is not done yet.
    #[error("{reason}")]
    Open {
        /// What.
        reason: String,
    },
    /// A store that cannot be reached or written at the moment.
    #[error("{reason}")]
    Unreachable {
        /// Why.
        reason: String,
    },
    /// A store that does not answer as it should.
    #[error("{reason}")]
    Store {
        /// What is wrong.
        reason: String,
    },
    /// Units of a run whose records contradict their checksums or the plan.
    #[error(
        "run {run} is damaged: {reason}; `bezzel run repair {run}` has just those units counted again"
    )]
    DamagedRun {
        /// The run.
        run: String,
        /// Which units, and what is wrong with them.
        reason: String,
    },
    /// A store that is damaged otherwise.
    #[error("{reason}")]
    DamagedLedger {
        /// What is wrong with it.
        reason: String,
    },
    /// Outcomes in a store that the plan does not give.
    #[error("{reason}")]
    Contradiction {
        /// Which.
        reason: String,
    },
    /// What the library refuses.
    #[error(transparent)]
    Library(#[from] bezzel::Error),
}

impl Error {
    /// Whether files contradict each other or themselves, and not the request is wrong.
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

    /// Whether it may be over in a while, so that trying again makes sense.
    pub fn passes(&self) -> bool {
        matches!(self, Self::Unreachable { .. })
    }
}

/// Ledgers speak the library's language.
impl From<Error> for bezzel::Error {
    fn from(error: Error) -> Self {
        match error {
            Error::Library(error) => error,
            _ => Self::Ledger(Arc::new(error)),
        }
    }
}
