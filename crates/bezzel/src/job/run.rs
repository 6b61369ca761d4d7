//! Workers on every thread of this machine.

use std::sync::Mutex;
use std::time::Duration;

use super::{Appetite, InMemory, Job, Ledger, Total, Worker};
use crate::clock::Instant;
use crate::{Cancel, Error, Progress};

/// What a count should do beside counting.
#[derive(Clone, Default)]
pub struct Run<'a> {
    /// Stop when this is thrown.
    pub cancel: Cancel,
    /// Whom to tell about finished units.
    pub watcher: Option<&'a (dyn Fn(Progress) + Sync)>,
}

/// Counts a job on every thread of the current rayon pool; choose another with [`rayon::ThreadPool::install`]. A count that
/// was cancelled says what it has: its total is not [complete](Total::is_complete).
///
/// # Errors
/// Workers that cannot start, and outcomes that cannot be trusted.
pub fn count(job: &dyn Job, run: &Run<'_>) -> Result<Total, Error> {
    let ledger = InMemory::new(job, rayon::current_num_threads());
    work(job, &ledger, run)?;
    ledger.total()
}

/// Counts the units that a ledger has to hand out, on every thread of the current rayon pool.
///
/// # Errors
/// Workers that cannot start, outcomes that cannot be trusted, a ledger that cannot be reached.
pub fn work(job: &dyn Job, ledger: &dyn Ledger, run: &Run<'_>) -> Result<(), Error> {
    // What is over in a moment is over before other threads are awake.
    const MOMENT: Duration = Duration::from_micros(300);
    let start = Instant::now();
    let failed = Cancel::new();
    let thread = Thread {
        ledger,
        run,
        failed: &failed,
    };
    let mut worker = job.worker()?;
    while start.elapsed() < MOMENT {
        if !thread.next(&mut *worker)? {
            return Ok(());
        }
    }
    // One of the threads goes on with this worker, who has his memory already.
    let first = Mutex::new(Some(worker));
    rayon::broadcast(|_| {
        let started = first.lock().map_or(None, |mut first| first.take());
        let worker = started.map_or_else(|| job.worker(), Ok);
        let worked = worker.and_then(|mut worker| {
            while thread.next(&mut *worker)? {}
            Ok(())
        });
        if worked.is_err() {
            failed.cancel();
        }
        worked
    })
    .into_iter()
    .collect()
}

/// What the threads share.
struct Thread<'a> {
    ledger: &'a dyn Ledger,
    run: &'a Run<'a>,
    /// Thrown when a thread fails: nothing that the others find could mend it.
    failed: &'a Cancel,
}

impl Thread<'_> {
    /// Counts what can be claimed once. Whether there may be more.
    fn next(&self, worker: &mut dyn Worker) -> Result<bool, Error> {
        let cancel = &self.run.cancel;
        if cancel.is_cancelled() || self.failed.is_cancelled() {
            return Ok(false);
        }
        let appetite = Appetite {
            units: worker.appetite(),
            cost: 0.0,
        };
        let Some(claim) = self.ledger.claim(appetite)? else {
            return Ok(false);
        };
        let mut open = claim.clone();
        let worked = worker.work(claim, cancel, &mut |unit, outcome| {
            let total = self.ledger.report(unit, &outcome)?;
            debug_assert_eq!(unit, open.start, "workers report in order");
            open.start = unit + 1;
            self.tell(&total);
            Ok(())
        });
        self.ledger.give_back(open)?;
        worked.map(|()| true)
    }

    fn tell(&self, total: &Total) {
        if let Some(watcher) = self.run.watcher {
            watcher(Progress::from(total));
        }
    }
}
