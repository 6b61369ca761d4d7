//! `bezzel run close`, `export` and `repair`: the total, the results as a file, damaged records.

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
/// Verifies every record and adds up the results with the weights of the plan. A certificate on
/// standard error states how many units were counted twice, by which parties, and what that does
/// not protect against. While tasks, audits or disputes are open, the command lists them and exits
/// with status 1.
#[derive(Args)]
#[command(after_help = "\
Examples:
  bezzel run start 10 --name q10; bezzel run work q10; bezzel run close q10

Exit status: 0 the total is printed, 1 tasks, audits or disputes are open, 4 the ledger is damaged or contradicts the plan.")]
pub struct CloseArgs {
    /// The name of the run
    name: String,
    #[command(flatten)]
    ledger: StoreLocation,
}

impl CloseArgs {
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

/// Discard the damaged records of a run, so that only their units are counted again
///
/// Checks the file, and every task against the plan and its checksum. Intact records are kept;
/// `bezzel run work` counts the discarded units again.
#[derive(Args)]
#[command(after_help = "\
Examples:
  bezzel run start 10 --name q10; bezzel run work q10; bezzel run repair q10

Exit status: 0 the run is intact now, 4 more than the records is damaged, so that the ledger cannot be repaired: `bezzel run export` saves the intact results.")]
pub struct RepairArgs {
    /// The name of the run
    name: String,
    #[command(flatten)]
    ledger: StoreLocation,
}

impl RepairArgs {
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

/// Write the results of a run into a folder, in the format of `bezzel run merge`
///
/// Damaged records are left out and listed.
#[derive(Args)]
#[command(after_help = "\
Example:
  bezzel run start 10 --name q10; bezzel run work q10; bezzel run export q10 --out q10-files

Exit status: 0 all results are written, 4 damaged results were left out.")]
pub struct ExportArgs {
    /// The name of the run
    name: String,
    #[command(flatten)]
    ledger: StoreLocation,
    /// The folder
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

impl ExportArgs {
    pub fn run(self) -> Result<Exit> {
        let store = self.ledger.open_damaged()?;
        let run = store.look(&self.name)?;
        let job = plan::job(&run.identity, &run.engine)?;
        let exported = bezzel_ledger::export(&*store, &self.name, &*job, &self.out)?;
        let total = exported.total;
        let units = plural(total.done, "unit");
        output::note(&format!(
            "wrote {units} of {} to {}",
            total.units,
            self.out.display()
        ));
        match exported.damage {
            Some(damage) => Err(damage.into()),
            None => Ok(Exit::Found),
        }
    }
}
