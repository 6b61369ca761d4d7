//! `bezzel maze solve`: finds a route.

use std::ops::ControlFlow;

use crate::words::plural;
use anyhow::Result;
use bezzel_maze::drawing::Drawing;
use bezzel_maze::{Order, Runner, Step};
use clap::Args;

use super::output::MazeOutput;
use super::{MazeFile, no_route};
use crate::Exit;
use crate::input::named;
use crate::output;
use crate::progress::CellWatch;

/// Find a route to an exit
#[derive(Args)]
#[command(after_help = "\
Examples:
  bezzel maze generate 12 6 --seed 7 | bezzel maze solve -
  bezzel maze generate 20 20 --seed 7 | bezzel maze solve - --format svg --output way.svg
  bezzel maze generate 9 9 --loops 0.3 --seed 7 | bezzel maze solve - --shortest

A maze is lines of equal length (S: start, G: exit, space: open cell, #: wall), or a black and white PNG. In a PNG a red pixel marks the start and green pixels mark the exits; without coloured pixels, the first gap in the border is the start and the other gaps are exits.")]
pub struct SolveArgs {
    #[command(flatten)]
    source: MazeFile,
    /// The search method
    #[arg(
        long,
        value_name = "METHOD",
        default_value = "marking",
        conflicts_with = "shortest"
    )]
    #[arg(value_parser = named::<Runner>())]
    method: Runner,
    /// Find a shortest route: the same as --method shortest
    #[arg(long)]
    shortest: bool,
    /// Try the directions in this order; `left` turns left first at every junction
    #[arg(long, value_name = "NSWE", default_value_t = Order::POST)]
    order: Order,
    #[command(flatten)]
    shape: MazeOutput,
}

impl SolveArgs {
    pub fn run(self) -> Result<Exit> {
        let maze = self.source.read()?;
        let format = self.shape.format(&maze)?;
        let runner = if self.shortest {
            Runner::Shortest
        } else {
            self.method
        };
        // The number of steps that an animation can show.
        const MAX_STEPS: usize = 1_000_000;
        let shown = if format.animates().is_some() {
            MAX_STEPS
        } else {
            0
        };
        let mut steps = Vec::new();
        let mut entered = 1;
        let watch = CellWatch::start(&maze);
        let (route, _) = runner.run(&maze, self.order, |step| {
            if steps.len() < shown {
                steps.push(step);
            }
            entered += u64::from(matches!(step, Step::Enter(_)));
            watch.show(entered);
            ControlFlow::Continue(())
        });
        watch.finish();
        let Some(route) = route else {
            return Ok(no_route());
        };
        let drawing = Drawing {
            maze: &maze,
            route: Some(&route),
            steps: &steps,
        };
        self.shape.draw(format, &drawing)?;
        let steps = plural(route.len() as u64, "step");
        output::note(&format!(
            "a route of {steps}, found after entering {entered} cells"
        ));
        Ok(Exit::Found)
    }
}
