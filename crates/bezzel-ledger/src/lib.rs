//! Runs that span processes and machines: which worker counts which units of a job, and the
//! results.
//!
//! - **Shards** need only a folder. A [`Shard`] is a part of a job for an independent process,
//!   [`ShardFile`] is its ledger in one file, and [`Merge`] combines the files.
//! - **Runs** are for workers that come and go. A [`Store`] ([`Sqlite`], a file for the processes
//!   of one machine, or [`Postgres`], a database for many machines) assigns [`Task`]s, reassigns
//!   those of lost workers, has some of them counted twice and resolves disagreements. A [`Member`]
//!   is a process that takes part: a ledger for [`bezzel::job::work`]. [`close`] computes the
//!   total.

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
pub use member::{Member, Rest};
pub use merge::{Conflict, Merge, Merged};
pub use retry::Retry;
pub use run::{
    Audit, Lease, Page, PartyScope, Record, Rules, Run, Standing, State, Task, TaskReport, Verdict,
    WorkerInfo,
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
