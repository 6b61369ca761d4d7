//! SVG drawings; several boards become one picture.

use std::io::{self, Write};

use super::{Format, Listing, lines};
use crate::{BoardFlaw, Error};
use crate::{Placement, Square};

/// Boards as an SVG picture.
pub(super) struct Svg;

/// The side of a square, and the space between boards.
const SQUARE: u128 = 45;
const GAP: u128 = 30;

/// Every queen and every board starts a line with these constants, by which the reader finds them.
const QUEEN: &str = "<use href=\"#queen\" x=\"";
const BOARD: &str = "<g class=\"board\" data-n=\"";

/// The chequered pattern, and the queen as a path.
const DEFINITIONS: &str = r##"<defs>
<pattern id="squares" width="90" height="90" patternUnits="userSpaceOnUse"><rect width="90" height="90" fill="#f0d9b5"/><path d="M45 0h45v45h-45zM0 45h45v45h-45z" fill="#b58863"/></pattern>
<g id="queen" fill="#1f1a17" stroke="#1f1a17" stroke-linejoin="round"><path d="M11 31 7.5 15.5 15 25 16.5 11 22.5 23.5 28.5 11 30 25 37.5 15.5 34 31z"/><path d="M11 32.5h23l1.5 6h-26z"/><g stroke="none"><circle cx="7" cy="13" r="2.6"/><circle cx="16" cy="8.5" r="2.6"/><circle cx="29" cy="8.5" r="2.6"/><circle cx="38" cy="13" r="2.6"/></g></g>
"##;

/// A blocked square: dark, with a cross.
const BLOCKED: &str = r##"<g id="blocked"><rect width="45" height="45" fill="#4a4238"/><path d="M0 15 15 0M0 30 30 0M0 45 45 0M15 45 45 15M30 45 45 30" stroke="#8c8274" stroke-width="3"/></g>
"##;

/// Returns the number of boards in a row: about the square root of their number.
fn across(boards: u64) -> u64 {
    (1..20).find(|&side| side * side >= boards).unwrap_or(20)
}

impl Format for Svg {
    fn name(&self) -> &'static str {
        "svg"
    }

    fn about(&self) -> &'static str {
        "a picture of all boards"
    }

    fn needs_total(&self) -> bool {
        true
    }

    fn begin(&self, out: &mut dyn Write, listing: &Listing<'_>) -> io::Result<()> {
        let boards = listing.total.unwrap_or(1);
        let across = across(boards);
        let side = u128::from(listing.n) * SQUARE;
        let extent = |boards: u64| (u128::from(boards) * (side + GAP)).saturating_sub(GAP);
        let (width, height) = (extent(across), extent(boards.div_ceil(across)));
        let n = listing.n;
        let title = match boards {
            1 => format!("{n} queens"),
            _ => format!("{boards} solutions of {n} queens"),
        };
        writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-2 -2 {} {}\" width=\"{width}\" role=\"img\">",
            width + 4,
            height + 4
        )?;
        writeln!(out, "<title>{title}</title>")?;
        out.write_all(DEFINITIONS.as_bytes())?;
        if !listing.blocked.is_empty() {
            out.write_all(BLOCKED.as_bytes())?;
        }
        out.write_all(b"</defs>\n")
    }

    fn solution(
        &self,
        out: &mut dyn Write,
        listing: &Listing<'_>,
        number: u64,
        columns: &mut dyn Iterator<Item = u64>,
    ) -> io::Result<()> {
        let across = across(listing.total.unwrap_or(1));
        let side = u128::from(listing.n) * SQUARE;
        let place = |boards: u64| u128::from(boards) * (side + GAP);
        let (x, y) = ((number - 1) % across, (number - 1) / across);
        writeln!(
            out,
            "{BOARD}{}\" transform=\"translate({} {})\"><rect width=\"{side}\" height=\"{side}\" fill=\"url(#squares)\" stroke=\"#6b4a2f\" stroke-width=\"2\"/>",
            listing.n,
            place(x),
            place(y),
        )?;
        let pixels = |index: u64| u128::from(index) * SQUARE;
        for square in listing.blocked {
            writeln!(
                out,
                "<use href=\"#blocked\" class=\"blocked\" x=\"{}\" y=\"{}\"/>",
                pixels(square.column.into()),
                pixels(square.row.into())
            )?;
        }
        for (row, column) in (0..).zip(columns) {
            writeln!(out, "{QUEEN}{}\" y=\"{}\"/>", pixels(column), pixels(row))?;
        }
        out.write_all(b"</g>\n")
    }

    fn end(&self, out: &mut dyn Write, _listing: &Listing<'_>) -> io::Result<()> {
        out.write_all(b"</svg>\n")
    }

    fn recognises(&self, text: &str) -> bool {
        text.starts_with('<')
    }

    /// Reads the pictures written by this format, not arbitrary SVG.
    fn read(&self, text: &str, _base: Option<u32>) -> Result<Vec<Placement>, Error> {
        const FOREIGN: BoardFlaw = BoardFlaw::Unexpected {
            expected: "a board drawn by this program",
        };
        let mut boards: Vec<(usize, u32, Vec<Square>)> = Vec::new();
        for (line, text) in (1..).zip(text.lines()) {
            let unreadable = || lines::unreadable(line, 1, FOREIGN);
            if let Some(rest) = text.strip_prefix(BOARD) {
                let (n, _) = rest.split_once('"').ok_or_else(unreadable)?;
                boards.push((line, n.parse().map_err(|_| unreadable())?, Vec::new()));
            } else if let Some(rest) = text.strip_prefix(QUEEN) {
                let (_, _, queens) = boards.last_mut().ok_or_else(unreadable)?;
                queens.push(queen(rest).ok_or_else(unreadable)?);
            }
        }
        if boards.is_empty() {
            return Err(lines::unreadable(1, 1, FOREIGN));
        }
        boards
            .into_iter()
            .map(|(line, n, queens)| {
                Placement::new(n, queens)
                    .map_err(|square| lines::unreadable(line, 1, BoardFlaw::SquareTaken { square }))
            })
            .collect()
    }
}

/// Returns the square of a queen from the text after `QUEEN`, such as `45" y="0"/>`: x, then y, in
/// pixels.
fn queen(text: &str) -> Option<Square> {
    let (x, rest) = text.split_once("\" y=\"")?;
    let y = rest.strip_suffix("\"/>")?;
    let square = |pixels: &str| Some(pixels.parse::<u32>().ok()? / SQUARE as u32);
    Some(Square::new(square(y)?, square(x)?))
}
