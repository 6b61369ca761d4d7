//! `bezzel run work`: counts tasks of a run.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crate::words::plural;
use anyhow::{Result, bail};
use bezzel::job::CountOptions;
use bezzel_ledger::{Member, Retry, Shard, State, Store, WorkEnd, WorkerInfo};
use bezzel_queens::Engines;
use clap::Args;

use super::ledger::StoreLocation;
use super::plan::{self, EngineJob};
use crate::engines;
use crate::input::{QueenCount, length_of_time};
use crate::progress::ProgressWatch;
use crate::question::BoardOptions;
use crate::threads::Threads;
use crate::{Exit, interruption, output, shard, threads};

/// Count tasks of a run, or count one shard and write its results to its own file
///
/// With NAME, counts tasks of the run until none is left. It can be stopped and started again at
/// any time, on any machine. With --plan and --shard no ledger is needed: each shard is counted
/// into its own file, on any machine that can write to the folder.
#[derive(Args)]
#[command(after_help = "\
Examples:
  bezzel run start 12 --name q12; bezzel run work q12
  bezzel run work --plan 12 --shard 0/2 --out q12

If a shard is stopped, the same command resumes it. `bezzel run missing DIR` lists the shards that are not complete, and `bezzel run merge DIR` adds them up.

Exit status: 0 no tasks are left, 1 the remaining tasks must be counted by other parties, 3 stopped by --for, 4 this party has reported wrong counts.")]
pub struct WorkArgs {
    /// The name of the run
    #[arg(value_name = "NAME", required_unless_present = "shard")]
    #[arg(conflicts_with_all = ["plan", "board", "shard", "out"])]
    name: Option<String>,
    #[command(flatten)]
    ledger: StoreLocation,
    /// Count the solutions for N queens in shards, without a ledger
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(requires = "shard", conflicts_with = "board")]
    plan: Option<QueenCount>,
    #[command(flatten)]
    options: BoardOptions,
    /// Count only shard K of N shards; K starts at 0
    #[arg(long, value_name = "K/N", requires = "out")]
    shard: Option<Shard>,
    /// The folder for the files of all shards
    #[arg(long, value_name = "DIR", requires = "shard")]
    out: Option<PathBuf>,
    /// The counting engine: the same for all shards of a run
    #[arg(long, value_name = "METHOD", default_value = engines::AUTO, value_parser = engines::names())]
    method: String,
    /// Stop after this time (90, 30m, 8h, 2d) and exit with status 3
    #[arg(long = "for", value_name = "TIME", value_parser = length_of_time)]
    time: Option<Duration>,
    #[command(flatten)]
    threads: Threads,
}

impl WorkArgs {
    pub fn run(self) -> Result<Exit> {
        match (&self.name, &self.shard, &self.out) {
            (Some(name), _, _) => self.take_part(name),
            (None, Some(shard), Some(folder)) => self.count_shard(*shard, folder),
            _ => unreachable!("clap wants one of both"),
        }
    }

    fn start(&self) -> Result<()> {
        self.threads.start()?;
        if let Some(time) = self.time {
            interruption::stop_after(time, "--for");
        }
        Ok(())
    }

    fn count_shard(&self, shard: Shard, folder: &Path) -> Result<Exit> {
        if self.plan.is_none() && !self.options.is_given() {
            bail!("--shard requires --plan N or --board FILE");
        }
        if self.ledger.is_given() {
            bail!("a shard is stored in its own file: --ledger cannot be used with --shard");
        }
        let instead = "no engine can count them";
        let board = self
            .options
            .board(self.plan, Engines::LIMIT, "run", instead)?;
        let engine = plan::engine_for(&board, &self.method)?;
        self.start()?;
        let job = engine.job(&board)?;
        let total = shard::count(folder, &*job, shard, engine.name());
        output::note_remarks(&job.metrics());
        let total = total?;
        if total.is_complete() {
            let units = total.units;
            output::note(&format!("shard {shard} is complete: {units} units"));
            return Ok(Exit::Found);
        }
        Ok(interruption::exit(&format!(
            "with {} of {} units of shard {shard} done; the same command resumes",
            total.done, total.units
        )))
    }

    fn take_part(&self, name: &str) -> Result<Exit> {
        let store = self.ledger.open()?;
        let run = with_retries(|| store.look(name))?;
        let method = match self.method.as_str() {
            engines::AUTO => plan::own_engine(&run.identity, &run.engine)?,
            method => method.to_owned(),
        };
        if let Some(engine) = engines::engines().named(&self.method) {
            engine.check(&plan::board(&run.identity)?)?;
        }
        let mut engines = plan::engines_of(&run.identity, &method)?;
        let Some(first) = engines.next().transpose()? else {
            bail!(
                "no engine of this program supports the plan of run {name}: {}",
                run.identity
            );
        };
        if self.method != engines::AUTO && first.name != self.method {
            bail!(
                "--method {method} divides the work differently from run {name}; use {}",
                first.name
            );
        }
        if run.state == State::Closed {
            output::note(&format!("run {name} is closed: there is nothing left"));
            return Ok(Exit::Found);
        }
        self.start()?;
        let watch = ProgressWatch::start_from(with_retries(|| store.status(name))?.share);
        let show = |progress| watch.show(progress);
        // A worker that cannot start is reported once, not in every round.
        let reported = Mutex::new(HashSet::new());
        let note_once = |sentence: &str| {
            let mut reported = reported.lock().unwrap_or_else(PoisonError::into_inner);
            if reported.insert(sentence.to_owned()) {
                output::note(sentence);
            }
        };
        let run = CountOptions {
            threads: Some(threads::crew().size),
            cancel: interruption::cancel_token(),
            watcher: Some(&show),
            notes: Some(&note_once),
        };
        let store = &*store;
        let mut known = vec![first];
        let mut rest = join(store, name, &known[0])?.work(&run)?;
        if let WorkEnd::ForOthers(_) = rest {
            // Results of this engine may be recounted by another engine or variant: they are
            // different parties.
            known.extend(engines.collect::<Result<Vec<_>>>()?);
            let members = known
                .iter()
                .map(|engine| join(store, name, engine))
                .collect::<Result<Vec<_>>>()?;
            rest = in_turn(&members, store, name, &run)?;
        }
        watch.finish();
        for able in &known {
            output::note_remarks(&able.job.metrics());
        }
        let status = with_retries(|| store.status(name))?;
        let how_far = format!(
            "with {} of {} units of run {name} done",
            status.done, status.units
        );
        Ok(match rest {
            WorkEnd::Nothing => {
                output::note(&format!(
                    "all tasks of run {name} are done; `bezzel run close {name}{}` prints the total",
                    self.ledger.typed()
                ));
                Exit::Found
            }
            WorkEnd::ForOthers(audits) => {
                let waiting = plural(audits, "task");
                let why = match status.disputes_open {
                    _ if status.needs().is_some() => status.needs().unwrap_or_default(),
                    0 => "others must recount".to_owned(),
                    open => format!(
                        "{} between its engines, which a third must settle",
                        plural(open, "dispute")
                    ),
                };
                Exit::Nothing(format!(
                    "{how_far}; {waiting} can only be counted by another party, on another machine: {why}"
                ))
            }
            WorkEnd::Distrusted => Exit::Conflict(format!(
                "audits found wrong counts from this party: its results in run {name} are discarded"
            )),
            WorkEnd::Cancelled => {
                interruption::exit(&format!("{how_far}; the same command resumes"))
            }
        })
    }
}

/// Joins a run with an engine.
fn join<'a>(store: &'a dyn Store, name: &str, able: &'a EngineJob) -> Result<Member<'a>> {
    let who = WorkerInfo::here(&able.name, threads::crew().size);
    let member = with_retries(|| Member::join(store, name, &*able.job, who.clone()))?;
    Ok(member.noted_by(&output::note))
}

/// Retries a call to a ledger for a while: a worker may be started while the database is starting.
/// Workers that have joined retry without a limit.
fn with_retries<T>(call: impl Fn() -> Result<T, bezzel_ledger::Error>) -> Result<T> {
    const RETRY_TIME: Duration = Duration::from_secs(20);
    let cancel = interruption::cancel_token();
    Ok(Retry::within(RETRY_TIME).call(&cancel, output::note, call)?)
}

/// Lets each engine work in turn, since an engine may recount tasks that another may not, until no
/// task is left for any of them and no other worker holds a task.
fn in_turn(
    members: &[Member<'_>],
    store: &dyn Store,
    name: &str,
    run: &CountOptions<'_>,
) -> Result<WorkEnd> {
    const ROUND_PAUSE: Duration = Duration::from_millis(500);
    loop {
        let mut rest = WorkEnd::Nothing;
        let claimed = || members.iter().map(Member::claimed).sum::<u64>();
        let before = claimed();
        for member in members {
            rest = member.work(run)?;
            if !matches!(rest, WorkEnd::ForOthers(_)) {
                return Ok(rest);
            }
        }
        if claimed() == before {
            if with_retries(|| store.status(name))?.taken == 0 {
                return Ok(rest);
            }
            thread::sleep(ROUND_PAUSE);
        }
    }
}
