//! Streams a count in progress, line by line.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use bezzel::job::CountOptions;
use bezzel::{Cancel, Progress};
use bezzel_lab::{CountLine, CountRequest, Lab};
use bezzel_queens as queens;
use tokio::sync::mpsc::{self, Sender};
use tokio::{task, time};
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;

use crate::answer::{CancelOnDrop, Refused, WorkPool, guarded};

/// The least time between two lines.
const LINE_INTERVAL: Duration = Duration::from_millis(100);

pub async fn count(pool: WorkPool, query: &str) -> Result<Response, Refused> {
    let counting = pool.lab.counting(query)?;
    let leave = pool.count()?;
    let cancel = Cancel::new();
    let (lines, reported) = mpsc::channel(16);
    let (lab, heard) = (pool.lab.clone(), cancel.clone());
    let work = task::spawn_blocking(move || {
        let _leave = leave;
        run(&counting, &lab, &heard, &lines);
    });
    // The count is cancelled with the server, after its time limit, and when the client disconnects
    // and its end of the channel is dropped.
    let (stop, late) = (pool.stop.clone(), cancel.clone());
    let longest = pool.lab.bounds().longest_count;
    tokio::spawn(async move {
        let start = Instant::now();
        while !work.is_finished() {
            if stop.is_cancelled() || start.elapsed() > longest {
                late.cancel();
            }
            time::sleep(Duration::from_millis(50)).await;
        }
    });
    let gone = CancelOnDrop(cancel);
    let lines = ReceiverStream::new(reported).map(move |line: CountLine| {
        let _until_dropped = &gone;
        Ok::<_, std::convert::Infallible>(line.text())
    });
    let kind = [(header::CONTENT_TYPE, "application/x-ndjson")];
    Ok((kind, Body::from_stream(lines)).into_response())
}

fn run(counting: &CountRequest, lab: &Lab, cancel: &Cancel, lines: &Sender<CountLine>) {
    let start = Instant::now();
    let last = Mutex::new(None);
    let watcher = |progress: Progress| {
        let mut last = last.lock().unwrap_or_else(|broken| broken.into_inner());
        let waited = |last: Instant| last.elapsed() >= LINE_INTERVAL;
        // The last slot of the channel is reserved for the result.
        if last.is_none_or(waited) && lines.capacity() > 1 {
            *last = Some(Instant::now());
            // A slow reader skips progress lines.
            let _ = lines.try_send(CountLine::progress(
                start.elapsed().as_secs_f64(),
                &progress,
            ));
        }
    };
    let counted = guarded(|| {
        let start = Instant::now();
        let run = CountOptions {
            threads: Some(counting.threads),
            cancel: cancel.clone(),
            watcher: Some(&watcher),
            ..CountOptions::default()
        };
        let counted = queens::count(&*counting.engine, &counting.board, false, &run)?;
        Ok(CountLine::end(start.elapsed().as_secs_f64(), &counted, lab))
    });
    // The client may have disconnected.
    let _ = lines.try_send(counted.unwrap_or_else(CountLine::from));
}
