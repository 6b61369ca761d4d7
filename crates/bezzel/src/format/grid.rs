//! `| |O| | |`, as post 000 draws it.

use std::io::{self, Write};

use super::{Format, Listing, lines};
use crate::Error;
use crate::queens::Placement;

/// A grid of bars with an `O` for a queen.
pub(super) struct Grid;

impl Format for Grid {
    fn name(&self) -> &'static str {
        "grid"
    }

    fn about(&self) -> &'static str {
        "bars and Os, as post 000 draws it"
    }

    fn solution(
        &self,
        out: &mut dyn Write,
        listing: &Listing,
        _number: u64,
        columns: &mut dyn Iterator<Item = u64>,
    ) -> io::Result<()> {
        for column in columns {
            for cell in 0..listing.n {
                out.write_all(if cell == column { b"|O" } else { b"| " })?;
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
            .map(|group| lines::drawn(group, cells))
            .collect()
    }
}

/// What stands between the bars of a line.
fn cells(row: &lines::Row<'_>) -> Result<Vec<bool>, Error> {
    let inner = row
        .text
        .strip_prefix('|')
        .ok_or_else(|| row.unreadable(1, "the line should start with '|'"))?;
    let end = row.text.chars().count();
    let inner = inner
        .strip_suffix('|')
        .ok_or_else(|| row.unreadable(end, "the line should end with '|'"))?;
    let mut column = 2;
    let cells = inner.split('|').map(|cell| {
        let at = column;
        column += cell.chars().count() + 1;
        match cell {
            "O" => Ok(true),
            " " => Ok(false),
            other => Err(row.unreadable(at, format!("{other:?} is neither \"O\" nor \" \""))),
        }
    });
    cells.collect()
}
