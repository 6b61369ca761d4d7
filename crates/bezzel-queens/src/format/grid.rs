//! Boards as text with bars, such as `| |O| | |` (the format of post 000).

use std::io::{self, Write};

use super::lines::{self, BoardCell};
use super::{Format, Listing};
use crate::Placement;
use crate::{BoardFlaw, Error};

/// A grid of bars with an `O` for a queen.
pub(super) struct Grid;

/// The text for the board of side 0.
const EMPTY_BOARD: &str = "||";

impl Format for Grid {
    fn name(&self) -> &'static str {
        "grid"
    }

    fn about(&self) -> &'static str {
        "cells between bars, a queen is an O: | |O| | |"
    }

    fn solution(
        &self,
        out: &mut dyn Write,
        listing: &Listing<'_>,
        _number: u64,
        columns: &mut dyn Iterator<Item = u64>,
    ) -> io::Result<()> {
        if listing.n == 0 {
            writeln!(out, "{EMPTY_BOARD}")?;
        }
        for (row, column) in (0..).zip(columns) {
            let mut blocked = listing.blocked_in(row).iter().peekable();
            for cell in 0..listing.n {
                let barred = blocked.next_if(|square| u64::from(square.column) == cell);
                out.write_all(match barred {
                    _ if cell == column => b"|O",
                    Some(_) => b"|#",
                    None => b"| ",
                })?;
            }
            out.write_all(b"|\n")?;
        }
        if listing.many {
            out.write_all(b"\n")?;
        }
        Ok(())
    }

    fn recognises(&self, text: &str) -> bool {
        text.starts_with('|')
    }

    fn read(&self, text: &str, _base: Option<u32>) -> Result<Vec<Placement>, Error> {
        lines::groups(text, None)
            .iter()
            .map(|group| match &group[..] {
                [row] if row.text == EMPTY_BOARD => Ok(Placement::from_columns(&[])),
                rows => Ok(lines::read_drawing(rows, cells)?.placement()),
            })
            .collect()
    }
}

/// Returns the text between the bars of a line.
fn cells(row: &lines::TextRow<'_>) -> Result<Vec<BoardCell>, Error> {
    let inner = row
        .text
        .strip_prefix('|')
        .ok_or_else(|| row.unreadable(1, BoardFlaw::NoEdge { edge: "start" }))?;
    let end = row.text.chars().count();
    let inner = inner
        .strip_suffix('|')
        .ok_or_else(|| row.unreadable(end, BoardFlaw::NoEdge { edge: "end" }))?;
    let mut column = 2;
    let cells = inner.split('|').map(|cell| {
        let at = column;
        column += cell.chars().count() + 1;
        match cell {
            "O" => Ok(BoardCell::Queen),
            " " => Ok(BoardCell::Free),
            "#" => Ok(BoardCell::Blocked),
            other => {
                let found = format!("{other:?}");
                let known = r##""O", " " and "#""##;
                Err(row.unreadable(at, BoardFlaw::UnknownCell { found, known }))
            }
        }
    });
    cells.collect()
}
