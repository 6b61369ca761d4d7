//! The search as a moving picture: where it walks, what it leaves, the way it found.

use std::io::{self, Write};

use gif::{Encoder, Frame, Repeat};

use super::{Drawing, EXIT_COLOR, RouteFormat, START_COLOR, along, scale};
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

/// However long the search, the picture has so many frames at the most.
const FRAMES: usize = 240;

impl RouteFormat for Gif {
    fn name(&self) -> &'static str {
        "gif"
    }

    fn about(&self) -> &'static str {
        "the search as a moving picture, for mazes up to 200 x 200"
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
        let mut screen = Screen::new(maze);
        let shades = (0..SHADES).map(|shade| along(shade as f64 / (SHADES - 1) as f64));
        let palette: Vec<u8> = COLORS.into_iter().chain(shades).flatten().collect();
        let side = |cells: usize| {
            u16::try_from(cells * screen.scale).map_err(|_| io::Error::other("too large for a GIF"))
        };
        let (width, height) = (side(maze.width())?, side(maze.height())?);
        let mut encoder = Encoder::new(out, width, height, &palette).map_err(io::Error::other)?;
        encoder
            .set_repeat(Repeat::Infinite)
            .map_err(io::Error::other)?;

        let mut show = |frame: Frame<'_>| encoder.write_frame(&frame).map_err(io::Error::other);
        show(screen.frame(0..maze.height(), 0..maze.width(), 50))?;
        let length = drawing.steps.len().div_ceil(FRAMES).max(1);
        for steps in drawing.steps.chunks(length) {
            let changed = steps.iter().map(|step| match *step {
                Step::Enter(cell) => screen.paint(cell, WALKED_INDEX),
                Step::Leave(cell) => screen.paint(cell, LEFT_INDEX),
            });
            let (rows, columns) = bounds(maze, changed);
            show(screen.frame(rows, columns, 4))?;
        }
        if let Some(route) = drawing.route {
            let cells = maze.cells_of(route).enumerate();
            let changed = cells.map(|(step, cell)| {
                let shade = step * (SHADES - 1) / route.len().max(1);
                screen.paint(cell, ROUTE_INDEX + shade as u8)
            });
            let (rows, columns) = bounds(maze, changed);
            show(screen.frame(rows, columns, 400))?;
        }
        Ok(())
    }
}

type Span = std::ops::Range<usize>;

/// The smallest rectangle with all these cells.
fn bounds(maze: &Maze, cells: impl Iterator<Item = usize>) -> (Span, Span) {
    let mut spots = cells.map(|cell| (cell / maze.width(), cell % maze.width()));
    let Some((row, column)) = spots.next() else {
        return (0..0, 0..0);
    };
    let (mut rows, mut columns) = (row..row + 1, column..column + 1);
    for (row, column) in spots {
        rows = rows.start.min(row)..rows.end.max(row + 1);
        columns = columns.start.min(column)..columns.end.max(column + 1);
    }
    (rows, columns)
}

/// What is shown now, a colour a cell.
struct Screen {
    width: usize,
    scale: usize,
    colors: Vec<u8>,
}

impl Screen {
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

    /// Paints a cell, start and exits excepted, and returns it.
    fn paint(&mut self, cell: usize, color: u8) -> usize {
        if ![START_INDEX, EXIT_INDEX].contains(&self.colors[cell]) {
            self.colors[cell] = color;
        }
        cell
    }

    fn frame(&self, rows: Span, columns: Span, delay: u16) -> Frame<'static> {
        let scale = self.scale;
        let lines = rows.clone().flat_map(|row| std::iter::repeat_n(row, scale));
        let buffer: Vec<u8> = lines
            .flat_map(|row| {
                let cells = &self.colors[row * self.width..][columns.clone()];
                cells
                    .iter()
                    .flat_map(|&color| std::iter::repeat_n(color, scale))
            })
            .collect();
        Frame {
            delay,
            left: (columns.start * scale) as u16,
            top: (rows.start * scale) as u16,
            width: (columns.len() * scale) as u16,
            height: (rows.len() * scale) as u16,
            buffer: buffer.into(),
            ..Frame::default()
        }
    }
}
