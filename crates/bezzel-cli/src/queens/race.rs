//! `bezzel queens race`: compares all methods that find one solution.

use std::path::PathBuf;
use std::time::Duration;

use super::chart::{race_svg, race_text};
use crate::words::plural;
use anyhow::{Result, bail};
use bezzel::Named;
use bezzel_queens::Board;
use bezzel_queens::race::{Finish, RaceLimits, RaceResult, Way};
use bezzel_queens::repair::Repair;
use bezzel_queens::report::RaceReport;
use clap::Args;

use super::no_solution;
use crate::Exit;
use crate::input::{QueenCount, seconds, whole_number};
use crate::interruption;
use crate::memory;
use crate::output;
use crate::progress::Activity;
use crate::seed;
use crate::threads::Threads;

/// Compare all methods that find one solution
///
/// Runs backtracking in lexicographic and in random order, evolution, repair and construction,
/// one after the other on the same board with the same seed. Every solution is verified.
#[derive(Args)]
#[command(after_help = "\
Examples:
  bezzel queens race 20 --seed 1848
  bezzel queens race 1000 --seconds 1 --seed 1848 --svg race.svg")]
pub struct RaceArgs {
    /// The number of queens; `-` reads it from standard input
    #[arg(value_name = "N", allow_negative_numbers = true)]
    n: QueenCount,
    /// Give each method S seconds
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = seconds)]
    #[arg(default_value = "10")]
    seconds: Duration,
    /// Use this random seed [default: a random seed, printed on standard error]
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = whole_number)]
    seed: Option<u64>,
    /// Draw the times as a chart
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Print the report as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    threads: Threads,
}

impl RaceArgs {
    pub fn run(self) -> Result<Exit> {
        let n = self.n.at_most(
            Repair::LIMIT,
            "race",
            "queens first --method construct takes any number",
        )?;
        let svg_is_answer = self.svg.as_deref().is_some_and(output::is_stdout);
        if svg_is_answer && self.json {
            bail!("only one of --svg - and --json can go to standard output");
        }
        if let Some(svg) = &self.svg {
            output::check_files([svg])?;
        }
        if let 2 | 3 = n {
            return Ok(no_solution(n.into()));
        }
        memory::check(Repair::bytes(n), || format!("{n} queens under repair"))?;
        let seed = seed::given_or_new(self.seed, "the same race");
        self.threads.start()?;
        let patience = RaceLimits {
            time: Some(self.seconds),
            cancel: interruption::cancel_token(),
        };

        let mut report = RaceReport::new(n, seed, self.seconds);
        let board = Board::new(n);
        for way in Way::all() {
            let run = || way.run(&board, seed, &patience);
            let mut finish = Activity::during(way.name(), run);
            finish.columns = None;
            report.ways.push(finish);
            if patience.cancel.is_cancelled() {
                break;
            }
        }

        if let Some(svg) = &self.svg {
            let chart = race_svg(&report);
            output::write_file(svg, |file| file.write_all(chart.as_bytes()))?;
        }
        if self.json {
            output::print_json(&report)?;
        } else if !svg_is_answer {
            output::print(race_text(&report).as_bytes())?;
        }
        let found = |finish: &Finish| finish.result == RaceResult::Found;
        Ok(if patience.cancel.is_cancelled() {
            let done = |finish: &&Finish| finish.result != RaceResult::Cancelled;
            let done = report.ways.iter().filter(done).count() as u64;
            interruption::exit(&format!("after {}", plural(done, "way")))
        } else if report.ways.iter().any(found) {
            Exit::Found
        } else {
            Exit::Nothing("no method found a solution in time".into())
        })
    }
}
