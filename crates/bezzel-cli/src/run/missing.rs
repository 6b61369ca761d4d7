//! `bezzel run missing`: which shards are not complete.

use std::path::PathBuf;

use crate::words::plural;
use anyhow::Result;
use bezzel_ledger::{Merge, Shard};
use clap::Args;

use crate::{Exit, output};

/// Tell which shards of a run are not complete
#[derive(Args)]
#[command(after_help = "\
Examples:
  bezzel run work --plan 10 --shard 1/4 --out q10; bezzel run missing q10 --array

With --array the answer is what `sbatch --array=` takes to count them again.
Exit status: 0 nothing is missing, 1 something is, 4 a line is damaged.")]
pub struct Missing {
    /// The folder with the files of the shards
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Print them in one line like 3,5-7, as batch schedulers want it
    #[arg(long)]
    array: bool,
}

impl Missing {
    pub fn run(self) -> Result<Exit> {
        let merge = Merge::of(&self.folder)?;
        let missing = merge.missing();
        if missing.is_empty() {
            let shards = plural(merge.shards().into(), "shard");
            output::note(&format!("nothing is missing of {shards}"));
            return Ok(Exit::Found);
        }
        if self.array {
            output::print(format!("{}\n", Shard::array(&missing)).as_bytes())?;
        } else {
            let lines: String = missing.iter().map(|shard| format!("{shard}\n")).collect();
            output::print(lines.as_bytes())?;
        }
        let missing = plural(missing.len() as u64, "shard");
        let all = merge.shards();
        Ok(Exit::Nothing(format!("{missing} of {all} not complete")))
    }
}
