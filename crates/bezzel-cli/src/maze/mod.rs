//! `bezzel maze …`, one file a command.

mod generate;
mod routes;
mod shape;
mod solve;

use anyhow::{Context, Result};
use bezzel::maze::Maze;
use clap::Subcommand;

use crate::Exit;
use crate::input;

#[derive(Subcommand)]
pub enum Command {
    Solve(solve::Solve),
    Routes(routes::Routes),
    Generate(generate::Generate),
}

impl Command {
    pub fn run(self) -> Result<Exit> {
        match self {
            Self::Solve(command) => command.run(),
            Self::Routes(command) => command.run(),
            Self::Generate(command) => command.run(),
        }
    }
}

/// Reads the maze of a file, or of standard input for `-`.
fn read(file: &str) -> Result<Maze> {
    Maze::read(input::read(file)?).with_context(|| input::name(file).to_owned())
}

/// The sentence for mazes without a way out.
fn no_route() -> Exit {
    Exit::Nothing("there is no route from the start to an exit".into())
}
