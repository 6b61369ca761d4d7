//! `bezzel run merge`: adds up shards.

use std::path::PathBuf;

use crate::words::plural;
use anyhow::{Result, bail};
use bezzel::job::Job;
use bezzel_ledger::Shard;
use clap::Args;

use super::ledger::StoreLocation;
use super::plan;
use crate::{Exit, output};

/// Add up the shards of a run
///
/// Verifies every line, and recomputes the weights from the plan. Units that were counted twice are
/// compared: if they differ, the command reports a conflict and prints no total.
#[derive(Args)]
#[command(after_help = "\
Examples:
  bezzel run work --plan 10 --shard 0/1 --out q10; bezzel run merge q10

With --into NAME, results that run NAME does not have are added to it; results that it has are compared, and a difference is a conflict.

Exit status: 0 the total is printed, 1 results are missing, 4 a conflict or a damaged line.")]
pub struct MergeArgs {
    /// The folder with the files of the shards
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Add the results in the files to a run; results that it already has are compared
    #[arg(long, value_name = "NAME")]
    into: Option<String>,
    #[command(flatten)]
    ledger: StoreLocation,
}

impl MergeArgs {
    pub fn run(self) -> Result<Exit> {
        if self.ledger.is_given() && self.into.is_none() {
            bail!("--ledger requires --into NAME");
        }
        let merge = bezzel_ledger::Merge::of(&self.folder)?;
        let job = plan::job(merge.identity(), merge.engine())?;
        let total = merge.total(&*job)?;
        if self.into.is_none() {
            output::note(&format!(
                "{} new, {} identical, {} confirmed, {}",
                plural(merge.new, "unit"),
                merge.identical,
                merge.confirmed,
                plural(merge.conflicts.len() as u64, "conflict"),
            ));
        }
        if let Some((last, others)) = merge.conflicts.split_last() {
            for conflict in others {
                output::note(&conflict.to_string());
            }
            return Ok(Exit::Conflict(last.to_string()));
        }
        if let Some(name) = &self.into {
            return self.merge_into(&merge, &*job, name);
        }
        if !total.is_complete() {
            return Ok(Exit::Nothing(format!(
                "{} of {} units are counted, {:.1} % of the work: at least {} solutions; shards not complete: {}",
                total.done,
                total.units,
                100.0 * total.share,
                total.count,
                Shard::array(&merge.missing())
            )));
        }
        output::print(format!("{}\n", total.count).as_bytes())?;
        Ok(Exit::Found)
    }

    fn merge_into(&self, merge: &bezzel_ledger::Merge, job: &dyn Job, name: &str) -> Result<Exit> {
        let store = self.ledger.open()?;
        let merged = merge.into_run(&*store, name, job)?;
        output::note(&format!(
            "run {name}: {} new units, {} counted before, {} left out because their task is incomplete, {}",
            merged.new,
            merged.identical,
            merged.left_out,
            plural(merged.conflicts.len() as u64, "conflict"),
        ));
        if let Some(unit) = merged.conflicts.first() {
            return Ok(Exit::Conflict(format!(
                "CONFLICT: the files and run {name} have different counts of unit {unit}; `bezzel run audit {name} --share 1` recounts the whole run"
            )));
        }
        Ok(Exit::Found)
    }
}
