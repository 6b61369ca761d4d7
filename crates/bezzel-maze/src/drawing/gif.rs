//! Animation of a search: the current path, dead ends, and the route.

use std::io::{self, Write};

use super::{Animation, Drawing, EXIT_COLOR, RouteFormat, START_COLOR, along, scale};
use crate::Step;
use crate::{EXIT, Maze, START, WALL};

pub(super) struct Gif;

/// The palette: six fixed colours, then the route's.
const COLORS: [[u8; 3]; 6] = [
    [32, 36, 42],    // wall
    [255, 255, 255], // way
    START_COLOR,
    EXIT_COLOR,
    [120, 170, 250], // walked
    [226, 214, 214], // left as a dead end
];
const WALL_INDEX: u8 = 0;
const WAY_INDEX: u8 = 1;
const START_INDEX: u8 = 2;
const EXIT_INDEX: u8 = 3;
const WALKED_INDEX: u8 = 4;
const LEFT_INDEX: u8 = 5;
const ROUTE_INDEX: u8 = 6;
const SHADES: usize = 58;

/// The number of frames is at most this, however long the search is.
const MAX_FRAMES: usize = 240;

impl RouteFormat for Gif {
    fn name(&self) -> &'static str {
        "gif"
    }

    fn about(&self) -> &'static str {
        "the search as an animation, for mazes up to 200 x 200"
    }

    fn media_type(&self) -> &'static str {
        "image/gif"
    }

    fn is_binary(&self) -> bool {
        true
    }

    fn animates(&self) -> Option<usize> {
        Some(200)
    }

    fn shows_mazes(&self) -> bool {
        false
    }

    fn draw(&self, out: &mut dyn Write, drawing: &Drawing<'_>) -> io::Result<()> {
        let maze = drawing.maze;
        let mut screen = MazeScreen::new(maze);
        let shades = (0..SHADES).map(|shade| along(shade as f64 / (SHADES - 1) as f64));
        let palette: Vec<u8> = COLORS.into_iter().chain(shades).flatten().collect();
        let (width, height) = (maze.width() * screen.scale, maze.height() * screen.scale);
        let mut animation = Animation::new(out, width, height, &palette)?;
        animation.show(screen.pixels(), 50)?;
        let length = drawing.steps.len().div_ceil(MAX_FRAMES).max(1);
        for steps in drawing.steps.chunks(length) {
            for step in steps {
                match *step {
                    Step::Enter(cell) => screen.paint(cell, WALKED_INDEX),
                    Step::Leave(cell) => screen.paint(cell, LEFT_INDEX),
                }
            }
            animation.show(screen.pixels(), 4)?;
        }
        if let Some(route) = drawing.route {
            for (step, cell) in maze.cells_of(route).enumerate() {
                let shade = step * (SHADES - 1) / route.len().max(1);
                screen.paint(cell, ROUTE_INDEX + shade as u8);
            }
            animation.show(screen.pixels(), 400)?;
        }
        Ok(())
    }
}

/// The current picture, one colour per cell.
struct MazeScreen {
    width: usize,
    scale: usize,
    colors: Vec<u8>,
}

impl MazeScreen {
    fn new(maze: &Maze) -> Self {
        let color = |&cell: &u8| match cell {
            WALL => WALL_INDEX,
            START => START_INDEX,
            EXIT => EXIT_INDEX,
            _ => WAY_INDEX,
        };
        Self {
            width: maze.width(),
            scale: scale(maze, 480, 16),
            colors: maze.cells().iter().map(color).collect(),
        }
    }

    /// Paints a cell, except the start and exits.
    fn paint(&mut self, cell: usize, color: u8) {
        if ![START_INDEX, EXIT_INDEX].contains(&self.colors[cell]) {
            self.colors[cell] = color;
        }
    }

    fn pixels(&self) -> Vec<u8> {
        let scale = self.scale;
        let rows = self.colors.chunks(self.width);
        let lines = rows.flat_map(|row| std::iter::repeat_n(row, scale));
        let pixel = |&color: &u8| std::iter::repeat_n(color, scale);
        lines.flat_map(|row| row.iter().flat_map(pixel)).collect()
    }
}
