//! Jobs: a count divided into numbered units for any number of workers.
//!
//! ```text
//! question ──▶ Job (identity, numbered units, weight and expected cost) ──▶ Workers ──▶ outcomes ──▶ Ledger ──▶ Total
//! ```
//!
//! A [`Job`] is a question cut into units, numbered from 0; only the job knows what a unit is. A
//! [`Worker`] counts units, a range at a time. A [`Ledger`] assigns ranges, records outcomes and
//! adds them up; [`InMemory`] is the ledger of a single process. [`count`] runs all of them on the
//! threads of this machine.
//!
//! Any [`Problem`](crate::Problem) is a job, its units the branches of its tree at some depth:
//!
//! ```
//! use bezzel::job::{Branches, CountOptions, count};
//! use bezzel::problems::Queens;
//!
//! let job = Branches::new(Queens(8), "eight queens", 1, 2);
//! let total = count(&job, &CountOptions::default())?;
//! assert_eq!((total.count, total.done, total.units), (92, 42, 42));
//! # Ok::<(), bezzel::Error>(())
//! ```

mod branches;
mod forecast;
mod identity;
mod ledger;
mod outcome;
mod pending;
mod run;

use std::fmt;
use std::ops::Range;

pub use branches::Branches;
pub use forecast::{Forecast, UnderWay, forecast};
pub use identity::{Fingerprint, Identity};
pub use ledger::{ClaimSize, InMemory, Ledger};
pub use outcome::{Outcome, PRIMES, Total};
pub use pending::PendingRanges;
pub use run::{CountOptions, count, work};

pub use crate::scattered::scattered;
use crate::{Cancel, Error};

/// A question cut into numbered units.
pub trait Job: Sync {
    /// Returns the identity, which is equal on two machines if and only if their units are the
    /// same.
    fn identity(&self) -> &Identity;

    /// Returns the number of units. They are numbered from 0.
    fn units(&self) -> u64 {
        self.identity().units
    }

    /// Returns the factor with which the outcome of a unit counts in the total.
    fn weight(&self, unit: u64) -> u32;

    /// Returns the expected cost of some units, in a measure common to all units of the job.
    fn cost(&self, units: Range<u64>) -> f64;

    /// Returns the number and kind of workers that count at the same time on this many threads.
    fn crew(&self, threads: usize) -> WorkerCount {
        WorkerCount::threads(threads)
    }

    /// Creates the worker with this number, counted from 0, on the current thread.
    ///
    /// # Errors
    /// [`Error::CannotStart`] with a sentence, if this machine lacks what the worker needs.
    fn worker(&self, number: usize) -> Result<Box<dyn Worker + '_>, Error>;

    /// Returns statistics about the counting so far, in addition to the count itself.
    fn metrics(&self) -> Vec<Metric> {
        Vec::new()
    }
}

/// The number and kind of the workers that count a job at the same time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WorkerCount {
    /// The number of workers.
    pub size: usize,
    /// What one of them is called in messages.
    pub kind: &'static str,
}

impl WorkerCount {
    /// Threads of this machine.
    pub fn threads(size: usize) -> Self {
        Self {
            size,
            kind: "thread",
        }
    }
}

/// `1 thread` or `8 threads`.
impl fmt::Display for WorkerCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { size, kind } = self;
        write!(f, "{size} {kind}{}", if *size == 1 { "" } else { "s" })
    }
}

/// A figure about how a job was counted.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Metric {
    /// Its name in JSON.
    pub name: &'static str,
    /// Its value.
    pub value: f64,
    /// The figure as a sentence, if users should see it.
    pub sentence: Option<String>,
}

/// Counts units of a job.
pub trait Worker: Send {
    /// Counts the units of a range in order and reports each as soon as it is done. Once `cancel`
    /// is set it stops within a second. Units not reported by then count as not done.
    ///
    /// # Errors
    /// Those of `report`; its own if it cannot continue, as [`Error::Lost`] if other workers can.
    fn work(
        &mut self,
        units: Range<u64>,
        cancel: &Cancel,
        report: &mut dyn FnMut(u64, Outcome) -> Result<(), Error>,
    ) -> Result<(), Error>;

    /// Returns the least number of units it claims at a time.
    fn claim_size(&self) -> u64 {
        1
    }
}
