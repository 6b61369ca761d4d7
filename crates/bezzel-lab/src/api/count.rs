//! Counts in progress, streamed as lines of JSON; the last line is the result.

use bezzel::Progress;
use bezzel_queens::{Board, Count, Engine};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

use super::answer::sentence;
use super::queens::BoardQuery;
use super::request::{Request, RoutedRequest};
use crate::Error;
use crate::Lab;

/// The address of counts. The answer is sent line by line during the count: see [`Lab::counting`].
pub(super) const COUNT: &str = "/api/count";

#[derive(Deserialize)]
struct CountQuery {
    n: u32,
    engine: String,
    threads: Option<usize>,
}

/// A count to be made.
pub struct CountRequest {
    /// The board.
    pub board: Board,
    /// The engine that counts.
    pub engine: Arc<dyn Engine>,
    /// The number of threads or workers.
    pub threads: usize,
}

impl std::fmt::Debug for CountRequest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Counting").finish_non_exhaustive()
    }
}

impl Lab {
    /// Parses the query of a count.
    ///
    /// # Errors
    /// If the board is too large or the query is not valid.
    pub fn counting(&self, query: &str) -> Result<CountRequest, Error> {
        let asked = RoutedRequest::new(Request {
            query,
            ..Request::get(COUNT)
        });
        let ask: CountQuery = asked.query()?;
        let engines = &self.engines;
        let unknown = || {
            let known: Vec<_> = engines.all().map(|engine| engine.name()).collect();
            Error::Unknown {
                kind: "engine",
                name: ask.engine.clone(),
                known: known.join(", "),
            }
        };
        let engine = engines.named(&ask.engine).ok_or_else(unknown)?;
        let most = engine.limit().min(self.bounds.counted);
        if ask.n > most {
            return Err(Error::TooLargeToCount {
                n: ask.n,
                limit: most,
            });
        }
        let board = asked.query::<BoardQuery>()?.question(ask.n)?;
        engine.check(&board)?;
        let cores = self.bounds.threads;
        let threads = ask.threads.unwrap_or(cores);
        if !(1..=cores).contains(&threads) {
            return Err(Error::Threads { threads, cores });
        }
        Ok(CountRequest {
            board,
            engine,
            threads,
        })
    }
}

/// A line of the answer. Counts are text, since they may exceed the numbers of JavaScript.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CountLine {
    /// The progress of the count.
    Progress {
        /// The seconds since it started.
        seconds: f64,
        /// The finished share of the work, from 0 to 1.
        share: f64,
        /// The number of units done.
        done: usize,
        /// The number of all units.
        units: usize,
        /// The number of tree nodes entered so far.
        nodes: String,
        /// The solutions found.
        solutions: String,
    },
    /// The result.
    Done {
        /// The seconds it took.
        seconds: f64,
        /// The number of tree nodes entered.
        nodes: String,
        /// The number of solutions.
        count: String,
    },
    /// The error.
    #[serde(untagged)]
    Refused {
        /// The error as a sentence.
        error: String,
        /// The error's code and parameters.
        reason: Error,
    },
}

impl CountLine {
    /// Returns the line for the progress after this many seconds.
    pub fn progress(seconds: f64, progress: &Progress) -> Self {
        Self::Progress {
            seconds,
            share: progress.share,
            done: progress.done,
            units: progress.units,
            nodes: progress.nodes.to_string(),
            solutions: progress.solutions.to_string(),
        }
    }

    /// Returns the last line of a count; the time limit of `lab` is named if the count is
    /// incomplete.
    pub fn end(seconds: f64, counted: &Count, lab: &Lab) -> Self {
        if counted.is_complete() {
            return Self::Done {
                seconds,
                nodes: counted.total.nodes.to_string(),
                count: counted.solutions().to_string(),
            };
        }
        let minutes = lab.bounds.longest_count.as_secs() / 60;
        Error::CountStopped { minutes }.into()
    }

    /// Returns the line as text, including the line break.
    pub fn text(&self) -> String {
        let mut text = serde_json::to_string(self).expect("a line is plain data");
        text.push('\n');
        text
    }
}

impl From<Error> for CountLine {
    fn from(error: Error) -> Self {
        Self::Refused {
            error: sentence(&error),
            reason: error,
        }
    }
}
