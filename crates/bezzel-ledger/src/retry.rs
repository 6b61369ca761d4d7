//! Retries calls to a store that temporarily cannot be reached.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use bezzel::Cancel;

use crate::Error;

/// Repeats calls to a store while it cannot be reached. Reports once when waiting starts and once
/// when it ends.
#[derive(Debug)]
pub struct Retry {
    /// How long calls are repeated; `None` for no limit.
    limit: Option<Duration>,
    /// The longest pause between two calls.
    longest: Duration,
    waiting: AtomicBool,
}

impl Retry {
    /// Returns a policy that retries for this long.
    pub fn within(limit: Duration) -> Self {
        Self {
            limit: Some(limit),
            ..Self::with_pauses(Duration::from_secs(1))
        }
    }

    /// Returns a policy without a limit, with pauses of at most this length.
    pub fn with_pauses(longest: Duration) -> Self {
        Self {
            limit: None,
            longest,
            waiting: AtomicBool::new(false),
        }
    }

    /// Repeats a call until it succeeds, fails permanently, or is cancelled.
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
                        note("the ledger can be reached again");
                    }
                    return answer;
                }
            }
            sleep(pause, cancel);
            pause = (2 * pause).min(self.longest);
        }
    }
}

/// Sleeps until the time is over or `cancel` is set.
pub(crate) fn sleep(time: Duration, cancel: &Cancel) {
    const POLL: Duration = Duration::from_millis(20);
    let end = Instant::now() + time;
    while Instant::now() < end && !cancel.is_cancelled() {
        thread::sleep(POLL.min(time));
    }
}
