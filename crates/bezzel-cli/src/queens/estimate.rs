//! `bezzel queens estimate`: estimates the size of the tree from samples.

use crate::text::estimate_text;
use crate::words::duration_text;
use anyhow::Result;
use bezzel_queens::report::EstimateReport;
use bezzel_queens::{estimate, nodes};
use clap::Args;

use crate::Exit;
use crate::engines::engines;
use crate::forecast;
use crate::input::whole_number;
use crate::output;
use crate::question::BoardArgs;
use crate::seed;
use crate::threads::{self, Threads};

/// Estimate the size of the search by random walks (Knuth 1975)
#[derive(Args)]
#[command(after_help = "\
Examples:
  bezzel queens estimate 20
  bezzel queens estimate 27 --samples 100000 --seed 1848

The expected time of a count is printed on standard error.")]
pub struct EstimateArgs {
    #[command(flatten)]
    question: BoardArgs,
    /// Make K random walks
    #[arg(long, value_name = "K", default_value_t = 10_000)]
    #[arg(value_parser = clap::value_parser!(u64).range(2..=1_000_000_000))]
    samples: u64,
    /// Use this random seed [default: a random seed, printed on standard error]
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = whole_number)]
    seed: Option<u64>,
    /// Print the report as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    threads: Threads,
}

impl EstimateArgs {
    /// The largest board whose estimates stay within the range of floating point numbers.
    const MAX_SIDE: u32 = 100;

    pub fn run(self) -> Result<Exit> {
        let instead = "smaller boards give the trend";
        let board = self.question.board(Self::MAX_SIDE, "estimate", instead)?;
        let seed = seed::given_or_new(self.seed, "the same walks");
        let report = EstimateReport::new(&board, estimate(&board, self.samples, seed)?);
        if self.json {
            output::print_json(&report)?;
        } else {
            output::print(estimate_text(&report).as_bytes())?;
        }

        self.threads.start()?;
        let nodes = nodes(&board);
        if let Ok(engine) = engines().fastest(&board, nodes) {
            let crew = engine.job(&board)?.crew(threads::crew().size);
            output::note(&format!(
                "counting would take about {} with `{}` on {crew}",
                duration_text(forecast::by_rule_of_thumb(&*engine, &board, nodes, crew)),
                engine.name(),
            ));
        }
        Ok(Exit::Found)
    }
}
