//! `bezzel run audit`: counting again what was told.

use crate::words::plural;
use anyhow::Result;
use clap::Args;

use super::ledger::StoreLocation;
use super::start::share;
use crate::{Exit, output};

/// Have more of a run counted again, by another party
///
/// Workers do the audits like any other task. With --share 1 every unit is counted twice by different parties, and the total is certified.
#[derive(Args)]
#[command(
    after_help = "Example:\n  bezzel run start 10 --name q10; bezzel run audit q10 --share 1"
)]
pub struct Audit {
    /// The run
    name: String,
    #[command(flatten)]
    ledger: StoreLocation,
    #[command(flatten)]
    what: What,
}

#[derive(Args)]
#[group(required = true, multiple = false)]
struct What {
    /// Count this share of all tasks again: of those told, and from now on; less than before drops audits that nobody has begun
    #[arg(long, value_name = "SHARE", value_parser = share, allow_negative_numbers = true)]
    share: Option<f64>,
    /// Count everything again that this party told (`bezzel run status` names parties)
    #[arg(long, value_name = "PARTY")]
    party: Option<String>,
}

impl Audit {
    pub fn run(self) -> Result<Exit> {
        let what = match (self.what.share, self.what.party) {
            (Some(share), _) => bezzel_ledger::Audit::Share(share),
            (None, party) => bezzel_ledger::Audit::Party(party.unwrap_or_default()),
        };
        let new = self.ledger.open()?.audit(&self.name, &what)?;
        output::note(&format!("run {}: {} more", self.name, plural(new, "audit")));
        Ok(Exit::Found)
    }
}
