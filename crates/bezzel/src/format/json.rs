//! `{"n":4,"columns":[1,3,0,2]}`, one object a line; and reading JSON for the formats like it.

use std::io::{self, Write};

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::{Format, Listing, lines};
use crate::Error;
use crate::queens::{Placement, Square};

/// One JSON object a line.
pub(super) struct Json;

impl Format for Json {
    fn name(&self) -> &'static str {
        "json"
    }

    fn about(&self) -> &'static str {
        "one JSON object a line"
    }

    fn solution(
        &self,
        out: &mut dyn Write,
        listing: &Listing,
        _number: u64,
        columns: &mut dyn Iterator<Item = u64>,
    ) -> io::Result<()> {
        write!(out, "{{\"n\":{},\"columns\":[", listing.n)?;
        let mut comma = "";
        for column in columns {
            write!(out, "{comma}{column}")?;
            comma = ",";
        }
        out.write_all(b"]}\n")
    }

    fn recognises(&self, text: &str) -> bool {
        text.starts_with('{')
    }

    fn read(&self, text: &str) -> Result<Vec<Placement>, Error> {
        #[derive(Deserialize)]
        struct Solution {
            n: u32,
            columns: Vec<u32>,
        }
        let solutions = values::<Solution>(text, r#"an object like {"n":4,"columns":[1,3,0,2]}"#)?;
        solutions
            .into_iter()
            .map(|(before, solution)| placement(before, solution.n, &solution.columns))
            .collect()
    }
}

/// The JSON values of a text, each with the text before it.
pub(super) fn values<'t, T: DeserializeOwned>(
    text: &'t str,
    expected: &str,
) -> Result<Vec<(&'t str, T)>, Error> {
    let mut stream = serde_json::Deserializer::from_str(text).into_iter::<T>();
    let mut values = Vec::new();
    loop {
        let before = &text[..stream.byte_offset()];
        match stream.next() {
            None => return Ok(values),
            Some(Ok(value)) => values.push((before, value)),
            Some(Err(error)) => {
                return Err(lines::unreadable(
                    error.line().max(1),
                    error.column().max(1),
                    format!("this is not {expected}"),
                ));
            }
        }
    }
}

/// The JSON values of the lists of a text, each with the text before its list.
pub(super) fn lists<'t, T: DeserializeOwned>(
    text: &'t str,
    expected: &str,
) -> Result<Vec<(&'t str, T)>, Error> {
    let lists = values::<Vec<T>>(text, expected)?;
    let items = lists
        .into_iter()
        .flat_map(|(before, list)| list.into_iter().map(move |item| (before, item)));
    Ok(items.collect())
}

/// A board of side n with a queen in each of its first rows.
pub(super) fn placement(before: &str, n: u32, columns: &[u32]) -> Result<Placement, Error> {
    if columns.len() > n as usize {
        let reason = format!("{} rows do not fit a board of {n}", columns.len());
        return Err(lines::unreadable_after(before, reason));
    }
    let queens = (0..)
        .zip(columns)
        .map(|(row, &column)| Square::new(row, column));
    Placement::new(n, queens.collect()).map_err(|square| {
        let reason = format!(
            "column {} of row {} lies outside a board of {n}",
            square.column,
            square.row + 1
        );
        lines::unreadable_after(before, reason)
    })
}
