//! Cancellation by Ctrl-C, SIGTERM and `--seconds`, within a second and without partial files.
//!
//! The first signal sets the cancellation token. Commands that poll it report their progress and
//! return. If the token is not polled within 600 ms, the process exits.

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering::Relaxed};
use std::sync::{LazyLock, OnceLock};
use std::time::Duration;
use std::{process, thread};

use anyhow::{Context, Result};
use bezzel::Cancel;

use crate::{Exit, output};

static CANCEL: LazyLock<Cancel> = LazyLock::new(Cancel::new);
/// The exit status for the first signal.
static EXIT_STATUS: AtomicU8 = AtomicU8::new(0);
/// The option whose limit was reached.
static LIMIT_OPTION: OnceLock<&str> = OnceLock::new();
/// True if a command has requested the token, so that it will notice signals by polling.
static IS_POLLED: AtomicBool = AtomicBool::new(false);
/// The time a command has to end.
const GRACE_PERIOD: Duration = Duration::from_millis(600);

/// Sets the token after this time; `option` is the option that requested it.
pub fn stop_after(time: Duration, option: &'static str) {
    LIMIT_OPTION.get_or_init(|| option);
    if time.is_zero() {
        return stop(Exit::STOPPED);
    }
    thread::spawn(move || {
        thread::sleep(time);
        stop(Exit::STOPPED);
    });
}

/// Installs the signal handlers.
pub fn listen() -> Result<()> {
    system::listen().context("cannot listen for Ctrl-C")
}

/// Returns the cancellation token, and marks it as polled.
pub fn cancel_token() -> Cancel {
    IS_POLLED.store(true, Relaxed);
    CANCEL.clone()
}

/// Returns the result of a command that was cancelled, with its progress.
pub fn exit(how_far: &str) -> Exit {
    let sentence = format!("{} {how_far}", cause());
    match EXIT_STATUS.load(Relaxed) {
        Exit::STOPPED => Exit::Stopped(sentence.trim_end().into()),
        status => Exit::Interrupted(status, sentence.trim_end().into()),
    }
}

fn cause() -> String {
    match (EXIT_STATUS.load(Relaxed), LIMIT_OPTION.get()) {
        (Exit::STOPPED, Some(option)) => format!("stopped by {option}"),
        _ => "interrupted".to_owned(),
    }
}

/// Handles a signal.
fn handle_signal(signal: u8) {
    // A second signal ends the process at once.
    if CANCEL.is_cancelled() {
        end();
    }
    stop(128 + signal);
}

fn stop(status: u8) {
    // The first of several signals counts.
    if EXIT_STATUS
        .compare_exchange(0, status, Relaxed, Relaxed)
        .is_err()
    {
        return;
    }
    CANCEL.cancel();
    if !IS_POLLED.load(Relaxed) {
        end();
    }
    thread::spawn(|| {
        thread::sleep(GRACE_PERIOD);
        end();
    });
}

fn end() -> ! {
    // Other threads must not print anything after this.
    let _silence = std::io::stderr().lock();
    output::tidy();
    output::note(&cause());
    process::exit(EXIT_STATUS.load(Relaxed).into());
}

#[cfg(unix)]
mod system {
    use std::{fs, io, thread};

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    pub fn listen() -> io::Result<()> {
        // Signals that were ignored at the start stay ignored: `nohup` ignores SIGHUP.
        let ignored = ignored();
        let wanted = [SIGINT, SIGTERM, SIGHUP].into_iter();
        let mut signals = Signals::new(wanted.filter(|signal| ignored >> (signal - 1) & 1 == 0))?;
        thread::spawn(move || {
            for signal in signals.forever() {
                super::handle_signal(signal as u8);
            }
        });
        Ok(())
    }

    /// Returns the signals ignored at the start, one bit each from the lowest; 0 if the system does
    /// not report them.
    fn ignored() -> u64 {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
            .unwrap_or(0)
    }
}

#[cfg(not(unix))]
mod system {
    pub fn listen() -> Result<(), ctrlc::Error> {
        ctrlc::set_handler(|| super::handle_signal(2))
    }
}
