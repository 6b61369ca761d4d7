//! `bezzel queens count`: how many solutions there are.

use anyhow::Result;
use bezzel::report::CountReport;
use bezzel_count::Method;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};

use super::method::on;
use crate::Exit;
use crate::forecast;
use crate::input::Queens;
use crate::interruption;
use crate::output;
use crate::progress::Watch;
use crate::threads::Threads;

/// Count the solutions
#[derive(Args)]
#[command(after_help = "\
Examples:
  bezzel queens count 12
  bezzel queens count 12 --unique
  bezzel queens count 16 --method lanes
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
    /// The instructions `lanes` is to use
    #[arg(long, value_name = "PATH", hide = true)]
    path: Option<String>,
    /// Print the report as JSON; with --unique also how many solutions there are in all (Q), how many a
    /// half turn (P) and a quarter turn (R) leave as they are, and how many differ (F)
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    threads: Threads,
}

fn methods() -> PossibleValuesParser {
    let auto = PossibleValue::new("auto").help("the fastest of the others for N");
    let value = |method: Method| PossibleValue::new(method.name()).help(method.about());
    PossibleValuesParser::new([auto].into_iter().chain(Method::all().map(value)))
}

impl Count {
    pub fn run(self) -> Result<Exit> {
        let (n, method) = self.plan()?;
        self.threads.start()?;
        let cancel = interruption::listen()?;
        forecast::warn_if_long(method, n)?;

        let watch = Watch::start();
        let show = |progress| watch.show(progress);
        let counted = method.count(n, self.unique, &cancel, &show)?;
        watch.finish();
        let Some(counted) = counted else {
            return Ok(watch.interrupted());
        };
        if self.json {
            output::print_json(&CountReport {
                n,
                method: method.name(),
                unique: self.unique,
                count: counted.solutions,
                symmetry: counted.symmetry,
            })?;
        } else {
            output::print(format!("{}\n", counted.solutions).as_bytes())?;
        }
        Ok(Exit::Found)
    }

    fn plan(&self) -> Result<(u32, Method)> {
        let (n, method) = if let Some(method) = Method::named(&self.method) {
            let instead = "nobody could count them";
            (
                self.n.at_most(method.limit(), method.name(), instead)?,
                method,
            )
        } else {
            let n = self
                .n
                .at_most(bezzel_count::LIMIT, "count", "estimate goes further")?;
            (n, Method::auto(n))
        };
        let method = match &self.path {
            Some(path) => on(method, path)?,
            None => method,
        };
        Ok((n, method))
    }
}
