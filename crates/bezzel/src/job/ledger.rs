//! Who counts which units, and what came of them.

use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{Job, Outcome, Total};
use crate::Error;
use crate::scattered::scattered;

/// How much a worker wants at a time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Appetite {
    /// At least so many units, if there are.
    pub units: u64,
    /// And at least units of this expected cost.
    pub cost: f64,
}

/// Hands out units, takes outcomes in, and adds up.
pub trait Ledger: Sync {
    /// Units that nobody else counts, in a row; nothing if none are left to hand out.
    ///
    /// # Errors
    /// If the ledger cannot be reached.
    fn claim(&self, appetite: Appetite) -> Result<Option<Range<u64>>, Error>;

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

struct Pages {
    waiting: Vec<Range<u64>>,
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
        let mut waiting: Vec<_> = scattered(units.div_ceil(length) as usize)
            .map(stretch)
            .collect();
        // Taken from the end.
        waiting.reverse();
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
    fn claim(&self, appetite: Appetite) -> Result<Option<Range<u64>>, Error> {
        let mut pages = self.pages();
        let Some(next) = pages.waiting.last().cloned() else {
            return Ok(None);
        };
        let hungry = |claim: &Range<u64>| {
            claim.end - claim.start < appetite.units
                || appetite.cost > 0.0 && self.job.cost(claim.clone()) < appetite.cost
        };
        if !hungry(&next) {
            pages.waiting.pop();
            return Ok(Some(next));
        }
        // A worker with a large appetite gets stretches that follow each other. Where others have left too few of them it starts
        // elsewhere: what counts many units at once counts few of them slowly.
        let mut waiting = pages.waiting.clone();
        waiting.sort_by_key(|stretch| stretch.start);
        let from = |start: u64| {
            let first = waiting.partition_point(|stretch| stretch.start < start);
            let mut claim = start..start;
            for stretch in &waiting[first..] {
                if stretch.start != claim.end || claim.start != claim.end && !hungry(&claim) {
                    break;
                }
                claim.end = stretch.end;
            }
            claim
        };
        let mut claim = from(next.start);
        if hungry(&claim) {
            let longest = waiting.chunk_by(|one, other| one.end == other.start);
            let longest = longest.max_by_key(|row| row[row.len() - 1].end - row[0].start);
            claim = longest.map_or(claim, |row| from(row[0].start));
        }
        let is_left =
            |stretch: &Range<u64>| stretch.end <= claim.start || stretch.start >= claim.end;
        pages.waiting.retain(is_left);
        Ok(Some(claim))
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
        if !units.is_empty() {
            self.pages().waiting.push(units);
        }
        Ok(())
    }

    fn total(&self) -> Result<Total, Error> {
        Ok(self.pages().total)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::Branches;
    use crate::queens::Masks;

    /// Whoever wants many units gets them, as long as there are so many in a row, however many single ones others take meanwhile.
    #[test]
    fn large_and_small_appetites_live_together() {
        let job = Branches::new(Masks::new(12).unwrap(), "12 queens", 1, 4);
        let ledger = InMemory::new(&job, 8);
        let wants = |units| Appetite { units, cost: 0.0 };
        let claim = |units| ledger.claim(wants(units)).unwrap();
        let mut claimed = vec![false; job.units() as usize];
        let mut is_new = |claim: &Range<u64>| {
            let units = claim.start as usize..claim.end as usize;
            let is_new = !claimed[units.clone()].contains(&true);
            claimed[units].fill(true);
            // The longest row of units that nobody has.
            let rows = claimed.chunk_by(|one, other| one == other);
            let longest = rows.filter(|row| !row[0]).map(<[bool]>::len).max();
            assert!(is_new);
            longest.unwrap_or(0) as u64
        };
        const MANY: u64 = 300;
        let mut longest = job.units();
        while let Some(large) = claim(MANY) {
            let length = large.end - large.start;
            assert!(length >= MANY.min(longest), "{large:?} of {longest}");
            longest = is_new(&large);
            for _ in 0..5 {
                let Some(small) = claim(1) else { break };
                longest = is_new(&small);
            }
        }
        assert_eq!(longest, 0, "nothing is left");
    }
}
