//! `bezzel queens …`, one file per command.

mod all;
mod chart;
mod check;
mod count;
mod estimate;
mod evolve;
mod first;
mod listing;
mod race;
mod trace;
mod tree;

use anyhow::Result;
use bezzel_queens::Board;
use clap::Subcommand;

use crate::Exit;

#[derive(Subcommand)]
pub enum Command {
    Count(count::CountArgs),
    First(first::FirstArgs),
    All(all::AllArgs),
    Check(check::CheckArgs),
    Tree(tree::TreeArgs),
    Estimate(estimate::EstimateArgs),
    Evolve(evolve::EvolveArgs),
    Race(race::RaceArgs),
    Trace(trace::TraceArgs),
}

impl Command {
    pub fn run(self) -> Result<Exit> {
        match self {
            Self::Count(command) => command.run(),
            Self::First(command) => command.run(),
            Self::All(command) => command.run(),
            Self::Check(command) => command.run(),
            Self::Tree(command) => command.run(),
            Self::Estimate(command) => command.run(),
            Self::Evolve(command) => command.run(),
            Self::Race(command) => command.run(),
            Self::Trace(command) => command.run(),
        }
    }
}

/// Returns the result for boards without a solution.
fn no_solution(n: u64) -> Exit {
    Exit::Nothing(bezzel_queens::Error::NoSolution { n }.to_string())
}

/// Returns the result for a board that was searched completely without finding a solution.
fn proved(board: &Board, nodes: u64) -> Exit {
    if board.is_plain() {
        return no_solution(board.n().into());
    }
    Exit::Nothing(format!(
        "there is no solution: all {nodes} nodes were searched"
    ))
}

/// Converts an error for boards without a solution to an answer; other errors are returned.
fn no_solution_or(error: anyhow::Error) -> Result<Exit> {
    match error.downcast_ref() {
        Some(&bezzel_queens::Error::NoSolution { n }) => Ok(no_solution(n)),
        _ => Err(error),
    }
}
