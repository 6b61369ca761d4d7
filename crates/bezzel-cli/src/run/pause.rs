//! `bezzel run pause` and `resume`.

use anyhow::Result;
use bezzel_ledger::State;
use clap::Args;

use super::ledger::StoreLocation;
use crate::{Exit, output};

/// Pause a run: workers get no new tasks
///
/// Workers finish and report the tasks they hold, then wait until `bezzel run resume` is called.
#[derive(Args)]
#[command(after_help = "Example:\n  bezzel run start 10 --name q10; bezzel run pause q10")]
pub struct PauseArgs {
    /// The name of the run
    name: String,
    #[command(flatten)]
    ledger: StoreLocation,
}

/// Resume a paused run
#[derive(Args)]
#[command(
    after_help = "Example:\n  bezzel run start 10 --name q10; bezzel run pause q10; bezzel run resume q10"
)]
pub struct ResumeArgs {
    /// The name of the run
    name: String,
    #[command(flatten)]
    ledger: StoreLocation,
}

impl PauseArgs {
    pub fn run(self) -> Result<Exit> {
        self.ledger.open()?.set_state(&self.name, State::Paused)?;
        output::note(&format!("run {} is paused", self.name));
        Ok(Exit::Found)
    }
}

impl ResumeArgs {
    pub fn run(self) -> Result<Exit> {
        self.ledger.open()?.set_state(&self.name, State::Open)?;
        output::note(&format!("run {} is resumed", self.name));
        Ok(Exit::Found)
    }
}
