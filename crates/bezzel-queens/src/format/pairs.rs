//! One line per queen, such as `(1, 2)` (the format of post 001).

use std::io::{self, Write};

use super::{Format, Listing, lines};
use crate::{BoardFlaw, Error};
use crate::{Placement, Square};

/// A line for each queen with its row and column, counted from 1.
pub(super) struct Pairs;

/// The text for the board of side 0.
const EMPTY_BOARD: &str = "()";

impl Format for Pairs {
    fn name(&self) -> &'static str {
        "pairs"
    }

    fn about(&self) -> &'static str {
        "row and column of each queen, counted from 1: (1, 2)"
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

    /// The board's side is the largest row, column or number of queens.
    fn read(&self, text: &str, _base: Option<u32>) -> Result<Vec<Placement>, Error> {
        lines::groups(text, None)
            .into_iter()
            .map(|group| {
                if matches!(&group[..], [row] if row.text == EMPTY_BOARD) {
                    return Ok(Placement::from_columns(&[]));
                }
                let queens: Result<Vec<Square>, Error> = group.iter().map(pair).collect();
                let queens = queens?;
                let far = queens.iter().map(|queen| queen.row.max(queen.column) + 1);
                let n = far.max().unwrap_or(0).max(queens.len() as u32);
                Placement::new(n, queens.clone()).map_err(|square| {
                    let again = queens.iter().rposition(|&queen| queen == square);
                    group[again.unwrap_or(0)].unreadable(1, BoardFlaw::SquareTwice { square })
                })
            })
            .collect()
    }
}

/// The largest number accepted, so that a typing error does not lead to a board that is too large
/// for memory.
const MAX_NUMBER: u32 = 1 << 30;

fn pair(row: &lines::TextRow<'_>) -> Result<Square, Error> {
    let numbers = row
        .text
        .trim()
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'))
        .and_then(|inner| inner.split_once(','));
    let number = |text: &str| match text.trim().parse::<u32>() {
        Ok(number @ 1..=MAX_NUMBER) => Some(number - 1),
        _ => None,
    };
    numbers
        .and_then(|(row, column)| Some(Square::new(number(row)?, number(column)?)))
        .ok_or_else(|| {
            let expected = "a pair like (1, 2), row and column from 1";
            row.unreadable(1, BoardFlaw::Unexpected { expected })
        })
}
