//! A process that works for a run.

use std::ops::Range;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use bezzel::Cancel;
use bezzel::job::{self, ClaimSize, Job, Ledger, Outcome, Total};

use crate::retry::{Retry, sleep};
use crate::run::{Run, Standing, TaskReport, Verdict, WorkerInfo};
use crate::{Error, Status, Store};

/// A process that takes part in a run with one engine: a [`Ledger`] for [`bezzel::job::work`].
///
/// - Claims are sized so that this machine counts them in some seconds.
/// - Outcomes are reported task by task. The first report of a task counts.
/// - Calls to a store that cannot be reached are retried, so that no result is lost.
///
/// ```
/// use bezzel::job::{self, Branches, Job};
/// use bezzel_queens::Masks;
/// use bezzel_ledger::{Member, WorkEnd, Rules, Run, Sqlite, Store, Task, WorkerInfo, close};
///
/// let folder = tempfile::tempdir()?;
/// let store = Sqlite::open(&folder.path().join("runs.db"))?;
/// let job = Branches::new(Masks::new(8)?, "eight queens", 1, 2);
/// let rules = Rules { share: 0.0, ..Rules::default() };
/// store.start(&Run::new("q8", &job, "masks", rules)?, &mut Task::cut(&job, 10))?;
///
/// let member = Member::join(&store, "q8", &job, WorkerInfo::here("masks", 2))?;
/// assert_eq!(member.work(&job::CountOptions::default())?, WorkEnd::Nothing);
/// assert_eq!(close(&store, "q8", &job)?.total.count, 92);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Member<'a> {
    store: &'a dyn Store,
    job: &'a dyn Job,
    run: Run,
    worker: i64,
    /// The number of the next claim. A claim whose answer was lost is repeated with the same
    /// number.
    requests: AtomicI64,
    /// The number of tasks claimed, and of tasks reported.
    claimed: AtomicU64,
    reported: AtomicU64,
    /// The intended duration of a claim.
    seconds: f64,
    notes: Option<&'a (dyn Fn(&str) + Sync)>,
    retry: Retry,
    in_flight: Mutex<InFlight>,
    /// The first damage found in the ledger. It is kept here because an error that passes through
    /// the crate `bezzel` keeps only its message.
    damage: Mutex<Option<Error>>,
    /// The cancellation token of this process.
    cancel: Mutex<Cancel>,
}

impl std::fmt::Debug for Member<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Member").finish_non_exhaustive()
    }
}

/// What this process holds and has reported.
struct InFlight {
    open: Vec<OpenTask>,
    /// The total expected cost of the reported tasks; `seconds` is the sum of the times spent on
    /// them.
    cost: f64,
    seconds: f64,
    /// The last known total of the whole run.
    total: Total,
}

/// A task that is being counted.
struct OpenTask {
    lease: i64,
    units: Range<u64>,
    outcomes: Vec<Option<Outcome>>,
    missing: usize,
    begun: Instant,
}

/// The reason why a process has nothing more to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WorkEnd {
    /// Nothing is left of the run, or it was closed.
    Nothing,
    /// The remaining work must be done by other parties. Contains the number of audits that wait
    /// for a worker.
    ForOthers(u64),
    /// This party reported wrong counts.
    Distrusted,
    /// It was cancelled, and has released its tasks.
    Cancelled,
}

impl<'a> Member<'a> {
    /// Joins a run.
    ///
    /// # Errors
    /// If there is no such run, the job is not the run's, or the store cannot be reached.
    pub fn join(
        store: &'a dyn Store,
        name: &str,
        job: &'a dyn Job,
        who: WorkerInfo,
    ) -> Result<Self, Error> {
        let run = store.look(name)?;
        run.check(job)?;
        let worker = store.enter(name, job.identity(), &who)?;
        Ok(Self {
            store,
            job,
            worker,
            requests: AtomicI64::new(1),
            claimed: AtomicU64::new(0),
            reported: AtomicU64::new(0),
            seconds: (run.rules.patience / 2.0).min(60.0),
            notes: None,
            // Retry within the patience of the run, so that this worker is not considered lost.
            retry: Retry::with_pauses(Duration::from_secs_f64((run.rules.patience / 8.0).min(5.0))),
            in_flight: Mutex::new(InFlight {
                open: Vec::new(),
                cost: 0.0,
                seconds: 0.0,
                total: Total::of(job.units()),
            }),
            damage: Mutex::new(None),
            cancel: Mutex::new(Cancel::new()),
            run,
        })
    }

    /// Sets a callback that is called when the store cannot be reached, and when it can be reached
    /// again.
    #[must_use]
    pub fn noted_by(mut self, notes: &'a (dyn Fn(&str) + Sync)) -> Self {
        self.notes = Some(notes);
        self
    }

    /// Sets the intended duration of a claim. A worker that is killed loses the work of at most one
    /// claim.
    #[must_use]
    pub fn claims_of(mut self, time: Duration) -> Self {
        self.seconds = time.as_secs_f64();
        self
    }

    /// Returns the number of this worker in the store.
    pub fn worker(&self) -> i64 {
        self.worker
    }

    /// Returns the number of tasks claimed so far.
    pub fn claimed(&self) -> u64 {
        self.claimed.load(Relaxed)
    }

    /// Returns the number of tasks reported so far.
    pub fn reported(&self) -> u64 {
        self.reported.load(Relaxed)
    }

    /// Claims and counts tasks until none is left that this worker may do. Waits while other
    /// workers hold tasks that may be reassigned.
    ///
    /// # Errors
    /// If no worker can start, an outcome is refused, or the store returns a permanent error. A
    /// store that cannot be reached is waited for.
    pub fn work(&self, run: &job::CountOptions<'_>) -> Result<WorkEnd, Error> {
        *self.cancel.lock().unwrap_or_else(PoisonError::into_inner) = run.cancel.clone();
        let (stop, stopped) = mpsc::channel();
        let rest = thread::scope(|scope| {
            scope.spawn(|| self.send_heartbeats(stopped));
            let rest = self.rounds(run);
            drop(stop);
            rest
        });
        // Release the remaining tasks at once. If the store cannot be reached, they are reassigned
        // when the patience of the run ends.
        let left = self.store.beat(self.worker, true);
        let rest = rest?;
        match left {
            Err(error) if !error.passes() => Err(error),
            _ => Ok(rest),
        }
    }

    fn rounds(&self, run: &job::CountOptions<'_>) -> Result<WorkEnd, Error> {
        /// The first interval between polls for released work; later intervals are longer.
        const FIRST_POLL: Duration = Duration::from_millis(20);
        const LAST_POLL: Duration = Duration::from_secs(2);
        let mut pause = FIRST_POLL;
        // End after two rounds without a claim: tasks released between a claim and a poll are found
        // in the second round.
        let mut idle = 0;
        loop {
            let before = self.claimed();
            let worked = job::work(self.job, self, run);
            let damage = self
                .damage
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .take();
            if let Some(damage) = damage {
                return Err(damage);
            }
            if run.cancel.is_cancelled() {
                return Ok(WorkEnd::Cancelled);
            }
            match self.with_retries(|| self.store.beat(self.worker, false))? {
                Standing::Distrusted => return Ok(WorkEnd::Distrusted),
                Standing::Closed => return Ok(WorkEnd::Nothing),
                Standing::Open | Standing::Paused => worked?,
            }
            let status = self.with_retries(|| self.store.status(&self.run.name))?;
            self.update_total(&status);
            if status.complete {
                return Ok(WorkEnd::Nothing);
            }
            if self.claimed() > before {
                (pause, idle) = (FIRST_POLL, 0);
                continue;
            }
            idle += 1;
            if status.state == crate::State::Paused && idle == 1 {
                self.note(&format!("run {} is paused; waiting", self.run.name));
            }
            let ready = status.audits_ready;
            if idle >= 2 && status.state == crate::State::Open && (ready > 0 || status.taken == 0) {
                return Ok(WorkEnd::ForOthers(ready));
            }
            sleep(pause, &run.cancel);
            pause = (2 * pause).min(LAST_POLL);
        }
    }

    /// Sends heartbeats until the other end of the channel is dropped.
    fn send_heartbeats(&self, stopped: Receiver<()>) {
        let pause = Duration::from_secs_f64((self.run.rules.patience / 4.0).clamp(0.05, 30.0));
        // The interval between status requests is at least this many times the duration of a
        // request, which grows with the number of workers, so that all workers together do not
        // overload the store.
        const MS_PER_WORKER: u32 = 2_000;
        let mut look = pause.min(Duration::from_secs(10));
        let (mut beat, mut looked) = (Instant::now(), Instant::now());
        while stopped.recv_timeout(pause.min(look)) == Err(RecvTimeoutError::Timeout) {
            if beat.elapsed() >= pause {
                beat = Instant::now();
                // The counting thread handles errors itself.
                let _ = self.store.beat(self.worker, false);
            }
            if looked.elapsed() < look {
                continue;
            }
            let asked = Instant::now();
            if let Ok(status) = self.store.status(&self.run.name) {
                self.update_total(&status);
            }
            looked = Instant::now();
            look = look.max(MS_PER_WORKER * asked.elapsed());
        }
    }

    /// Updates the progress of the run; the nodes are those of this process.
    fn update_total(&self, status: &Status) {
        let mut in_flight = self.in_flight();
        let nodes = in_flight.total.nodes;
        in_flight.total = total(status);
        in_flight.total.nodes = nodes;
    }

    /// Calls the store, and retries for as long as it cannot be reached.
    fn with_retries<T>(&self, call: impl Fn() -> Result<T, Error>) -> Result<T, Error> {
        self.retry
            .call(&self.cancel(), |note| self.note(note), call)
    }

    fn note(&self, note: &str) {
        if let Some(notes) = self.notes {
            notes(note);
        }
    }

    /// Stores the error if it reports damage. Returns the error to pass to the crate `bezzel`.
    fn keep_damage(&self, error: Error) -> Error {
        if !error.is_conflict() {
            return error;
        }
        let reason = error.to_string();
        let mut damage = self.damage.lock().unwrap_or_else(PoisonError::into_inner);
        damage.get_or_insert(error);
        Error::Store { reason }
    }

    fn cancel(&self) -> Cancel {
        let cancel = self.cancel.lock();
        cancel.unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn in_flight(&self) -> MutexGuard<'_, InFlight> {
        self.in_flight
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Reports a finished task.
    fn report_task(&self, open: OpenTask) -> Result<(), Error> {
        let seconds = open.begun.elapsed().as_secs_f64();
        let weights: Vec<u32> = open
            .units
            .clone()
            .map(|unit| self.job.weight(unit))
            .collect();
        let reported = TaskReport {
            lease: open.lease,
            hash: self.job.identity().hash,
            outcomes: open.outcomes.into_iter().flatten().collect(),
            weights,
            seconds,
        };
        let verdict = self.with_retries(|| self.store.report(self.worker, &reported));
        let verdict = verdict.map_err(|error| self.keep_damage(error))?;
        self.reported.fetch_add(1, Relaxed);
        if verdict == Verdict::Revoked {
            return Err(Error::Refused {
                reason: "this party reported wrong counts: its reports are rejected".into(),
            });
        }
        let cost = self.job.cost(open.units.clone());
        let mut in_flight = self.in_flight();
        in_flight.cost += cost;
        in_flight.seconds += seconds;
        if verdict == Verdict::Accepted {
            in_flight.total.share = (in_flight.total.share + cost / self.run.cost).min(1.0);
            for (unit, (weight, outcome)) in open
                .units
                .zip(reported.weights.iter().zip(&reported.outcomes))
            {
                in_flight.total.add(unit, *weight, outcome)?;
            }
        }
        Ok(())
    }
}

/// Returns the progress of a run as a total.
fn total(status: &Status) -> Total {
    let mut total = Total::of(status.units);
    total.count = status.solutions.parse().unwrap_or(0);
    total.done = status.done;
    total.share = status.share;
    total
}

impl Ledger for Member<'_> {
    fn claim(&self, claim_size: ClaimSize) -> Result<Option<Range<u64>>, bezzel::Error> {
        let request = self.requests.fetch_add(1, Relaxed);
        let mut claim_size = claim_size;
        {
            let in_flight = self.in_flight();
            if in_flight.seconds > 0.0 {
                claim_size.cost = claim_size
                    .cost
                    .max(self.seconds * in_flight.cost / in_flight.seconds);
            }
        }
        let leases = self.with_retries(|| self.store.claim(self.worker, request, claim_size));
        let leases = leases.map_err(|error| self.keep_damage(error))?;
        let (Some(first), Some(last)) = (leases.first(), leases.last()) else {
            return Ok(None);
        };
        let claim = first.units.start..last.units.end;
        self.claimed.fetch_add(leases.len() as u64, Relaxed);
        self.in_flight()
            .open
            .extend(leases.into_iter().map(|lease| {
                let units = (lease.units.end - lease.units.start) as usize;
                OpenTask {
                    lease: lease.id,
                    units: lease.units,
                    outcomes: vec![None; units],
                    missing: units,
                    begun: Instant::now(),
                }
            }));
        Ok(Some(claim))
    }

    fn report(&self, unit: u64, outcome: &Outcome) -> Result<Total, bezzel::Error> {
        outcome.check(unit)?;
        let mut in_flight = self.in_flight();
        let mut held = false;
        // The list may contain a task twice, if it was reassigned while this process was suspended,
        // and later assigned to this process again.
        for open in in_flight
            .open
            .iter_mut()
            .filter(|open| open.units.contains(&unit))
        {
            held = true;
            let place = &mut open.outcomes[(unit - open.units.start) as usize];
            if place.replace(*outcome).is_none() {
                open.missing -= 1;
            }
        }
        if !held {
            return Err(Error::Refused {
                reason: format!("unit {unit} is not assigned to this worker"),
            }
            .into());
        }
        let complete: Vec<OpenTask> = in_flight
            .open
            .extract_if(.., |open| open.missing == 0)
            .collect();
        // The next task of the same claim starts now.
        for done in &complete {
            if let Some(next) = in_flight
                .open
                .iter_mut()
                .find(|next| next.units.start == done.units.end)
            {
                next.begun = Instant::now();
            }
        }
        drop(in_flight);
        for open in complete {
            self.report_task(open)?;
        }
        Ok(self.in_flight().total)
    }

    fn give_back(&self, units: Range<u64>) -> Result<(), bezzel::Error> {
        if units.is_empty() {
            return Ok(());
        }
        let overlaps =
            |open: &mut OpenTask| open.units.start < units.end && units.start < open.units.end;
        let given: Vec<i64> = self
            .in_flight()
            .open
            .extract_if(.., overlaps)
            .map(|open| open.lease)
            .collect();
        match self.with_retries(|| self.store.give_back(self.worker, &given)) {
            // The tasks are reassigned when the patience of the run ends.
            Err(error) if error.passes() => Ok(()),
            answer => Ok(answer?),
        }
    }

    fn total(&self) -> Result<Total, bezzel::Error> {
        let status = self.with_retries(|| self.store.status(&self.run.name))?;
        Ok(total(&status))
    }
}
