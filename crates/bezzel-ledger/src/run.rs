//! A run: a named job, its rules, and its progress.

use std::ops::Range;

use bezzel::Named;
use bezzel::job::{Fingerprint, Identity, Job, Outcome, scattered};
use serde::{Deserialize, Serialize};

use crate::Error;

/// A job with a name, as stored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Run {
    /// Its name.
    pub name: String,
    /// The identity of its job.
    pub identity: Identity,
    /// The name of the engine it was started with.
    pub engine: String,
    /// Whether tasks are assigned.
    pub state: State,
    /// The expected cost of all units.
    pub cost: f64,
    /// Its rules.
    pub rules: Rules,
    /// The logins whose workers are trusted; `None` if everyone with access to the store is.
    #[serde(default)]
    pub trusted: Option<Vec<String>>,
    /// The total in decimal, once it is closed.
    pub total: Option<String>,
    /// How far the total is confirmed.
    pub certified: Option<String>,
}

impl Run {
    /// Returns a new run of a job.
    ///
    /// # Errors
    /// If the name is not valid.
    pub fn new(name: &str, job: &dyn Job, engine: &str, rules: Rules) -> Result<Self, Error> {
        let letter = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
        if name.is_empty()
            || name.len() > 64
            || !name.chars().all(letter)
            || name.starts_with(['-', '.'])
        {
            return Err(Error::NoName { text: name.into() });
        }
        if job.units() == 0 {
            return Err(Error::Refused {
                reason: format!("there is nothing to count in {}", job.identity()),
            });
        }
        let cost = job.cost(0..job.units());
        Ok(Self {
            name: name.into(),
            identity: job.identity().clone(),
            engine: engine.into(),
            state: State::Open,
            cost: if cost > 0.0 { cost } else { 1.0 },
            rules,
            trusted: None,
            total: None,
            certified: None,
        })
    }

    /// Sets the database logins whose workers are trusted, in addition to the owner's.
    #[must_use]
    pub fn trusting(mut self, logins: Vec<String>) -> Self {
        self.trusted = Some(logins);
        self
    }

    /// Checks that a job is the job of this run.
    ///
    /// # Errors
    /// If it is not.
    pub fn check(&self, job: &dyn Job) -> Result<(), Error> {
        if *job.identity() == self.identity {
            return Ok(());
        }
        Err(Error::AnotherJob {
            found: Box::new(self.identity.clone()),
            wanted: Box::new(job.identity().clone()),
        })
    }
}

/// Whether a run assigns tasks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// Tasks are assigned.
    Open,
    /// No new tasks are assigned; results of tasks assigned earlier are accepted.
    Paused,
    /// The run is finished, and its total is known.
    Closed,
}

/// The rules of a run: how many tasks are audited, and when a worker is lost.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Rules {
    /// The share of tasks that another party counts again.
    pub share: f64,
    /// The number of tasks of a new party that others must confirm before it is trusted. Until then
    /// half of its tasks are audited.
    pub probation: u32,
    /// What makes two workers different parties.
    pub apart: PartyScope,
    /// The seconds without a heartbeat after which the tasks of a worker are reassigned.
    pub patience: f64,
    /// The longest time for a task, in seconds.
    pub deadline: f64,
    /// The factor by which audits take longer if only one party takes part, so that another,
    /// possibly slower, engine must recount its tasks.
    pub slowness: f64,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            share: 0.02,
            probation: 10,
            apart: PartyScope::Engine,
            patience: 120.0,
            deadline: 86_400.0,
            slowness: 1.0,
        }
    }
}

/// What makes workers of trusted logins different parties. A party never recounts its own results.
/// A login that is not trusted is one party, whatever host and engine it reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PartyScope {
    /// Workers with different logins are different parties.
    Login,
    /// Workers with different logins or host names are different parties.
    Host,
    /// Workers with different logins, host names or engines are different parties; in a file, host
    /// names are ignored.
    Engine,
}

impl Named for PartyScope {
    const TABLE: &'static [(Self, &'static str, &'static str)] = &[
        (Self::Engine, "engine", "another engine, or another machine"),
        (Self::Host, "host", "a worker with another host name"),
        (Self::Login, "login", "another login at the database"),
    ];
}

/// Consecutive units that are assigned and reported together.
#[derive(Debug, Clone, PartialEq)]
pub struct Task {
    /// The first of its units.
    pub first: u64,
    /// The weights of its units.
    pub weights: Vec<u32>,
    /// Its expected cost.
    pub cost: f64,
    /// Its position in the queue, from 0. The order is scattered over the job, so that the finished
    /// tasks are a fair sample.
    pub place: u64,
}

impl Task {
    /// The largest number of tasks of a job.
    pub const MAX_TASKS: u64 = 1_000_000;

    /// Cuts a job into this many tasks of about the same expected cost.
    pub fn cut(job: &dyn Job, tasks: u64) -> impl Iterator<Item = Self> + '_ {
        let units = job.units();
        let tasks = tasks.clamp(1, Self::MAX_TASKS).min(units);
        let whole = job.cost(0..units);
        let mut places = vec![0; tasks as usize];
        for (place, number) in (0..).zip(scattered(tasks as usize)) {
            places[number] = place;
        }
        let mut start = 0;
        (0..tasks).map(move |number| {
            // Leave at least one unit for each later task.
            let last = units - (tasks - 1 - number);
            let wanted = whole * (number + 1) as f64 / tasks as f64;
            let end = match number + 1 == tasks {
                true => units,
                false => first_from(job, wanted, start + 1..last),
            };
            let task = Self {
                first: start,
                weights: (start..end).map(|unit| job.weight(unit)).collect(),
                cost: job.cost(start..end),
                place: places[number as usize],
            };
            start = end;
            task
        })
    }
}

impl Task {
    /// Cuts a range of units into tasks of at most a thousand units, at the front of the queue.
    pub(crate) fn around(job: &dyn Job, units: Range<u64>) -> impl Iterator<Item = Self> + '_ {
        const MAX_TASKS: u64 = 1_000;
        let pieces = (units.end - units.start).div_ceil(MAX_TASKS);
        (0..pieces).map(move |piece| {
            let first = units.start + piece * MAX_TASKS;
            let end = units.end.min(first + MAX_TASKS);
            Self {
                first,
                weights: (first..end).map(|unit| job.weight(unit)).collect(),
                cost: job.cost(first..end),
                place: 0,
            }
        })
    }
}

/// Returns the first unit of the range before which units of at least this expected cost lie, or
/// the end of the range.
pub(crate) fn first_from(job: &dyn Job, cost: f64, units: Range<u64>) -> u64 {
    let (mut low, mut high) = (units.start, units.end);
    while low < high {
        let middle = low + (high - low) / 2;
        if job.cost(0..middle) < cost {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

/// The description of a worker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkerInfo {
    /// The host name it reports.
    pub host: String,
    /// The name of its engine.
    pub engine: String,
    /// The number of its threads.
    pub threads: u32,
}

impl WorkerInfo {
    /// Describes this process as a worker that uses the given engine.
    pub fn here(engine: &str, threads: usize) -> Self {
        Self {
            host: gethostname::gethostname().to_string_lossy().into_owned(),
            engine: engine.into(),
            threads: threads as u32,
        }
    }
}

/// A task assigned to a worker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lease {
    /// Its number in the store.
    pub id: i64,
    /// Its units.
    pub units: Range<u64>,
}

/// The outcomes of a task.
#[derive(Debug, Clone)]
pub struct TaskReport {
    /// The lease.
    pub lease: i64,
    /// The fingerprint of the job.
    pub hash: Fingerprint,
    /// The weights of the units, by the worker's plan.
    pub weights: Vec<u32>,
    /// The outcomes of the units.
    pub outcomes: Vec<Outcome>,
    /// The seconds it took.
    pub seconds: f64,
}

/// A store's answer to a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// It is the first report of the task, and counts.
    Accepted,
    /// Another report of the task counts; this one confirms or disputes it.
    Second,
    /// Results of this party are rejected.
    Revoked,
}

/// The state of a worker in a store.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// It may claim tasks.
    Open,
    /// The run is paused.
    Paused,
    /// The run is closed.
    Closed,
    /// Its party reported wrong counts.
    Distrusted,
}

/// A task as stored.
#[derive(Debug, Clone)]
pub struct TaskRecord {
    /// Its number in the store.
    pub task: i64,
    /// The first of its units.
    pub first: u64,
    /// The number of its units.
    pub units: u64,
    /// The stored weights of its units.
    pub weights: Vec<u32>,
    /// The stored results.
    pub record: Record,
}

/// The stored results of a task.
#[derive(Debug, Clone)]
pub enum Record {
    /// There is no result yet.
    Open,
    /// The outcome of each unit; the checksum is right.
    Counted(Vec<Outcome>),
    /// The record is damaged, for this reason.
    Damaged(&'static str),
}

/// Which tasks must be counted again.
#[derive(Debug, Clone, PartialEq)]
pub enum Audit {
    /// This share of all tasks, past and future.
    Share(f64),
    /// All tasks for which the report of this party counts.
    Party(String),
}
