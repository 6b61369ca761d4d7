//! `bezzel run close`: the total; `bezzel run export`: everything, in a file.

use std::path::PathBuf;

use anyhow::Result;
use bezzel::render::so_many;
use bezzel_ledger::Error;
use clap::Args;

use super::ledger::Where;
use super::plan;
use crate::{Exit, output};

/// End a run and print its total
///
/// Everything is added up anew, with weights taken from the plan. How far others have confirmed it is told on standard error. As long as
/// anything is open there is no total: exit status 1, and what is open.
#[derive(Args)]
#[command(after_help = "\
Examples:
  bezzel run start 10 --name q10; bezzel run work q10; bezzel run close q10

Exit status: 0 the total is printed, 1 something is open, 4 the ledger contradicts the plan.")]
pub struct Close {
    /// The run
    name: String,
    #[command(flatten)]
    ledger: Where,
}

impl Close {
    pub fn run(self) -> Result<Exit> {
        let store = self.ledger.open()?;
        let run = store.look(&self.name)?;
        let job = plan::job(&run.identity, &run.engine)?;
        match bezzel_ledger::close(&*store, &self.name, &*job) {
            Ok(closing) => {
                output::print(format!("{}\n", closing.total.count).as_bytes())?;
                output::note(&format!(
                    "run {} is closed: {}",
                    self.name, closing.certified
                ));
                Ok(Exit::Found)
            }
            Err(Error::Open { reason }) => Ok(Exit::Nothing(format!(
                "run {} stays open: {reason}",
                self.name
            ))),
            Err(error) => Err(error.into()),
        }
    }
}

/// Write what a run has found so far into a folder, as `bezzel run merge` reads it
#[derive(Args)]
#[command(after_help = "\
Example:
  bezzel run start 10 --name q10; bezzel run work q10; bezzel run export q10 --out q10-files")]
pub struct Export {
    /// The run
    name: String,
    #[command(flatten)]
    ledger: Where,
    /// The folder
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

impl Export {
    pub fn run(self) -> Result<Exit> {
        let store = self.ledger.open()?;
        let run = store.look(&self.name)?;
        let job = plan::job(&run.identity, &run.engine)?;
        let total = bezzel_ledger::export(&*store, &self.name, &*job, &self.out)?;
        let units = so_many(total.done, "unit");
        output::note(&format!(
            "{units} of {} are in {}",
            total.units,
            self.out.display()
        ));
        Ok(Exit::Found)
    }
}
