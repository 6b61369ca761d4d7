//! Counts a shard into its file.

use std::path::Path;

use anyhow::Result;
use bezzel::job::{CountOptions, Job, Ledger, Total};
use bezzel_ledger::{Shard, ShardFile};

use crate::progress::ProgressWatch;
use crate::{interruption, output, threads};

/// Counts a shard into its file, resuming where it stopped, until it is complete or interrupted.
pub fn count(folder: &Path, job: &dyn Job, shard: Shard, engine: &str) -> Result<Total> {
    let ledger = ShardFile::open(folder, job, shard, engine)?;
    let before = ledger.total()?;
    if before.done > 0 && !before.is_complete() {
        output::note(&format!(
            "resuming after {} of {} units, stored in {}",
            before.done,
            before.units,
            folder.display()
        ));
    }
    let watch = ProgressWatch::start_from(before.share);
    let show = |progress| watch.show(progress);
    let run = CountOptions {
        threads: Some(threads::crew().size),
        cancel: interruption::cancel_token(),
        watcher: Some(&show),
        notes: Some(&output::note),
    };
    let worked = bezzel::job::work(job, &ledger, &run);
    watch.finish();
    worked?;
    Ok(ledger.total()?)
}
