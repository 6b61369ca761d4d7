//! Who counts which units, and what came of them.

use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{Job, Outcome, PendingRanges, Total};
use crate::Error;
use crate::scattered::scattered;

/// How much a worker wants at a time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ClaimSize {
    /// At least so many units, if there are.
    pub units: u64,
    /// And at least units of this expected cost.
    pub cost: f64,
}

impl ClaimSize {
    /// Returns true if a claim is as large as asked for.
    pub fn is_reached(&self, job: &dyn Job, claim: &Range<u64>) -> bool {
        claim.end - claim.start >= self.units
            && (self.cost <= 0.0 || job.cost(claim.clone()) >= self.cost)
    }
}

/// Hands out units, takes outcomes in, and adds up.
pub trait Ledger: Sync {
    /// Units that nobody else counts, in a row; nothing if none are left to hand out.
    ///
    /// # Errors
    /// If the ledger cannot be reached.
    fn claim(&self, claim_size: ClaimSize) -> Result<Option<Range<u64>>, Error>;

    /// Takes in what came of a unit, and says what is known by then.
    ///
    /// # Errors
    /// An outcome that cannot be trusted, or a ledger that cannot be reached.
    fn report(&self, unit: u64, outcome: &Outcome) -> Result<Total, Error>;

    /// Takes back units that were claimed and not reported.
    ///
    /// # Errors
    /// If the ledger cannot be reached.
    fn give_back(&self, units: Range<u64>) -> Result<(), Error>;

    /// What is known so far.
    ///
    /// # Errors
    /// If the ledger cannot be reached.
    fn total(&self) -> Result<Total, Error>;
}

/// The ledger of one process.
///
/// Units are handed out in stretches, scattered over the whole job: what is done is then a fair sample, so that the time
/// left can be told from it.
pub struct InMemory<'j> {
    job: &'j dyn Job,
    /// The expected cost of all units.
    whole: f64,
    pages: Mutex<Pages>,
}

impl std::fmt::Debug for InMemory<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("InMemory").finish_non_exhaustive()
    }
}

struct Pages {
    waiting: PendingRanges,
    cost: f64,
    total: Total,
}

impl<'j> InMemory<'j> {
    /// Every unit of a job, not counted yet, for so many workers.
    pub fn new(job: &'j dyn Job, workers: usize) -> Self {
        /// So many that workers end at about the same time, and so few that they do not wait for each other.
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
        let pages = Pages {
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

    fn pages(&self) -> MutexGuard<'_, Pages> {
        // Whoever panicked had not begun to write, or had written everything.
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
