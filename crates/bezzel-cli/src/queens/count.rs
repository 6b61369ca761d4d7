//! `bezzel queens count`: how many solutions there are.

use anyhow::Result;
use bezzel::End;
use bezzel::queens::{ENGINES, Engine, Run, engine, fastest};
use bezzel::report::CountReport;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};

use crate::Outcome;
use crate::input::Queens;
use crate::output;
use crate::run::{self, Threads, Watch};

/// Count the solutions
#[derive(Args)]
#[command(after_help = "\
Examples:
  bezzel queens count 12
  bezzel queens count 12 --unique
  echo 8 | bezzel queens count -")]
pub struct Count {
    /// The number of queens; `-` reads it from standard input
    #[arg(value_name = "N", allow_negative_numbers = true)]
    n: Queens,
    /// How to count
    #[arg(long, value_name = "METHOD", default_value = "auto", value_parser = methods())]
    method: String,
    /// Count essentially different solutions: turned and mirrored boards are the same
    #[arg(long)]
    unique: bool,
    /// Print the report as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    threads: Threads,
}

fn methods() -> PossibleValuesParser {
    let auto = PossibleValue::new("auto").help("the fastest of the others that takes N");
    let value = |engine: &Engine| PossibleValue::new(engine.name).help(engine.about);
    PossibleValuesParser::new([auto].into_iter().chain(ENGINES.iter().map(value)))
}

impl Count {
    pub fn carry_out(self) -> Result<Outcome> {
        let (n, engine) = self.plan()?;
        self.threads.start()?;
        let cancel = run::interruption()?;
        run::warn_if_long(engine, n)?;

        let watch = Watch::start();
        let show = |progress| watch.show(progress);
        let run = Run {
            unique: self.unique,
            cancel,
            watcher: Some(&show),
            ..Run::default()
        };
        let tally = engine.count(n, &run)?;
        watch.finish();

        if tally.end == End::Cancelled {
            return Ok(watch.interrupted());
        }
        if self.json {
            output::print_json(&CountReport {
                n,
                method: engine.name,
                unique: self.unique,
                count: tally.solutions,
            })?;
        } else {
            output::print(format!("{}\n", tally.solutions).as_bytes())?;
        }
        Ok(Outcome::Found)
    }

    fn plan(&self) -> Result<(u32, &'static Engine)> {
        if let Some(engine) = engine(&self.method) {
            let n = self
                .n
                .at_most(engine.limit, engine.name, "nobody could count them")?;
            return Ok((n, engine));
        }
        // Beyond the fastest engine nobody would see the end.
        let quick = fastest(0).expect("there are engines");
        let n = self
            .n
            .at_most(quick.limit, "count", "estimate goes further")?;
        Ok((n, fastest(n).unwrap_or(quick)))
    }
}
