//! Boards as text, one line per row, such as `.Q..` (the format of post 002).

use std::io::{self, Write};

use super::{Format, Listing, lines};
use crate::Error;
use crate::Placement;

/// A board of dots and `Q`s, followed by a blank line. In a listing each board has a heading.
pub(super) struct Board;

const HEADING: &str = "Solution #";

impl Format for Board {
    fn name(&self) -> &'static str {
        "board"
    }

    fn about(&self) -> &'static str {
        "dots and Qs: .Q.."
    }

    fn solution(
        &self,
        out: &mut dyn Write,
        listing: &Listing<'_>,
        number: u64,
        columns: &mut dyn Iterator<Item = u64>,
    ) -> io::Result<()> {
        if listing.many {
            writeln!(out, "{HEADING}{number} :")?;
        }
        for (row, column) in (0..).zip(columns) {
            lines::row(out, listing.n, column, listing.blocked_in(row))?;
            out.write_all(b"\n")?;
        }
        out.write_all(b"\n")
    }

    fn recognises(&self, _text: &str) -> bool {
        true
    }

    fn read(&self, text: &str, _base: Option<u32>) -> Result<Vec<Placement>, Error> {
        lines::groups(text, Some(HEADING))
            .iter()
            .map(|group| Ok(lines::dotted(group)?.placement()))
            .collect()
    }
}
