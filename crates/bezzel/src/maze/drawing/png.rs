//! A picture, a pixel or more a cell, the route coloured along its length.

use std::io::{self, Write};

use png::{BitDepth, ColorType, Compression, Encoder};

use super::{Drawing, EXIT_COLOR, RouteFormat, along, scale};
use crate::maze::{EXIT, START, WALL, WAY};

pub(super) struct Png;

/// The palette: four fixed colours, then the route's.
const WALL_INDEX: u8 = 0;
const WAY_INDEX: u8 = 1;
const START_INDEX: u8 = 2;
const EXIT_INDEX: u8 = 3;
const ROUTE_INDEX: u8 = 4;
const SHADES: usize = 252;

/// What the pictures of the maze-solving world look like, readable again by this program: black,
/// white, a red start and green exits. A route takes the place of both.
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
        "a picture, the route coloured along its length"
    }

    fn media_type(&self) -> &'static str {
        "image/png"
    }

    fn is_binary(&self) -> bool {
        true
    }

    fn draw(&self, out: &mut dyn Write, drawing: &Drawing<'_>) -> io::Result<()> {
        let maze = drawing.maze;
        let width = maze.width();
        // A maze without a route is to be read again, so that a pixel is a cell.
        let scale = match drawing.route {
            Some(_) => scale(maze, 800, 16),
            None => 1,
        };
        let mut pixels: Vec<u8> = maze
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
        if let Some(route) = drawing.route {
            for (step, cell) in maze.cells_of(route).enumerate() {
                let shade = step * (SHADES - 1) / route.len().max(1);
                pixels[cell] = ROUTE_INDEX + shade as u8;
            }
        }

        let side = |cells: usize| {
            u32::try_from(cells * scale).map_err(|_| io::Error::other("too large for a PNG"))
        };
        let mut encoder = Encoder::new(out, side(width)?, side(maze.height())?);
        encoder.set_color(ColorType::Indexed);
        encoder.set_depth(BitDepth::Eight);
        encoder.set_palette(palette(drawing.route.is_some()));
        encoder.set_compression(Compression::Fast);
        let mut writer = encoder.write_header()?;
        let mut writer = writer.stream_writer_with_size(1 << 16)?;
        let mut line = Vec::with_capacity(width * scale);
        for cells in pixels.chunks(width) {
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
}
