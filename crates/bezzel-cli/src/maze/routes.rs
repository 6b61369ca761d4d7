//! `bezzel maze routes`: counts and lists routes.

use std::io::{self, Write};
use std::ops::ControlFlow;

use crate::text::lengths_text;
use crate::words::plural;
use anyhow::{Result, bail};
use bezzel::{End, Search, Tally};
use bezzel_maze::Error;
use bezzel_maze::drawing::{Drawing, RouteFormat, Sheet, format};
use bezzel_maze::report::RoutesReport;
use bezzel_maze::{Budget, Direction, Maze, Order, Routes as All};
use clap::Args;
use num_bigint::BigUint;

use super::output::MazeOutput;
use super::{MazeFile, no_route};
use crate::Exit;
use crate::input::whole_number;
use crate::interruption;
use crate::limits::TimeLimit;
use crate::memory;
use crate::output;
use crate::progress::Activity;
use crate::seed;
use crate::threads::Threads;

/// Count the routes exactly; list, pick or draw them
#[derive(Args)]
#[command(after_help = "\
Examples:
  bezzel maze generate 8 8 --loops 0.4 --seed 7 | bezzel maze routes -
  bezzel maze generate 8 8 --loops 0.4 --seed 7 | bezzel maze routes - --lengths
  bezzel maze generate 4 4 --loops 0.4 --seed 7 | bezzel maze routes - --nth 2
  bezzel maze generate 4 4 --loops 0.4 --seed 7 | bezzel maze routes - --random --seed 1848
  bezzel maze generate 4 4 --loops 0.4 --seed 7 | bezzel maze routes - --list --format moves
  bezzel maze generate 4 4 --loops 0.4 | bezzel maze routes - --list --format svg > all.svg

A route visits no cell twice and ends at the first exit it reaches. Routes are ordered by their
directions, in the order of --order. --format and --output require --list, --nth or --random: a picture
(svg, png) shows up to 400 routes side by side, json is one object a line.")]
pub struct RoutesArgs {
    #[command(flatten)]
    source: MazeFile,
    /// List the routes, in order
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
    /// Show a route chosen uniformly at random
    #[arg(long, conflicts_with = "lengths")]
    random: bool,
    /// Use this random seed [default: a random seed, printed on standard error]
    #[arg(
        long,
        value_name = "S",
        requires = "random",
        allow_negative_numbers = true
    )]
    #[arg(value_parser = whole_number)]
    seed: Option<u64>,
    /// Print the number of routes of each length
    #[arg(long)]
    lengths: bool,
    /// Try the directions in this order
    #[arg(long, value_name = "NSWE", default_value_t = Order::POST)]
    order: Order,
    /// Use at most this many MiB of memory [default: half of the free memory]
    #[arg(long, value_name = "MIB", allow_negative_numbers = true, value_parser = whole_number)]
    memory: Option<u64>,
    /// Print the report as JSON; with --list, --nth or --random, this means --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
    #[command(flatten)]
    shape: MazeOutput,
    #[command(flatten)]
    limit_on_time: TimeLimit,
    #[command(flatten)]
    threads: Threads,
}

/// Parses a number of any size, 1 or more.
fn position(text: &str) -> Result<BigUint> {
    match text.parse() {
        Ok(number) if number > BigUint::ZERO && !text.starts_with('+') => Ok(number),
        _ => bail!("{text:?} is not a whole number from 1 up"),
    }
}

/// The largest number of routes in a picture.
const ON_A_SHEET: usize = 400;

impl RoutesArgs {
    pub fn run(self) -> Result<Exit> {
        let json = self.json;
        match self.find() {
            Err(error) if error.downcast_ref() == Some(&Error::Cancelled) => {
                if json {
                    output::print(b"{\"complete\":false}\n")?;
                }
                Ok(interruption::exit("before all routes were counted"))
            }
            other => other,
        }
    }

    fn find(self) -> Result<Exit> {
        let shows = self.list || self.nth.is_some() || self.random;
        if self.shape.is_given() && !shows {
            bail!("--format and --output require --list, --nth or --random");
        }
        let maze = self.source.read()?;
        let format = self.format(&maze)?;
        self.threads.start()?;
        self.limit_on_time.start();
        let memory = self.memory.map_or_else(memory::half_of_free, |mebibytes| {
            mebibytes.saturating_mul(1 << 20)
        });
        let cancel = interruption::cancel_token();
        let routes = All::new(&maze, Budget::bytes(memory)).cancelled_by(&cancel);
        if self.list {
            return match format.sheet() {
                Some(sheet) => self.show_sheet(sheet, &maze, &routes),
                None => self.show_all(format, &maze, &routes),
            };
        }
        let one = |route: &[Direction]| {
            let draw = |out: &mut dyn Write| draw(out, format, &maze, route);
            self.shape.write(draw).map(|()| Exit::Found)
        };
        if let Some(position) = &self.nth {
            return match counting(|| routes.nth(position, self.order))? {
                Some(route) => one(&route),
                None => Ok(Exit::Nothing(match routes.count()? {
                    none if none == BigUint::ZERO => return Ok(no_route()),
                    count => format!("there is no route {position}, there are {count}"),
                })),
            };
        }
        if self.random {
            let seed = seed::given_or_new(self.seed, "the same choice");
            return match counting(|| routes.random(seed, self.order))? {
                Some(route) => one(&route),
                None => Ok(no_route()),
            };
        }
        self.report(&routes)
    }

    /// Returns the format of the routes.
    fn format(&self, maze: &Maze) -> Result<&'static dyn RouteFormat> {
        let format = match self.json {
            true => format("json").expect("json is a format"),
            false => self.shape.format(maze)?,
        };
        if format.animates().is_some() {
            bail!(
                "--format {} shows a search: use it with `maze solve`",
                format.name()
            );
        }
        Ok(format)
    }

    fn report(&self, routes: &All<'_>) -> Result<Exit> {
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

    /// Calls `visit` with each route in order, until it returns `ControlFlow::Break`.
    fn for_each(
        &self,
        routes: &All<'_>,
        mut visit: impl FnMut(Vec<Direction>) -> ControlFlow<()>,
    ) -> Tally {
        let onward = routes.onward(self.order);
        let search = Search::new(&onward).cancelled_by(&interruption::cancel_token());
        let search = search.max_solutions(self.limit.unwrap_or(u64::MAX));
        search.for_each(|route| visit(route.to_vec()))
    }

    fn show_all(&self, format: &dyn RouteFormat, maze: &Maze, routes: &All<'_>) -> Result<Exit> {
        if self.limit == Some(0) {
            return Ok(Exit::Found);
        }
        let mut tally = None;
        let written = self.shape.write(|out| {
            let mut result = Ok(());
            let ended = self.for_each(routes, |route| {
                result = draw(out, format, maze, &route);
                match result {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(_) => ControlFlow::Break(()),
                }
            });
            tally = Some(ended);
            // A cancelled listing returns an error here, so that no incomplete file is kept.
            if ended.end == End::Cancelled && self.shape.is_file() {
                return Err(io::ErrorKind::Interrupted.into());
            }
            result
        });
        match tally {
            Some(tally) if tally.end == End::Cancelled => return Ok(stopped(tally)),
            _ => written?,
        }
        Ok(match tally {
            Some(tally) if tally.solutions == 0 => no_route(),
            _ => Exit::Found,
        })
    }

    fn show_sheet(&self, sheet: &dyn Sheet, maze: &Maze, routes: &All<'_>) -> Result<Exit> {
        let mut shown = Vec::new();
        let tally = self.for_each(routes, |route| {
            shown.push(route);
            match shown.len() {
                many if many > ON_A_SHEET => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        });
        if shown.len() > ON_A_SHEET {
            bail!(
                "a picture shows at most {ON_A_SHEET} routes, and this maze has more; --limit {ON_A_SHEET} shows the first ones"
            );
        }
        if !shown.is_empty() {
            self.shape.write(|out| sheet.draw(out, maze, &shown))?;
        }
        Ok(match tally {
            tally if tally.end == End::Cancelled => stopped(tally),
            _ if shown.is_empty() && self.limit != Some(0) => no_route(),
            _ => Exit::Found,
        })
    }
}

fn stopped(tally: Tally) -> Exit {
    interruption::exit(&format!("after {}", plural(tally.solutions, "route")))
}

fn counting<T>(work: impl FnOnce() -> T) -> T {
    Activity::during("counting routes", work)
}

/// Writes a route, and the text between routes.
fn draw(
    out: &mut dyn Write,
    format: &dyn RouteFormat,
    maze: &Maze,
    route: &[Direction],
) -> std::io::Result<()> {
    let drawing = Drawing {
        maze,
        route: Some(route),
        steps: &[],
    };
    format.draw(out, &drawing)?;
    out.write_all(format.separator().as_bytes())
}
