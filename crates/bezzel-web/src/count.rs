//! A count under way: lines of JSON, the last of them the result.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use bezzel::job::Run;
use bezzel::queens::{self, Board, Engine};
use bezzel::{Cancel, Progress};
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc::{self, Sender};
use tokio::{task, time};
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;

use crate::answer::{CancelOnDrop, Query, Refusal, WorkPool, guarded};
use crate::queens::AskBoard;

/// The largest board counted: minutes for the fastest engine on two cores.
pub const QUEENS: u32 = 20;
/// The longest a count may take.
const LONGEST: Duration = Duration::from_secs(600);
/// The least time between two lines.
const PAUSE: Duration = Duration::from_millis(100);

#[derive(Deserialize)]
pub struct Ask {
    n: u32,
    engine: String,
    threads: Option<usize>,
}

/// A line of the answer.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Line {
    /// How far it is. Counts are text.
    Progress {
        seconds: f64,
        share: f64,
        done: usize,
        units: usize,
        nodes: String,
        solutions: String,
    },
    /// The result.
    Done { seconds: f64, count: String },
    /// Why there is none.
    Error(String),
}

/// The threads a count may have.
pub fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, Into::into)
}

pub async fn count(
    State(pool): State<WorkPool>,
    Query(board): Query<AskBoard>,
    Query(ask): Query<Ask>,
) -> Result<Response, Refusal> {
    let engines = &pool.engines;
    let unknown = || {
        let known: Vec<_> = engines.all().map(|engine| engine.name()).collect();
        let (asked, known) = (&ask.engine, known.join(", "));
        Refusal::bad(format!("there is no engine {asked:?}; there are {known}"))
    };
    let engine = engines.named(&ask.engine).ok_or_else(unknown)?;
    let most = engine.limit().min(QUEENS);
    if ask.n > most {
        return Err(Refusal::bad(format!(
            "{} queens are more than are counted here (at most {most})",
            ask.n
        )));
    }
    let board = board.question(ask.n)?;
    engine.check(&board)?;
    let cores = threads();
    let threads = ask.threads.unwrap_or(cores);
    if !(1..=cores).contains(&threads) {
        return Err(Refusal::bad(format!(
            "{threads} threads are not between 1 and the {cores} of this machine"
        )));
    }
    let leave = pool.count()?;
    let cancel = Cancel::new();
    let (lines, told) = mpsc::channel(16);
    let counting = Counting {
        board,
        engine,
        threads,
        cancel: cancel.clone(),
        lines,
    };
    let work = task::spawn_blocking(move || {
        let _leave = leave;
        counting.run();
    });
    // Is cancelled with the server, after its time, and when the client disconnects: its end of the channel is dropped.
    let (stop, late) = (pool.stop.clone(), cancel.clone());
    tokio::spawn(async move {
        let start = Instant::now();
        while !work.is_finished() {
            if stop.is_cancelled() || start.elapsed() > LONGEST {
                late.cancel();
            }
            time::sleep(Duration::from_millis(50)).await;
        }
    });
    let gone = CancelOnDrop(cancel);
    let lines = ReceiverStream::new(told).map(move |line: Line| {
        let _until_dropped = &gone;
        let mut text = serde_json::to_string(&line)?;
        text.push('\n');
        Ok::<_, serde_json::Error>(text)
    });
    let kind = [(header::CONTENT_TYPE, "application/x-ndjson")];
    Ok((kind, Body::from_stream(lines)).into_response())
}

struct Counting {
    board: Board,
    engine: &'static dyn Engine,
    threads: usize,
    cancel: Cancel,
    lines: Sender<Line>,
}

impl Counting {
    fn run(self) {
        let start = Instant::now();
        let last = Mutex::new(None);
        let watcher = |progress: Progress| {
            let mut last = last.lock().unwrap_or_else(|broken| broken.into_inner());
            let waited = |last: Instant| last.elapsed() >= PAUSE;
            // The last place in the channel is for the result.
            if last.is_none_or(waited) && self.lines.capacity() > 1 {
                *last = Some(Instant::now());
                // A reader too slow for one line will see a later one.
                let _ = self.lines.try_send(Line::Progress {
                    seconds: start.elapsed().as_secs_f64(),
                    share: progress.share,
                    done: progress.done,
                    units: progress.units,
                    nodes: progress.nodes.to_string(),
                    solutions: progress.solutions.to_string(),
                });
            }
        };
        let counted = guarded(|| {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(self.threads)
                .build();
            let pool = pool.map_err(|_| Refusal::broken())?;
            let start = Instant::now();
            let run = Run {
                cancel: self.cancel.clone(),
                watcher: Some(&watcher),
            };
            let counted = pool.install(|| queens::count(self.engine, &self.board, false, &run));
            Ok((counted?, start.elapsed()))
        });
        let line = match counted {
            Ok((counted, time)) if counted.is_complete() => Line::Done {
                seconds: time.as_secs_f64(),
                count: counted.solutions().to_string(),
            },
            Ok(_) => Line::Error(format!(
                "stopped; a count may take {} minutes",
                LONGEST.as_secs() / 60
            )),
            Err(refusal) => Line::Error(refusal.sentence().to_owned()),
        };
        // Nobody may be there to hear it.
        let _ = self.lines.try_send(line);
    }
}
