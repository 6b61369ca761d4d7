//! `(1, 2)`, as post 001 prints it.

use std::io::{self, Write};

use super::{Format, Listing, lines};
use crate::Error;
use crate::queens::{Placement, Square};

/// A line for each queen with her row and column, from 1.
pub(super) struct Pairs;

impl Format for Pairs {
    fn name(&self) -> &'static str {
        "pairs"
    }

    fn about(&self) -> &'static str {
        "row and column of each queen from 1, as post 001 prints them"
    }

    fn solution(
        &self,
        out: &mut dyn Write,
        listing: &Listing,
        _number: u64,
        columns: &mut dyn Iterator<Item = u64>,
    ) -> io::Result<()> {
        for (row, column) in (1_u64..).zip(columns) {
            writeln!(out, "({row}, {})", column + 1)?;
        }
        if listing.many {
            out.write_all(b"\n")?;
        }
        Ok(())
    }

    fn recognises(&self, text: &str) -> bool {
        text.starts_with('(')
    }

    /// The board is as large as the largest row, column or number of queens says.
    fn read(&self, text: &str) -> Result<Vec<Placement>, Error> {
        lines::groups(text, None)
            .into_iter()
            .map(|group| {
                let queens: Result<Vec<Square>, Error> = group.iter().copied().map(pair).collect();
                let queens = queens?;
                let far = queens.iter().map(|queen| queen.row.max(queen.column) + 1);
                let n = far.max().unwrap_or(0).max(queens.len() as u32);
                let lines: Vec<usize> = group.iter().map(|&(line, _)| line).collect();
                Placement::new(n, queens.clone()).map_err(|square| {
                    let again = queens.iter().rposition(|&queen| queen == square);
                    let line = lines[again.unwrap_or(0)];
                    lines::unreadable(line, 1, format!("{square} was given before"))
                })
            })
            .collect()
    }
}

/// The largest number accepted, so that a slip does not ask for a board beyond all memory.
const LARGEST: u32 = 1 << 30;

fn pair((line, text): lines::Numbered<'_>) -> Result<Square, Error> {
    let numbers = text
        .trim()
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'))
        .and_then(|inner| inner.split_once(','));
    let number = |text: &str| match text.trim().parse::<u32>() {
        Ok(number @ 1..=LARGEST) => Some(number - 1),
        _ => None,
    };
    numbers
        .and_then(|(row, column)| Some(Square::new(number(row)?, number(column)?)))
        .ok_or_else(|| {
            lines::unreadable(
                line,
                1,
                "this is not a pair like (1, 2), row and column from 1",
            )
        })
}
