//! Runs that outlive a process and outgrow a machine: who counts which units of a job, and what came of them.
//!
//! Two ways. **Shards** need nothing but a folder: a [`Shard`] is a part of a job for a process that knows of no other, [`ShardFile`] is its
//! ledger, one file, and [`Merge`] puts the files together again. **Runs** are for workers that come and go: a [`Store`] ([`Sqlite`], one
//! file for the processes of one machine, or [`Postgres`], a database for many machines) hands out [`Task`]s, takes them back from who
//! falls silent, has some of them counted twice and settles what parties disagree on. A [`Member`] is a process that takes part: a
//! ledger for [`bezzel::job::work`]. [`close`] adds up.

#![forbid(unsafe_code)]

mod close;
mod error;
mod line;
mod member;
mod merge;
mod retry;
mod run;
mod shard;
// Stores fill it in.
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
