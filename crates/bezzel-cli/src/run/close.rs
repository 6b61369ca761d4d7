//! `bezzel run close`: the total; `bezzel run export`: everything, in a file; `bezzel run repair`: damaged records.

use std::path::PathBuf;

use crate::words::plural;
use anyhow::Result;
use bezzel_ledger::Error;
use clap::Args;

use super::ledger::StoreLocation;
use super::plan;
use crate::{Exit, output};

/// End a run and print its total
///
/// Every record is verified, and everything is added up anew, with weights taken from the plan. A certificate on standard error states how
/// many units were counted twice, by whom, and what that does not guard against. As long as anything is open there is no total: exit
/// status 1, and what is open.
#[derive(Args)]
#[command(after_help = "\
Examples:
  bezzel run start 10 --name q10; bezzel run work q10; bezzel run close q10

Exit status: 0 the total is printed, 1 something is open, 4 the ledger is damaged or contradicts the plan.")]
pub struct Close {
    /// The run
    name: String,
    #[command(flatten)]
    ledger: StoreLocation,
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
            Err(Error::Open { reason }) => {
                let needs = store.status(&self.name)?.needs();
                let needs = needs.map(|needs| format!("; {needs}")).unwrap_or_default();
                Ok(Exit::Nothing(format!(
                    "run {} stays open: {reason}{needs}",
                    self.name
                )))
            }
            Err(error) => Err(error.into()),
        }
    }
}

/// Drop the damaged records of a run, so that just those units are counted again
///
/// Checks the file, and every task against the plan and its checksum. Records that are sound stay. Afterwards `bezzel run work` counts what
/// was dropped.
#[derive(Args)]
#[command(after_help = "\
Examples:
  bezzel run start 10 --name q10; bezzel run work q10; bezzel run repair q10

Exit status: 0 the run is sound now, 4 the ledger is damaged beyond its records: `bezzel run export` saves what is whole.")]
pub struct Repair {
    /// The run
    name: String,
    #[command(flatten)]
    ledger: StoreLocation,
}

impl Repair {
    pub fn run(self) -> Result<Exit> {
        let store = self.ledger.open_damaged()?;
        let run = store.look(&self.name)?;
        let job = plan::job(&run.identity, &run.engine)?;
        let damage = bezzel_ledger::repair(&*store, &self.name, &*job)?;
        for damage in &damage {
            output::note(&damage.to_string());
        }
        let units = damage
            .iter()
            .map(|damage| damage.units.end - damage.units.start);
        output::note(&match damage.is_empty() {
            true => format!("run {}: no unit is damaged", self.name),
            false => format!(
                "run {}: {} to be counted again; `bezzel run work {0}{}` does",
                self.name,
                plural(units.sum(), "unit"),
                self.ledger.typed()
            ),
        });
        Ok(Exit::Found)
    }
}

/// Write what a run has found so far into a folder, as `bezzel run merge` reads it
///
/// Records that are damaged are left out and named.
#[derive(Args)]
#[command(after_help = "\
Example:
  bezzel run start 10 --name q10; bezzel run work q10; bezzel run export q10 --out q10-files

Exit status: 0 everything is written, 4 something is damaged, and everything else is written.")]
pub struct Export {
    /// The run
    name: String,
    #[command(flatten)]
    ledger: StoreLocation,
    /// The folder
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

impl Export {
    pub fn run(self) -> Result<Exit> {
        let store = self.ledger.open_damaged()?;
        let run = store.look(&self.name)?;
        let job = plan::job(&run.identity, &run.engine)?;
        let exported = bezzel_ledger::export(&*store, &self.name, &*job, &self.out)?;
        let total = exported.total;
        let units = plural(total.done, "unit");
        output::note(&format!(
            "{units} of {} are in {}",
            total.units,
            self.out.display()
        ));
        match exported.damage {
            Some(damage) => Err(damage.into()),
            None => Ok(Exit::Found),
        }
    }
}
