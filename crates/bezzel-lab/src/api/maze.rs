//! API of mazes.

use bezzel::{Cancel, Named};
use bezzel_maze::drawing::{self, Drawing};
use bezzel_maze::{
    ALGORITHMS, Algorithm, Budget, Direction, Maze, MazePlan, Order, Routes, Runner, Step,
    algorithm,
};
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};

use super::answer::Answer;
use super::request::{RoutedRequest, named, unknown};
use crate::Error;

/// The largest number of cells.
pub const MAX_CELLS: usize = 10_000;
/// The largest number of recorded steps.
const MAX_STEPS: usize = 60_000;
/// The memory for counting routes: enough for an open room of 12 by 12 cells, and corridors of the
/// same width.
const ROUTES_BUDGET: Budget = Budget::bytes(12 << 20);

/// A maze as text, and the order in which directions are tried.
#[derive(Deserialize)]
#[serde(expecting = "an object with a maze")]
struct MazeQuery {
    maze: String,
    #[serde(default)]
    order: Option<String>,
}

impl MazeQuery {
    fn read(&self) -> Result<(Maze, Order), Error> {
        let order = match &self.order {
            Some(order) => order.parse()?,
            None => Order::POST,
        };
        Ok((
            bounded(Maze::parse(self.maze.clone().into_bytes())?)?,
            order,
        ))
    }
}

fn bounded(maze: Maze) -> Result<Maze, Error> {
    let cells = maze.cells().len();
    if cells > MAX_CELLS {
        return Err(Error::TooMany {
            count: cells as u64,
            what: "cells",
            limit: MAX_CELLS as u64,
        });
    }
    Ok(maze)
}

/// A maze in the form the page uses.
#[derive(Serialize)]
struct MazeText {
    maze: String,
}

impl MazeText {
    fn of(maze: &Maze) -> Self {
        let lines = maze.cells().chunks(maze.width());
        let lines = lines.map(|line| String::from_utf8_lossy(line) + "\n");
        Self {
            maze: lines.collect(),
        }
    }
}

#[derive(Deserialize)]
struct AskNew {
    width: usize,
    height: usize,
    #[serde(default)]
    algorithm: Option<String>,
    #[serde(default)]
    loops: f64,
    #[serde(default = "one")]
    exits: usize,
    seed: u64,
}

fn one() -> usize {
    1
}

pub fn generate(asked: &RoutedRequest) -> Result<Answer, Error> {
    let ask: AskNew = asked.query()?;
    let side = |rooms: usize| rooms.saturating_mul(2).saturating_add(1);
    if side(ask.width).saturating_mul(side(ask.height)) > MAX_CELLS {
        return Err(Error::TooLarge {
            width: ask.width as u64,
            height: ask.height as u64,
            what: "rooms",
            limit: MAX_CELLS as u64,
        });
    }
    let plan = MazePlan {
        width: ask.width,
        height: ask.height,
        loops: ask.loops,
        exits: ask.exits,
        seed: ask.seed,
    };
    let maze = known(ask.algorithm.as_deref())?.generate(&plan)?;
    Ok(Answer::json(&MazeText::of(&maze)))
}

fn known(name: Option<&str>) -> Result<&'static Algorithm, Error> {
    let name = name.unwrap_or(ALGORITHMS[0].name);
    algorithm(name).ok_or_else(|| unknown("algorithm", name, ALGORITHMS.iter().map(|one| one.name)))
}

/// Reads a maze from text or a PNG.
pub fn read(asked: &RoutedRequest) -> Result<Answer, Error> {
    let bytes = asked.request.body;
    // A small PNG can expand to gigabytes: its size is checked before it is decompressed.
    if let Some([width, height]) = png_size(bytes)
        && u64::from(width) * u64::from(height) > MAX_CELLS as u64
    {
        return Err(Error::TooLarge {
            width: width.into(),
            height: height.into(),
            what: "pixels",
            limit: MAX_CELLS as u64,
        });
    }
    let maze = bounded(Maze::read(bytes.into())?)?;
    Ok(Answer::json(&MazeText::of(&maze)))
}

/// Returns the width and height in a PNG's header.
fn png_size(bytes: &[u8]) -> Option<[u32; 2]> {
    let header = bytes.strip_prefix(b"\x89PNG\r\n\x1a\n")?;
    let number = |at: usize| Some(u32::from_be_bytes(header.get(at..at + 4)?.try_into().ok()?));
    Some([number(8)?, number(12)?])
}

/// A recorded search.
#[derive(Serialize)]
struct MazeSearch {
    runner: Runner,
    /// The steps: `cell` for a cell that was entered, `-1 - cell` for a cell that was left.
    steps: Vec<i64>,
    /// The number of cells entered, including the start.
    entered: usize,
    /// The cells of the route, including both ends.
    route: Option<Vec<usize>>,
    /// Whether the search finished.
    complete: bool,
}

pub fn race(asked: &RoutedRequest) -> Result<Answer, Error> {
    let (maze, order) = asked.json::<MazeQuery>()?.read()?;
    let run = |runner: Runner| {
        let recording = runner.record(&maze, order, MAX_STEPS);
        let number = |step: &Step| match *step {
            Step::Enter(cell) => cell as i64,
            Step::Leave(cell) => -1 - cell as i64,
        };
        MazeSearch {
            runner,
            steps: recording.steps.iter().map(number).collect(),
            entered: recording.entered(),
            route: recording
                .route
                .as_ref()
                .map(|route| maze.cells_of(route).collect()),
            complete: recording.is_complete,
        }
    };
    let runs: Vec<MazeSearch> = Runner::all().map(run).collect();
    Ok(Answer::json(&runs))
}

/// A query about all routes.
#[derive(Deserialize)]
#[serde(expecting = "an object with a maze")]
struct RoutesQuery {
    #[serde(flatten)]
    maze: MazeQuery,
    /// The position of the route to show, counted from 1.
    #[serde(default)]
    position: Option<String>,
    /// The seed of a random route to show.
    #[serde(default)]
    seed: Option<u64>,
}

/// The number of routes, and one of them.
#[derive(Serialize)]
struct Counted {
    /// The number of routes as text, since it may have hundreds of digits.
    count: String,
    position: Option<String>,
    /// The cells of the route, including both ends.
    route: Option<Vec<usize>>,
}

pub fn routes(asked: &RoutedRequest, cancel: &Cancel) -> Result<Answer, Error> {
    let ask: RoutesQuery = asked.json()?;
    let (maze, order) = ask.maze.read()?;
    let wanted = match &ask.position {
        Some(text) => {
            let digits = text.len() <= MAX_CELLS && text.bytes().all(|byte| byte.is_ascii_digit());
            let position = digits.then(|| text.parse::<BigUint>().ok()).flatten();
            let bad = || Error::NoPosition { text: text.clone() };
            Some(position.ok_or_else(bad)?)
        }
        None => None,
    };
    let routes = Routes::new(&maze, ROUTES_BUDGET).cancelled_by(cancel);
    let count = routes.count()?;
    let position = match ask.seed {
        Some(seed) => routes.random_position(seed)?,
        None => wanted,
    };
    let route: Option<Vec<Direction>> = match &position {
        Some(position) => routes.nth(position, order)?,
        None => None,
    };
    Ok(Answer::json(&Counted {
        count: count.to_string(),
        position: position
            .filter(|_| route.is_some())
            .map(|position| position.to_string()),
        route: route.map(|route| maze.cells_of(&route).collect()),
    }))
}

/// A query for a picture.
#[derive(Deserialize)]
#[serde(expecting = "an object with a maze, a format and a runner")]
struct PictureQuery {
    #[serde(flatten)]
    maze: MazeQuery,
    format: String,
    runner: String,
}

pub fn picture(asked: &RoutedRequest) -> Result<Answer, Error> {
    let ask: PictureQuery = asked.json()?;
    let (maze, order) = ask.maze.read()?;
    let format = drawing::format(&ask.format).ok_or_else(|| {
        let known = drawing::FORMATS.iter().map(|format| format.name());
        unknown("format", &ask.format, known)
    })?;
    let runner: Runner = named("runner", &ask.runner)?;
    let side = maze.width().max(maze.height());
    if let Some(longest) = format.animates().filter(|&longest| side > longest) {
        return Err(Error::PictureSide {
            format: format.name(),
            limit: longest,
        });
    }
    let recording = runner.record(&maze, order, MAX_STEPS);
    let drawing = Drawing {
        maze: &maze,
        route: recording.route.as_deref(),
        steps: if format.animates().is_some() {
            &recording.steps
        } else {
            &[]
        },
    };
    let mut picture = Vec::new();
    format
        .draw(&mut picture, &drawing)
        .map_err(|_| Error::Broken)?;
    Ok(Answer::new(format.media_type(), picture))
}
