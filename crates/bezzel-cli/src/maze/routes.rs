//! `bezzel maze routes`: all ways out.

use std::io::Write;
use std::ops::ControlFlow;

use anyhow::{Result, bail};
use bezzel::Search;
use bezzel::maze::drawing::{Drawing, format};
use bezzel::maze::{Budget, Direction, Maze, Order, Routes as All};
use bezzel::render::lengths_text;
use bezzel::report::RoutesReport;
use clap::Args;
use num_bigint::BigUint;

use super::{no_route, read};
use crate::Exit;
use crate::input::whole_number;
use crate::memory;
use crate::output::{self, Answers};
use crate::progress::SignOfLife;
use crate::seed;
use crate::threads::Threads;

/// Count the routes, exactly, and show any of them
#[derive(Args)]
#[command(after_help = "\
Examples:
  bezzel maze generate 8 8 --loops 0.4 --seed 7 | bezzel maze routes -
  bezzel maze generate 8 8 --loops 0.4 --seed 7 | bezzel maze routes - --lengths
  bezzel maze generate 4 4 --loops 0.4 --seed 7 | bezzel maze routes - --nth 2
  bezzel maze generate 4 4 --loops 0.4 --seed 7 | bezzel maze routes - --random --seed 1848

A route visits no cell twice and ends at the first exit it reaches. Routes are ordered by their directions,
in the order of --order.")]
pub struct Routes {
    /// The file with the maze; `-` reads standard input
    #[arg(value_name = "FILE")]
    file: String,
    /// Show the routes themselves, in order
    #[arg(long, conflicts_with_all = ["nth", "random", "lengths"])]
    list: bool,
    /// List at most K routes
    #[arg(
        long,
        value_name = "K",
        requires = "list",
        allow_negative_numbers = true
    )]
    #[arg(value_parser = whole_number)]
    limit: Option<u64>,
    /// Show route K, counted from 1, without listing those before it
    #[arg(long, value_name = "K", conflicts_with_all = ["random", "lengths"])]
    #[arg(allow_negative_numbers = true, value_parser = position)]
    nth: Option<BigUint>,
    /// Show a route picked by chance, each as likely
    #[arg(long, conflicts_with = "lengths")]
    random: bool,
    /// Pick the same route again [default: a new seed each time, named on standard error]
    #[arg(
        long,
        value_name = "S",
        requires = "random",
        allow_negative_numbers = true
    )]
    #[arg(value_parser = whole_number)]
    seed: Option<u64>,
    /// Print how many routes there are of each length
    #[arg(long)]
    lengths: bool,
    /// Try the directions in this order
    #[arg(long, value_name = "NSWE", default_value_t = Order::POST)]
    order: Order,
    /// Use at most so many MiB of memory [default: half of what is free]
    #[arg(long, value_name = "MIB", allow_negative_numbers = true, value_parser = whole_number)]
    memory: Option<u64>,
    /// Print the report as JSON
    #[arg(long, conflicts_with_all = ["list", "nth", "random"])]
    json: bool,
    #[command(flatten)]
    threads: Threads,
}

/// A number of any size, 1 or more.
fn position(text: &str) -> Result<BigUint> {
    match text.parse() {
        Ok(number) if number > BigUint::ZERO && !text.starts_with('+') => Ok(number),
        _ => bail!("{text:?} is not a whole number from 1 up"),
    }
}

impl Routes {
    pub fn run(self) -> Result<Exit> {
        let maze = read(&self.file)?;
        self.threads.start()?;
        let memory = self.memory.map_or_else(memory::half_of_free, |mebibytes| {
            mebibytes.saturating_mul(1 << 20)
        });
        let routes = All::new(&maze, Budget { memory });
        if self.list {
            return self.show_all(&maze, &routes);
        }
        if let Some(position) = &self.nth {
            return match counting(|| routes.nth(position, self.order))? {
                Some(route) => show(&maze, &route).map(|()| Exit::Found),
                None => Ok(Exit::Nothing(match routes.count()? {
                    none if none == BigUint::ZERO => return Ok(no_route()),
                    count => format!("there is no route {position}, there are {count}"),
                })),
            };
        }
        if self.random {
            let seed = seed::given_or_new(self.seed, "the same choice");
            return match counting(|| routes.random(seed, self.order))? {
                Some(route) => show(&maze, &route).map(|()| Exit::Found),
                None => Ok(no_route()),
            };
        }
        let lengths = if self.lengths {
            Some(counting(|| routes.lengths())?)
        } else {
            None
        };
        let count = match &lengths {
            Some(lengths) => lengths.iter().map(|(_, count)| count).sum(),
            None => counting(|| routes.count())?,
        };
        let none = count == BigUint::ZERO;
        let report = RoutesReport::new(count, lengths);
        if self.json {
            output::print_json(&report)?;
        } else if self.lengths {
            output::print(lengths_text(&report).as_bytes())?;
        } else {
            output::print(format!("{}\n", report.routes).as_bytes())?;
        }
        Ok(if none { no_route() } else { Exit::Found })
    }

    fn show_all(&self, maze: &Maze, routes: &All<'_>) -> Result<Exit> {
        if self.limit == Some(0) {
            return Ok(Exit::Found);
        }
        let mut out = Answers::open();
        let text = format("text").expect("text is a format");
        let mut result = Ok(());
        let onward = routes.onward(self.order);
        let mut search = Search::new(&onward);
        if let Some(limit) = self.limit {
            search = search.max_solutions(limit);
        }
        let tally = search.for_each(|node| {
            let route: Vec<Direction> = node.path().collect();
            result = draw(&mut out, text, maze, &route).and_then(|()| out.next());
            if result.is_err() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        result?;
        out.flush()?;
        Ok(if tally.solutions == 0 {
            no_route()
        } else {
            Exit::Found
        })
    }
}

fn counting<T>(work: impl FnOnce() -> T) -> T {
    SignOfLife::during("counting routes", work)
}

fn show(maze: &Maze, route: &[Direction]) -> Result<()> {
    let mut out = Answers::open();
    draw(
        &mut out,
        format("text").expect("text is a format"),
        maze,
        route,
    )?;
    out.flush()?;
    Ok(())
}

/// A route as `solve` prints it, and a blank line.
fn draw(
    out: &mut dyn Write,
    text: &dyn bezzel::maze::drawing::RouteFormat,
    maze: &Maze,
    route: &[Direction],
) -> std::io::Result<()> {
    let drawing = Drawing {
        maze,
        route: Some(route),
        steps: &[],
    };
    text.draw(out, &drawing)?;
    writeln!(out)
}
