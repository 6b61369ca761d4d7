//! A count under way, told in lines of JSON, the last of them the result.

use bezzel::Progress;
use bezzel_queens::{Board, Count, Engine};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

use super::answer::sentence;
use super::queens::AskBoard;
use super::request::{Request, RoutedRequest};
use crate::Error;
use crate::Lab;

/// Where counts are asked for. Their answer comes in lines while they are made: see [`Lab::counting`].
pub(super) const COUNT: &str = "/api/count";

#[derive(Deserialize)]
struct Ask {
    n: u32,
    engine: String,
    threads: Option<usize>,
}

/// What is to be counted, and how.
pub struct Counting {
    /// The board.
    pub board: Board,
    /// The engine that counts.
    pub engine: Arc<dyn Engine>,
    /// How many threads, or workers.
    pub threads: usize,
}

impl std::fmt::Debug for Counting {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Counting").finish_non_exhaustive()
    }
}

impl Lab {
    /// What is to be counted, from the part of an address behind the question mark.
    ///
    /// # Errors
    /// A refusal of what is too large or makes no sense.
    pub fn counting(&self, query: &str) -> Result<Counting, Error> {
        let asked = RoutedRequest::new(Request {
            query,
            ..Request::get(COUNT)
        });
        let ask: Ask = asked.query()?;
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
        let board = asked.query::<AskBoard>()?.question(ask.n)?;
        engine.check(&board)?;
        let cores = self.bounds.threads;
        let threads = ask.threads.unwrap_or(cores);
        if !(1..=cores).contains(&threads) {
            return Err(Error::Threads { threads, cores });
        }
        Ok(Counting {
            board,
            engine,
            threads,
        })
    }
}

/// A line of the answer. Counts are text, since they may be larger than a number of JavaScript.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Line {
    /// How far it is.
    Progress {
        /// The time since it began.
        seconds: f64,
        /// How much of the work is done, from 0 to 1.
        share: f64,
        /// Units done.
        done: usize,
        /// Units there are.
        units: usize,
        /// Nodes of the tree looked at.
        nodes: String,
        /// Solutions found.
        solutions: String,
    },
    /// The result.
    Done {
        /// The time it took.
        seconds: f64,
        /// Nodes of the tree looked at.
        nodes: String,
        /// How many solutions there are.
        count: String,
    },
    /// Why there is none.
    #[serde(untagged)]
    Refused {
        /// A sentence.
        error: String,
        /// The code and its parameters.
        reason: Error,
    },
}

impl Line {
    /// How far a count is after so many seconds.
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

    /// What was counted in so many seconds; `lab` says why it may not be everything.
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

    /// The line as it is sent, with its end.
    pub fn text(&self) -> String {
        let mut text = serde_json::to_string(self).expect("a line is plain data");
        text.push('\n');
        text
    }
}

impl From<Error> for Line {
    fn from(error: Error) -> Self {
        Self::Refused {
            error: sentence(&error),
            reason: error,
        }
    }
}
