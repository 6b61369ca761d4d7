//! Mazes and routes as text and pictures.
//!
//! A format is one file with one type, and one line in [`FORMATS`].

mod animation;
mod gif;
mod json;
mod moves;
mod png;
mod svg;
mod text;

use std::io::{self, Write};

pub use animation::Animation;

use super::{Direction, Maze, Step};

/// What to draw.
#[derive(Debug, Clone, Copy)]
pub struct Drawing<'a> {
    /// The maze.
    pub maze: &'a Maze,
    /// The route, if there is one to show.
    pub route: Option<&'a [Direction]>,
    /// How it was found; empty unless the format [animates](RouteFormat::animates) the search.
    pub steps: &'a [Step],
}

/// A way to show a maze and a route through it.
pub trait RouteFormat: Sync {
    /// What users call it.
    fn name(&self) -> &'static str;

    /// One line on how it looks.
    fn about(&self) -> &'static str;

    /// What browsers call it.
    fn media_type(&self) -> &'static str;

    /// Whether what it writes is not for terminals.
    fn is_binary(&self) -> bool {
        false
    }

    /// The longest side of a maze whose search it can animate, if it shows the search and not only the result.
    fn animates(&self) -> Option<usize> {
        None
    }

    /// Whether it shows a maze also without a route.
    fn shows_mazes(&self) -> bool {
        true
    }

    /// What stands after each of several routes in one text.
    fn separator(&self) -> &'static str {
        ""
    }

    /// Draws.
    ///
    /// # Errors
    /// Those of `out`.
    fn draw(&self, out: &mut dyn Write, drawing: &Drawing<'_>) -> io::Result<()>;

    /// The format that draws several routes side by side in one picture, if it is a picture.
    fn sheet(&self) -> Option<&dyn Sheet> {
        None
    }
}

/// A picture of several routes of a maze, side by side.
pub trait Sheet: Sync {
    /// Draws it.
    ///
    /// # Errors
    /// Those of `out`.
    fn draw(&self, out: &mut dyn Write, maze: &Maze, routes: &[Vec<Direction>]) -> io::Result<()>;
}

/// Tiles side by side, as many rows of them as columns, or one less.
struct Tiles {
    across: usize,
    down: usize,
}

impl Tiles {
    fn of(count: usize) -> Self {
        let across = (1..).find(|side| side * side >= count).unwrap_or(1);
        Self {
            across,
            down: count.div_ceil(across),
        }
    }

    /// Column and row of a tile.
    fn place(&self, number: usize) -> (usize, usize) {
        (number % self.across, number / self.across)
    }
}

/// Every format.
pub const FORMATS: &[&dyn RouteFormat] = &[
    &text::Text,
    &moves::Moves,
    &svg::Svg,
    &png::Png,
    &gif::Gif,
    &json::Json,
];

/// The format of that name.
pub fn format(name: &str) -> Option<&'static dyn RouteFormat> {
    FORMATS.iter().copied().find(|format| format.name() == name)
}

/// How many pixels a cell gets so that a small maze is seen and a large one fits.
fn scale(maze: &Maze, target: usize, most: usize) -> usize {
    (target / maze.width().max(maze.height())).clamp(1, most)
}

/// The colour of a route at `share` (0 to 1) of its length: from blue over violet to red.
fn along(share: f64) -> [u8; 3] {
    let mix = |from: f64, to: f64| (from + (to - from) * share).round() as u8;
    [mix(24.0, 230.0), mix(100.0, 36.0), mix(230.0, 60.0)]
}

const START_COLOR: [u8; 3] = [24, 100, 230];
const EXIT_COLOR: [u8; 3] = [22, 163, 74];
