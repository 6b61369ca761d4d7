//! PNG pictures: a pixel or more per cell, the route coloured along its length.

use std::io::{self, Write};

use png::{BitDepth, ColorType, Compression, Encoder};

use super::{Drawing, EXIT_COLOR, RouteFormat, Sheet, Tiles, along, scale};
use crate::{Direction, EXIT, Maze, START, WALL, WAY};

pub(super) struct Png;

/// The palette: four fixed colours, then the route's.
const WALL_INDEX: u8 = 0;
const WAY_INDEX: u8 = 1;
const START_INDEX: u8 = 2;
const EXIT_INDEX: u8 = 3;
const ROUTE_INDEX: u8 = 4;
const SHADES: usize = 252;

/// Returns the palette. Without a route: black, white, a red start and green exits, as the PNG
/// reader expects them. With a route, start and exit have the colours of route drawings instead.
fn palette(with_route: bool) -> Vec<u8> {
    let shades = (0..SHADES).map(|shade| along(shade as f64 / (SHADES - 1) as f64));
    let start = if with_route { along(0.0) } else { [255, 0, 0] };
    let exit = if with_route { EXIT_COLOR } else { [0, 255, 0] };
    let fixed = [[0, 0, 0], [255, 255, 255], start, exit];
    fixed.into_iter().chain(shades).flatten().collect()
}

impl RouteFormat for Png {
    fn name(&self) -> &'static str {
        "png"
    }

    fn about(&self) -> &'static str {
        "a picture; the colour of the route changes from the start to the exit"
    }

    fn media_type(&self) -> &'static str {
        "image/png"
    }

    fn is_binary(&self) -> bool {
        true
    }

    fn draw(&self, out: &mut dyn Write, drawing: &Drawing<'_>) -> io::Result<()> {
        let maze = drawing.maze;
        // A picture without a route has one pixel per cell, so that it can be read as a maze again.
        let scale = match drawing.route {
            Some(_) => scale(maze, 800, 16),
            None => 1,
        };
        let cells = colours(maze, drawing.route);
        write(out, &cells, maze.width(), scale, drawing.route.is_some())
    }

    fn sheet(&self) -> Option<&dyn Sheet> {
        Some(self)
    }
}

impl Sheet for Png {
    fn draw(&self, out: &mut dyn Write, maze: &Maze, routes: &[Vec<Direction>]) -> io::Result<()> {
        let tiles = Tiles::of(routes.len());
        let side = |cells: usize, tiles: usize| tiles * (cells + 1) + 1;
        let (width, height) = (
            side(maze.width(), tiles.across),
            side(maze.height(), tiles.down),
        );
        let mut sheet = vec![WAY_INDEX; width * height];
        for (number, route) in routes.iter().enumerate() {
            let (column, row) = tiles.place(number);
            let (left, top) = (side(maze.width(), column), side(maze.height(), row));
            let tile = colours(maze, Some(route));
            for (line, cells) in tile.chunks(maze.width()).enumerate() {
                let start = (top + line) * width + left;
                sheet[start..start + cells.len()].copy_from_slice(cells);
            }
        }
        let scale = (1600 / width.max(height)).clamp(1, 16);
        write(out, &sheet, width, scale, true)
    }
}

/// Returns the colour of every cell.
fn colours(maze: &Maze, route: Option<&[Direction]>) -> Vec<u8> {
    let mut colours: Vec<u8> = maze
        .cells()
        .iter()
        .map(|&cell| match cell {
            WALL => WALL_INDEX,
            START => START_INDEX,
            EXIT => EXIT_INDEX,
            WAY => WAY_INDEX,
            _ => unreachable!("a maze has no other letters"),
        })
        .collect();
    if let Some(route) = route {
        for (step, cell) in maze.cells_of(route).enumerate() {
            let shade = step * (SHADES - 1) / route.len().max(1);
            colours[cell] = ROUTE_INDEX + shade as u8;
        }
    }
    colours
}

/// Writes cells as squares of `scale` pixels, `width` of them in a line.
fn write(
    out: &mut dyn Write,
    cells: &[u8],
    width: usize,
    scale: usize,
    with_route: bool,
) -> io::Result<()> {
    let side = |cells: usize| {
        u32::try_from(cells * scale).map_err(|_| io::Error::other("too large for a PNG"))
    };
    let mut encoder = Encoder::new(out, side(width)?, side(cells.len() / width)?);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(palette(with_route));
    encoder.set_compression(Compression::Fast);
    let mut writer = encoder.write_header()?;
    let mut writer = writer.stream_writer_with_size(1 << 16)?;
    let mut line = Vec::with_capacity(width * scale);
    for cells in cells.chunks(width) {
        line.clear();
        line.extend(
            cells
                .iter()
                .flat_map(|&cell| std::iter::repeat_n(cell, scale)),
        );
        for _ in 0..scale {
            writer.write_all(&line)?;
        }
    }
    writer.finish()?;
    Ok(())
}
