//! `bezzel run …`: counts that outlive a process, one file a command.

mod audit;
mod close;
mod ledger;
mod list;
mod merge;
mod metrics;
mod missing;
mod pause;
mod plan;
mod start;
mod status;
mod work;

use std::path::Path;

use anyhow::Result;
use bezzel::job::{Job, Ledger, Run, Total};
use bezzel_ledger::{Shard, ShardFile};
use clap::Subcommand;
pub use ledger::Where;

use crate::progress::Watch;
use crate::{Exit, interruption, output};

#[derive(Subcommand)]
pub enum Command {
    Start(start::Start),
    Work(work::Work),
    Status(status::Status),
    List(list::List),
    Pause(pause::Pause),
    Resume(pause::Resume),
    Audit(audit::Audit),
    Close(close::Close),
    Repair(close::Repair),
    Export(close::Export),
    Missing(missing::Missing),
    Merge(merge::Merge),
}

impl Command {
    pub fn run(self) -> Result<Exit> {
        match self {
            Self::Start(command) => command.run(),
            Self::Work(command) => command.run(),
            Self::Status(command) => command.run(),
            Self::List(command) => command.run(),
            Self::Pause(command) => command.run(),
            Self::Resume(command) => command.run(),
            Self::Audit(command) => command.run(),
            Self::Close(command) => command.run(),
            Self::Repair(command) => command.run(),
            Self::Export(command) => command.run(),
            Self::Missing(command) => command.run(),
            Self::Merge(command) => command.run(),
        }
    }
}

/// Counts a shard into its file, from where it stopped before, until it is complete or something stops it.
pub fn count_shard(folder: &Path, job: &dyn Job, shard: Shard, engine: &str) -> Result<Total> {
    let ledger = ShardFile::open(folder, job, shard, engine)?;
    let before = ledger.total()?;
    if before.done > 0 && !before.is_complete() {
        output::note(&format!(
            "goes on after {} of {} units, kept in {}",
            before.done,
            before.units,
            folder.display()
        ));
    }
    let watch = Watch::start_from(before.share);
    let show = |progress| watch.show(progress);
    let run = Run {
        cancel: interruption::cancel(),
        watcher: Some(&show),
        notes: Some(&output::note),
    };
    let worked = bezzel::job::work(job, &ledger, &run);
    watch.finish();
    output::note_remarks(&job.remarks());
    worked?;
    Ok(ledger.total()?)
}
