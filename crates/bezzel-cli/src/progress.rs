//! Progress bars and activity lines on standard error, if it is a terminal.

use std::cell::Cell;
use std::io::{self, IsTerminal};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::words::duration_text;
use bezzel::Progress;
use bezzel_maze::Maze;
use indicatif::{HumanCount, ProgressBar, ProgressStyle};

use crate::{Exit, interruption};

/// A progress bar on standard error, shown on terminals if the work takes longer than a moment.
pub struct ProgressWatch {
    start: Instant,
    /// The share that was done before.
    before: f64,
    bar: Option<ProgressBar>,
    latest: Mutex<Option<Progress>>,
}

impl ProgressWatch {
    /// Starts the clock.
    pub fn start() -> Self {
        Self::start_from(0.0)
    }

    /// Starts the clock for work of which a share is already done.
    pub fn start_from(before: f64) -> Self {
        Self {
            start: Instant::now(),
            before,
            bar: line("{bar:32} {percent:>3} %  {elapsed}  {msg}"),
            latest: Mutex::new(None),
        }
    }

    /// Updates the bar.
    pub fn show(&self, progress: Progress) {
        let elapsed = self.start.elapsed();
        let news = self.keep(progress);
        let Some(bar) = self.bar.as_ref().filter(|_| news && progress.done > 0) else {
            return;
        };
        let rate = progress.nodes as f64 / elapsed.as_secs_f64();
        let left = time_left(elapsed, self.before, progress.share);
        bar.set_length(1_000_000);
        bar.set_position((1e6 * progress.share) as u64);
        bar.set_message(format!(
            "{} nodes/s, {} solutions, {} left",
            HumanCount(rate as u64),
            HumanCount(progress.solutions),
            duration_text(left)
        ));
    }

    /// Records the progress, since threads report out of order. Returns true if it is the furthest
    /// so far.
    fn keep(&self, progress: Progress) -> bool {
        let mut latest = self.latest.lock().unwrap_or_else(PoisonError::into_inner);
        let further =
            |latest: Progress| (latest.done, latest.nodes) < (progress.done, progress.nodes);
        let news = latest.is_none_or(further);
        if news {
            *latest = Some(progress);
        }
        news
    }

    /// Returns the result of an interrupted command.
    pub fn interrupted(&self) -> Exit {
        self.finish();
        let latest = *self.latest.lock().unwrap_or_else(PoisonError::into_inner);
        interruption::exit(&match latest {
            None => "before anything was done".into(),
            Some(latest) => format!(
                "after {} promising nodes and {} solutions, about {:.1} % of the tree",
                latest.nodes,
                latest.solutions,
                100.0 * latest.share
            ),
        })
    }

    /// Removes the bar.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// A progress bar for the cells of a large maze, shown on terminals.
pub struct CellWatch(Option<ProgressBar>);

impl CellWatch {
    /// The least number of cells for which a bar is shown.
    const WORTH_A_BAR: usize = 1_000_000;
    /// The number of cells between two polls of the clock.
    const CELLS_PER_POLL: u64 = 1 << 16;

    /// Returns a bar for the open cells of a maze.
    pub fn start(maze: &Maze) -> Self {
        let cells = maze.cells().len();
        if cells < Self::WORTH_A_BAR {
            return Self(None);
        }
        let bar = line("{bar:32} {human_pos} of {human_len} cells entered");
        if let Some(bar) = &bar {
            bar.set_length((0..cells).filter(|&cell| maze.is_open(cell)).count() as u64);
        }
        Self(bar)
    }

    /// Updates the number of entered cells.
    #[inline]
    pub fn show(&self, entered: u64) {
        if entered.is_multiple_of(Self::CELLS_PER_POLL)
            && let Some(bar) = &self.0
        {
            bar.set_position(entered);
        }
    }

    /// Removes the bar.
    pub fn finish(&self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}

/// A status line on standard error, shown on terminals until it is dropped.
pub struct Activity {
    line: Option<ProgressBar>,
    /// The earliest time of the next message.
    due: Cell<Instant>,
}

impl Activity {
    /// The least time between two messages.
    const MESSAGE_INTERVAL: Duration = Duration::from_millis(100);

    /// Shows a message during `work`.
    pub fn during<T>(name: &'static str, work: impl FnOnce() -> T) -> T {
        let _activity = Self::start(name);
        work()
    }

    /// Starts with a message.
    pub fn start(message: &'static str) -> Self {
        let line = line("{spinner} {elapsed} {msg}").map(|line| line.with_message(message));
        let due = Cell::new(Instant::now() + Self::MESSAGE_INTERVAL);
        Self { line, due }
    }

    /// Shows another message, if the last one has been visible long enough.
    pub fn show(&self, message: impl FnOnce() -> String) {
        if let Some(line) = &self.line
            && Instant::now() >= self.due.get()
        {
            self.due.set(Instant::now() + Self::MESSAGE_INTERVAL);
            line.set_message(message());
        }
    }
}

impl Drop for Activity {
    fn drop(&mut self) {
        if let Some(line) = &self.line {
            line.finish_and_clear();
        }
    }
}

/// Returns a line that is redrawn periodically, so that activity is visible before the first unit
/// is done; `None` if standard error is not a terminal.
fn line(template: &str) -> Option<ProgressBar> {
    io::stderr().is_terminal().then(|| {
        let line = ProgressBar::no_length();
        let style = ProgressStyle::with_template(template);
        line.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        line.enable_steady_tick(Duration::from_millis(500));
        line
    })
}

/// Returns the expected remaining time, from the share that was done in `elapsed`.
fn time_left(elapsed: Duration, before: f64, share: f64) -> Duration {
    let seconds = elapsed.as_secs_f64() * (1.0 - share) / (share - before);
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_goes_with_the_work_left() {
        let minute = Duration::from_secs(60);
        assert_eq!(time_left(minute, 0.0, 0.25), 3 * minute);
        assert_eq!(time_left(minute, 0.0, 0.0), Duration::MAX);
        assert_eq!(time_left(minute, 0.5, 0.75), minute);
    }
}
