//! `bezzel maze …`, one file a command.

mod generate;
mod routes;
mod shape;
mod solve;

use anyhow::{Context, Result};
use bezzel::maze::Maze;
use clap::Subcommand;

use crate::Outcome;
use crate::input;

#[derive(Subcommand)]
pub enum Command {
    Solve(solve::Solve),
    Routes(routes::Routes),
    Generate(generate::Generate),
}

impl Command {
    pub fn carry_out(self) -> Result<Outcome> {
        match self {
            Self::Solve(command) => command.carry_out(),
            Self::Routes(command) => command.carry_out(),
            Self::Generate(command) => command.carry_out(),
        }
    }
}

/// Reads the maze of a file, or of standard input for `-`.
fn read(file: &str) -> Result<Maze> {
    Maze::read(input::read(file)?).with_context(|| input::name(file).to_owned())
}

/// The sentence for mazes without a way out.
fn no_route() -> Outcome {
    Outcome::Nothing("there is no route from the start to an exit".into())
}
