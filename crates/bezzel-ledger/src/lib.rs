//! Distributes counts over processes and machines: assigns the units of a job to workers, and
//! collects and verifies their results.
//!
//! - **Shards** need only a folder. A [`Shard`] is a part of a job for an independent process,
//!   [`ShardFile`] records its results in one file, and [`Merge`] combines the files.
//! - **Runs** are for workers that come and go. A [`Store`] ([`Sqlite`], a file for the processes
//!   of one machine, or [`Postgres`], a database for many machines) assigns [`Task`]s, and
//!   reassigns those of lost workers. It assigns some tasks twice, to different parties, as a
//!   check. A [`Member`] is a process that takes part: pass it to [`bezzel::job::work`] as its
//!   ledger, or call [`Member::work`]. [`close`] computes the total.
//!
//! ```
//! use bezzel::job::{Branches, CountOptions};
//! use bezzel_queens::Masks;
//! use bezzel_ledger::{Member, Rules, Run, Sqlite, Store, Task, WorkerInfo, close};
//!
//! let folder = tempfile::tempdir()?;
//! let store = Sqlite::open(&folder.path().join("runs.db"))?;
//! let job = Branches::new(Masks::new(8)?, "eight queens", 1, 2);
//! let rules = Rules { share: 0.0, ..Rules::default() };
//! store.start(&Run::new("q8", &job, "masks", rules)?, &mut Task::cut(&job, 10))?;
//!
//! // In any number of processes:
//! let worker = WorkerInfo::here("masks", 1);
//! Member::join(&store, "q8", &job, worker)?.work(&CountOptions::default())?;
//!
//! assert_eq!(close(&store, "q8", &job)?.total.count, 92);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod close;
mod error;
mod line;
mod member;
mod merge;
mod retry;
mod run;
mod shard;
// The status of a run, computed from the figures of a store.
#[cfg_attr(not(any(feature = "sqlite", feature = "postgres")), allow(dead_code))]
mod status;
mod store;

pub use close::{Closing, Confirmations, Damage, Exported, close, export, repair};
pub use error::Error;
pub use member::{Member, WorkEnd};
pub use merge::{Conflict, Merge, Merged};
pub use retry::Retry;
pub use run::{
    Audit, Lease, PartyScope, Record, Rules, Run, Standing, State, Task, TaskRecord, TaskReport,
    Verdict, WorkerInfo,
};
pub use shard::{Shard, ShardFile};
pub use status::{Status, WorkerStatus};
#[cfg(feature = "postgres")]
pub use store::Postgres;
#[cfg(feature = "sqlite")]
pub use store::Sqlite;
pub use store::Store;

/// The README's listing is compiled and run.
#[doc = include_str!("../README.md")]
#[cfg(doctest)]
pub struct Readme;
