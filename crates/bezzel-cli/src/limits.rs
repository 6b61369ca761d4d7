//! The limits `--seconds` and `--nodes`.

use std::time::Duration;

use bezzel::{Problem, Search};
use clap::Args;

use crate::input::{seconds, whole_number};
use crate::{Exit, interruption};

/// The time limit of a command.
#[derive(Args)]
pub struct TimeLimit {
    /// Stop after S seconds, report the partial result, and exit with status 3
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = seconds)]
    seconds: Option<Duration>,
}

impl TimeLimit {
    /// Returns true if it is set.
    pub fn is_set(&self) -> bool {
        self.seconds.is_some()
    }

    /// Returns the limit, or this default.
    pub fn time_or(&self, usual: Duration) -> Duration {
        self.seconds.unwrap_or(usual)
    }

    /// Starts the clock.
    pub fn start(&self) {
        if let Some(time) = self.seconds {
            interruption::stop_after(time, "--seconds");
        }
    }
}

/// The limits of a search.
#[derive(Args)]
pub struct SearchLimits {
    #[command(flatten)]
    time: TimeLimit,
    /// Stop after visiting K nodes that are not pruned, report the partial result, and exit with
    /// status 3
    #[arg(long, value_name = "K", allow_negative_numbers = true, value_parser = whole_number)]
    nodes: Option<u64>,
}

impl SearchLimits {
    /// Starts the clock.
    pub fn start(&self) {
        self.time.start();
    }

    /// Returns a search of a problem that is limited by `--nodes` and cancelled by signals and by
    /// `--seconds`.
    pub fn on<'p, P: Problem>(&self, problem: &'p P) -> Search<'p, P> {
        let search = Search::new(problem).cancelled_by(&interruption::cancel_token());
        match self.nodes {
            Some(nodes) => search.max_nodes(nodes),
            None => search,
        }
    }

    /// Returns true if any limit is set.
    pub fn is_set(&self) -> bool {
        self.time.is_set() || self.has_nodes()
    }

    /// Returns true if the limit on nodes is set.
    pub fn has_nodes(&self) -> bool {
        self.nodes.is_some()
    }
}

/// Returns the result of a command that `--nodes` stopped.
pub fn stopped_by_nodes(how_far: &str) -> Exit {
    Exit::Stopped(format!("stopped by --nodes {how_far}").trim_end().into())
}
