//! The maze as post 002 prints it, the route as `+`.

use std::io::{self, Write};

use super::{Drawing, RouteFormat};
use crate::{ROUTE, WAY};

pub(super) struct Text;

impl RouteFormat for Text {
    fn name(&self) -> &'static str {
        "text"
    }

    fn about(&self) -> &'static str {
        "the input format, with the route as +"
    }

    fn media_type(&self) -> &'static str {
        "text/plain; charset=utf-8"
    }

    fn separator(&self) -> &'static str {
        "\n"
    }

    fn draw(&self, out: &mut dyn Write, drawing: &Drawing<'_>) -> io::Result<()> {
        let maze = drawing.maze;
        let width = maze.width();
        // One bit per cell marks the route, since text is written in the order of cells, not of
        // steps.
        let mut on_route = vec![0_u64; maze.cells().len().div_ceil(64)];
        for cell in maze.cells_of(drawing.route.unwrap_or_default()) {
            on_route[cell / 64] |= 1 << (cell % 64);
        }
        let mut line = Vec::with_capacity(width + 1);
        for (row, cells) in maze.cells().chunks(width).enumerate() {
            line.clear();
            line.extend_from_slice(cells);
            for (column, letter) in line.iter_mut().enumerate() {
                let cell = row * width + column;
                if on_route[cell / 64] >> (cell % 64) & 1 == 1 && *letter == WAY {
                    *letter = ROUTE;
                }
            }
            line.push(b'\n');
            out.write_all(&line)?;
        }
        Ok(())
    }
}
