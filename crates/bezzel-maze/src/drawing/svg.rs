//! SVG drawings: adjacent walls of a line are one rectangle; the colour of the route changes along
//! its length.

use std::io::{self, Write};

use super::{Drawing, EXIT_COLOR, RouteFormat, START_COLOR, Sheet, Tiles, along, scale};
use crate::{Direction, EXIT, Maze, WALL};

pub(super) struct Svg;

impl RouteFormat for Svg {
    fn name(&self) -> &'static str {
        "svg"
    }

    fn about(&self) -> &'static str {
        "a vector graphic"
    }

    fn media_type(&self) -> &'static str {
        "image/svg+xml"
    }

    fn draw(&self, out: &mut dyn Write, drawing: &Drawing<'_>) -> io::Result<()> {
        let maze = drawing.maze;
        let (width, height) = (maze.width(), maze.height());
        let scale = scale(maze, 900, 24);
        writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{}\" height=\"{}\" role=\"img\">",
            width * scale,
            height * scale
        )?;
        match drawing.route {
            Some(route) => writeln!(
                out,
                "<title>A maze and a way out of {} steps</title>",
                route.len()
            )?,
            None => writeln!(out, "<title>A maze</title>")?,
        }
        writeln!(
            out,
            "<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>"
        )?;
        write!(out, "<path fill=\"#20242a\" d=\"")?;
        for (row, cells) in maze.cells().chunks(width).enumerate() {
            let mut column = 0;
            for run in cells.chunk_by(|one, other| (*one == WALL) == (*other == WALL)) {
                if run[0] == WALL {
                    write!(out, "M{column} {row}h{0}v1h-{0}z", run.len())?;
                }
                column += run.len();
            }
        }
        writeln!(out, "\"/>")?;

        let spot = |out: &mut dyn Write, cell: usize, [r, g, b]: [u8; 3]| {
            let (x, y) = (cell % width, cell / width);
            writeln!(
                out,
                "<rect x=\"{x}\" y=\"{y}\" width=\"1\" height=\"1\" fill=\"rgb({r},{g},{b})\"/>"
            )
        };
        spot(out, maze.start(), START_COLOR)?;
        for exit in (0..width * height).filter(|&cell| maze.cells()[cell] == EXIT) {
            spot(out, exit, EXIT_COLOR)?;
        }
        if let Some(route) = drawing.route.filter(|route| !route.is_empty()) {
            const PIECES: usize = 64;
            let cells: Vec<usize> = maze.cells_of(route).collect();
            let length = route.len().div_ceil(PIECES);
            writeln!(
                out,
                "<g fill=\"none\" stroke-width=\".42\" stroke-linejoin=\"round\" stroke-linecap=\"round\">"
            )?;
            for start in (0..route.len()).step_by(length) {
                let end = (start + length).min(route.len());
                let [r, g, b] = along(start as f64 / route.len() as f64);
                write!(out, "<polyline stroke=\"rgb({r},{g},{b})\" points=\"")?;
                for cell in &cells[start..=end] {
                    write!(out, "{}.5 {}.5 ", cell % width, cell / width)?;
                }
                writeln!(out, "\"/>")?;
            }
            writeln!(out, "</g>")?;
        }
        writeln!(out, "</svg>")
    }

    fn sheet(&self) -> Option<&dyn Sheet> {
        Some(self)
    }
}

impl Sheet for Svg {
    fn draw(&self, out: &mut dyn Write, maze: &Maze, routes: &[Vec<Direction>]) -> io::Result<()> {
        let tiles = Tiles::of(routes.len());
        let scale = scale(maze, 900, 24);
        let gap = scale;
        let side = |cells: usize, tiles: usize| tiles * (cells * scale + gap) + gap;
        let (width, height) = (
            side(maze.width(), tiles.across),
            side(maze.height(), tiles.down),
        );
        writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" role=\"img\">"
        )?;
        writeln!(out, "<title>{} routes of a maze</title>", routes.len())?;
        writeln!(
            out,
            "<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>"
        )?;
        for (number, route) in routes.iter().enumerate() {
            let (column, row) = tiles.place(number);
            let (x, y) = (side(maze.width(), column), side(maze.height(), row));
            writeln!(out, "<g transform=\"translate({x} {y})\">")?;
            let drawing = Drawing {
                maze,
                route: Some(route),
                steps: &[],
            };
            RouteFormat::draw(self, out, &drawing)?;
            writeln!(out, "</g>")?;
        }
        writeln!(out, "</svg>")
    }
}
