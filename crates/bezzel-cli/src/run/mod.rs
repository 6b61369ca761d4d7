//! `bezzel run …`: counts shared by processes and machines, one file per command.

mod audit;
mod close;
mod ledger;
mod list;
mod merge;
mod missing;
mod pause;
mod plan;
mod start;
mod status;
mod work;

use anyhow::Result;
use clap::Subcommand;
pub use ledger::StoreLocation;

use crate::Exit;

#[derive(Subcommand)]
pub enum Command {
    Start(start::StartArgs),
    Work(work::WorkArgs),
    Status(status::StatusArgs),
    List(list::ListArgs),
    Pause(pause::PauseArgs),
    Resume(pause::ResumeArgs),
    Audit(audit::AuditArgs),
    Close(close::CloseArgs),
    Repair(close::RepairArgs),
    Export(close::ExportArgs),
    Missing(missing::MissingArgs),
    Merge(merge::MergeArgs),
}

impl Command {
    pub fn run(self) -> Result<Exit> {
        match self {
            Self::Start(command) => command.run(),
            Self::Work(command) => command.run(),
            Self::Status(command) => command.run(),
            Self::List(command) => command.run(),
            Self::Pause(command) => command.run(),
            Self::Resume(command) => command.run(),
            Self::Audit(command) => command.run(),
            Self::Close(command) => command.run(),
            Self::Repair(command) => command.run(),
            Self::Export(command) => command.run(),
            Self::Missing(command) => command.run(),
            Self::Merge(command) => command.run(),
        }
    }
}
