//! Estimates the time of long counts before they start.

use std::time::Duration;

use crate::words::{duration_text, plural};
use anyhow::Result;
use bezzel::Cancel;
use bezzel::job::{self, Forecast, UnderWay, WorkerCount};
use bezzel_queens::report::ForecastReport;
use bezzel_queens::{Board, Engine};

use crate::output;
use crate::progress::Activity;
use crate::threads;

/// Counts some units of a board for about this time, and estimates the time of all.
pub fn sample(
    engine: &dyn Engine,
    board: &Board,
    time: Duration,
    cancel: &Cancel,
) -> Result<Option<Forecast>> {
    let job = engine.job(board)?;
    let sample = || {
        job::forecast(
            &*job,
            threads::crew().size,
            time,
            UnderWay::Finished,
            cancel,
        )
    };
    Ok(Activity::during("counting some units", sample)?)
}

/// Returns a forecast in one or two sentences.
pub fn in_sentences(report: &ForecastReport<'_>) -> String {
    let words = |seconds: f64| {
        duration_text(Duration::try_from_secs_f64(seconds.max(0.0)).unwrap_or(Duration::MAX))
    };
    let crew = WorkerCount {
        size: report.threads,
        kind: report.counted_by,
    };
    format!(
        "{} queens with `{}`: about {} of one {} ({} either way), {} on {crew}\n\
         extrapolated from {} of {}, counted now\n",
        report.question.n,
        report.method,
        words(report.core_seconds),
        if crew == WorkerCount::threads(crew.size) {
            "core"
        } else {
            crew.kind
        },
        words(report.core_seconds_error),
        words(report.seconds),
        report.sampled,
        plural(report.units, "unit"),
    )
}

/// Returns the expected time of a count or a list, by rule of thumb.
pub fn by_rule_of_thumb(
    engine: &dyn Engine,
    board: &Board,
    nodes: f64,
    crew: WorkerCount,
) -> Duration {
    let at_once = match crew.kind == WorkerCount::threads(1).kind {
        true => threads::at_work(),
        false => crew.size,
    };
    let seconds = engine.estimated_seconds(board, nodes) / at_once as f64;
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
}

/// Prints the expected time of a count or a list, if it is more than a minute.
pub fn warn_if_long(engine: &dyn Engine, board: &Board, nodes: f64, crew: WorkerCount) {
    let time = by_rule_of_thumb(engine, board, nodes, crew);
    if time > Duration::from_secs(60) {
        let time = format!("about {}", duration_text(time));
        warn(&time, board, engine.name(), crew, "");
    }
}

/// Prints the expected time, and a faster alternative.
pub fn warn(time: &str, board: &Board, method: &str, crew: WorkerCount, instead: &str) {
    output::note(&format!(
        "{} queens will take {time} with `{method}` on {crew}{instead}; Ctrl-C stops it",
        board.n(),
    ));
}
