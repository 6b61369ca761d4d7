//! Errors of the lab: a code with parameters for the page, and an English sentence.

use std::time::Duration;

use bezzel_queens::Square;
use serde::Serialize;

/// The errors of the lab. As JSON: a `code` and its parameters, from which the page builds
/// sentences in other languages.
#[derive(Debug, Clone, PartialEq, Serialize, thiserror::Error)]
#[serde(tag = "code", rename_all = "snake_case")]
#[non_exhaustive]
#[allow(missing_docs)] // The messages describe the variants and their fields.
pub enum Error {
    #[error("there is no {kind} {name:?}; there are {known}")]
    Unknown {
        kind: &'static str,
        name: String,
        known: String,
    },
    #[error("the page shows 1 to {limit} queens, not {n}")]
    BoardSize { n: u32, limit: u32 },
    #[error("the board has side {side}, not {n}")]
    BoardSide { side: u32, n: u32 },
    #[error("torus is 0 or 1, not {torus:?}")]
    Torus { torus: String },
    #[error("no queen can be put on {square} of a board of side {n}")]
    SquareUnfit { square: Square, n: u32 },
    #[error("{text:?} is not a square: write row.column, both counted from 0, like 0.1")]
    NoSquare { text: String },
    #[error("{text:?} is not a valid number")]
    NoNumber { text: String },
    #[error("{text:?} is not the number of a route")]
    NoPosition { text: String },
    #[error("{count} {what} are more than the page shows (at most {limit})")]
    TooMany {
        count: u64,
        what: &'static str,
        limit: u64,
    },
    #[error("{width} x {height} {what} are more than the page shows (at most {limit} cells)")]
    TooLarge {
        width: u64,
        height: u64,
        what: &'static str,
        limit: u64,
    },
    #[error("{n} queens are more than this lab counts (at most {limit})")]
    TooLargeToCount { n: u32, limit: u32 },
    #[error("the number of threads must be between 1 and {cores}, not {threads}")]
    Threads { threads: usize, cores: usize },
    #[error("a {format} shows at most {limit} x {limit} cells")]
    PictureSide { format: &'static str, limit: usize },
    #[error("this is not a valid lesson: {flaw}")]
    NoLesson { flaw: LessonFlaw },
    #[error("the request cannot be parsed: {reason}")]
    Unreadable { reason: String },
    #[error("there is nothing at {path}")]
    NothingAt { path: String },
    #[error("this address accepts only these methods: {allow}")]
    OtherVerb { allow: &'static str },
    #[error("there is no run named {name}")]
    NoRun { name: String },
    /// An error of the ledger, with its message.
    #[error("{reason}")]
    Ledger { status: u16, reason: String },
    #[error("the request was stopped after {seconds} seconds; try a smaller size")]
    Late { seconds: u64 },
    #[error("the count was stopped because it took longer than {minutes} minutes")]
    CountStopped { minutes: u64 },
    #[error("internal error in this request; the lab is still running, try again")]
    Broken,
    #[error("the server is busy; try again")]
    Busy,
    #[error("two counts are running already; wait for one, or cancel it")]
    Counting,
    #[error("too many answers have not been read by their clients; try again")]
    Unread,
    #[error("the server is stopping")]
    Stopping,
    #[error("the request took longer than {seconds} seconds")]
    Slow { seconds: u64 },
    #[error("requests from other sites are not answered")]
    OtherSite,
    #[error("this server answers requests for localhost or for an IP address only")]
    OtherHost,
    #[error(
        "this program was built without the lab for browsers: `./site --one-file lab.html` writes it"
    )]
    NoModule,
    /// The server library's message for a body it rejects.
    #[error("{reason}")]
    Body { status: u16, reason: String },
    #[error(transparent)]
    #[serde(untagged)]
    Problem(#[from] ProblemFlaw),
    #[error(transparent)]
    #[serde(untagged)]
    Queens(#[from] bezzel_queens::Error),
    #[error(transparent)]
    #[serde(untagged)]
    Maze(bezzel_maze::Error),
}

/// The reason why a lesson is not valid. Stations count from 1.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(tag = "code", rename_all = "snake_case")]
#[non_exhaustive]
#[allow(missing_docs)] // The messages describe the variants and their fields.
pub enum LessonFlaw {
    #[error("it is not JSON: {detail}")]
    LessonNoJson { detail: String },
    #[error("there is no lesson {name:?}; there are {known}")]
    LessonUnknown { name: String, known: String },
    #[error("it has no stations")]
    LessonNoStations,
    #[error("station {station} has no text")]
    LessonNoText { station: usize },
    #[error(
        "the question of station {station} needs asks, answers and right, the number of one of them"
    )]
    LessonNoQuestion { station: usize },
    #[error("the address of station {station}: {detail}")]
    LessonAddress { station: usize, detail: String },
    #[error("none of its stations is about the search for N queens")]
    LessonNoQueens,
}

/// The reason why the text of a problem is not valid.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(tag = "code", rename_all = "snake_case")]
#[non_exhaustive]
#[allow(missing_docs)] // The messages describe the variants and their fields.
pub enum ProblemFlaw {
    #[error("expected a total, a colon and numbers, like {example}")]
    NoTotal { example: &'static str },
    #[error("{text:?} is not a number from 1 to {limit}")]
    NumberRange { text: String, limit: u32 },
    #[error("{count} numbers, there should be 1 to {limit}")]
    NumberCount { count: usize, limit: usize },
    #[error("expected a number of colours, a colon and edges, like {example}")]
    NoColours { example: &'static str },
    #[error("{text:?} is not a number of colours from 1 to {limit}")]
    ColourRange { text: String, limit: usize },
    #[error("{text:?} is not an edge like A-B")]
    NoEdge { text: String },
    #[error("{text:?} joins a vertex with itself")]
    EdgeToItself { text: String },
    #[error("{count} vertices, there should be {least} to {limit}")]
    VertexCount {
        count: usize,
        least: usize,
        limit: usize,
    },
    #[error("{text:?} is not a side of a board from {least} to {limit}")]
    SideRange {
        text: String,
        least: usize,
        limit: usize,
    },
    #[error("after the size only the word plain is allowed, not {text:?}")]
    AfterSide { text: String },
    #[error("{count} cells, there should be 16 or 81")]
    CellCount { count: usize },
    #[error("{text:?} is neither a digit from 1 to {limit} nor a dot")]
    NoDigit { text: char, limit: u32 },
    #[error("the given {digit} in {square} occurs twice in its row, column or box")]
    DigitTwice { digit: u8, square: String },
}

impl Error {
    /// The time limit of the work for an answer.
    pub const WORK_TIMEOUT: Duration = Duration::from_secs(10);

    /// Returns the error for work that exceeded its time limit.
    pub fn late() -> Self {
        Self::Late {
            seconds: Self::WORK_TIMEOUT.as_secs(),
        }
    }

    /// Returns the error for a path that does not exist.
    pub fn nothing_at(path: &str) -> Self {
        Self::NothingAt {
            path: path.chars().take(80).collect(),
        }
    }

    /// Returns the HTTP status of this error.
    pub fn status(&self) -> u16 {
        match self {
            Self::NothingAt { .. } | Self::NoRun { .. } | Self::NoModule => 404,
            Self::OtherVerb { .. } => 405,
            Self::Slow { .. } => 408,
            Self::Late { .. } => 422,
            Self::OtherSite | Self::OtherHost => 403,
            Self::Broken => 500,
            Self::Busy | Self::Counting | Self::Unread | Self::Stopping => 503,
            Self::Body { status, .. } | Self::Ledger { status, .. } => *status,
            _ => 400,
        }
    }
}

/// Cancelled work becomes the time-limit error. Work is also cancelled when its client disconnects,
/// but then no answer is sent.
impl From<bezzel::Error> for Error {
    fn from(error: bezzel::Error) -> Self {
        match error {
            bezzel::Error::Cancelled => Self::late(),
            _ => Self::Queens(error.into()),
        }
    }
}

impl From<bezzel_maze::Error> for Error {
    fn from(error: bezzel_maze::Error) -> Self {
        match error {
            bezzel_maze::Error::Cancelled => Self::late(),
            _ => Self::Maze(error),
        }
    }
}

#[cfg(test)]
mod tests {
    /// Converts `BoardSize` to `board_size`.
    fn snake(name: &str) -> String {
        let mut code = String::new();
        for letter in name.chars() {
            if letter.is_uppercase() && !code.is_empty() {
                code.push('_');
            }
            code.extend(letter.to_lowercase());
        }
        code
    }

    #[test]
    fn refusals_have_a_korean_sentence() {
        // Errors that readers of the page never see, or that have no code.
        const ENGLISH: [&str; 9] = [
            "NothingAt",
            "OtherVerb",
            "OtherSite",
            "OtherHost",
            "NoModule",
            "LessonUnknown",
            "LessonNoQueens",
            "Ledger",
            "Body",
        ];
        let korean = crate::files::text("words/ko/refusals.js");
        let mut lines = include_str!("error.rs").lines();
        let mut codes = 0;
        while let Some(line) = lines.next() {
            if !line.starts_with("    #[error(") || line.contains("transparent") {
                continue;
            }
            let name = lines
                .find(|line| line.starts_with("    ") && line.as_bytes()[4].is_ascii_uppercase());
            let name = name.unwrap().trim().split([' ', ',']).next().unwrap();
            let code = format!("  {}: (", snake(name));
            assert!(ENGLISH.contains(&name) || korean.contains(&code), "{name}");
            codes += 1;
        }
        assert!(codes > 40, "{codes}");
    }
}
