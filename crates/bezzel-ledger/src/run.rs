//! A run: a job under a name, its rules, and how far it is.

use std::ops::Range;

use bezzel::Named;
use bezzel::job::{Fingerprint, Identity, Job, Outcome, scattered};
use serde::{Deserialize, Serialize};

use crate::Error;

/// A job under a name, as a store knows it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Run {
    /// What it is called.
    pub name: String,
    /// Which job it is of.
    pub identity: Identity,
    /// The engine it was started with, by name.
    pub engine: String,
    /// Whether units are handed out.
    pub state: State,
    /// The expected cost of all units.
    pub cost: f64,
    /// Who recounts what, and how long silence may last.
    pub rules: Rules,
    /// The logins whose workers are trusted; none where everyone is who can write to the store.
    #[serde(default)]
    pub trusted: Option<Vec<String>>,
    /// The total, in decimal digits, once it is closed.
    pub total: Option<String>,
    /// How far that is certified.
    pub certified: Option<String>,
}

impl Run {
    /// A new run of a job.
    ///
    /// # Errors
    /// A name that is none.
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

    /// Trusts the workers of these logins at the database, beside those of its owner.
    #[must_use]
    pub fn trusting(mut self, logins: Vec<String>) -> Self {
        self.trusted = Some(logins);
        self
    }

    /// That a job is the one of this run.
    ///
    /// # Errors
    /// Another job.
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

/// Whether a run hands out units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// It does.
    Open,
    /// Not now; what was handed out may be told.
    Paused,
    /// Never again: its total is known.
    Closed,
}

/// Who recounts what, and how long silence may last.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Rules {
    /// The share of tasks that another party counts again.
    pub share: f64,
    /// Tasks of a newcomer that others must have confirmed before it is trusted; until then half of its tasks are recounted.
    pub probation: u32,
    /// What makes two parties different.
    pub apart: PartyScope,
    /// Seconds of silence after which the tasks of a worker go to others.
    pub patience: f64,
    /// The longest that a task may take, in seconds.
    pub deadline: f64,
    /// How many times as long an audit takes where one party works alone, so that another engine of it has to recount.
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

/// What makes two parties of trusted logins different. One party never recounts what it told itself; a login that is not trusted is one
/// party, whatever it says of itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PartyScope {
    /// Another login at the database.
    Login,
    /// Another machine, as it calls itself.
    Host,
    /// Another engine, or another machine.
    Engine,
}

impl Named for PartyScope {
    const TABLE: &'static [(Self, &'static str, &'static str)] = &[
        (Self::Engine, "engine", "another engine, or another machine"),
        (Self::Host, "host", "another machine, as it calls itself"),
        (Self::Login, "login", "another login at the database"),
    ];
}

/// Some units in a row, handed out and told together.
#[derive(Debug, Clone, PartialEq)]
pub struct Task {
    /// The first of its units.
    pub first: u64,
    /// The weights of its units.
    pub weights: Vec<u32>,
    /// What it is expected to cost.
    pub cost: f64,
    /// When it is handed out, from 0. All over the job: what is done is a fair sample of the whole.
    pub place: u64,
}

impl Task {
    /// The most tasks a job is cut into.
    pub const MOST: u64 = 1_000_000;

    /// All units of a job in so many tasks, each of about the same expected cost.
    pub fn cut(job: &dyn Job, tasks: u64) -> impl Iterator<Item = Self> + '_ {
        let units = job.units();
        let tasks = tasks.clamp(1, Self::MOST).min(units);
        let whole = job.cost(0..units);
        let mut places = vec![0; tasks as usize];
        for (place, number) in (0..).zip(scattered(tasks as usize)) {
            places[number] = place;
        }
        let mut start = 0;
        (0..tasks).map(move |number| {
            // Every later task has a unit too.
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
    /// Tasks for a range of units, none of more than a thousand, all of them handed out first.
    pub(crate) fn around(job: &dyn Job, units: Range<u64>) -> impl Iterator<Item = Self> + '_ {
        const MOST: u64 = 1_000;
        let pieces = (units.end - units.start).div_ceil(MOST);
        (0..pieces).map(move |piece| {
            let first = units.start + piece * MOST;
            let end = units.end.min(first + MOST);
            Self {
                first,
                weights: (first..end).map(|unit| job.weight(unit)).collect(),
                cost: job.cost(first..end),
                place: 0,
            }
        })
    }
}

/// The first unit of a range before which units of so much expected cost lie; the end of the range if there is none.
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

/// A process that takes part in a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkerInfo {
    /// The machine, as it calls itself.
    pub host: String,
    /// The engine, by name.
    pub engine: String,
    /// Threads that count.
    pub threads: u32,
}

impl WorkerInfo {
    /// This process, with an engine.
    pub fn here(engine: &str, threads: usize) -> Self {
        Self {
            host: gethostname::gethostname().to_string_lossy().into_owned(),
            engine: engine.into(),
            threads: threads as u32,
        }
    }
}

/// A task in the hands of a worker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lease {
    /// Its number in the store.
    pub id: i64,
    /// Its units.
    pub units: Range<u64>,
}

/// What came of a task.
#[derive(Debug, Clone)]
pub struct TaskReport {
    /// The lease.
    pub lease: i64,
    /// The fingerprint of the job.
    pub hash: Fingerprint,
    /// The weight of each unit, as the worker's plan gives it.
    pub weights: Vec<u32>,
    /// What came of each unit.
    pub outcomes: Vec<Outcome>,
    /// How long it took.
    pub seconds: f64,
}

/// What a store makes of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// It is the first, and counts.
    Accepted,
    /// Somebody else was first: it confirms or disputes that.
    Second,
    /// Nothing that this party tells counts.
    Revoked,
}

/// How a store looks on a worker.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// It may claim.
    Open,
    /// The run is paused.
    Paused,
    /// The run is closed.
    Closed,
    /// Its party was found to tell wrong counts.
    Distrusted,
}

/// A task as a store has it.
#[derive(Debug, Clone)]
pub struct Page {
    /// Its number in the store.
    pub task: i64,
    /// The first of its units.
    pub first: u64,
    /// How many units it has.
    pub units: u64,
    /// Their weights, as the store has them.
    pub weights: Vec<u32>,
    /// What is recorded of them.
    pub record: Record,
}

/// What a store has recorded of a task.
#[derive(Debug, Clone)]
pub enum Record {
    /// Nothing that counts yet.
    Open,
    /// The outcome of each unit; the checksum is right.
    Counted(Vec<Outcome>),
    /// Something that cannot be relied on, and why.
    Damaged(&'static str),
}

/// Which tasks are to be counted again.
#[derive(Debug, Clone, PartialEq)]
pub enum Audit {
    /// This share of all, from now on and of what was told before.
    Share(f64),
    /// Everything that counts and was told by this party.
    Party(String),
}
