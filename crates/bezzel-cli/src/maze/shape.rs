//! Where and how a maze is shown: `--format` and `--output`.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use anyhow::{Result, bail};
use bezzel::maze::Maze;
use bezzel::maze::drawing::{Drawing, FORMATS, RouteFormat, format};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};

use crate::output::{self, Answers};

#[derive(Args)]
pub struct Shape {
    /// How to show it
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = names())]
    format: String,
    /// Write into FILE instead of standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

fn names() -> PossibleValuesParser {
    let value = |format: &&dyn RouteFormat| PossibleValue::new(format.name()).help(format.about());
    PossibleValuesParser::new(FORMATS.iter().map(value))
}

impl Shape {
    /// The format, if it can show this maze here.
    pub fn format(&self, maze: &Maze) -> Result<&'static dyn RouteFormat> {
        let format = format(&self.format).expect("clap accepts known formats only");
        let side = maze.width().max(maze.height());
        if let Some(longest) = format.moves().filter(|&longest| side > longest) {
            bail!(
                "{} x {} cells are more than --format {} can show (at most {longest} x {longest})",
                maze.width(),
                maze.height(),
                format.name()
            );
        }
        self.check(format)?;
        Ok(format)
    }

    /// Refuses what cannot show a maze without a route.
    pub fn check_new(&self) -> Result<()> {
        let format = format(&self.format).expect("clap accepts known formats only");
        if format.moves().is_some() || format.name() == "json" {
            bail!(
                "--format {} shows a route, a new maze has none",
                format.name()
            );
        }
        self.check(format)
    }

    /// Refuses to fill a terminal with bytes that are not for reading.
    fn check(&self, format: &dyn RouteFormat) -> Result<()> {
        if format.is_binary() && self.output.is_none() && io::stdout().is_terminal() {
            bail!(
                "--format {} is not for terminals, add --output FILE",
                format.name()
            );
        }
        self.output.as_deref().map_or(Ok(()), output::check_file)
    }

    /// Shows.
    pub fn draw(&self, format: &dyn RouteFormat, drawing: &Drawing<'_>) -> Result<()> {
        match &self.output {
            Some(path) => output::write_file(path, |out| format.draw(out, drawing)),
            None => {
                let mut out = Answers::open();
                format.draw(&mut out, drawing)?;
                out.flush()?;
                Ok(())
            }
        }
    }
}
