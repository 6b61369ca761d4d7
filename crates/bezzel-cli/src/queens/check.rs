//! `bezzel queens check`: validates a solution.

use std::io::Write;
use std::path::PathBuf;

use crate::text::check_text;
use anyhow::{Context, Result};
use bezzel_queens::format;
use bezzel_queens::report::CheckReport;
use clap::Args;

use crate::Exit;
use crate::input::{self, InputLimit};
use crate::output::{self, Answers};

/// Check whether a board is a solution; if not, name every attacking pair
///
/// Reads every format that `--format` writes, and files with several boards.
#[derive(Args)]
#[command(after_help = "\
Examples:
  bezzel queens first 8 | bezzel queens check -
  echo '[0, 2, 1, 3]' | bezzel queens check -")]
pub struct CheckArgs {
    /// The file with the board; `-` reads standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The number of the first column in a list of columns [default: inferred from the list]
    #[arg(long, value_name = "0|1", value_parser = clap::value_parser!(u32).range(0..=1))]
    base: Option<u32>,
    /// Print the report as JSON, rows and columns counted from 0
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    input_limit: InputLimit,
}

impl CheckArgs {
    pub fn run(self) -> Result<Exit> {
        let bytes = self.input_limit.read(&self.file)?;
        let boards = format::read(&bytes, self.base).with_context(|| input::name(&self.file))?;
        let mut wrong = 0;
        let mut out = Answers::open();
        for (number, board) in (1..).zip(&boards) {
            let report = CheckReport::new(board);
            wrong += usize::from(!report.solution);
            if self.json {
                output::print_json(&report)?;
                continue;
            }
            if !report.solution && boards.len() > 1 {
                writeln!(out, "board {number}:")?;
            }
            check_text(&mut out, &report)?;
        }
        out.flush()?;
        Ok(match (wrong, boards.len()) {
            (0, _) => Exit::Found,
            (_, 1) => Exit::Nothing("this board is not a solution".into()),
            (_, all) => Exit::Nothing(format!("{wrong} of {all} boards are not solutions")),
        })
    }
}
