//! The format `{"n":4,"columns":[1,3,0,2]}`, one object per line, and functions that read JSON for
//! this and similar formats.

use std::io::{self, Write};

use serde::Deserialize;
use serde_json::value::RawValue;

use super::lines::before;
use super::{Format, Listing, lines};
use crate::{BoardFlaw, Error};
use crate::{Placement, Square};

/// One JSON object a line.
pub(super) struct Json;

impl Format for Json {
    fn name(&self) -> &'static str {
        "json"
    }

    fn about(&self) -> &'static str {
        "one JSON object per line"
    }

    fn solution(
        &self,
        out: &mut dyn Write,
        listing: &Listing<'_>,
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

    fn read(&self, text: &str, _base: Option<u32>) -> Result<Vec<Placement>, Error> {
        #[derive(Deserialize)]
        struct JsonSolution {
            n: u32,
            columns: Vec<u32>,
        }
        let solutions =
            values::<JsonSolution>(text, r#"an object like {"n":4,"columns":[1,3,0,2]}"#)?;
        solutions
            .into_iter()
            .map(|(before, solution)| placement(before, solution.n, &solution.columns))
            .collect()
    }
}

/// Returns the JSON values of a text, each with the text before it.
pub(super) fn values<'t, T: Deserialize<'t>>(
    text: &'t str,
    expected: &'static str,
) -> Result<Vec<(&'t str, T)>, Error> {
    let raw: Result<Vec<&RawValue>, _> = serde_json::Deserializer::from_str(text)
        .into_iter()
        .collect();
    let raw = raw.map_err(|error| damaged("", &error, expected))?;
    raw.into_iter()
        .map(|value| Ok((before(text, value.get()), typed(text, value, expected)?)))
        .collect()
}

/// Returns the lists of a text, concatenated or in one outer list, each with the text before it.
pub(super) fn lists<'t, T: Deserialize<'t>>(
    text: &'t str,
    expected: &'static str,
) -> Result<Vec<(&'t str, Vec<T>)>, Error> {
    let mut lists = Vec::new();
    for (before_list, list) in values::<&RawValue>(text, expected)? {
        let inner = list
            .get()
            .strip_prefix('[')
            .unwrap_or_default()
            .trim_start();
        if inner.starts_with('[') {
            for item in typed::<Vec<&RawValue>>(text, list, expected)? {
                lists.push((before(text, item.get()), typed(text, item, expected)?));
            }
        } else {
            lists.push((before_list, typed(text, list, expected)?));
        }
    }
    Ok(lists)
}

/// Deserializes a part of a text.
fn typed<'t, T: Deserialize<'t>>(
    text: &'t str,
    part: &'t RawValue,
    expected: &'static str,
) -> Result<T, Error> {
    serde_json::from_str(part.get())
        .map_err(|error| damaged(before(text, part.get()), &error, expected))
}

/// Returns the error for invalid JSON in the text after `before`.
fn damaged(before: &str, error: &serde_json::Error, expected: &'static str) -> Error {
    let lines_before = before.matches('\n').count();
    let column_before = match error.line() {
        0 | 1 => before.len() - before.rfind('\n').map_or(0, |newline| newline + 1),
        _ => 0,
    };
    let line = lines_before + error.line().max(1);
    let column = column_before + error.column().max(1);
    lines::unreadable(line, column, BoardFlaw::Unexpected { expected })
}

/// Returns a board of side n with a queen in each of its first rows.
pub(super) fn placement(before: &str, n: u32, columns: &[u32]) -> Result<Placement, Error> {
    if columns.len() > n as usize {
        let rows = columns.len();
        return Err(lines::unreadable_after(
            before,
            BoardFlaw::TooManyRows { rows, n },
        ));
    }
    let queens = (0..)
        .zip(columns)
        .map(|(row, &column)| Square::new(row, column));
    Placement::new(n, queens.collect()).map_err(|square| {
        let Square { row, column } = square;
        let row = row + 1;
        lines::unreadable_after(before, BoardFlaw::ColumnOutside { column, row, n })
    })
}
