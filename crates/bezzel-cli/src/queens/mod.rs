//! `bezzel queens …`, one file a command.

mod all;
mod check;
mod count;
mod estimate;
mod first;
mod shape;
mod tree;

use anyhow::Result;
use clap::Subcommand;

use crate::Outcome;

#[derive(Subcommand)]
pub enum Command {
    Count(count::Count),
    First(first::First),
    All(all::All),
    Check(check::Check),
    Tree(tree::Tree),
    Estimate(estimate::Estimate),
}

impl Command {
    pub fn carry_out(self) -> Result<Outcome> {
        match self {
            Self::Count(command) => command.carry_out(),
            Self::First(command) => command.carry_out(),
            Self::All(command) => command.carry_out(),
            Self::Check(command) => command.carry_out(),
            Self::Tree(command) => command.carry_out(),
            Self::Estimate(command) => command.carry_out(),
        }
    }
}

/// The sentence for boards that cannot be filled.
fn no_solution(n: u64) -> Outcome {
    Outcome::Nothing(bezzel::Error::NoSolution { n }.to_string())
}
