//! `bezzel run …`: counts that outlive a process, one file a command.

mod merge;
mod missing;
mod work;

pub use merge::conflict_or;

use anyhow::Result;
use clap::Subcommand;

use crate::Exit;

#[derive(Subcommand)]
pub enum Command {
    Work(work::Work),
    Missing(missing::Missing),
    Merge(merge::Merge),
}

impl Command {
    pub fn run(self) -> Result<Exit> {
        match self {
            Self::Work(command) => command.run(),
            Self::Missing(command) => command.run(),
            Self::Merge(command) => command.run(),
        }
    }
}
