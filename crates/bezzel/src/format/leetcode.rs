//! `[[".Q..","...Q","Q...","..Q."]]`, as problem 51 of LeetCode wants it.

use std::io::{self, Write};

use super::{Format, Listing, json, lines};
use crate::Error;
use crate::queens::Placement;

/// One JSON array of boards, a board being an array of rows.
pub(super) struct Leetcode;

impl Format for Leetcode {
    fn name(&self) -> &'static str {
        "leetcode"
    }

    fn about(&self) -> &'static str {
        "one JSON array of boards, as LeetCode 51 wants it"
    }

    fn begin(&self, out: &mut dyn Write, _listing: &Listing) -> io::Result<()> {
        out.write_all(b"[")
    }

    fn solution(
        &self,
        out: &mut dyn Write,
        listing: &Listing,
        number: u64,
        columns: &mut dyn Iterator<Item = u64>,
    ) -> io::Result<()> {
        out.write_all(if number == 1 { b"[" } else { b",[" })?;
        let mut comma = "";
        for column in columns {
            write!(out, "{comma}\"")?;
            lines::row(out, listing.n, column)?;
            out.write_all(b"\"")?;
            comma = ",";
        }
        out.write_all(b"]")
    }

    fn end(&self, out: &mut dyn Write, _listing: &Listing) -> io::Result<()> {
        out.write_all(b"]\n")
    }

    fn recognises(&self, text: &str) -> bool {
        let inner = text.trim_start_matches(|c: char| c == '[' || c.is_whitespace());
        text.starts_with('[') && inner.starts_with('"')
    }

    /// Reads an array of boards, or one board alone.
    fn read(&self, text: &str) -> Result<Vec<Placement>, Error> {
        const EXPECTED: &str = r#"an array of boards like [[".Q..","...Q","Q...","..Q."]]"#;
        let nested = text.trim_start()[1..].trim_start().starts_with('[');
        let boards = if nested {
            json::lists::<Vec<String>>(text, EXPECTED)?
        } else {
            json::values::<Vec<String>>(text, EXPECTED)?
        };
        boards
            .into_iter()
            .map(|(before, rows)| {
                let line = before.matches('\n').count() + 1;
                let rows: Vec<_> = rows.iter().map(|row| (line, row.as_str())).collect();
                lines::dotted(&rows)
            })
            .collect()
    }
}
