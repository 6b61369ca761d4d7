//! Progress of a run.

use serde::{Deserialize, Serialize};

use crate::Error;
use crate::run::{Run, State};

/// The progress of a run, as shown by `bezzel run status`.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Status {
    /// The name of the run.
    pub name: String,
    /// The question that is counted.
    pub question: String,
    /// Whether tasks are assigned.
    pub state: State,
    /// The number of reported units.
    pub done: u64,
    /// The number of all units.
    pub units: u64,
    /// The finished share of the work, from 0 to 1.
    pub share: f64,
    /// True if all units are reported, all audits done and all disputes settled.
    pub complete: bool,
    /// The solutions found so far, in decimal.
    pub solutions: String,
    /// The number of tasks assigned to workers.
    pub taken: u64,
    /// The number of audits: tasks to be counted again, open or done.
    pub audits: u64,
    /// The number of audits that are not done.
    pub audits_open: u64,
    /// The number of audits that wait for a worker.
    pub audits_ready: u64,
    /// The number of audits that only a trusted login may do.
    pub audits_for_trusted: u64,
    /// The number of tasks on which parties contradicted each other.
    pub disputes: u64,
    /// The number of disputes that are not settled.
    pub disputes_open: u64,
    /// The seconds since the run was started.
    pub age: f64,
    /// The share of the work that all present workers finish in an hour.
    pub share_per_hour: f64,
    /// The expected seconds left at this speed; `None` without workers.
    pub seconds_left: Option<f64>,
    /// The logins whose workers are trusted; `None` if everyone with access to the ledger is.
    pub trusted: Option<Vec<String>>,
    /// All present and former workers.
    pub workers: Vec<WorkerStatus>,
    /// The total, once the run is closed.
    pub total: Option<String>,
    /// How far the total is confirmed.
    pub certified: Option<String>,
}

/// A present or former worker of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct WorkerStatus {
    /// Its number in the store.
    pub worker: i64,
    /// Its party. A party never recounts its own results.
    pub party: String,
    /// Its host name.
    pub host: String,
    /// Its engine.
    pub engine: String,
    /// The number of its threads.
    pub threads: u32,
    /// Whether its login is trusted. Trusted parties confirm each other and settle disputes.
    pub trusted: bool,
    /// Whether it is present.
    pub alive: bool,
    /// The seconds since its last heartbeat.
    pub seen_ago: f64,
    /// The number of units that it reported and whose results count.
    pub units: u64,
    /// The number of confirmed tasks of its party, up to `Rules::probation`; -1 if the party is
    /// distrusted.
    pub trust: i64,
    #[serde(skip_serializing)]
    cost: f64,
    #[serde(skip_serializing)]
    solutions: String,
    #[serde(skip_serializing)]
    worked: f64,
    #[serde(skip_serializing)]
    working: f64,
}

/// The figures of a run that a store computes.
#[derive(Debug, Deserialize)]
pub(crate) struct Figures {
    opened_ago: f64,
    taken: u64,
    audits: u64,
    audits_open: u64,
    audits_ready: u64,
    #[serde(default)]
    audits_inside: u64,
    /// The expected cost of the open audits.
    audits_open_cost: f64,
    /// The number of open audits that exist only because the audited party is new; they are removed
    /// when it becomes trusted.
    newcomers: u64,
    newcomers_cost: f64,
    disputes: u64,
    disputes_open: u64,
    workers: Vec<WorkerStatus>,
}

impl Status {
    pub(crate) fn of(run: Run, figures: Figures) -> Self {
        let Figures { workers, .. } = figures;
        let units = run.identity.units;
        let done: u64 = workers.iter().map(|worker| worker.units).sum();
        // `Iterator::sum` of no floats is -0.0.
        let sum = |sum: f64, number: f64| sum + number;
        let cost = workers.iter().map(|worker| worker.cost).fold(0.0, sum);
        let all = done == units;
        let share = if all { 1.0 } else { (cost / run.cost).min(1.0) };
        let solutions = workers
            .iter()
            .filter_map(|worker| worker.solutions.parse::<u128>().ok());
        // The speed of each worker is measured from its own start.
        let speed = workers
            .iter()
            .filter(|worker| worker.alive && worker.working > 0.0)
            .map(|worker| worker.worked / worker.working)
            .fold(0.0, sum);
        // If only one party is present, audits need another engine, so they take `slowness` times
        // as long.
        let mut parties: Vec<&str> = workers
            .iter()
            .filter(|worker| worker.alive)
            .map(|worker| &*worker.party)
            .collect();
        parties.dedup();
        let slowness = if parties.len() == 1 {
            run.rules.slowness
        } else {
            1.0
        };
        let needed = f64::from(run.rules.probation) / figures.newcomers.max(1) as f64;
        let audits = run.cost * (1.0 - share) * run.rules.share
            + figures.audits_open_cost
            + figures.newcomers_cost * needed.min(1.0);
        let left = run.cost * (1.0 - share) + slowness * audits;
        let complete = all && figures.audits_open == 0 && figures.disputes_open == 0;
        let seconds_left = match () {
            () if complete => Some(0.0),
            () => (speed > 0.0 && run.state == State::Open).then(|| left / speed),
        };
        Self {
            name: run.name,
            question: run.identity.question,
            state: run.state,
            done,
            units,
            share,
            complete,
            solutions: solutions.sum::<u128>().to_string(),
            taken: figures.taken,
            audits: figures.audits,
            audits_open: figures.audits_open,
            audits_ready: figures.audits_ready,
            audits_for_trusted: figures.audits_inside,
            disputes: figures.disputes,
            disputes_open: figures.disputes_open,
            age: figures.opened_ago,
            share_per_hour: 3_600.0 * speed / run.cost,
            seconds_left,
            trusted: run.trusted,
            workers,
            total: run.total,
            certified: run.certified,
        }
    }

    /// Checks, in the transaction that closes a run, that nothing is open, and that the total is
    /// the sum of what workers reported.
    pub(crate) fn check_closing(&self, total: &str) -> Result<(), Error> {
        if let Some(reason) = self.open() {
            return Err(Error::Open { reason });
        }
        if self.solutions != total {
            return Err(Error::DamagedRun {
                run: self.name.clone(),
                reason: format!(
                    "its tasks add up to {total}, but its workers have reported {}",
                    self.solutions
                ),
            });
        }
        Ok(())
    }

    /// Returns who must take part for the run to continue, if the remaining work is restricted to
    /// trusted logins.
    pub fn needs(&self) -> Option<String> {
        let trusted = self.trusted.as_ref()?;
        let waits = self.audits_for_trusted > 0 && self.state == State::Open;
        let at_work = |worker: &WorkerStatus| worker.alive && worker.trusted;
        let stuck = self.done == self.units && self.taken == 0;
        (waits && (stuck || !self.workers.iter().any(at_work))).then(|| {
            format!(
                "{} of the audits need a worker of a trusted login ({}) that has not counted them yet: `bezzel run work {}`",
                self.audits_for_trusted,
                trusted.join(", "),
                self.name
            )
        })
    }

    /// Returns the reason why the run cannot be closed, or `None`.
    pub fn open(&self) -> Option<String> {
        let mut open = Vec::new();
        if self.done < self.units {
            open.push(format!(
                "{} of {} units are not counted",
                self.units - self.done,
                self.units
            ));
        }
        if self.audits_open > 0 {
            open.push(format!(
                "{} of {} audits are not done",
                self.audits_open, self.audits
            ));
        }
        if self.disputes_open > 0 {
            open.push(format!(
                "{} of {} disputes are not settled",
                self.disputes_open, self.disputes
            ));
        }
        (!open.is_empty()).then(|| open.join(", "))
    }
}
