//! Workers on every thread of this machine.

use std::sync::Mutex;
use std::thread;
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
    /// Whom to tell, in a sentence, what a reader should know at once: that a worker is missing and others go on.
    pub notes: Option<&'a (dyn Fn(&str) + Sync)>,
}

/// Counts a job on every thread of the current rayon pool; choose another with [`rayon::ThreadPool::install`]. A count that
/// was cancelled says what it has: its total is not [complete](Total::is_complete).
///
/// # Errors
/// Workers that cannot start, and outcomes that cannot be trusted.
pub fn count(job: &dyn Job, run: &Run<'_>) -> Result<Total, Error> {
    let crew = job.crew(rayon::current_num_threads());
    let ledger = InMemory::new(job, crew.size);
    work(job, &ledger, run)?;
    ledger.total()
}

/// Counts the units that a ledger has to hand out, on every thread of the current rayon pool, or by whoever else the job's
/// [crew](Job::crew) is. A worker that [cannot start](Error::CannotStart) or is [lost](Error::Lost) is done without, as long as there is
/// another.
///
/// # Errors
/// Outcomes that cannot be trusted, a ledger that cannot be reached; no worker left.
pub fn work(job: &dyn Job, ledger: &dyn Ledger, run: &Run<'_>) -> Result<(), Error> {
    let failed = Cancel::new();
    let shift = Shift {
        job,
        ledger,
        run,
        failed: &failed,
    };
    // What is over in a moment is over before other threads are awake. Whoever takes many units at a time takes longer.
    const MOMENT: Duration = Duration::from_micros(300);
    let start = Instant::now();
    let first = job.worker(0).and_then(|mut worker| {
        if worker.appetite() > 1 {
            return Ok(Some(worker));
        }
        while shift.next(&mut *worker)? {
            if start.elapsed() >= MOMENT {
                return Ok(Some(worker));
            }
        }
        Ok(None)
    });
    let Some(first) = first.transpose() else {
        return Ok(());
    };
    // One of the crew goes on with this worker, who has his memory already.
    let mut first = Mutex::new(Some(first));
    let mut crew: Vec<usize> = (0..job.crew(rayon::current_num_threads()).size).collect();
    loop {
        let missing = shift.round(&crew, &first)?;
        if missing.is_empty() || run.cancel.is_cancelled() {
            return Ok(());
        }
        crew.retain(|number| !missing.iter().any(|(other, _)| other == number));
        for (_, error) in missing {
            if crew.is_empty() {
                return Err(error);
            }
            // What it held was given back, perhaps after others had looked for more: one more round.
            shift.note(&format!("{error}; others go on"));
        }
        first = Mutex::new(None);
    }
}

/// What the workers share.
struct Shift<'a> {
    job: &'a dyn Job,
    ledger: &'a dyn Ledger,
    run: &'a Run<'a>,
    /// Thrown when a worker fails: nothing that the others find could mend it.
    failed: &'a Cancel,
}

/// The worker with whom a shift begins, if somebody has started him already, or why he is missing.
type First<'j> = Mutex<Option<Result<Box<dyn Worker + 'j>, Error>>>;

impl<'a> Shift<'a> {
    /// Has everybody work until nothing is left to claim. Who is missing, and why.
    fn round(&self, crew: &[usize], first: &First<'a>) -> Result<Vec<(usize, Error)>, Error> {
        let worked: Vec<Result<Option<(usize, Error)>, Error>> = thread::scope(|scope| {
            // Those of whom there are more than threads do not count on the processor.
            let threads = rayon::current_num_threads().min(crew.len());
            let others: Vec<_> = crew[threads..]
                .iter()
                .map(|&number| scope.spawn(move || self.lifetime(number, first)))
                .collect();
            let mut worked: Vec<_> = rayon::broadcast(|thread| match crew.get(thread.index()) {
                Some(&number) => self.lifetime(number, first),
                None => Ok(None),
            });
            worked.extend(others.into_iter().map(|other| {
                // A panic goes on here.
                other
                    .join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            }));
            worked
        });
        worked.into_iter().filter_map(Result::transpose).collect()
    }

    /// Has one worker work until nothing is left to claim. If he is missing, why.
    fn lifetime(&self, number: usize, first: &First<'a>) -> Result<Option<(usize, Error)>, Error> {
        let started = match number {
            0 => first.lock().map_or(None, |mut first| first.take()),
            _ => None,
        };
        let worker = started.unwrap_or_else(|| self.job.worker(number));
        let worked = worker.and_then(|mut worker| {
            while self.next(&mut *worker)? {}
            Ok(())
        });
        match worked {
            Ok(()) => Ok(None),
            Err(error) if error.is_of_one_worker() => Ok(Some((number, error))),
            Err(error) => {
                self.failed.cancel();
                Err(error)
            }
        }
    }

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

    fn note(&self, note: &str) {
        if let Some(notes) = self.run.notes {
            notes(note);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::Range;
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

    use super::*;
    use crate::job::{Crew, Fingerprint, Identity, Outcome};

    /// A job of a hundred units, one solution each, whose first workers are lost after so many units, or cannot even start.
    struct Fragile {
        identity: Identity,
        workers: usize,
        doomed: usize,
        after: Option<u64>,
        told: AtomicU64,
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
                told: AtomicU64::new(0),
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
                engine: "cards",
                reason: "somebody else uses it".into(),
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

        fn crew(&self, _threads: usize) -> Crew {
            Crew {
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
                self.job.told.fetch_add(1, Relaxed);
                let mut outcome = Outcome::default();
                outcome.add_one();
                report(unit, outcome)?;
            }
            Ok(())
        }

        fn appetite(&self) -> u64 {
            40
        }
    }

    #[test]
    fn others_count_what_a_missing_worker_would_have() {
        let lost = "a card is lost: it fell off the bus; others go on";
        let absent = "`cards` cannot start: somebody else uses it; others go on";
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
            let run = Run {
                notes: Some(&note),
                ..Run::default()
            };
            let total = count(&job, &run).unwrap();
            assert_eq!((total.count, total.done), (100, 100));
            assert_eq!(job.told.into_inner(), 100, "nothing is counted twice");
            let notes = notes.into_inner().unwrap();
            let expected = if after.is_some() { lost } else { absent };
            assert!(notes.iter().all(|note| note == expected), "{notes:?}");
            assert!(after.is_some() || notes.len() == doomed);
        }
    }

    #[test]
    fn the_last_one_missing_is_told() {
        let nobody = Fragile::new(3, 3, None);
        let told = count(&nobody, &Run::default());
        assert_eq!(told.unwrap_err(), Fragile::absent());
        for workers in [1, 3] {
            let job = Fragile::new(workers, workers, Some(5));
            let ledger = InMemory::new(&job, workers);
            assert_eq!(work(&job, &ledger, &Run::default()), Err(Fragile::lost()));
            // Nothing is forgotten: somebody else can go on.
            let told = job.told.load(Relaxed);
            assert!(told > 0 && told <= 5 * workers as u64);
            assert_eq!(ledger.total().unwrap().done, told);
            let heir = Fragile::new(1, 0, None);
            work(&heir, &ledger, &Run::default()).unwrap();
            assert!(ledger.total().unwrap().is_complete());
        }
    }

    #[test]
    fn more_workers_than_threads_all_work() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
        let job = Fragile::new(12, 0, None);
        let total = pool.unwrap().install(|| count(&job, &Run::default()));
        assert!(total.unwrap().is_complete());
        assert_eq!(job.crew(1).to_string(), "12 cards");
        assert_eq!(Crew::threads(1).to_string(), "1 thread");
    }
}
