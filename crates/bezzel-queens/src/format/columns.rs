//! The columns of the queens as a list, such as `[1, 3, 0, 2]` (the format of posts 000 and 004).

use std::io::{self, Write};

use super::{Format, Listing, json, lines};
use crate::Placement;
use crate::{BoardFlaw, Error};

/// The columns of the queens, row by row, in brackets.
pub(super) struct Columns;

impl Format for Columns {
    fn name(&self) -> &'static str {
        "columns"
    }

    fn about(&self) -> &'static str {
        "the column of the queen in each row: [1, 3, 0, 2]"
    }

    fn has_base(&self) -> bool {
        true
    }

    fn solution(
        &self,
        out: &mut dyn Write,
        listing: &Listing<'_>,
        _number: u64,
        columns: &mut dyn Iterator<Item = u64>,
    ) -> io::Result<()> {
        out.write_all(b"[")?;
        let mut comma = "";
        for column in columns {
            write!(out, "{comma}{}", column + listing.base)?;
            comma = ", ";
        }
        out.write_all(b"]\n")
    }

    fn recognises(&self, text: &str) -> bool {
        let inner = text.trim_start_matches(|c: char| c == '[' || c.is_whitespace());
        text.starts_with('[') && !inner.starts_with('"')
    }

    /// Reads lists separated by white space, or a list of lists as post 000 prints them. A list
    /// that contains column n but not column 0 counts from 1.
    fn read(&self, text: &str, base: Option<u32>) -> Result<Vec<Placement>, Error> {
        const EXPECTED: &str = "a list of columns like [1, 3, 0, 2]";
        let lists = json::lists::<u32>(text, EXPECTED)?;
        lists
            .into_iter()
            .map(|(before, mut columns)| {
                let n = columns.len() as u32;
                let stated = columns.contains(&n) && !columns.contains(&0);
                let base = base.unwrap_or(stated.into());
                if base > 0 && columns.contains(&0) {
                    return Err(lines::unreadable_after(before, BoardFlaw::ColumnZero));
                }
                columns.iter_mut().for_each(|column| *column -= base);
                json::placement(before, n, &columns)
            })
            .collect()
    }
}
