//! State shared by all answers: engines, limits, and cached outlines.

use std::sync::Arc;
use std::time::Duration;

use bezzel_queens::Engines;
use serde_json::Value;

use crate::{BoardCache, Error};

/// The source of runs to display.
pub trait Runs: Send + Sync {
    /// Returns all runs with their progress.
    ///
    /// # Errors
    /// If they cannot be read.
    fn list(&self) -> Result<Value, Error>;

    /// Returns a run with its workers and the progress of each part.
    ///
    /// # Errors
    /// If there is no such run, or it cannot be read.
    fn one(&self, name: &str) -> Result<Value, Error>;
}

/// The limits of the machine that answers.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Bounds {
    /// The side of the largest board to count.
    pub counted: u32,
    /// The largest number of threads or workers of a count.
    pub threads: usize,
    /// The time limit of a count.
    pub longest_count: Duration,
    /// The speed of counts relative to the native program on the same machine.
    pub pace: f64,
}

impl Bounds {
    /// Returns the limits of a server: 20 queens take minutes with the fastest engine on two cores.
    pub const fn server(threads: usize) -> Self {
        Self {
            counted: 20,
            threads,
            longest_count: Duration::from_secs(600),
            pace: 1.0,
        }
    }

    /// Returns the limits of a browser tab, which the user can close: 19 queens take a minute or
    /// two on two cores.
    pub const fn tab(threads: usize) -> Self {
        Self {
            counted: 19,
            threads,
            longest_count: Duration::from_secs(24 * 3600),
            // Measured in V8: between a third and a half.
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
    /// Returns a lab that counts with these engines, within these limits.
    pub fn new(engines: Engines, bounds: Bounds) -> Self {
        Self {
            boards: BoardCache::default(),
            engines,
            bounds,
            runs: None,
            has_file: false,
        }
    }

    /// Adds the runs that the lab displays.
    #[must_use]
    pub fn showing(mut self, runs: Arc<dyn Runs>) -> Self {
        self.runs = Some(runs);
        self
    }

    /// Declares that the lab is available as one file at `/lab.html`.
    #[must_use]
    pub fn with_file(mut self) -> Self {
        self.has_file = true;
        self
    }

    pub(crate) fn runs(&self) -> Option<&dyn Runs> {
        self.runs.as_deref()
    }

    /// Returns its limits.
    pub fn bounds(&self) -> &Bounds {
        &self.bounds
    }
}
