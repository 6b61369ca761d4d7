//! `bezzel run status`: shows the progress of a run.

use std::io::{self, IsTerminal};
use std::thread;
use std::time::Duration;

use crate::text::table;
use crate::words::{duration_text, plural};
use anyhow::Result;
use bezzel_ledger::{State, Status as Report, WorkerStatus};
use bezzel_queens::Board;
use clap::Args;

use super::ledger::StoreLocation;
use crate::{Exit, interruption, output};

/// Show the progress of a run, its workers and the time left
#[derive(Args)]
#[command(after_help = "\
Examples:
  bezzel run start 10 --name q10; bezzel run status q10

`bezzel serve --ledger FILE` shows the same on its page, and as Prometheus metrics at /metrics.")]
pub struct StatusArgs {
    /// The name of the run
    name: String,
    #[command(flatten)]
    ledger: StoreLocation,
    /// Repeat until the run is complete, or until Ctrl-C
    #[arg(long)]
    watch: bool,
    /// Print the status as JSON; with --watch one object a line
    #[arg(long)]
    json: bool,
}

impl StatusArgs {
    pub fn run(self) -> Result<Exit> {
        const REFRESH_INTERVAL: Duration = Duration::from_secs(2);
        const POLL_INTERVAL: Duration = Duration::from_millis(50);
        let store = self.ledger.open()?;
        let cancel = self.watch.then(interruption::cancel_token);
        loop {
            let status = store.status(&self.name)?;
            if self.json {
                output::print_json(&status)?;
            } else {
                let clear = self.watch && io::stdout().is_terminal();
                let clear = if clear { "\x1b[2J\x1b[H" } else { "" };
                output::print(format!("{clear}{}", text(&status)).as_bytes())?;
            }
            let Some(cancel) = &cancel else {
                return Ok(Exit::Found);
            };
            if status.complete || status.state == State::Closed {
                return Ok(Exit::Found);
            }
            for _ in 0..REFRESH_INTERVAL.as_millis() / POLL_INTERVAL.as_millis() {
                if cancel.is_cancelled() {
                    return Ok(interruption::exit("and the run continues"));
                }
                thread::sleep(POLL_INTERVAL);
            }
        }
    }
}

/// Returns the finished share in per cent; 100 % only if everything is done.
pub fn percent(status: &Report) -> String {
    let percent = 100.0 * status.share;
    match status.done == status.units {
        true => "100 %".into(),
        false => format!("{:.1} %", percent.min(99.9)),
    }
}

/// Returns a short description of a board that is given as text.
pub fn question(question: &str) -> String {
    match Board::read(question.as_bytes()) {
        Ok(board) if board == Board::new(board.n()) => plural(board.n().into(), "queen"),
        Ok(board) if board.is_torus() => format!("a torus of {0} x {0}", board.n()),
        Ok(board) => format!("a board of {0} x {0}", board.n()),
        Err(_) => question.into(),
    }
}

fn text(status: &Report) -> String {
    const BAR_WIDTH: usize = 40;
    let filled = (BAR_WIDTH as f64 * status.share) as usize;
    let bar: String = (0..BAR_WIDTH)
        .map(|at| if at < filled { '#' } else { '.' })
        .collect();
    let state = match status.state {
        State::Open => "open",
        State::Paused => "paused",
        State::Closed => "closed",
    };
    let age = duration_text(Duration::from_secs_f64(status.age.max(0.0)));
    let mut text = format!(
        "run {}: {}, {state}, started {age} ago\n[{bar}] {}, {} of {} units\n",
        status.name,
        question(&status.question),
        percent(status),
        status.done,
        status.units,
    );
    let left = match status.seconds_left {
        _ if status.complete => "nothing is left".to_owned(),
        Some(seconds) => {
            let left = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
            format!(
                "{} left at this rate, {}",
                duration_text(left),
                rate(status.share_per_hour)
            )
        }
        None if status.state == State::Paused => "nothing is handed out".into(),
        None => "no worker is active".into(),
    };
    text += &format!("{left}; {} solutions so far\n", status.solutions);
    text += &format!(
        "{}, {} open; {}, {} open\n",
        plural(status.audits, "audit"),
        status.audits_open,
        plural(status.disputes, "dispute"),
        status.disputes_open,
    );
    if let Some(needs) = status.needs() {
        text += &format!("{needs}\n");
    }
    if let (Some(total), Some(certified)) = (&status.total, &status.certified) {
        text += &format!("total {total}: {certified}\n");
    }
    if !status.workers.is_empty() {
        let mut rows = vec![
            ["worker", "party", "threads", "units", "seen", "", ""]
                .map(String::from)
                .to_vec(),
        ];
        let named = status.trusted.is_some();
        rows.extend(status.workers.iter().map(|worker| row(worker, named)));
        text += &format!("\n{}", table(&rows));
    }
    text
}

/// Returns a rate per second, minute, hour or day.
fn rate(share_per_hour: f64) -> String {
    let percent = 100.0 * share_per_hour;
    match percent {
        fast if fast > 100.0 => format!("{:.1} % a minute", percent / 60.0),
        slow if slow < 0.5 => format!("{:.2} % a day", percent * 24.0),
        _ => format!("{percent:.1} % an hour"),
    }
}

/// Returns the row of a worker; `named` if the trust of its login is shown.
fn row(worker: &WorkerStatus, named: bool) -> Vec<String> {
    let seen = duration_text(Duration::from_secs_f64(worker.seen_ago.max(0.0)));
    let note = match worker.alive {
        _ if worker.trust < 0 => "distrusted",
        true => "at work",
        false => "gone",
    };
    vec![
        worker.worker.to_string(),
        worker.party.clone(),
        worker.threads.to_string(),
        worker.units.to_string(),
        format!("{seen} ago"),
        note.into(),
        if named && worker.trusted {
            "trusted"
        } else {
            ""
        }
        .into(),
    ]
}
