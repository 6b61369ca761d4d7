//! `bezzel run …`: counts that outlive a process, one file a command.

mod merge;
mod missing;
mod work;

use std::path::Path;

use anyhow::Result;
use bezzel::job::{Job, Ledger, Run, Total};
use bezzel_ledger::{Shard, ShardFile};
use clap::Subcommand;

use crate::progress::Watch;
use crate::{Exit, interruption, output};

#[derive(Subcommand)]
pub enum Command {
    Work(work::Work),
    Missing(missing::Missing),
    Merge(merge::Merge),
}

impl Command {
    pub fn run(self) -> Result<Exit> {
        match self {
            Self::Work(command) => command.run(),
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
    };
    let worked = bezzel::job::work(job, &ledger, &run);
    watch.finish();
    worked?;
    Ok(ledger.total()?)
}
