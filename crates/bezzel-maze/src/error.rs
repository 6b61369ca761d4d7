//! Errors of mazes.

use serde::Serialize;

/// The errors of mazes. As JSON: a `code` and its parameters.
#[derive(Debug, Clone, PartialEq, Serialize, thiserror::Error)]
#[serde(tag = "code", rename_all = "snake_case")]
#[non_exhaustive]
#[allow(missing_docs)] // The messages describe the variants and their fields.
pub enum Error {
    /// Lines and columns count from 1.
    #[error("line {line}, column {column}: {flaw}")]
    Unreadable {
        line: usize,
        column: usize,
        flaw: MazeFlaw,
    },
    #[error("{order:?} is not an order of directions: write each of N, S, W and E once, like NSWE")]
    UnknownOrder { order: String },
    #[error("{width} x {height} rooms would be more than {limit} cells")]
    TooManyRooms {
        width: usize,
        height: usize,
        limit: usize,
    },
    #[error("a maze needs two rooms, one for 'S' and one for 'G'")]
    TooFewRooms,
    #[error("the share of loops is {loops}, not from 0 to 1")]
    LoopShare { loops: f64 },
    #[error("{width} x {height} rooms take 1 to {limit} exits, not {exits}")]
    ExitCount {
        width: usize,
        height: usize,
        limit: usize,
        exits: usize,
    },
    /// A few compressed bytes can expand to many pixels.
    #[error("the picture has {width} x {height} pixels, more than {limit}")]
    TooManyPixels { width: u32, height: u32, limit: u64 },
    /// `memory` is in bytes.
    #[error(
        "counting these routes needs a frontier {width} cells wide, which does not fit into {} MiB of memory",
        memory >> 20
    )]
    TooWide { width: usize, memory: u64 },
    #[error(
        "this maze is too complex to count its routes: {width} junctions must be stored at once, and at most {limit} are supported"
    )]
    FrontierLimit { width: usize, limit: usize },
    #[error("cancelled")]
    Cancelled,
}

/// The reason why a text or a picture cannot be read at some place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(tag = "code", rename_all = "snake_case")]
#[non_exhaustive]
#[allow(missing_docs)] // The messages describe the variants and their fields.
pub enum MazeFlaw {
    #[error("the input contains no maze")]
    NoMaze,
    #[error("this is a second start 'S'")]
    SecondStart,
    #[error("{found} is none of 'S', 'G', ' ' and '#'")]
    UnknownCell { found: String },
    #[error("this line has {cells} cells, the lines above have {above}")]
    RaggedLine { cells: usize, above: usize },
    #[error("the maze ends without a start 'S'")]
    NoStart,
    #[error("the maze ends without an exit 'G'")]
    NoExit,
    #[error("the maze has more than {limit} cells")]
    TooManyCells { limit: usize },
    #[error("the picture ends before it is complete")]
    PictureCut,
    #[error("the picture is damaged: {detail}")]
    PictureDamaged { detail: String },
    #[error("this pixel{color} is neither black nor white nor pure red or green")]
    UnknownPixel { color: String },
    #[error("{width} x {height} pixels are more than {limit} x {limit}")]
    PictureTooLong { width: u32, height: u32, limit: u32 },
    #[error("{width} x {height} pixels do not fit into memory")]
    PictureTooLarge { width: usize, height: usize },
    #[error("this is a second red pixel; only the start may be red")]
    SecondRed,
    #[error("there is a red start but no green exit")]
    NoGreen,
    #[error("there is a green exit but no red start")]
    NoRed,
    #[error("the border has no wall and so no gaps: mark the start red and exits green")]
    NoBorder,
    #[error("there is no gap in the border to start from")]
    NoGap,
    #[error("this is the only gap in the border, an exit needs another")]
    OneGap,
}
