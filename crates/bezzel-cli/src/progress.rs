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
            bar: io::stderr().is_terminal().then(Self::bar),
            latest: Mutex::new(None),
        }
    }

    /// A bar that ticks by itself, so that one sees life before the first unit is done.
    fn bar() -> ProgressBar {
        let bar = ProgressBar::no_length();
        let style = ProgressStyle::with_template("{bar:32} {percent:>3} %  {elapsed}  {msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.enable_steady_tick(Duration::from_millis(500));
        bar
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
        if maze.cells().len() < Self::WORTH_A_BAR || !io::stderr().is_terminal() {
            return Self(None);
        }
        let open = (0..maze.cells().len())
            .filter(|&cell| maze.is_open(cell))
            .count();
        let style =
            ProgressStyle::with_template("{bar:32} {human_pos} of {human_len} cells entered");
        let bar = ProgressBar::new(open as u64);
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Self(Some(bar))
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

/// A sign of life on standard error, if that is a terminal, as long as it is kept.
pub struct Activity(Option<ProgressBar>);

impl Activity {
    /// Shows as long as `work` takes.
    pub fn during<T>(name: &'static str, work: impl FnOnce() -> T) -> T {
        let _sign = Self::start(name);
        work()
    }

    fn start(work: &'static str) -> Self {
        Self(io::stderr().is_terminal().then(|| {
            let spinner = ProgressBar::new_spinner().with_message(work);
            let style = ProgressStyle::with_template("{spinner} {msg}, {elapsed}");
            spinner.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
            spinner.enable_steady_tick(Duration::from_millis(500));
            spinner
        }))
    }
}

impl Drop for Activity {
    fn drop(&mut self) {
        if let Some(spinner) = &self.0 {
            spinner.finish_and_clear();
        }
    }
}

/// A line on standard error, if that is a terminal, that tells what a run is at.
pub struct Spinner {
    line: Option<ProgressBar>,
    /// When there is something new to show.
    due: Cell<Instant>,
}

impl Spinner {
    /// Changes of the line are this far apart.
    const PAUSE: Duration = Duration::from_millis(100);

    /// Starts with nothing to tell, so that a short run shows nothing.
    pub fn start() -> Self {
        let line = io::stderr().is_terminal().then(|| {
            let line = ProgressBar::new_spinner();
            let style = ProgressStyle::with_template("{spinner} {elapsed} {msg}");
            line.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
            line
        });
        Self {
            line,
            due: Cell::new(Instant::now() + Self::PAUSE),
        }
    }

    /// Tells what the run is at, now and then.
    pub fn show(&self, message: impl FnOnce() -> String) {
        if let Some(line) = &self.line
            && Instant::now() >= self.due.get()
        {
            self.due.set(Instant::now() + Self::PAUSE);
            line.set_message(message());
            line.tick();
        }
    }
}

impl Drop for Spinner {
    fn drop(&mut self) {
        if let Some(line) = &self.line {
            line.finish_and_clear();
        }
    }
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
