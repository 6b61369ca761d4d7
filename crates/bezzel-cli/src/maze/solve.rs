//! `bezzel maze solve`: one way out.

use std::ops::ControlFlow;

use anyhow::Result;
use bezzel::maze::drawing::{Drawing, Step};
use bezzel::maze::{Direction, Escape, Maze, Order, Runner, shortest_watched};
use bezzel::{Node, Observer, Search};
use clap::{Args, ValueEnum};

use super::shape::Shape;
use super::{no_route, read};
use crate::Outcome;
use crate::output;
use crate::run::CellWatch;

/// Find a way out
#[derive(Args)]
#[command(after_help = "\
Examples:
  bezzel maze generate 12 6 --seed 7 | bezzel maze solve -
  bezzel maze generate 20 20 --seed 7 | bezzel maze solve - --format svg --output way.svg
  bezzel maze generate 9 9 --loops 0.3 --seed 7 | bezzel maze solve - --shortest

A maze is lines of equal length: S the start, G an exit, a space a way, # a wall; or a black and white
PNG whose start is a red pixel and whose exits are green ones, or both are gaps in the border.")]
pub struct Solve {
    /// The file with the maze; `-` reads standard input
    #[arg(value_name = "FILE")]
    file: String,
    /// How to search
    #[arg(
        long,
        value_name = "METHOD",
        default_value = "marking",
        conflicts_with = "shortest"
    )]
    method: Method,
    /// Find a route of the fewest steps, breadth first
    #[arg(long)]
    shortest: bool,
    /// Try the directions in this order
    #[arg(long, value_name = "NSWE", default_value_t = Order::POST)]
    order: Order,
    #[command(flatten)]
    shape: Shape,
}

#[derive(Clone, Copy, ValueEnum)]
enum Method {
    /// Depth first, remembering dead ends: linear time
    Marking,
    /// Depth first, forgetting them as post 002 does: exponential time when there is no route
    Retreat,
}

impl Solve {
    pub fn carry_out(self) -> Result<Outcome> {
        let maze = read(&self.file)?;
        let format = self.shape.format(&maze)?;
        let mut steps = Vec::new();
        let found = if self.shortest {
            let watch = CellWatch::start(&maze);
            let mut entered = 0;
            let route = shortest_watched(&maze, self.order, |cell| {
                entered += 1;
                watch.show(entered);
                if format.moves().is_some() {
                    steps.push(Step::Enter(cell));
                }
            });
            watch.finish();
            (route, entered)
        } else {
            let escape = match self.method {
                Method::Marking => Escape::marking(&maze, self.order),
                Method::Retreat => Escape::retreating(&maze, self.order),
            };
            if format.moves().is_some() {
                // As far as a moving picture can show them.
                const LONGEST: usize = 1_000_000;
                let runner = match self.method {
                    Method::Marking => Runner::Marking,
                    Method::Retreat => Runner::Retreat,
                };
                steps = runner.run(&maze, self.order, LONGEST).steps;
            }
            walk(&maze, &escape)
        };
        let (Some(route), entered) = found else {
            return Ok(no_route());
        };
        let drawing = Drawing {
            maze: &maze,
            route: Some(&route),
            steps: &steps,
        };
        self.shape.draw(format, &drawing)?;
        let steps = match route.len() {
            1 => "1 step".to_owned(),
            steps => format!("{steps} steps"),
        };
        output::note(&format!(
            "a route of {steps}, found after entering {entered} cells"
        ));
        Ok(Outcome::Found)
    }
}

/// The first route, and how many cells were entered to find it.
fn walk(maze: &Maze, escape: &Escape<'_>) -> (Option<Vec<Direction>>, u64) {
    let mut walking = Walking {
        entered: 0,
        route: None,
        watch: CellWatch::start(maze),
    };
    Search::new(escape).observe(&mut walking);
    walking.watch.finish();
    (walking.route, walking.entered)
}

/// Stops at the first route and shows how far the search is.
struct Walking {
    entered: u64,
    route: Option<Vec<Direction>>,
    watch: CellWatch,
}

impl Observer<Escape<'_>> for Walking {
    #[inline]
    fn enter(&mut self, _node: Node<'_, Escape<'_>>) -> ControlFlow<()> {
        self.entered += 1;
        self.watch.show(self.entered);
        ControlFlow::Continue(())
    }

    fn solution(&mut self, node: Node<'_, Escape<'_>>) -> ControlFlow<()> {
        self.route = Some(node.path().collect());
        ControlFlow::Break(())
    }
}
