//! Signs of life while long work goes on: bars and lines on standard error, if that is a terminal.

use std::cell::Cell;
use std::io::{self, IsTerminal};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::words::duration_text;
use bezzel::Progress;
use bezzel_maze::Maze;
use indicatif::{HumanCount, ProgressBar, ProgressStyle};

use crate::{Exit, interruption};

/// A progress bar on standard error, if that is a terminal and the work takes a moment.
pub struct Watch {
    start: Instant,
    /// The share that was done before.
    before: f64,
    bar: Option<ProgressBar>,
    latest: Mutex<Option<Progress>>,
}

impl Watch {
    /// Starts the clock.
    pub fn start() -> Self {
        Self::start_from(0.0)
    }

    /// Starts the clock of work of which a share is done already.
    pub fn start_from(before: f64) -> Self {
        Self {
            start: Instant::now(),
            before,
            bar: line("{bar:32} {percent:>3} %  {elapsed}  {msg}"),
            latest: Mutex::new(None),
        }
    }

    /// Shows how far the work is.
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

    /// Threads report out of turn: the furthest counts. Whether this is it.
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

    /// How much was done of work that was interrupted.
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

    /// Takes the bar away.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// A progress bar over the cells of a large maze, on standard error if that is a terminal.
pub struct CellWatch(Option<ProgressBar>);

impl CellWatch {
    /// Mazes from here on take long enough to want a bar.
    const WORTH_A_BAR: usize = 1_000_000;
    /// Entered cells between two looks at the clock.
    const STRIDE: u64 = 1 << 16;

    /// A bar that is full when every open cell was entered.
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

    /// Shows how many cells were entered.
    #[inline]
    pub fn show(&self, entered: u64) {
        if entered.is_multiple_of(Self::STRIDE)
            && let Some(bar) = &self.0
        {
            bar.set_position(entered);
        }
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}

/// A line on standard error that shows what goes on, if that is a terminal, as long as it is kept.
pub struct Activity {
    line: Option<ProgressBar>,
    /// When there may be another message.
    due: Cell<Instant>,
}

impl Activity {
    /// Messages are this far apart.
    const PAUSE: Duration = Duration::from_millis(100);

    /// Shows the name of `work` as long as it takes.
    pub fn during<T>(name: &'static str, work: impl FnOnce() -> T) -> T {
        let _activity = Self::start(name);
        work()
    }

    /// Begins with a message.
    pub fn start(message: &'static str) -> Self {
        let line = line("{spinner} {elapsed} {msg}").map(|line| line.with_message(message));
        let due = Cell::new(Instant::now() + Self::PAUSE);
        Self { line, due }
    }

    /// Shows another message, if the last one has been there for a moment.
    pub fn show(&self, message: impl FnOnce() -> String) {
        if let Some(line) = &self.line
            && Instant::now() >= self.due.get()
        {
            self.due.set(Instant::now() + Self::PAUSE);
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

/// A line that is drawn by itself, so that one sees life before the first unit is done; none if standard error is no terminal.
fn line(template: &str) -> Option<ProgressBar> {
    io::stderr().is_terminal().then(|| {
        let line = ProgressBar::no_length();
        let style = ProgressStyle::with_template(template);
        line.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        line.enable_steady_tick(Duration::from_millis(500));
        line
    })
}

/// The time the rest of the work will take if it goes on like the share that was done meanwhile.
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
