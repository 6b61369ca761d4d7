//! A word beforehand when work will take long.

use std::time::Duration;

use anyhow::Result;
use bezzel::queens::{Arrays, Form, Masks};
use bezzel::render::in_words;
use bezzel::{Estimate, Search};
use bezzel_count::Method;

use crate::output;
use crate::queens::forecast;
use crate::threads;

/// The estimated tree of `n` queens.
pub fn estimate(n: u32, samples: u64, seed: u64) -> Result<Estimate> {
    Ok(if n <= Masks::LIMIT {
        Search::new(&Masks::new(n)?).estimate(samples, seed)
    } else {
        Search::new(&Arrays::new(n)?).estimate(samples, seed)
    })
}

/// Says so if counting will take more than a minute.
pub fn warn_if_long(method: Method, n: u32) -> Result<()> {
    // A look costs a tenth of a second: boards that take less are not worth one.
    if n < method.worth_a_look() {
        return Ok(());
    }
    let time = forecast(method, n)?;
    if time > Duration::from_secs(60) {
        output::note(&format!(
            "{n} queens will take about {} with `{}` on {}; Ctrl-C stops it",
            in_words(time),
            method.name(),
            threads::in_words(),
        ));
    }
    Ok(())
}
