//! `bezzel run merge`: the total of all shards.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use bezzel::job::{Identity, Job};
use bezzel::queens::Board;
use bezzel::render::so_many;
use bezzel_ledger::Shard;
use clap::Args;

use crate::engines::engines;
use crate::{Exit, output};

/// Add up the shards of a run
///
/// Every line is checked, and every weight is taken from the plan anew. Units that were counted twice are compared: a
/// contradiction is a conflict, and there is no total.
#[derive(Args)]
#[command(after_help = "\
Examples:
  bezzel run work --plan 10 --shard 0/1 --out q10; bezzel run merge q10

Exit status: 0 all is there, 1 something is missing, 4 a conflict or a damaged line.")]
pub struct Merge {
    /// The folder with the files of the shards
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

impl Merge {
    pub fn run(self) -> Result<Exit> {
        let merge = bezzel_ledger::Merge::of(&self.folder)?;
        let job = job(merge.identity(), merge.engine())?;
        let total = merge.total(&*job)?;
        output::note(&format!(
            "{} new, {} identical, {} confirmed, {}",
            so_many(merge.new, "unit"),
            merge.identical,
            merge.confirmed,
            so_many(merge.conflicts.len() as u64, "conflict"),
        ));
        if let Some((last, others)) = merge.conflicts.split_last() {
            for conflict in others {
                output::note(&conflict.to_string());
            }
            return Ok(Exit::Conflict(last.to_string()));
        }
        if !total.is_complete() {
            return Ok(Exit::Nothing(format!(
                "{} of {} units are there, {:.1} % of the work: at least {} solutions; shards not complete: {}",
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
}

/// The job of an identity, made anew.
fn job(identity: &Identity, engine: &str) -> Result<Box<dyn Job>> {
    let board = Board::read(identity.question.as_bytes())
        .with_context(|| format!("{:?} is no board", identity.question))?;
    let engines = engines();
    let named = engines.named(engine).into_iter();
    let others = engines.all().rev().filter(|other| other.name() != engine);
    for engine in named.chain(others) {
        if engine.check(&board).is_err() {
            continue;
        }
        let job = engine.job(&board)?;
        if job.identity() == identity {
            return Ok(job);
        }
    }
    bail!("no engine of this program knows the plan of {identity}")
}
