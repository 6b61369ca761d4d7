//! A word beforehand when work will take long.

use std::time::Duration;

use anyhow::Result;
use bezzel::Cancel;
use bezzel::queens::{self, Board, Engine};
use bezzel::render::in_words;

use crate::output;
use crate::threads;

/// The time an engine would need on this machine.
pub fn forecast(engine: &dyn Engine, board: &Board, cancel: &Cancel) -> Result<Duration> {
    const PATIENCE: Duration = Duration::from_millis(300);
    let alone = queens::forecast(engine, board, PATIENCE, cancel)?;
    Ok(alone / threads::at_work() as u32)
}

/// Says so if counting will take more than a minute.
pub fn warn_if_long(engine: &dyn Engine, board: &Board, cancel: &Cancel) -> Result<()> {
    let time = forecast(engine, board, cancel)?;
    if time > Duration::from_secs(60) {
        output::note(&format!(
            "{} queens will take about {} with `{}` on {}; Ctrl-C stops it",
            board.n(),
            in_words(time),
            engine.name(),
            threads::in_words(),
        ));
    }
    Ok(())
}
