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

/// What a format draws.
#[derive(Debug, Clone, Copy)]
pub struct Drawing<'a> {
    /// The maze.
    pub maze: &'a Maze,
    /// The route, if any.
    pub route: Option<&'a [Direction]>,
    /// The steps of the search; empty unless the format [animates](RouteFormat::animates) it.
    pub steps: &'a [Step],
}

/// A picture or text format of mazes and routes.
pub trait RouteFormat: Sync {
    /// Returns the name that users select it by.
    fn name(&self) -> &'static str;

    /// Returns a one-line description of the format.
    fn about(&self) -> &'static str;

    /// Returns its media type.
    fn media_type(&self) -> &'static str;

    /// Returns true if its output is not text.
    fn is_binary(&self) -> bool {
        false
    }

    /// Returns the longest side of a maze whose search it can animate, or `None` if it shows only
    /// the result.
    fn animates(&self) -> Option<usize> {
        None
    }

    /// Returns true if it can show a maze without a route.
    fn shows_mazes(&self) -> bool {
        true
    }

    /// Returns the text between several routes in one output.
    fn separator(&self) -> &'static str {
        ""
    }

    /// Writes the drawing.
    ///
    /// # Errors
    /// Those of `out`.
    fn draw(&self, out: &mut dyn Write, drawing: &Drawing<'_>) -> io::Result<()>;

    /// Returns the format that draws several routes side by side in one picture, if it is a
    /// picture.
    fn sheet(&self) -> Option<&dyn Sheet> {
        None
    }
}

/// A picture of several routes of a maze, side by side.
pub trait Sheet: Sync {
    /// Writes the picture.
    ///
    /// # Errors
    /// Those of `out`.
    fn draw(&self, out: &mut dyn Write, maze: &Maze, routes: &[Vec<Direction>]) -> io::Result<()>;
}

/// Tiles in as many rows as columns, or one row less.
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

    /// Returns column and row of a tile.
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

/// Returns the format of that name.
pub fn format(name: &str) -> Option<&'static dyn RouteFormat> {
    FORMATS.iter().copied().find(|format| format.name() == name)
}

/// Returns the number of pixels per cell that makes the longer side of the maze about `target`
/// pixels, but at least 1 and at most `most`.
fn scale(maze: &Maze, target: usize, most: usize) -> usize {
    (target / maze.width().max(maze.height())).clamp(1, most)
}

/// Returns the colour of a route at `share` (0 to 1) of its length: from blue over violet to red.
fn along(share: f64) -> [u8; 3] {
    let mix = |from: f64, to: f64| (from + (to - from) * share).round() as u8;
    [mix(24.0, 230.0), mix(100.0, 36.0), mix(230.0, 60.0)]
}

const START_COLOR: [u8; 3] = [24, 100, 230];
const EXIT_COLOR: [u8; 3] = [22, 163, 74];
