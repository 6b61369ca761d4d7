//! `bezzel run list`: lists the runs of a ledger.

use crate::text::table;
use anyhow::Result;
use clap::Args;

use super::ledger::StoreLocation;
use super::status::{percent, question};
use crate::{Exit, output};

/// List the runs of a ledger
#[derive(Args)]
#[command(
    after_help = "Example:\n  bezzel run start 10 --name q10; bezzel run list\n\nExit status: 0 the ledger contains runs, 1 it contains none."
)]
pub struct ListArgs {
    #[command(flatten)]
    ledger: StoreLocation,
    /// Print the status of each run as JSON, one object per line
    #[arg(long)]
    json: bool,
}

impl ListArgs {
    pub fn run(self) -> Result<Exit> {
        let runs = match self.ledger.is_missing() {
            true => Vec::new(),
            false => self.ledger.open()?.list()?,
        };
        if runs.is_empty() {
            return Ok(Exit::Nothing(
                "there are no runs yet; `bezzel run start` creates one".into(),
            ));
        }
        let mut rows = vec![
            ["run", "counts", "state", "done", "total"]
                .map(String::from)
                .to_vec(),
        ];
        let store = self.ledger.open()?;
        for name in runs {
            let status = store.status(&name)?;
            if self.json {
                output::print_json(&status)?;
                continue;
            }
            let state = serde_json::to_value(status.state)?;
            rows.push(vec![
                name,
                question(&status.question),
                state.as_str().unwrap_or_default().into(),
                percent(&status),
                status.total.unwrap_or_default(),
            ]);
        }
        if !self.json {
            output::print(table(&rows).as_bytes())?;
        }
        Ok(Exit::Found)
    }
}
