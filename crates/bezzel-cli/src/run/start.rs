//! `bezzel run start`: creates a run.

use std::time::Duration;

use crate::words::plural;
use anyhow::{Result, bail, ensure};
use bezzel::job::{Job, UnderWay, forecast};
use bezzel_ledger::{PartyScope, Rules, Run, Task};
use bezzel_queens::{Board, Engine, Engines, estimated_seconds};
use clap::Args;

use super::ledger::StoreLocation;
use super::plan;
use crate::engines;
use crate::input::{length_of_time, named, rate};
use crate::progress::Activity;
use crate::question::BoardArgs;
use crate::{Exit, interruption, output, threads};

/// Start a run: a named count that any number of workers can share
///
/// Results are stored in a ledger: a file, or a PostgreSQL database that many machines share. Start
/// `bezzel run work NAME` any number of times, on any machine with access to the ledger. A share of
/// the work is counted twice, by different parties.
#[derive(Args)]
#[command(after_help = "\
Examples:
  bezzel run start 12 --name q12
  bezzel run start 14 --name q14 --ledger q14.db --share 1

With --ledger-file db.url the run is in a database. Start `bezzel run work NAME` on each machine; `bezzel run status NAME` shows the progress, and `bezzel run close NAME` prints the total.")]
pub struct StartArgs {
    #[command(flatten)]
    question: BoardArgs,
    /// The name of the run
    #[arg(long, value_name = "NAME")]
    name: String,
    #[command(flatten)]
    ledger: StoreLocation,
    /// The counting engine; it also decides how the work is divided
    #[arg(long, value_name = "METHOD", default_value = engines::AUTO, value_parser = engines::names())]
    method: String,
    /// Count this share of the tasks a second time, by other workers [default: 0.02; 1 means all]
    #[arg(long, value_name = "SHARE", value_parser = share, allow_negative_numbers = true)]
    share: Option<f64>,
    /// What must differ between two workers with trusted logins so that one can confirm the results
    /// of the other
    #[arg(long, value_name = "BY", default_value = "engine", value_parser = named::<PartyScope>())]
    apart: PartyScope,
    /// Trust workers of this database login, in addition to your own; may be repeated
    ///
    /// Workers of trusted logins can confirm each other if their engines or machines differ, and
    /// they settle disputes. All workers of any other login are one party, whatever host names they
    /// report. In a file all workers are trusted.
    #[arg(long, value_name = "LOGIN")]
    trust: Vec<String>,
    /// Reassign the tasks of a worker that has not reported for this long [default: 20s in a file,
    /// 2m in a database]
    #[arg(long, value_name = "TIME", value_parser = patience)]
    patience: Option<Duration>,
    /// Divide the work into this many tasks [default: tasks of about ten seconds]
    #[arg(long, value_name = "COUNT")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=Task::MAX_TASKS))]
    tasks: Option<u64>,
}

/// Parses a share from 0 to 1.
pub fn share(text: &str) -> Result<f64> {
    let share = rate(text)?;
    ensure!(
        (0.0..=1.0).contains(&share),
        "{text} is not a number from 0 to 1"
    );
    Ok(share)
}

/// Parses the patience of a run.
fn patience(text: &str) -> Result<Duration> {
    let time = length_of_time(text)?;
    let sensible = Duration::from_secs(1)..=Duration::from_secs(7 * 86_400);
    ensure!(
        sensible.contains(&time),
        "{text} is not a duration from 1s to 7d"
    );
    Ok(time)
}

/// The duration of a forecast.
const FORECAST_TIME: Duration = Duration::from_millis(300);

impl StartArgs {
    pub fn run(self) -> Result<Exit> {
        let board = self
            .question
            .board(Engines::LIMIT, "run", "no engine can count them")?;
        if self.apart == PartyScope::Login && !self.ledger.is_database() {
            bail!("`--apart login` needs a database: a ledger file has no logins");
        }
        if !self.trust.is_empty() && !self.ledger.is_database() {
            bail!("`--trust` needs a database: in a file all workers are trusted");
        }
        let engine = plan::engine_for(&board, &self.method)?;
        let job = Activity::during("cutting the work up", || engine.job(&board))?;
        let store = self.ledger.open_or_begin()?;
        // Find another engine that can recount: on one machine only another engine or variant is a
        // different party.
        let other = plan::engines_of(job.identity(), engine.name())?
            .nth(1)
            .transpose()?;
        let alone =
            self.apart == PartyScope::Engine && !self.ledger.is_database() && other.is_none();
        let defaults = Rules::default();
        let rules = Rules {
            share: self
                .share
                .unwrap_or(if alone { 0.0 } else { defaults.share }),
            apart: self.apart,
            patience: match self.patience {
                Some(time) => time.as_secs_f64(),
                None if self.ledger.is_database() => defaults.patience,
                None => 20.0,
            },
            slowness: match other {
                Some(other) => slowness(&*engine, &*other.engine, &board)?,
                None => 1.0,
            },
            ..defaults
        };
        let mut run = Run::new(&self.name, &*job, engine.name(), rules)?;
        if self.ledger.is_database() {
            run = run.trusting(self.trust);
        }
        let tasks = match self.tasks {
            Some(tasks) => tasks,
            None => tasks_for(&*job)?,
        };
        store.start(&run, &mut Task::cut(&*job, tasks))?;
        output::note(&format!(
            "run {} is started: {} in {}; `bezzel run work {0}{}` starts a worker",
            self.name,
            plural(job.units(), "unit"),
            plural(tasks.min(job.units()), "task"),
            self.ledger.typed(),
        ));
        if alone && rules.share == 0.0 {
            output::note("nothing will be recounted: only one engine supports this plan");
        }
        Ok(Exit::Found)
    }
}

/// Returns how many times as long another engine takes, by rule of thumb.
fn slowness(engine: &dyn Engine, other: &dyn Engine, board: &Board) -> Result<f64> {
    let ratio = estimated_seconds(other, board)? / estimated_seconds(engine, board)?;
    Ok(if ratio.is_finite() && ratio > 0.0 {
        ratio
    } else {
        1.0
    })
}

/// Returns the number of tasks: about ten seconds each by a quick estimate, but enough for many
/// workers.
fn tasks_for(job: &dyn Job) -> Result<u64> {
    const TASK_SECONDS: f64 = 10.0;
    const MIN_TASKS: u64 = 2_000;
    let forecast_result = forecast(
        job,
        threads::crew().size,
        FORECAST_TIME,
        UnderWay::GivenUp,
        &interruption::cancel_token(),
    )?;
    // If not even one unit was finished, tasks are as small as possible.
    Ok(forecast_result.map_or(Task::MAX_TASKS, |forecast_result| {
        ((forecast_result.seconds.mean / TASK_SECONDS) as u64).clamp(MIN_TASKS, Task::MAX_TASKS)
    }))
}
