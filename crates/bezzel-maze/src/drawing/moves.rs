//! Routes as a string of directions.

use std::io::{self, Write};

use super::{Drawing, RouteFormat};

pub(super) struct Moves;

impl RouteFormat for Moves {
    fn name(&self) -> &'static str {
        "moves"
    }

    fn about(&self) -> &'static str {
        "the route as a string of directions, such as EESSWS"
    }

    fn media_type(&self) -> &'static str {
        "text/plain; charset=utf-8"
    }

    fn shows_mazes(&self) -> bool {
        false
    }

    fn draw(&self, out: &mut dyn Write, drawing: &Drawing<'_>) -> io::Result<()> {
        for direction in drawing.route.unwrap_or_default() {
            write!(out, "{direction}")?;
        }
        writeln!(out)
    }
}
