//! Ledgers: which worker counts which units, and the results.

use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{Job, Outcome, PendingRanges, Total};
use crate::Error;
use crate::scattered::scattered;

/// How much work a worker claims at a time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ClaimSize {
    /// The least number of units, if so many are left.
    pub units: u64,
    /// The least expected cost of these units.
    pub cost: f64,
}

impl ClaimSize {
    /// Returns true if a claim has the requested size.
    pub fn is_reached(&self, job: &dyn Job, claim: &Range<u64>) -> bool {
        claim.end - claim.start >= self.units
            && (self.cost <= 0.0 || job.cost(claim.clone()) >= self.cost)
    }
}

/// Assigns units to workers, receives their outcomes and adds them up.
pub trait Ledger: Sync {
    /// Claims consecutive units that no other worker counts. Returns `None` if no unit is left to
    /// claim.
    ///
    /// # Errors
    /// If the ledger cannot be reached.
    fn claim(&self, claim_size: ClaimSize) -> Result<Option<Range<u64>>, Error>;

    /// Records the outcome of a unit and returns the total so far.
    ///
    /// # Errors
    /// If the outcome contradicts itself, or the ledger cannot be reached.
    fn report(&self, unit: u64, outcome: &Outcome) -> Result<Total, Error>;

    /// Releases units that were claimed and not reported.
    ///
    /// # Errors
    /// If the ledger cannot be reached.
    fn give_back(&self, units: Range<u64>) -> Result<(), Error>;

    /// Returns what is known so far.
    ///
    /// # Errors
    /// If the ledger cannot be reached.
    fn total(&self) -> Result<Total, Error>;
}

/// The ledger of a single process.
///
/// Units are assigned in ranges scattered over the whole job, so that the finished units are always
/// a fair sample from which the time left can be estimated.
pub struct InMemory<'j> {
    job: &'j dyn Job,
    /// The expected cost of all units.
    whole: f64,
    pages: Mutex<LedgerState>,
}

impl std::fmt::Debug for InMemory<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("InMemory").finish_non_exhaustive()
    }
}

struct LedgerState {
    waiting: PendingRanges,
    cost: f64,
    total: Total,
}

impl<'j> InMemory<'j> {
    /// Returns a ledger with every unit of a job, none of them counted, for this many workers.
    pub fn new(job: &'j dyn Job, workers: usize) -> Self {
        /// The number of ranges per worker: large enough for all workers to finish at about the
        /// same time, small enough for them not to wait for each other at the ledger.
        const STRETCHES_PER_WORKER: u64 = 256;
        let units = job.units();
        let stretches = STRETCHES_PER_WORKER * workers as u64;
        let length = units.div_ceil(stretches).max(1);
        let stretch = |number: usize| {
            let start = number as u64 * length;
            start..units.min(start + length)
        };
        let waiting = scattered(units.div_ceil(length) as usize)
            .map(stretch)
            .collect();
        let pages = LedgerState {
            waiting,
            cost: 0.0,
            total: Total::of(units),
        };
        Self {
            job,
            whole: job.cost(0..units),
            pages: Mutex::new(pages),
        }
    }

    fn pages(&self) -> MutexGuard<'_, LedgerState> {
        // A poisoned lock can still be used: a thread that panicked has changed either nothing or
        // everything.
        self.pages.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Ledger for InMemory<'_> {
    fn claim(&self, claim_size: ClaimSize) -> Result<Option<Range<u64>>, Error> {
        let is_enough = |claim: &Range<u64>| claim_size.is_reached(self.job, claim);
        Ok(self.pages().waiting.take(is_enough))
    }

    fn report(&self, unit: u64, outcome: &Outcome) -> Result<Total, Error> {
        let (weight, cost) = (self.job.weight(unit), self.job.cost(unit..unit + 1));
        let mut pages = self.pages();
        pages.total.add(unit, weight, outcome)?;
        pages.cost += cost;
        let share = if pages.total.is_complete() {
            1.0
        } else {
            (pages.cost / self.whole).min(1.0)
        };
        pages.total.share = share;
        Ok(pages.total)
    }

    fn give_back(&self, units: Range<u64>) -> Result<(), Error> {
        self.pages().waiting.give_back(units);
        Ok(())
    }

    fn total(&self) -> Result<Total, Error> {
        Ok(self.pages().total)
    }
}
