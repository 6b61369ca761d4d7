//! Errors of boards, their formats, engines and evolution.

use serde::{Serialize, Serializer};

use crate::{Attack, Square};

/// The errors of boards, formats, engines and evolution. As JSON: a `code` and its parameters.
#[derive(Debug, Clone, PartialEq, Serialize, thiserror::Error)]
#[serde(tag = "code", rename_all = "snake_case")]
#[non_exhaustive]
#[allow(missing_docs)] // The messages describe the variants and their fields.
pub enum Error {
    #[error("{n} queens are more than `{method}` can take (at most {limit})")]
    TooManyQueens {
        n: u64,
        method: &'static str,
        limit: u64,
    },
    #[error("{n} queens have no solution")]
    NoSolution { n: u64 },
    /// Lines and columns count from 1.
    #[error("line {line}, column {column}: {flaw}")]
    Unreadable {
        line: usize,
        column: usize,
        flaw: BoardFlaw,
    },
    #[error("{square} lies outside a board of {n}")]
    SquareOutside { square: Square, n: u32 },
    #[error("two queens stand on {square}")]
    QueenTwice { square: Square },
    #[error("a queen stands on {square}, which is blocked")]
    QueenBlocked { square: Square },
    #[error("{attack}, and both queens are on the given board")]
    QueensAttack { attack: Attack },
    #[error("`{engine}` {reason}")]
    Unsuited {
        engine: &'static str,
        reason: String,
    },
    #[error("the {rate} rate is {value}, not between 0 and 1")]
    Rate { rate: &'static str, value: f64 },
    #[error("a population of {population} cannot evolve, 2 are the fewest")]
    SmallPopulation { population: usize },
    #[error("an elite of {elite} leaves no room for children in a population of {population}")]
    LargeElite { elite: usize, population: usize },
    #[error("a tournament of {tournament} is not between 1 and the population of {population}")]
    TournamentSize {
        tournament: usize,
        population: usize,
    },
    #[error("{option} requires selection by {selection}")]
    OtherSelection {
        option: &'static str,
        selection: &'static str,
    },
    #[error("crossover {crossover} works on encoding {works_on}, not on {encoding}")]
    OtherEncoding {
        crossover: &'static str,
        works_on: &'static str,
        encoding: &'static str,
    },
    #[error(transparent)]
    #[serde(serialize_with = "only_text")]
    Search(#[from] bezzel::Error),
}

/// The reason why a text cannot be read at some place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(tag = "code", rename_all = "snake_case")]
#[non_exhaustive]
#[allow(missing_docs)] // The messages describe the variants and their fields.
pub enum BoardFlaw {
    #[error("the input contains no board")]
    NoBoard,
    #[error("a second board begins here, there should be one")]
    SecondBoard,
    #[error("this is not text (UTF-8)")]
    NoText,
    #[error("this is in none of the formats {formats}")]
    UnknownFormat { formats: String },
    #[error("{found} is none of {known}")]
    UnknownCell { found: String, known: &'static str },
    #[error("this line has {}, the lines above have {above}", counted(*cells, "cell"))]
    RaggedLine { cells: usize, above: usize },
    #[error("the board has {} of {}: it is not square", counted(*lines, "line"), counted(*cells, "cell"))]
    NotSquare { lines: usize, cells: usize },
    #[error("this is not {expected}")]
    Unexpected { expected: &'static str },
    #[error("the line should {edge} with '|'")]
    NoEdge { edge: &'static str },
    #[error("there is no column 0 where columns are counted from 1")]
    ColumnZero,
    #[error("{rows} rows do not fit a board of {n}")]
    TooManyRows { rows: usize, n: u32 },
    #[error("column {column} of row {row} lies outside a board of {n}")]
    ColumnOutside { column: u32, row: u32, n: u32 },
    #[error("{square} was given before")]
    SquareTwice { square: Square },
    #[error("{square} is taken twice or lies outside the board")]
    SquareTaken { square: Square },
    /// `detail` is the message of the JSON reader.
    #[error("{detail}")]
    Json { detail: String },
}

fn counted(count: usize, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

fn only_text<S: Serializer>(error: &bezzel::Error, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map([("text", error.to_string())])
}
