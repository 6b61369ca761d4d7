//! Calls that are made again while a store is out of reach.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use bezzel::Cancel;

use crate::Error;

/// Makes calls to a store again as long as it is out of reach, and reports once when waiting begins and when it ends.
#[derive(Debug)]
pub struct Retry {
    /// How long calls are repeated; for ever if `None`.
    limit: Option<Duration>,
    /// The longest pause between two calls.
    longest: Duration,
    waiting: AtomicBool,
}

impl Retry {
    /// Retries for so long.
    pub fn within(limit: Duration) -> Self {
        Self {
            limit: Some(limit),
            ..Self::with_pauses(Duration::from_secs(1))
        }
    }

    /// Retries as long as it takes, with pauses of this length at the most.
    pub fn with_pauses(longest: Duration) -> Self {
        Self {
            limit: None,
            longest,
            waiting: AtomicBool::new(false),
        }
    }

    /// Makes a call until it answers, fails for good, or is cancelled.
    ///
    /// # Errors
    /// Those of the call.
    pub fn call<T>(
        &self,
        cancel: &Cancel,
        note: impl Fn(&str),
        call: impl Fn() -> Result<T, Error>,
    ) -> Result<T, Error> {
        let start = Instant::now();
        let mut pause = Duration::from_millis(50);
        let is_over = || self.limit.is_some_and(|limit| start.elapsed() >= limit);
        loop {
            match call() {
                Err(error) if error.passes() && !cancel.is_cancelled() && !is_over() => {
                    if !self.waiting.swap(true, Relaxed) {
                        note(&format!("{error}; waiting for it"));
                    }
                }
                answer => {
                    if self.waiting.swap(false, Relaxed) && answer.is_ok() {
                        note("the ledger is back");
                    }
                    return answer;
                }
            }
            sleep(pause, cancel);
            pause = (2 * pause).min(self.longest);
        }
    }
}

/// Sleeps, unless cancelled.
pub(crate) fn sleep(time: Duration, cancel: &Cancel) {
    const POLL: Duration = Duration::from_millis(20);
    let end = Instant::now() + time;
    while Instant::now() < end && !cancel.is_cancelled() {
        thread::sleep(POLL.min(time));
    }
}
