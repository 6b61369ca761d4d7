//! Boards as JSON arrays of rows, `[[".Q..","...Q","Q...","..Q."]]`: the format of LeetCode 51.

use std::io::{self, Write};

use serde_json::value::RawValue;

use super::{Format, Listing, json, lines};
use crate::Placement;
use crate::{BoardFlaw, Error};

/// One JSON array of boards, a board being an array of rows.
pub(super) struct Leetcode;

impl Format for Leetcode {
    fn name(&self) -> &'static str {
        "leetcode"
    }

    fn about(&self) -> &'static str {
        "one JSON array of boards, the format of LeetCode 51"
    }

    fn begin(&self, out: &mut dyn Write, _listing: &Listing<'_>) -> io::Result<()> {
        out.write_all(b"[")
    }

    fn solution(
        &self,
        out: &mut dyn Write,
        listing: &Listing<'_>,
        number: u64,
        columns: &mut dyn Iterator<Item = u64>,
    ) -> io::Result<()> {
        out.write_all(if number == 1 { b"[" } else { b",[" })?;
        let mut comma = "";
        for column in columns {
            write!(out, "{comma}\"")?;
            lines::row(out, listing.n, column, &[])?;
            out.write_all(b"\"")?;
            comma = ",";
        }
        out.write_all(b"]")
    }

    fn end(&self, out: &mut dyn Write, _listing: &Listing<'_>) -> io::Result<()> {
        out.write_all(b"]\n")
    }

    fn recognises(&self, text: &str) -> bool {
        let inner = text.trim_start_matches(|c: char| c == '[' || c.is_whitespace());
        text.starts_with('[') && inner.starts_with('"')
    }

    /// Reads an array of boards, or one board alone.
    fn read(&self, text: &str, _base: Option<u32>) -> Result<Vec<Placement>, Error> {
        const EXPECTED: &str = r#"an array of boards like [[".Q..","...Q","Q...","..Q."]]"#;
        json::lists::<&RawValue>(text, EXPECTED)?
            .into_iter()
            .map(|(_, rows)| {
                let rows: Result<Vec<_>, Error> = rows
                    .iter()
                    .map(|row| {
                        // The characters between the quotes; a string with escapes is not a board.
                        let letters = row
                            .get()
                            .strip_prefix('"')
                            .and_then(|row| row.strip_suffix('"'));
                        letters
                            .map(|letters| lines::TextRow::within(text, letters))
                            .ok_or_else(|| {
                                let before = lines::before(text, row.get());
                                let expected = EXPECTED;
                                lines::unreadable_after(before, BoardFlaw::Unexpected { expected })
                            })
                    })
                    .collect();
                Ok(lines::dotted(&rows?)?.placement())
            })
            .collect()
    }
}
