//! `bezzel run work`: counting a part of a run.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use bezzel::queens::{Board, Engine, Engines};
use bezzel_ledger::Shard;
use clap::Args;

use super::count_shard;
use crate::engines::{self, engines};
use crate::input::{Queens, length_of_time};
use crate::question::BoardOptions;
use crate::threads::Threads;
use crate::{Exit, interruption, output};

/// Count a shard of a run into a file of its own
///
/// Any number of machines can count shards at the same time: they share nothing but the folder. A shard that was stopped goes on
/// where it was when the same command is given again.
#[derive(Args)]
#[command(after_help = "\
Examples:
  bezzel run work --plan 12 --shard 0/2 --out q12
  bezzel run work --plan 14 --shard 3/8 --out q14 --for 8h

Afterwards `bezzel run missing DIR` tells which shards are not complete, and
`bezzel run merge DIR` adds them up.")]
pub struct Work {
    /// Count so many queens
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(required_unless_present = "board", conflicts_with = "board")]
    plan: Option<Queens>,
    #[command(flatten)]
    options: BoardOptions,
    /// Count shard K, from 0, of N
    #[arg(long, value_name = "K/N")]
    shard: Shard,
    /// The folder for the files of all shards
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// How to count: the same for all shards of a run
    #[arg(long, value_name = "METHOD", default_value = "auto", value_parser = engines::names())]
    method: String,
    /// Stop after so long (90, 30m, 8h, 2d) and exit with status 3
    #[arg(long = "for", value_name = "TIME", value_parser = length_of_time)]
    time: Option<Duration>,
    #[command(flatten)]
    threads: Threads,
}

impl Work {
    pub fn run(self) -> Result<Exit> {
        let instead = "nobody could count them";
        let board = self
            .options
            .board(self.plan, Engines::LIMIT, "run", instead)?;
        let engine = self.engine(&board)?;
        self.threads.start()?;
        if let Some(time) = self.time {
            interruption::stop_after(time, "--for");
        }
        let job = engine.job(&board)?;
        let total = count_shard(&self.out, &*job, self.shard, engine.name())?;
        if total.is_complete() {
            let units = total.units;
            output::note(&format!("shard {} is complete: {units} units", self.shard));
            return Ok(Exit::Found);
        }
        Ok(interruption::exit(&format!(
            "with {} of {} units of shard {} done; the same command goes on from here",
            total.done, total.units, self.shard
        )))
    }

    fn engine(&self, board: &Board) -> Result<&'static dyn Engine> {
        let engines = engines();
        if let Some(engine) = engines.named(&self.method) {
            engine.check(board)?;
            return Ok(engine);
        }
        // The same on every machine, and in many units: the last of the table that takes the board.
        let able = engines
            .all()
            .rev()
            .find(|engine| engine.check(board).is_ok());
        able.map_or_else(|| Ok(engines.fastest(board)?), Ok)
    }
}
