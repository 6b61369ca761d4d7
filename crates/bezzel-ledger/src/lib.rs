//! Runs that outlive a process: the outcomes of a job's units, kept in files.
//!
//! A [`Shard`] is a part of a job, for a process that knows of no other. [`ShardFile`] is its ledger, one file, and [`Merge`] puts
//! the files of a folder together again.

#![forbid(unsafe_code)]

mod error;
mod line;
mod merge;
mod shard;

pub use error::Error;
pub use merge::{Conflict, Merge};
pub use shard::{Shard, ShardFile};

/// The README's listing is compiled and run.
#[doc = include_str!("../README.md")]
#[cfg(doctest)]
pub struct Readme;
