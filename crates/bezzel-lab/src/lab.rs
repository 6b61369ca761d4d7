//! What all answers share: the tables of the library, the bounds, and searches outlined before.

use std::sync::Arc;
use std::time::Duration;

use bezzel_queens::Engines;
use serde_json::Value;

use crate::{BoardCache, Error};

/// Where runs are looked up, if there are any to show.
pub trait Runs: Send + Sync {
    /// Every run, and how far it is.
    ///
    /// # Errors
    /// If they cannot be looked up.
    fn list(&self) -> Result<Value, Error>;

    /// One run, with who takes part and what is done where.
    ///
    /// # Errors
    /// If there is no such run, or it cannot be looked up.
    fn one(&self, name: &str) -> Result<Value, Error>;
}

/// What the machine that answers can bear.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Bounds {
    /// The largest board counted.
    pub counted: u32,
    /// The threads, or workers, a count may have.
    pub threads: usize,
    /// The longest a count may take.
    pub longest_count: Duration,
    /// How fast counts are, the program on the same machine being 1.
    pub pace: f64,
}

impl Bounds {
    /// A server's: 20 queens are minutes for the fastest engine on two cores.
    pub const fn server(threads: usize) -> Self {
        Self {
            counted: 20,
            threads,
            longest_count: Duration::from_secs(600),
            pace: 1.0,
        }
    }

    /// A tab's of a browser, which its reader watches and may close: 19 queens are a minute or two on two cores.
    pub const fn tab(threads: usize) -> Self {
        Self {
            counted: 19,
            threads,
            longest_count: Duration::from_secs(24 * 3600),
            // Measured in V8: a third to a half.
            pace: 0.4,
        }
    }
}

/// The lab: [`Lab::answer`] answers a request.
pub struct Lab {
    pub(crate) boards: BoardCache,
    pub(crate) engines: Engines,
    pub(crate) bounds: Bounds,
    runs: Option<Arc<dyn Runs>>,
    pub(crate) has_file: bool,
}

impl std::fmt::Debug for Lab {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Lab").finish_non_exhaustive()
    }
}

impl Lab {
    /// A lab whose counts are made by these engines, within these bounds.
    pub fn new(engines: Engines, bounds: Bounds) -> Self {
        Self {
            boards: BoardCache::default(),
            engines,
            bounds,
            runs: None,
            has_file: false,
        }
    }

    /// Shows runs, too.
    #[must_use]
    pub fn showing(mut self, runs: Arc<dyn Runs>) -> Self {
        self.runs = Some(runs);
        self
    }

    /// Tells that the whole lab can be had as one file at `/lab.html`.
    #[must_use]
    pub fn with_file(mut self) -> Self {
        self.has_file = true;
        self
    }

    pub(crate) fn runs(&self) -> Option<&dyn Runs> {
        self.runs.as_deref()
    }

    /// What it bears.
    pub fn bounds(&self) -> &Bounds {
        &self.bounds
    }
}
