//! Output options of mazes: `--format` and `--output`.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use bezzel_maze::Maze;
use bezzel_maze::drawing::{Drawing, FORMATS, RouteFormat, format};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};

use crate::output;

#[derive(Args)]
pub struct MazeOutput {
    /// The output format [default: text]
    #[arg(long, value_name = "FORMAT", value_parser = names())]
    format: Option<String>,
    /// Write into FILE instead of standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

fn names() -> PossibleValuesParser {
    let value = |format: &&dyn RouteFormat| PossibleValue::new(format.name()).help(format.about());
    PossibleValuesParser::new(FORMATS.iter().map(value))
}

impl MazeOutput {
    /// Returns the format, if it can show this maze.
    pub fn format(&self, maze: &Maze) -> Result<&'static dyn RouteFormat> {
        let format = self.named();
        let side = maze.width().max(maze.height());
        if let Some(longest) = format.animates().filter(|&longest| side > longest) {
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

    fn named(&self) -> &'static dyn RouteFormat {
        let name = self.format.as_deref().unwrap_or("text");
        format(name).expect("clap accepts known formats only")
    }

    /// Returns true if the output is a file.
    pub fn is_file(&self) -> bool {
        self.output
            .as_deref()
            .is_some_and(|path| !output::is_stdout(path))
    }

    /// Returns true if `--format` or `--output` was given.
    pub fn is_given(&self) -> bool {
        self.format.is_some() || self.output.is_some()
    }

    /// Returns an error if the format cannot show a maze without a route.
    pub fn check_new(&self) -> Result<()> {
        let format = self.named();
        if !format.shows_mazes() {
            bail!(
                "--format {} needs a route, and a new maze has none: use it with `maze solve`",
                format.name()
            );
        }
        self.check(format)
    }

    /// Refuses to write binary data to a terminal.
    fn check(&self, format: &dyn RouteFormat) -> Result<()> {
        if format.is_binary() && self.output.is_none() && io::stdout().is_terminal() {
            bail!(
                "--format {} is not for terminals, add --output FILE",
                format.name()
            );
        }
        output::check_files(&self.output)
    }

    /// Writes a drawing.
    pub fn draw(&self, format: &dyn RouteFormat, drawing: &Drawing<'_>) -> Result<()> {
        self.write(|out| format.draw(out, drawing))
    }

    /// Writes to the output.
    pub fn write(&self, write: impl FnMut(&mut dyn Write) -> io::Result<()>) -> Result<()> {
        let path = self.output.as_deref().unwrap_or(Path::new("-"));
        output::write_file(path, write)
    }
}
