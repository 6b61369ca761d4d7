//! `bezzel run missing`: lists incomplete shards.

use std::path::PathBuf;

use crate::words::plural;
use anyhow::Result;
use bezzel_ledger::{Merge, Shard};
use clap::Args;

use crate::{Exit, output};

/// List the shards of a run that are not complete
#[derive(Args)]
#[command(after_help = "\
Examples:
  bezzel run work --plan 10 --shard 1/4 --out q10; bezzel run missing q10 --array

With --array the output is a value for `sbatch --array=`, which counts these shards again.
Exit status: 0 all shards are complete, 1 some are not, 4 a line of a file is damaged.")]
pub struct MissingArgs {
    /// The folder with the files of the shards
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Print them on one line such as 3,5-7, for `sbatch --array=`
    #[arg(long)]
    array: bool,
}

impl MissingArgs {
    pub fn run(self) -> Result<Exit> {
        let merge = Merge::of(&self.folder)?;
        let missing = merge.missing();
        if missing.is_empty() {
            let shards = plural(merge.shards().into(), "shard");
            output::note(&format!("no units are missing: {shards} complete"));
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
