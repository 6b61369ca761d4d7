//! A word beforehand when work will take long.

use std::time::Duration;

use anyhow::Result;
use bezzel::Cancel;
use bezzel::job::{self, Crew, Forecast, UnderWay};
use bezzel::queens::{self, Board, Engine};
use bezzel::render::{in_words, so_many};
use bezzel::report::ForecastReport;

use crate::output;
use crate::progress::SignOfLife;
use crate::threads;

/// Counts some units of a board, for so long or a little longer, and tells how long all of them would take.
pub fn sample(
    engine: &'static dyn Engine,
    board: &Board,
    time: Duration,
    cancel: &Cancel,
) -> Result<Option<Forecast>> {
    let job = engine.job(board)?;
    let sample = || job::forecast(&*job, time, UnderWay::Finished, cancel);
    Ok(SignOfLife::during("counting some units", sample)?)
}

/// A forecast in a sentence or two.
pub fn in_sentences(report: &ForecastReport<'_>) -> String {
    let words = |seconds: f64| {
        in_words(Duration::try_from_secs_f64(seconds.max(0.0)).unwrap_or(Duration::MAX))
    };
    let crew = Crew {
        size: report.threads,
        kind: report.counted_by,
    };
    format!(
        "{} queens with `{}`: about {} of one {} ({} either way), {} on {crew}\n\
         told from {} of {}, counted now\n",
        report.n,
        report.method,
        words(report.core_seconds),
        if crew == Crew::threads(crew.size) {
            "core"
        } else {
            crew.kind
        },
        words(report.core_seconds_error),
        words(report.seconds),
        report.sampled,
        so_many(report.units, "unit"),
    )
}

/// The time an engine would need on this machine, and who would count.
pub fn forecast(engine: &dyn Engine, board: &Board, cancel: &Cancel) -> Result<(Duration, Crew)> {
    const PATIENCE: Duration = Duration::from_millis(300);
    let (time, crew) = queens::forecast(engine, board, threads::at_work(), PATIENCE, cancel)?;
    // Threads are told as they were asked for, even if there are not as many cores.
    let asked = threads::crew();
    Ok((time, if crew.kind == asked.kind { asked } else { crew }))
}

/// Says so if counting will take more than a minute.
pub fn warn_if_long(engine: &dyn Engine, board: &Board, cancel: &Cancel) -> Result<()> {
    // What takes seconds by rule of thumb does not take minutes.
    const SECONDS: f64 = 20.0;
    if queens::guess(engine, board)? < SECONDS {
        return Ok(());
    }
    let (time, crew) = forecast(engine, board, cancel)?;
    warn_if(time, crew, engine, board);
    Ok(())
}

/// Says so if listing will take more than a minute. Whoever waits for the first solution does not want to wait for this:
/// it is a guess.
pub fn warn_if_long_list(engine: &dyn Engine, board: &Board) -> Result<()> {
    let alone = queens::guess(engine, board)? / threads::at_work() as f64;
    let time = Duration::try_from_secs_f64(alone).unwrap_or(Duration::MAX);
    warn_if(time, threads::crew(), engine, board);
    Ok(())
}

fn warn_if(time: Duration, crew: Crew, engine: &dyn Engine, board: &Board) {
    if time > Duration::from_secs(60) {
        let time = format!("about {}", in_words(time));
        warn(&time, board, engine.name(), crew, "");
    }
}

/// The word itself: how long it takes, and what could be done instead.
pub fn warn(time: &str, board: &Board, method: &str, crew: Crew, instead: &str) {
    output::note(&format!(
        "{} queens will take {time} with `{method}` on {crew}{instead}; Ctrl-C stops it",
        board.n(),
    ));
}
