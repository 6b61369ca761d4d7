//! `bezzel run audit`: schedules tasks to be counted again.

use crate::words::plural;
use anyhow::Result;
use clap::Args;

use super::ledger::StoreLocation;
use super::start::share;
use crate::{Exit, output};

/// Let other workers count a share of a run again, as an audit
///
/// Workers do the audits like any other task. With --share 1 every unit is counted twice by
/// different parties, and the total is certified.
#[derive(Args)]
#[command(
    after_help = "Example:\n  bezzel run start 10 --name q10; bezzel run audit q10 --share 1"
)]
pub struct AuditArgs {
    /// The name of the run
    name: String,
    #[command(flatten)]
    ledger: StoreLocation,
    #[command(flatten)]
    what: What,
}

#[derive(Args)]
#[group(required = true, multiple = false)]
struct What {
    /// Recount this share of all tasks, finished or not; with a smaller share than before, audits
    /// that have not started are cancelled
    #[arg(long, value_name = "SHARE", value_parser = share, allow_negative_numbers = true)]
    share: Option<f64>,
    /// Audit every result of this party (`bezzel run status` lists parties)
    #[arg(long, value_name = "PARTY")]
    party: Option<String>,
}

impl AuditArgs {
    pub fn run(self) -> Result<Exit> {
        let what = match (self.what.share, self.what.party) {
            (Some(share), _) => bezzel_ledger::Audit::Share(share),
            (None, party) => bezzel_ledger::Audit::Party(party.unwrap_or_default()),
        };
        let new = self.ledger.open()?.audit(&self.name, &what)?;
        output::note(&format!(
            "run {}: {} added",
            self.name,
            plural(new, "audit")
        ));
        Ok(Exit::Found)
    }
}
