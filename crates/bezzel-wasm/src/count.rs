//! A count shared by several instances: one has the ledger, the others count units.

use std::ops::Range;

use bezzel::job::{ClaimSize, CountOptions, InMemory, Job, Ledger, Outcome, Worker};
use bezzel::{Cancel, Progress};
use bezzel_lab::{CountLine, CountRequest, Error, Lab};
use bezzel_queens::{Board, count_from};

/// One instance's part in a shared count. All instances cut the board into the same units.
pub struct SharedCount {
    board: Board,
    workers: usize,
    job: &'static dyn Job,
    ledger: InMemory<'static>,
    /// The worker, once there is something to count.
    worker: Option<Box<dyn Worker>>,
}

impl SharedCount {
    pub fn new(counting: CountRequest) -> Result<Self, Error> {
        // The job is leaked: the instance is discarded after its count.
        let job: &'static dyn Job = Box::leak(counting.engine.job(&counting.board)?);
        Ok(Self {
            board: counting.board,
            workers: counting.threads,
            job,
            ledger: InMemory::new(job, counting.threads),
            worker: None,
        })
    }

    /// Returns the number of instances that share the count.
    pub fn workers(&self) -> usize {
        self.workers
    }

    /// Counts some units. Returns the outcome of each.
    pub fn work(&mut self, units: Range<u64>) -> Result<Vec<(u64, Outcome)>, Error> {
        if units.start > units.end || units.end > self.job.units() {
            return Err(unreadable("there are no such units"));
        }
        let worker = match &mut self.worker {
            Some(worker) => worker,
            none => none.insert(self.job.worker(0)?),
        };
        let mut found = Vec::new();
        worker.work(units, &Cancel::new(), &mut |unit, outcome| {
            found.push((unit, outcome));
            Ok(())
        })?;
        Ok(found)
    }

    /// Claims units. Returns the first one, and the one behind the last.
    pub fn claim(&self) -> Result<Option<[u64; 2]>, Error> {
        let claim_size = ClaimSize {
            units: 1,
            cost: 0.0,
        };
        let units = self.ledger.claim(claim_size)?;
        Ok(units.map(|units| [units.start, units.end]))
    }

    /// Records outcomes; `seconds` is the time since the count started. Returns the progress of the
    /// count, or its result if it is complete or out of time.
    pub fn report(
        &self,
        seconds: f64,
        found: Vec<(u64, Outcome)>,
        lab: &Lab,
    ) -> Result<CountLine, Error> {
        if found.iter().any(|(unit, _)| *unit >= self.job.units()) {
            return Err(unreadable("there are no such units"));
        }
        for (unit, outcome) in &found {
            self.ledger.report(*unit, outcome)?;
        }
        let total = self.ledger.total()?;
        let late = seconds > lab.bounds().longest_count.as_secs_f64();
        if total.is_complete() || late {
            let counted = count_from(total, &self.board, false, &CountOptions::default())?;
            return Ok(CountLine::end(seconds, &counted, lab));
        }
        Ok(CountLine::progress(seconds, &Progress::from(&total)))
    }
}

/// Returns the error for a message that cannot be parsed.
pub fn unreadable(reason: &str) -> Error {
    Error::Unreadable {
        reason: reason.into(),
    }
}
