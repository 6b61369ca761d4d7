//! What ends a command before its time: Ctrl-C, SIGTERM and `--seconds`. All within a second, tidily.
//!
//! The first of them throws a switch. A command that looks at it tells how far it came and ends by itself; where nobody looks, at
//! all or for a moment, it is ended. Nothing half written stays behind either way.

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering::Relaxed};
use std::sync::{LazyLock, OnceLock};
use std::time::Duration;
use std::{process, thread};

use anyhow::{Context, Result};
use bezzel::Cancel;

use crate::{Exit, output};

static CANCEL: LazyLock<Cancel> = LazyLock::new(Cancel::new);
/// The exit status that the first of them asks for.
static STATUS: AtomicU8 = AtomicU8::new(0);
/// The option that has set a limit.
static LIMIT: OnceLock<&str> = OnceLock::new();
/// Whether somebody looks at the switch.
static HEARD: AtomicBool = AtomicBool::new(false);
/// What a command may take to end by itself.
const GRACE: Duration = Duration::from_millis(600);

/// Throws the switch when so much time has gone by; `option` asked for it.
pub fn stop_after(time: Duration, option: &'static str) {
    LIMIT.get_or_init(|| option);
    if time.is_zero() {
        return stop(Exit::STOPPED);
    }
    thread::spawn(move || {
        thread::sleep(time);
        stop(Exit::STOPPED);
    });
}

/// Listens for signals from now on.
pub fn listen() -> Result<()> {
    system::listen().context("cannot listen for Ctrl-C")
}

/// The switch that is thrown.
pub fn cancel_token() -> Cancel {
    HEARD.store(true, Relaxed);
    CANCEL.clone()
}

/// How a command ended that found the switch thrown, after which it tells how far it came.
pub fn exit(how_far: &str) -> Exit {
    let sentence = format!("{} {how_far}", cause());
    match STATUS.load(Relaxed) {
        Exit::STOPPED => Exit::Stopped(sentence.trim_end().into()),
        status => Exit::Interrupted(status, sentence.trim_end().into()),
    }
}

fn cause() -> String {
    match (STATUS.load(Relaxed), LIMIT.get()) {
        (Exit::STOPPED, Some(option)) => format!("stopped by {option}"),
        _ => "interrupted".to_owned(),
    }
}

/// A signal came.
fn hear(signal: u8) {
    // Whoever asks twice does not want to wait.
    if CANCEL.is_cancelled() {
        end();
    }
    stop(128 + signal);
}

fn stop(status: u8) {
    // The first of several counts.
    if STATUS
        .compare_exchange(0, status, Relaxed, Relaxed)
        .is_err()
    {
        return;
    }
    CANCEL.cancel();
    if !HEARD.load(Relaxed) {
        end();
    }
    thread::spawn(|| {
        thread::sleep(GRACE);
        end();
    });
}

fn end() -> ! {
    // Nobody says anything after this.
    let _silence = std::io::stderr().lock();
    output::tidy();
    output::note(&cause());
    process::exit(STATUS.load(Relaxed).into());
}

#[cfg(unix)]
mod system {
    use std::{fs, io, thread};

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    pub fn listen() -> io::Result<()> {
        // What whoever started us has ignored stays so: `nohup` says that with SIGHUP.
        let ignored = ignored();
        let wanted = [SIGINT, SIGTERM, SIGHUP].into_iter();
        let mut signals = Signals::new(wanted.filter(|signal| ignored >> (signal - 1) & 1 == 0))?;
        thread::spawn(move || {
            for signal in signals.forever() {
                super::hear(signal as u8);
            }
        });
        Ok(())
    }

    /// The signals ignored from the start, a bit each from the lowest; none where the system does not tell.
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
        ctrlc::set_handler(|| super::hear(2))
    }
}
