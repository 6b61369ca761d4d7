//! Ctrl-C.

use anyhow::{Context, Result};
use bezzel::Cancel;

/// A switch thrown by Ctrl-C.
pub fn listen() -> Result<Cancel> {
    let cancel = Cancel::new();
    let thrown = cancel.clone();
    let handler = move || {
        // Whoever asks twice does not want to wait.
        if thrown.is_cancelled() {
            std::process::exit(130);
        }
        thrown.cancel();
    };
    ctrlc::set_handler(handler).context("cannot listen for Ctrl-C")?;
    Ok(cancel)
}
