//! `bezzel queens trace`: the search step by step.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Result;
use bezzel::queens::{Promising, Square};
use bezzel::render::so_many;
use bezzel::{Event, Search};
use bezzel_web::{Language, METHODS, Story, standalone};
use clap::Args;

use crate::Exit;
use crate::input::{Queens, named};
use crate::output::{self, Answers};

/// Tell what backtracking does, step by step, as post 004 draws it
///
/// Every queen placed, every square turned down and why, every way back, indented by rows.
#[derive(Args)]
#[command(after_help = "\
Examples:
  bezzel queens trace 4
  bezzel queens trace 8 --limit 100
  bezzel queens trace 5 --html queens.html")]
pub struct Trace {
    /// The number of queens; `-` reads it from standard input
    #[arg(value_name = "N", allow_negative_numbers = true)]
    n: Queens,
    /// Tell at most K steps
    #[arg(long, value_name = "K", default_value_t = 100_000)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    limit: u32,
    /// Print every step as a line of JSON, columns counted from 0
    #[arg(long)]
    json: bool,
    /// Write a page that shows the search in any browser, with board, tree and code; `-` is standard output
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    html: Option<PathBuf>,
    /// How the search of that page knows what is attacked
    #[arg(long, value_name = "METHOD", default_value = METHODS[0].name, requires = "html")]
    #[arg(value_parser = METHODS.each_ref().map(|method| method.name))]
    method: String,
    /// The language of that page
    #[arg(long, value_name = "LANG", default_value = "en", requires = "html", value_parser = named::<Language>())]
    lang: Language,
}

impl Trace {
    /// More rows would leave no room beside the indentation.
    const LIMIT: u32 = 30;

    /// Writes the page.
    fn write_page(&self, file: &Path) -> Result<Exit> {
        output::check_file(file)?;
        let n = self
            .n
            .at_most(Story::LIMIT, "trace --html", "fewer queens show the same")?;
        let story = Story::of(&self.method, n, self.limit.into())?;
        let page = standalone(&story, self.lang);
        output::write_file(file, |out| out.write_all(page.as_bytes()))?;
        if !story.is_complete() {
            let more = match story.steps() {
                Story::MAX_STEPS => "a page holds no more",
                _ => "--limit tells more",
            };
            output::note(&format!("the first {} steps; {more}", story.steps()));
        }
        Ok(Exit::Found)
    }

    pub fn run(self) -> Result<Exit> {
        if let Some(file) = &self.html {
            return self.write_page(file);
        }
        let n = self
            .n
            .at_most(Self::LIMIT, "trace", "fewer queens show the same")?;
        let problem = Promising::new(n)?;
        let trace = Search::new(&problem).trace(self.limit as usize);
        let mut replay = trace.replay(&problem);
        let mut out = Answers::open();
        let digits = trace.events.len().to_string().len();
        while let Some(event) = replay.forward() {
            if self.json {
                serde_json::to_writer(&mut out, event).map_err(std::io::Error::from)?;
                writeln!(out)?;
                continue;
            }
            let depth = replay.path().len();
            let square = |row: usize, column| Square::new(row as u32, column);
            // What happens in a row is indented by its queens above.
            let (indent, told) = match event {
                Event::Enter(column) => (
                    depth - 1,
                    format!("queen on {}", square(depth - 1, *column)),
                ),
                Event::Reject(column, attack) => {
                    (depth, format!("× {}: {attack}", square(depth, *column)))
                }
                Event::Retreat(column) => (depth, format!("back from {}", square(depth, *column))),
                Event::Solution => {
                    let number = replay.solutions();
                    (depth, format!("solution #{number} : {:?}", replay.path()))
                }
            };
            writeln!(
                out,
                "{:>digits$}  {:width$}{told}",
                replay.step(),
                "",
                width = 2 * indent
            )?;
        }
        out.flush()?;
        if trace.is_complete() {
            output::note(&format!(
                "{} visited, {} promising, {}",
                replay.visited(),
                replay.promising(),
                so_many(replay.solutions(), "solution")
            ));
        } else {
            output::note(&format!(
                "the first {} steps; --limit tells more",
                self.limit
            ));
        }
        Ok(Exit::Found)
    }
}
