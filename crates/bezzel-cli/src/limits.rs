//! When to stop early: `--seconds` and `--nodes`.

use std::time::Duration;

use bezzel::{Problem, Search};
use clap::Args;

use crate::input::{seconds, whole_number};
use crate::{Exit, interruption};

/// How long a command may take.
#[derive(Args)]
pub struct TimeLimit {
    /// Stop after S seconds, tell what is known then, and exit with status 3
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = seconds)]
    seconds: Option<Duration>,
}

impl TimeLimit {
    /// Whether there is one: then nobody needs a word about how long it takes.
    pub fn is_set(&self) -> bool {
        self.seconds.is_some()
    }

    /// How long the command may take, or this long if nobody has said.
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

/// How far a search may go.
#[derive(Args)]
pub struct SearchLimits {
    #[command(flatten)]
    time: TimeLimit,
    /// Stop after K promising nodes of backtracking, as --seconds does
    #[arg(long, value_name = "K", allow_negative_numbers = true, value_parser = whole_number)]
    nodes: Option<u64>,
}

impl SearchLimits {
    /// Starts the clock.
    pub fn start(&self) {
        self.time.start();
    }

    /// The search, kept within the limits and stopped by signals.
    pub fn on<'p, P: Problem>(&self, problem: &'p P) -> Search<'p, P> {
        let search = Search::new(problem).cancelled_by(&interruption::cancel_token());
        match self.nodes {
            Some(nodes) => search.max_nodes(nodes),
            None => search,
        }
    }

    /// Whether there is one, of any kind.
    pub fn is_set(&self) -> bool {
        self.time.is_set() || self.has_nodes()
    }

    /// Whether there is one on nodes.
    pub fn has_nodes(&self) -> bool {
        self.nodes.is_some()
    }
}

/// How a command ended that `--nodes` stopped.
pub fn stopped_by_nodes(how_far: &str) -> Exit {
    Exit::Stopped(format!("stopped by --nodes {how_far}").trim_end().into())
}
