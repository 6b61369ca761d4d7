//! `bezzel queens …`, one file a command.

mod all;
mod check;
mod count;
mod estimate;
mod evolve;
mod first;
mod method;
mod race;
mod shape;
mod trace;
mod tree;

use anyhow::Result;
use clap::Subcommand;

pub use self::method::forecast;
use crate::Outcome;

#[derive(Subcommand)]
pub enum Command {
    Count(count::Count),
    First(first::First),
    All(all::All),
    Check(check::Check),
    Tree(tree::Tree),
    Estimate(estimate::Estimate),
    Evolve(evolve::Evolve),
    Race(race::Race),
    Trace(trace::Trace),
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
            Self::Evolve(command) => command.carry_out(),
            Self::Race(command) => command.carry_out(),
            Self::Trace(command) => command.carry_out(),
        }
    }
}

/// The sentence for boards that cannot be filled.
fn no_solution(n: u64) -> Outcome {
    Outcome::Nothing(bezzel::Error::NoSolution { n }.to_string())
}

/// Boards that cannot be filled are an answer; everything else that is refused is a mistake.
fn no_solution_or(error: anyhow::Error) -> Result<Outcome> {
    match error.downcast_ref() {
        Some(&bezzel::Error::NoSolution { n }) => Ok(no_solution(n)),
        _ => Err(error),
    }
}
