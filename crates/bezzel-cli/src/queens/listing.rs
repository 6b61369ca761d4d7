//! Output options of solutions: `--format` and `--base`.

use std::io::{self, Write};

use anyhow::{Result, bail};
use bezzel_queens::Square;
use bezzel_queens::format::{FORMATS, Format, Listing, format};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};

#[derive(Args)]
pub struct SolutionOutput {
    /// The output format
    #[arg(long, value_name = "FORMAT", default_value = "board", value_parser = names())]
    format: String,
    /// Number columns from 0 or 1 (`--format columns`)
    #[arg(long, value_name = "0|1", value_parser = clap::value_parser!(u64).range(0..=1))]
    base: Option<u64>,
}

fn names() -> PossibleValuesParser {
    let value = |format: &&dyn Format| PossibleValue::new(format.name()).help(format.about());
    PossibleValuesParser::new(FORMATS.iter().map(value))
}

impl SolutionOutput {
    /// Returns the format, and the listing of boards of side `n`.
    pub fn listing<'b>(
        &self,
        n: u64,
        blocked: &'b [Square],
        many: bool,
    ) -> Result<ListingFormat<'b>> {
        let format = format(&self.format).expect("clap accepts known formats only");
        if self.base.is_some() && !format.has_base() {
            bail!(
                "--base requires --format columns, not --format {}",
                format.name()
            );
        }
        let listing = if many {
            Listing::many(n)
        } else {
            Listing::one(n)
        };
        let listing = Listing {
            blocked,
            base: self.base.unwrap_or(0),
            ..listing
        };
        Ok(ListingFormat { format, listing })
    }
}

/// A format and its listing.
#[derive(Clone, Copy)]
pub struct ListingFormat<'b> {
    pub format: &'static dyn Format,
    pub listing: Listing<'b>,
}

impl ListingFormat<'_> {
    /// Prints a listing with one solution.
    pub fn print(
        self,
        out: &mut dyn Write,
        columns: &mut dyn Iterator<Item = u64>,
    ) -> io::Result<()> {
        self.format.begin(out, &self.listing)?;
        self.format.solution(out, &self.listing, 1, columns)?;
        self.format.end(out, &self.listing)?;
        out.flush()
    }
}
