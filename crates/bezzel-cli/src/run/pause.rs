//! `bezzel run pause` and `resume`: no more units for now.

use anyhow::Result;
use bezzel_ledger::State;
use clap::Args;

use super::ledger::StoreLocation;
use crate::{Exit, output};

/// Hand out nothing more for now
///
/// Workers tell what they hold and wait. `bezzel run resume` goes on.
#[derive(Args)]
#[command(after_help = "Example:\n  bezzel run start 10 --name q10; bezzel run pause q10")]
pub struct Pause {
    /// The run
    name: String,
    #[command(flatten)]
    ledger: StoreLocation,
}

/// Go on with a run that was paused
#[derive(Args)]
#[command(
    after_help = "Example:\n  bezzel run start 10 --name q10; bezzel run pause q10; bezzel run resume q10"
)]
pub struct Resume {
    /// The run
    name: String,
    #[command(flatten)]
    ledger: StoreLocation,
}

impl Pause {
    pub fn run(self) -> Result<Exit> {
        self.ledger.open()?.set_state(&self.name, State::Paused)?;
        output::note(&format!("run {} is paused", self.name));
        Ok(Exit::Found)
    }
}

impl Resume {
    pub fn run(self) -> Result<Exit> {
        self.ledger.open()?.set_state(&self.name, State::Open)?;
        output::note(&format!("run {} goes on", self.name));
        Ok(Exit::Found)
    }
}
