//! `bezzel maze …`, one file per command.

mod generate;
mod output;
mod routes;
mod solve;

use std::path::PathBuf;

use anyhow::{Result, anyhow};
use bezzel_maze::Error;
use bezzel_maze::Maze;
use clap::{Args, Subcommand};

use crate::Exit;
use crate::input::{self, InputLimit};
use crate::memory;

#[derive(Subcommand)]
pub enum Command {
    Solve(solve::SolveArgs),
    Routes(routes::RoutesArgs),
    Generate(generate::GenerateArgs),
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

/// The file with the maze.
#[derive(Args)]
struct MazeFile {
    /// The file with the maze; `-` reads standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    input_limit: InputLimit,
}

impl MazeFile {
    /// Reads the maze.
    fn read(&self) -> Result<Maze> {
        let bytes = self.input_limit.read(&self.file)?;
        let most = self.input_limit.bytes();
        let maze = Maze::read_within(bytes, most).map_err(|error| match error {
            Error::TooManyPixels { width, height, .. } => anyhow!(
                "{} has {width} x {height} pixels, which need more than {} MiB; use a larger --max-input",
                input::name(&self.file),
                most >> 20
            ),
            error => anyhow!(error).context(input::name(&self.file)),
        })?;
        // A search in an open room stores its path: about five bytes per cell (measured on 16384 x
        // 16384 cells).
        memory::check(5 * maze.cells().len() as u64, || {
            format!("{} x {} cells", maze.width(), maze.height())
        })?;
        Ok(maze)
    }
}

/// Returns the result for a maze without a route.
fn no_route() -> Exit {
    Exit::Nothing("there is no route from the start to an exit".into())
}
