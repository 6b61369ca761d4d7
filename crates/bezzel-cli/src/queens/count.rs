//! `bezzel queens count`: counts solutions.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use bezzel::Cancel;
use bezzel::job::{self, CountOptions, Job, Total};
use bezzel_ledger::Shard;
use bezzel_queens::report::{CountReport, ForecastReport, StoppedReport};
use bezzel_queens::{Board, Count as Counted, Engine, Engines, count_from, nodes};
use clap::Args;

use crate::Exit;
use crate::engines;
use crate::forecast;
use crate::input;
use crate::interruption;
use crate::limits::TimeLimit;
use crate::output;
use crate::progress::ProgressWatch;
use crate::question::BoardArgs;
use crate::shard;
use crate::threads::{self, Threads};

/// Count the solutions
#[derive(Args)]
#[command(after_help = "\
Examples:
  bezzel queens count 12
  bezzel queens count 12 --unique
  bezzel queens count 16 --method lanes
  bezzel queens count 11 --torus
  bezzel queens count 20 --seconds 2
  bezzel queens count 17 --keep
  bezzel queens count 21 --forecast --seconds 1
  printf 'Q....\\n.....\\n..#..\\n.....\\n.....\\n' | bezzel queens count --board -
  echo 8 | bezzel queens count -

A stopped count prints its progress and the number of solutions found so far on standard error; with --json also on standard output.

`--method gpu` counts on an NVIDIA graphics card; with `--method auto` large boards use the card automatically. `bezzel devices` lists the engines of this machine.")]
pub struct CountArgs {
    #[command(flatten)]
    question: BoardArgs,
    /// The counting engine
    #[arg(long, value_name = "METHOD", default_value = engines::AUTO, value_parser = engines::names())]
    method: String,
    /// Count essentially different solutions: those that are images of each other under the
    /// symmetries of the board (rotations and reflections) count once
    #[arg(long)]
    unique: bool,
    /// The way to run the method, where this machine has several
    #[arg(long, value_name = "NAME", hide = true)]
    variant: Option<String>,
    /// Print the report as JSON; with --unique also the numbers of all solutions (Q), of those
    /// unchanged by a half turn (P) and a quarter turn (R), and of essentially different ones (F)
    #[arg(long)]
    json: bool,
    /// Save the progress in the user's state folder; the same command resumes it
    #[arg(long)]
    keep: bool,
    /// Estimate the time of the count on this machine: count some of its units for the time of
    /// --seconds [default: 20], or longer if a few units take longer
    #[arg(long, conflicts_with_all = ["keep", "unique"])]
    forecast: bool,
    #[command(flatten)]
    limit: TimeLimit,
    #[command(flatten)]
    threads: Threads,
}

impl CountArgs {
    /// The default duration of counting units for a forecast.
    const SAMPLE_TIME: Duration = Duration::from_secs(20);

    pub fn run(self) -> Result<Exit> {
        output::check_stdout()?;
        let (board, engine, nodes) = self.plan()?;
        self.threads.start()?;
        let cancel = interruption::cancel_token();
        if self.forecast {
            return self.forecast(&board, &*engine, &cancel);
        }
        self.limit.start();
        let job = engine.job(&board)?;
        let threads = threads::crew().size;
        if !self.limit.is_set() {
            forecast::warn_if_long(&*engine, &board, nodes, job.crew(threads));
        }
        let watch = ProgressWatch::start();
        let show = |progress| watch.show(progress);
        let run = CountOptions {
            threads: Some(threads),
            cancel,
            watcher: Some(&show),
            notes: Some(&output::note),
        };
        let total = match self.keep {
            true => count_and_keep(&board, &*job, engine.name())?,
            false => job::count(&*job, &run)?,
        };
        let mut counted = count_from(total, &board, self.unique, &run)?;
        counted.remarks = job.metrics();
        watch.finish();
        if counted.is_complete() {
            self.answer(&board, &*engine, &counted)
        } else {
            self.stopped(&board, &*engine, &counted)
        }
    }

    fn forecast(&self, board: &Board, engine: &dyn Engine, cancel: &Cancel) -> Result<Exit> {
        let time = self.limit.time_or(Self::SAMPLE_TIME);
        let forecast_result = forecast::sample(engine, board, time, cancel)?;
        if cancel.is_cancelled() {
            return Ok(interruption::exit("before enough units were counted"));
        }
        let forecast_result = forecast_result.context("no unit could be counted")?;
        let crew = engine.job(board)?.crew(threads::at_work());
        let report = ForecastReport::new(board, engine.name(), &forecast_result, crew);
        if self.json {
            output::print_json(&report)?;
        } else {
            output::print(forecast::in_sentences(&report).as_bytes())?;
        }
        Ok(Exit::Found)
    }

    fn answer(&self, board: &Board, engine: &dyn Engine, counted: &Counted) -> Result<Exit> {
        if self.json {
            output::print_json(&CountReport::new(board, engine.name(), counted))?;
        } else {
            output::print(format!("{}\n", counted.solutions()).as_bytes())?;
            output::note_remarks(&counted.remarks);
            if self.unique && !board.is_plain() {
                output::note(&match counted.symmetries {
                    1 => "the board has no symmetry: all solutions are different".to_owned(),
                    many => format!("up to the {many} symmetries of the board"),
                });
            }
        }
        Ok(Exit::Found)
    }

    fn stopped(&self, board: &Board, engine: &dyn Engine, counted: &Counted) -> Result<Exit> {
        match self.json {
            true => output::print_json(&StoppedReport::new(board, engine.name(), counted))?,
            false => output::note_remarks(&counted.remarks),
        }
        let total = &counted.total;
        Ok(interruption::exit(&format!(
            "with {} of {} units done, {:.1} % of the work: at least {} solutions",
            total.done,
            total.units,
            100.0 * total.share,
            counted.solutions()
        )))
    }

    /// Returns the board, its engine, and the estimated number of promising nodes.
    fn plan(&self) -> Result<(Board, Arc<dyn Engine>, f64)> {
        let (board, engine, nodes) = if let Some(engine) = engines::chosen(&self.method) {
            let instead = if engine.limit() < Engines::LIMIT {
                "the default method takes more"
            } else {
                "no engine can count them"
            };
            let board = self
                .question
                .board(engine.limit(), engine.name(), instead)?;
            engine.check(&board)?;
            let nodes = nodes(&board);
            (board, engine, nodes)
        } else {
            let instead = "estimate goes further";
            let board = self.question.board(Engines::LIMIT, "count", instead)?;
            let nodes = nodes(&board);
            let fastest = engines::fastest(&board, nodes)?;
            (board, fastest, nodes)
        };
        let Some(variant) = &self.variant else {
            return Ok((board, engine, nodes));
        };
        let chosen = engine.variant(variant).ok_or_else(|| {
            let name = engine.name();
            let known = match engine.variants() {
                none if none.is_empty() => "none".to_owned(),
                some => some.join(", "),
            };
            anyhow!("`{name}` has no variant {variant:?} on this machine; it has {known}")
        })?;
        Ok((board, chosen, nodes))
    }
}

/// Counts into a file of the state folder.
fn count_and_keep(board: &Board, job: &dyn Job, engine: &str) -> Result<Total> {
    let identity = job.identity();
    let name = format!("{}-queens-{}-{}", board.n(), identity.cut, identity.hash);
    let folder = input::state_folder()?.join("counts").join(name);
    let whole = Shard::new(0, 1).expect("one of one");
    shard::count(&folder, job, whole, engine)
}
