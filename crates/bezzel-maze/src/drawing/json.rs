//! Routes as JSON.

use std::io::{self, Write};

use super::{Drawing, RouteFormat};

pub(super) struct Json;

impl RouteFormat for Json {
    fn name(&self) -> &'static str {
        "json"
    }

    fn about(&self) -> &'static str {
        "the route's cells as [row, column] from 0, and its directions"
    }

    fn media_type(&self) -> &'static str {
        "application/json"
    }

    fn shows_mazes(&self) -> bool {
        false
    }

    fn draw(&self, out: &mut dyn Write, drawing: &Drawing<'_>) -> io::Result<()> {
        let maze = drawing.maze;
        let route = drawing.route.unwrap_or_default();
        write!(
            out,
            "{{\"width\":{},\"height\":{},\"steps\":{},\"directions\":\"",
            maze.width(),
            maze.height(),
            route.len()
        )?;
        for direction in route {
            write!(out, "{direction}")?;
        }
        write!(out, "\",\"cells\":[")?;
        let mut comma = "";
        for cell in maze.cells_of(route) {
            write!(
                out,
                "{comma}[{},{}]",
                cell / maze.width(),
                cell % maze.width()
            )?;
            comma = ",";
        }
        writeln!(out, "]}}")
    }
}
