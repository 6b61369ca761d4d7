//! The program `bezzel`: shows, searches and counts with backtracking.
//!
//! ```text
//! bezzel queens count 12            # also first, all, check, tree, estimate, trace, evolve, race
//! bezzel maze solve maze.txt        # also routes, generate
//! bezzel run start 18 --name q18    # counts that take weeks
//! bezzel serve --open               # the lab in the browser
//! ```
//!
//! This crate parses arguments, calls the library crates and prints their reports.

mod bench;
mod devices;
mod engines;
mod forecast;
mod input;
mod interruption;
mod limits;
mod manual;
mod maze;
mod memory;
mod output;
mod progress;
mod queens;
mod question;
mod run;
mod seed;
mod serve;
mod shard;
mod text;
mod threads;
mod usage;
mod words;

use std::process::ExitCode;

use anyhow::Result;
use clap::{CommandFactory, Parser, Subcommand};

/// Show, search and count with backtracking, applied to N queens and mazes
#[derive(Parser)]
#[command(
    name = "bezzel",
    version,
    arg_required_else_help = true,
    max_term_width = 100
)]
#[command(after_help = "\
Examples:
  bezzel queens count 12
  bezzel queens first 8
  bezzel queens tree 4
  bezzel maze generate 12 6 --seed 7 | bezzel maze solve -
  bezzel serve --open

Exit status: 0 an answer was found, 1 there is none, 2 the request or the input is wrong,
3 stopped early by a limit such as --seconds, 4 outcomes contradict each other, 130 interrupted by
Ctrl-C, 143 by SIGTERM.")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Place N queens on an N x N board so that none attacks another
    #[command(subcommand, arg_required_else_help = true)]
    #[command(after_help = "Example:\n  bezzel queens count 12")]
    Queens(queens::Command),
    /// Solve mazes: one route, the shortest, all of them; and generate mazes
    #[command(subcommand, arg_required_else_help = true)]
    #[command(after_help = "Example:\n  bezzel maze generate 12 6 --seed 7 | bezzel maze solve -")]
    Maze(maze::Command),
    /// Count in a run that can be stopped, resumed and shared by many machines
    #[command(subcommand, arg_required_else_help = true)]
    #[command(after_help = "\
Example:
  bezzel run start 10 --name q10; bezzel run work q10; bezzel run close q10")]
    Run(run::Command),
    Serve(serve::ServeArgs),
    Bench(bench::BenchArgs),
    Devices(devices::DevicesArgs),
    /// Print a completion script for a shell
    #[command(after_help = "Example:\n  bezzel completions bash > bezzel.bash")]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    #[command(after_help = "Example:\n  bezzel man > bezzel.1")]
    Man,
}

/// The result of a command.
enum Exit {
    /// An answer was printed.
    Found,
    /// There is no answer, for this reason.
    Nothing(String),
    /// A limit was reached, with this progress.
    Stopped(String),
    /// Two outcomes contradict each other, or a file was changed.
    Conflict(String),
    /// A signal interrupted the command; contains the exit status and a text about the progress.
    Interrupted(u8, String),
}

impl Exit {
    /// The exit status if a limit was reached.
    const STOPPED: u8 = 3;
    /// The exit status of a conflict.
    const CONFLICT: u8 = 4;
    /// The meanings of the exit statuses.
    const MEANINGS: [(u8, &str); 7] = [
        (0, "An answer was found."),
        (
            1,
            "The answer is that there is none: no solution, no route.",
        ),
        (
            2,
            "The request or the input is not valid; one line on standard error explains it.",
        ),
        (
            3,
            "A limit such as --seconds or --nodes stopped the work early.",
        ),
        (
            4,
            "Outcomes of a run contradict each other, or a file is damaged.",
        ),
        (130, "Interrupted by Ctrl-C."),
        (143, "Ended by SIGTERM."),
    ];
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse_from(usage::arguments()) {
        Ok(cli) => cli,
        Err(error) => return usage::explain(&error),
    };
    let (code, sentence) = match run(cli.command) {
        Ok(Exit::Found) => return ExitCode::SUCCESS,
        Ok(Exit::Nothing(sentence)) => (1, sentence),
        Ok(Exit::Stopped(sentence)) => (Exit::STOPPED, sentence),
        Ok(Exit::Conflict(sentence)) => (Exit::CONFLICT, sentence),
        Ok(Exit::Interrupted(status, sentence)) => (status, sentence),
        Err(error) if output::is_broken_pipe(&error) => return ExitCode::SUCCESS,
        Err(error) if is_conflict(&error) => (Exit::CONFLICT, output::sentence(&error)),
        Err(error) => (2, output::sentence(&error)),
    };
    output::note(&sentence);
    ExitCode::from(code)
}

fn is_conflict(error: &anyhow::Error) -> bool {
    let error = error.downcast_ref::<bezzel_ledger::Error>();
    error.is_some_and(bezzel_ledger::Error::is_conflict)
}

fn run(command: Command) -> Result<Exit> {
    interruption::listen()?;
    match command {
        Command::Queens(command) => command.run(),
        Command::Maze(command) => command.run(),
        Command::Run(command) => command.run(),
        Command::Serve(command) => command.run(),
        Command::Bench(command) => command.run(),
        Command::Devices(command) => command.run(),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "bezzel", &mut script);
            output::print(&script)?;
            Ok(Exit::Found)
        }
        Command::Man => {
            output::print(&manual::page(Cli::command())?)?;
            Ok(Exit::Found)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arguments_are_consistent() {
        Cli::command().debug_assert();
    }
}
