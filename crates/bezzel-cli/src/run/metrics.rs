//! What Prometheus asks for.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};
use bezzel_ledger::Status;

use crate::{Exit, interruption, output};

/// Answers at an address until Ctrl-C.
pub fn serve(address: SocketAddr, status: impl Fn() -> Result<Status>) -> Result<Exit> {
    const LOOK: Duration = Duration::from_millis(50);
    let cancel = interruption::cancel();
    status()?;
    let listener =
        TcpListener::bind(address).with_context(|| format!("cannot listen on {address}"))?;
    listener.set_nonblocking(true)?;
    output::print(format!("http://{}/metrics\n", listener.local_addr()?).as_bytes())?;
    while !cancel.is_cancelled() {
        match listener.accept() {
            // Whoever hangs up or dawdles is no reason to stop.
            Ok((peer, _)) => drop(answer(peer, &status)),
            Err(_) => thread::sleep(LOOK),
        }
    }
    Ok(interruption::exit("and the run goes on"))
}

fn answer(mut peer: TcpStream, status: &impl Fn() -> Result<Status>) -> Result<()> {
    const LONGEST: u64 = 1 << 13;
    peer.set_nonblocking(false)?;
    peer.set_read_timeout(Some(Duration::from_secs(2)))?;
    peer.set_write_timeout(Some(Duration::from_secs(2)))?;
    let mut request = BufReader::new(peer.try_clone()?.take(LONGEST));
    let mut first = String::new();
    request.read_line(&mut first)?;
    // The rest of the head is of no interest, but a peer wants it read.
    let mut line = String::new();
    while request.read_line(&mut line)? > 2 {
        line.clear();
    }
    let (code, body) = match (first.starts_with("GET /metrics "), status()) {
        (true, Ok(status)) => ("200 OK", page(&status)),
        (true, Err(error)) => ("503 Service Unavailable", output::sentence(&error)),
        (false, _) => ("404 Not Found", "GET /metrics is all there is\n".into()),
    };
    let kind = "text/plain; version=0.0.4; charset=utf-8";
    let length = body.len();
    write!(
        peer,
        "HTTP/1.1 {code}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    )?;
    Ok(())
}

/// The figures of a run, each with what it means.
fn page(status: &Status) -> String {
    let alive = status.workers.iter().filter(|worker| worker.alive);
    let figures: [(&str, &str, f64); 12] = [
        ("units", "Units in all", status.units as f64),
        ("units_done", "Units told", status.done as f64),
        (
            "share",
            "Share of the work that is done, from 0 to 1",
            status.share,
        ),
        (
            "complete",
            "1 if nothing is left",
            f64::from(u8::from(status.complete)),
        ),
        (
            "share_per_second",
            "Share of the work done in a second",
            status.share_per_hour / 3_600.0,
        ),
        (
            "seconds_left",
            "Seconds left at this rate",
            status.seconds_left.unwrap_or(f64::NAN),
        ),
        ("workers", "Workers that are there", alive.count() as f64),
        (
            "tasks_taken",
            "Tasks in somebody's hands",
            status.taken as f64,
        ),
        (
            "audits",
            "Tasks to be counted again, or that were",
            status.audits as f64,
        ),
        (
            "audits_open",
            "Audits that are not done",
            status.audits_open as f64,
        ),
        (
            "disputes",
            "Tasks on which parties contradicted each other",
            status.disputes as f64,
        ),
        (
            "disputes_open",
            "Disputes that are not settled",
            status.disputes_open as f64,
        ),
    ];
    let run = &status.name;
    let line = |(name, help, value): (&str, &str, f64)| {
        format!(
            "# HELP bezzel_run_{name} {help}.\n# TYPE bezzel_run_{name} gauge\nbezzel_run_{name}{{run=\"{run}\"}} {value}\n"
        )
    };
    figures.into_iter().map(line).collect()
}
