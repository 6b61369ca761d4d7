//! How far a run is.

use serde::{Deserialize, Serialize};

use crate::Error;
use crate::run::{Run, State};

/// How far a run is: what `bezzel run status` shows.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Status {
    /// What the run is called.
    pub name: String,
    /// What is counted.
    pub question: String,
    /// Whether units are handed out.
    pub state: State,
    /// Units told.
    pub done: u64,
    /// Units in all.
    pub units: u64,
    /// The share of the work that is done, from 0 to 1.
    pub share: f64,
    /// Whether nothing is left: every unit told, every audit done, every dispute settled.
    pub complete: bool,
    /// Solutions found so far, in decimal digits.
    pub solutions: String,
    /// Tasks in somebody's hands.
    pub taken: u64,
    /// Tasks to be counted again, or that were.
    pub audits: u64,
    /// Those of them that are not done.
    pub audits_open: u64,
    /// Those of them that wait for a worker.
    pub audits_ready: u64,
    /// Those of them that only a trusted login may do.
    pub audits_for_trusted: u64,
    /// Tasks on which parties contradicted each other.
    pub disputes: u64,
    /// Those of them that are not settled.
    pub disputes_open: u64,
    /// Seconds since it was started.
    pub age: f64,
    /// The share of the work that all workers who are there do in an hour.
    pub share_per_hour: f64,
    /// Seconds left if it goes on like this; nothing if nobody works.
    pub seconds_left: Option<f64>,
    /// The logins whose workers are trusted; none where everyone is who can write to the ledger.
    pub trusted: Option<Vec<String>>,
    /// Who takes part, or did.
    pub workers: Vec<WorkerStatus>,
    /// The total, once the run is closed.
    pub total: Option<String>,
    /// How far that is certified.
    pub certified: Option<String>,
}

/// A process that takes part in a run, or did.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct WorkerStatus {
    /// Its number in the store.
    pub worker: i64,
    /// Whose word it gives: one party never recounts what it told itself.
    pub party: String,
    /// Its machine.
    pub host: String,
    /// Its engine.
    pub engine: String,
    /// Its threads.
    pub threads: u32,
    /// Whether its login is trusted: such parties confirm each other and settle disputes.
    pub trusted: bool,
    /// Whether it is there.
    pub alive: bool,
    /// Seconds since it was heard of.
    pub seen_ago: f64,
    /// Units it told that count.
    pub units: u64,
    /// Tasks of its party that others confirmed, as long as it is new; -1: distrusted.
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

/// What a store tells of a run.
#[derive(Debug, Deserialize)]
pub(crate) struct Figures {
    opened_ago: f64,
    taken: u64,
    audits: u64,
    audits_open: u64,
    audits_ready: u64,
    #[serde(default)]
    audits_inside: u64,
    /// The cost of the audits that will be done.
    audits_open_cost: f64,
    /// Audits that are dropped once a newcomer is trusted.
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
        // The sum of nothing is no negative zero here.
        let sum = |sum: f64, number: f64| sum + number;
        let cost = workers.iter().map(|worker| worker.cost).fold(0.0, sum);
        let all = done == units;
        let share = if all { 1.0 } else { (cost / run.cost).min(1.0) };
        let solutions = workers
            .iter()
            .filter_map(|worker| worker.solutions.parse::<u128>().ok());
        // Each by itself, since they did not come at the same time.
        let speed = workers
            .iter()
            .filter(|worker| worker.alive && worker.working > 0.0)
            .map(|worker| worker.worked / worker.working)
            .fold(0.0, sum);
        // Whoever is alone has another engine recount, which takes longer.
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

    /// Checks within the transaction that closes a run that nothing is open, and that its total is what its workers are credited with.
    pub(crate) fn check_closing(&self, total: &str) -> Result<(), Error> {
        if let Some(reason) = self.open() {
            return Err(Error::Open { reason });
        }
        if self.solutions != total {
            return Err(Error::DamagedRun {
                run: self.name.clone(),
                reason: format!(
                    "its tasks add up to {total}, and its workers are credited with {}",
                    self.solutions
                ),
            });
        }
        Ok(())
    }

    /// Who has to take part for the run to go on, if only trusted logins may do what waits.
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

    /// What keeps the run from being closed, in words; nothing if nothing does.
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
