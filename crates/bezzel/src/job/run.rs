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
    /// Whom to tell, in a sentence, what a reader should know at once: that a worker is lost and others go on.
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
/// [crew](Job::crew) is. A worker that is [lost](Error::Lost) is done without, as long as there is another.
///
/// # Errors
/// Workers that cannot start, outcomes that cannot be trusted, a ledger that cannot be reached; the last worker lost.
pub fn work(job: &dyn Job, ledger: &dyn Ledger, run: &Run<'_>) -> Result<(), Error> {
    let failed = Cancel::new();
    let shift = Shift {
        job,
        ledger,
        run,
        failed: &failed,
    };
    // What is over in a moment is over before other threads are awake.
    const MOMENT: Duration = Duration::from_micros(300);
    let start = Instant::now();
    let mut worker = job.worker(0)?;
    let first = loop {
        match shift.next(&mut *worker) {
            Ok(false) => return Ok(()),
            Ok(true) if start.elapsed() < MOMENT => {}
            Ok(true) => break Ok(worker),
            Err(error) => break Err(error),
        }
    };
    // One of the crew goes on with this worker, who has his memory already.
    let mut first = Mutex::new(Some(first));
    let mut crew: Vec<usize> = (0..job.crew(rayon::current_num_threads()).size).collect();
    loop {
        let mut lost = shift.round(&crew, &first)?;
        crew.retain(|number| !lost.iter().any(|(other, _)| other == number));
        let Some((_, error)) = lost.pop() else {
            return Ok(());
        };
        if crew.is_empty() {
            return Err(error);
        }
        // What it held was given back, perhaps after others had looked for more.
        shift.note(&format!("{error}; others go on"));
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

/// The worker with whom a shift begins, if somebody has started him already, or why he is lost.
type First<'j> = Mutex<Option<Result<Box<dyn Worker + 'j>, Error>>>;

impl<'a> Shift<'a> {
    /// Has everybody work until nothing is left to claim. Who was lost, and how.
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

    /// Has one worker work until nothing is left to claim. If he is lost, how.
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
            Err(error @ Error::Lost { .. }) => Ok(Some((number, error))),
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

    /// A job of a hundred units, one solution each, whose first workers are lost after so many units.
    struct Fragile {
        identity: Identity,
        workers: usize,
        doomed: usize,
        after: u64,
        told: AtomicU64,
    }

    impl Fragile {
        fn new(workers: usize, doomed: usize, after: u64) -> Self {
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
            let left = if number < self.doomed {
                self.after
            } else {
                u64::MAX
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
    fn others_count_what_a_lost_worker_held() {
        for (workers, doomed, after) in [(2, 1, 0), (2, 1, 7), (3, 2, 50), (9, 8, 3)] {
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
            for note in notes.into_inner().unwrap() {
                assert_eq!(note, "a card is lost: it fell off the bus; others go on");
            }
        }
    }

    #[test]
    fn the_last_one_lost_is_told() {
        for workers in [1, 3] {
            let job = Fragile::new(workers, workers, 5);
            let ledger = InMemory::new(&job, workers);
            assert_eq!(work(&job, &ledger, &Run::default()), Err(Fragile::lost()));
            // Nothing is forgotten: somebody else can go on.
            let told = job.told.load(Relaxed);
            assert!(told > 0 && told <= 5 * workers as u64);
            assert_eq!(ledger.total().unwrap().done, told);
            let heir = Fragile::new(1, 0, 0);
            work(&heir, &ledger, &Run::default()).unwrap();
            assert!(ledger.total().unwrap().is_complete());
        }
    }

    #[test]
    fn more_workers_than_threads_all_work() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
        let job = Fragile::new(12, 0, 0);
        let total = pool.unwrap().install(|| count(&job, &Run::default()));
        assert!(total.unwrap().is_complete());
        assert_eq!(job.crew(1).to_string(), "12 cards");
        assert_eq!(Crew::threads(1).to_string(), "1 thread");
    }
}
