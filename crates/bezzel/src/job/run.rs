//! Runs a job with all its workers.

use std::time::Duration;

use super::{ClaimSize, InMemory, Job, Ledger, Total, Worker};
use crate::clock::Instant;
use crate::threads::{cores, on_threads};
use crate::{Cancel, Error, Progress};

/// Options for counting a job: number of threads, cancellation, progress and warnings.
#[derive(Clone, Default)]
pub struct CountOptions<'a> {
    /// The number of threads; one for each core if `None`.
    pub threads: Option<usize>,
    /// Stops the count when set.
    pub cancel: Cancel,
    /// Called after every unit.
    pub watcher: Option<&'a (dyn Fn(Progress) + Sync)>,
    /// Called with warnings, one sentence each: a worker failed and others go on.
    pub notes: Option<&'a (dyn Fn(&str) + Sync)>,
}

impl CountOptions<'_> {
    /// Returns the number of threads.
    pub fn threads(&self) -> usize {
        self.threads.unwrap_or_else(cores)
    }
}

impl std::fmt::Debug for CountOptions<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CountOptions")
            .field("threads", &self.threads)
            .field("cancel", &self.cancel)
            .finish_non_exhaustive()
    }
}

/// Counts a job in memory. If the count is cancelled, the partial total is returned, which is not
/// [complete](Total::is_complete).
///
/// # Errors
/// Those of [`work`].
pub fn count(job: &dyn Job, run: &CountOptions<'_>) -> Result<Total, Error> {
    let ledger = InMemory::new(job, job.crew(run.threads()).size);
    work(job, &ledger, run)?;
    ledger.total()
}

/// Counts the units of a ledger with all workers of the job's [crew](Job::crew). If a worker
/// [cannot start](Error::CannotStart) or is [lost](Error::Lost), the others count its units.
///
/// # Errors
/// If an outcome contradicts itself, the ledger cannot be reached, or the last worker fails.
pub fn work(job: &dyn Job, ledger: &dyn Ledger, run: &CountOptions<'_>) -> Result<(), Error> {
    let coordinator = Coordinator {
        job,
        ledger,
        run,
        failed: Cancel::new(),
    };
    coordinator.run()
}

/// Runs the workers of a job until its ledger has no unit left to claim.
struct Coordinator<'a> {
    job: &'a dyn Job,
    ledger: &'a dyn Ledger,
    run: &'a CountOptions<'a>,
    /// Set when a worker meets an error that other workers cannot compensate.
    failed: Cancel,
}

type Started<'a> = Result<Box<dyn Worker + 'a>, Error>;

impl<'a> Coordinator<'a> {
    fn run(&self) -> Result<(), Error> {
        let mut first = match self.count_serially() {
            Ok(None) => return Ok(()),
            Ok(Some(worker)) => Some(Ok(worker)),
            Err(error) => Some(Err(error)),
        };
        let mut numbers: Vec<usize> = (0..self.job.crew(self.run.threads()).size).collect();
        loop {
            let failed = self.run_workers(&numbers, first.take())?;
            if failed.is_empty() || self.run.cancel.is_cancelled() {
                return Ok(());
            }
            numbers.retain(|number| !failed.iter().any(|(other, _)| other == number));
            for (_, error) in failed {
                if numbers.is_empty() {
                    return Err(error);
                }
                // The failed worker's units were released, perhaps after the others had found
                // nothing left: run another round.
                if let Some(notes) = self.run.notes {
                    notes(&format!("{error}; other workers continue"));
                }
            }
        }
    }

    /// Starts worker 0 and counts for 300 µs: a shorter job finishes before other threads would
    /// wake up. Returns the worker if there may be units left.
    fn count_serially(&self) -> Result<Option<Box<dyn Worker + 'a>>, Error> {
        const WARM_UP: Duration = Duration::from_micros(300);
        let start = Instant::now();
        let mut worker = self.job.worker(0)?;
        // A worker that claims many units at once (a GPU) takes longer than that for a claim.
        if worker.claim_size() > 1 {
            return Ok(Some(worker));
        }
        while self.claim_and_count(&mut *worker)? {
            if start.elapsed() >= WARM_UP {
                return Ok(Some(worker));
            }
        }
        Ok(None)
    }

    /// Runs these workers at the same time; `first` is number 0 if it was started already. Returns
    /// those that failed, with their errors.
    fn run_workers(
        &self,
        numbers: &[usize],
        first: Option<Started<'a>>,
    ) -> Result<Vec<(usize, Error)>, Error> {
        let first = std::sync::Mutex::new(first);
        let results = on_threads(numbers.iter().copied(), |number| {
            let started = match number {
                0 => first.lock().map_or(None, |mut first| first.take()),
                _ => None,
            };
            let started = started.unwrap_or_else(|| self.job.worker(number));
            match started.and_then(|worker| self.run_worker(worker)) {
                Err(error) if error.is_of_one_worker() => Ok(Some((number, error))),
                Err(error) => {
                    self.failed.cancel();
                    Err(error)
                }
                Ok(()) => Ok(None),
            }
        });
        results.into_iter().filter_map(Result::transpose).collect()
    }

    fn run_worker(&self, mut worker: Box<dyn Worker + 'a>) -> Result<(), Error> {
        while self.claim_and_count(&mut *worker)? {}
        Ok(())
    }

    /// Claims units once, counts and reports them. Returns whether there may be more.
    fn claim_and_count(&self, worker: &mut dyn Worker) -> Result<bool, Error> {
        let cancel = &self.run.cancel;
        if cancel.is_cancelled() || self.failed.is_cancelled() {
            return Ok(false);
        }
        let claim_size = ClaimSize {
            units: worker.claim_size(),
            cost: 0.0,
        };
        let Some(claim) = self.ledger.claim(claim_size)? else {
            return Ok(false);
        };
        let mut open = claim.clone();
        let counted = worker.work(claim, cancel, &mut |unit, outcome| {
            let total = self.ledger.report(unit, &outcome)?;
            debug_assert_eq!(unit, open.start, "workers report in order");
            open.start = unit + 1;
            if let Some(watcher) = self.run.watcher {
                watcher(Progress::from(&total));
            }
            Ok(())
        });
        self.ledger.give_back(open)?;
        counted.map(|()| true)
    }
}

#[cfg(test)]
mod tests {
    use std::ops::Range;
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

    use super::*;
    use crate::job::{Fingerprint, Identity, Outcome, WorkerCount};

    /// A job of a hundred units with one solution each, whose first workers are lost after some
    /// units, or cannot start.
    struct Fragile {
        identity: Identity,
        workers: usize,
        doomed: usize,
        after: Option<u64>,
        counted: AtomicU64,
    }

    impl Fragile {
        fn new(workers: usize, doomed: usize, after: Option<u64>) -> Self {
            Self {
                identity: Identity {
                    question: "fragile".into(),
                    cut: "units".into(),
                    version: 1,
                    units: 100,
                    hash: Fingerprint::default(),
                },
                workers,
                doomed,
                after,
                counted: AtomicU64::new(0),
            }
        }

        fn lost() -> Error {
            Error::Lost {
                worker: "a card".into(),
                reason: "it fell off the bus".into(),
            }
        }

        fn absent() -> Error {
            Error::CannotStart {
                worker: "cards",
                reason: "another process uses it".into(),
            }
        }
    }

    impl Job for Fragile {
        fn identity(&self) -> &Identity {
            &self.identity
        }

        fn weight(&self, _unit: u64) -> u32 {
            1
        }

        fn cost(&self, units: Range<u64>) -> f64 {
            (units.end - units.start) as f64
        }

        fn crew(&self, _threads: usize) -> WorkerCount {
            WorkerCount {
                size: self.workers,
                kind: "card",
            }
        }

        fn worker(&self, number: usize) -> Result<Box<dyn Worker + '_>, Error> {
            let left = match self.after {
                _ if number >= self.doomed => u64::MAX,
                Some(after) => after,
                None => return Err(Self::absent()),
            };
            Ok(Box::new(Breakable { job: self, left }))
        }
    }

    struct Breakable<'j> {
        job: &'j Fragile,
        left: u64,
    }

    impl Worker for Breakable<'_> {
        fn work(
            &mut self,
            units: Range<u64>,
            _: &Cancel,
            report: &mut dyn FnMut(u64, Outcome) -> Result<(), Error>,
        ) -> Result<(), Error> {
            for unit in units {
                self.left = self.left.checked_sub(1).ok_or_else(Fragile::lost)?;
                self.job.counted.fetch_add(1, Relaxed);
                let mut outcome = Outcome::default();
                outcome.add_one();
                report(unit, outcome)?;
            }
            Ok(())
        }

        fn claim_size(&self) -> u64 {
            40
        }
    }

    #[test]
    fn others_count_what_a_missing_worker_would_have() {
        let lost = "a card is lost: it fell off the bus; other workers continue";
        let absent = "`cards` cannot start: another process uses it; other workers continue";
        for (workers, doomed, after) in [
            (2, 1, Some(0)),
            (2, 1, Some(7)),
            (3, 2, Some(50)),
            (9, 8, Some(3)),
            (2, 1, None),
            (9, 8, None),
        ] {
            let job = Fragile::new(workers, doomed, after);
            let notes = Mutex::new(Vec::new());
            let note = |sentence: &str| notes.lock().unwrap().push(sentence.to_owned());
            let run = CountOptions {
                notes: Some(&note),
                ..CountOptions::default()
            };
            let total = count(&job, &run).unwrap();
            assert_eq!((total.count, total.done), (100, 100));
            assert_eq!(job.counted.into_inner(), 100, "nothing is counted twice");
            let notes = notes.into_inner().unwrap();
            let expected = if after.is_some() { lost } else { absent };
            assert!(notes.iter().all(|note| note == expected), "{notes:?}");
            assert!(after.is_some() || notes.len() == doomed);
        }
    }

    #[test]
    fn a_job_without_workers_is_an_error() {
        let absent = Fragile::new(3, 3, None);
        let counted = count(&absent, &CountOptions::default());
        assert_eq!(counted.unwrap_err(), Fragile::absent());
        for workers in [1, 3] {
            let job = Fragile::new(workers, workers, Some(5));
            let ledger = InMemory::new(&job, workers);
            assert_eq!(
                work(&job, &ledger, &CountOptions::default()),
                Err(Fragile::lost())
            );
            // Every unit that a worker counted before it was lost is recorded in the ledger.
            let counted = job.counted.load(Relaxed);
            assert!(counted > 0 && counted <= 5 * workers as u64);
            assert_eq!(ledger.total().unwrap().done, counted);
            let heir = Fragile::new(1, 0, None);
            work(&heir, &ledger, &CountOptions::default()).unwrap();
            assert!(ledger.total().unwrap().is_complete());
        }
    }

    #[test]
    fn more_workers_than_threads_all_work() {
        let job = Fragile::new(12, 0, None);
        let run = CountOptions {
            threads: Some(1),
            ..CountOptions::default()
        };
        let total = count(&job, &run);
        assert!(total.unwrap().is_complete());
        assert_eq!(job.crew(1).to_string(), "12 cards");
        assert_eq!(WorkerCount::threads(1).to_string(), "1 thread");
    }
}
