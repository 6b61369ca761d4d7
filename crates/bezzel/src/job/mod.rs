//! A question cut up, so that any number of workers can answer it together.
//!
//! ```text
//! question ──▶ Job (identity, numbered units, weight and expected cost) ──▶ Workers ──▶ outcomes ──▶ Ledger ──▶ Total
//! ```
//!
//! A [`Job`] is a question cut into units, which are numbers from 0 on; what a unit is inside is the job's own affair. A
//! [`Worker`] counts units, a range at a time. A [`Ledger`] hands ranges out, takes outcomes in and adds them up;
//! [`InMemory`] is the one for a single process. [`count`] puts them together on the threads of this machine.
//!
//! Any [`Problem`](crate::Problem) is a job, its units the branches of its tree at some depth:
//!
//! ```
//! use bezzel::job::{Branches, Run, count};
//! use bezzel::problems::Queens;
//!
//! let job = Branches::new(Queens(8), "eight queens", 1, 2);
//! let total = count(&job, &Run::default())?;
//! assert_eq!((total.count, total.done, total.units), (92, 42, 42));
//! # Ok::<(), bezzel::Error>(())
//! ```

mod branches;
mod forecast;
mod identity;
mod ledger;
mod outcome;
mod run;
mod stretches;

use std::fmt;
use std::ops::Range;

pub use branches::Branches;
pub use forecast::{Forecast, UnderWay, forecast};
pub use identity::{Fingerprint, Identity};
pub use ledger::{ClaimSize, InMemory, Ledger};
pub use outcome::{Outcome, PRIMES, Total};
pub use run::{Run, count, work};
pub use stretches::PendingRanges;

pub use crate::scattered::scattered;
use crate::{Cancel, Error};

/// A question cut into numbered units.
pub trait Job: Sync {
    /// Which units are meant.
    fn identity(&self) -> &Identity;

    /// How many units there are: their numbers are 0, 1, 2, …
    fn units(&self) -> u64 {
        self.identity().units
    }

    /// How many times the outcome of a unit counts in the total.
    fn weight(&self, unit: u64) -> u32;

    /// What units are expected to cost together, in a measure that is the same for all units of the job.
    fn cost(&self, units: Range<u64>) -> f64;

    /// Who counts at the same time, where there are so many threads.
    fn crew(&self, threads: usize) -> WorkerCount {
        WorkerCount::threads(threads)
    }

    /// Someone who counts units on the thread at hand: the worker of the crew with this number, from 0 on.
    ///
    /// # Errors
    /// [`Error::CannotStart`] if this machine lacks what it takes, in a sentence.
    fn worker(&self, number: usize) -> Result<Box<dyn Worker + '_>, Error>;

    /// What is worth knowing about how it was counted so far, beside the count.
    fn remarks(&self) -> Vec<Metric> {
        Vec::new()
    }
}

/// Those who count a job at the same time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WorkerCount {
    /// How many there are.
    pub size: usize,
    /// What one of them is called.
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

/// Something worth knowing about how a job was counted.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Metric {
    /// What programs call it.
    pub name: &'static str,
    /// How much of it.
    pub value: f64,
    /// The same as a sentence, if a reader should know.
    pub sentence: Option<String>,
}

/// Someone who counts units.
pub trait Worker: Send {
    /// Counts the units of a range and reports each when it is done, in order. Once `cancel` is thrown it stops within a second; units
    /// not reported by then count as not done.
    ///
    /// # Errors
    /// Those of `report`, and its own if it cannot go on: [`Error::Lost`] if others can.
    fn work(
        &mut self,
        units: Range<u64>,
        cancel: &Cancel,
        report: &mut dyn FnMut(u64, Outcome) -> Result<(), Error>,
    ) -> Result<(), Error>;

    /// How many units it wants at a time, at least.
    fn claim_size(&self) -> u64 {
        1
    }
}
