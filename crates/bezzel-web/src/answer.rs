//! Answers, refusals, and the bounds on the work behind them.

use std::panic;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::rejection::{BytesRejection, JsonRejection, PathRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use bezzel::queens::Engines;
use bezzel::{Cancel, Named};
use bezzel_ledger::Store;
use bezzel_recording::{BoardCache, Language};
use serde_json::json;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::{task, time};

/// A request that is not granted: a status, and why in a sentence.
#[derive(Debug)]
pub struct Refusal {
    status: StatusCode,
    sentence: String,
}

impl Refusal {
    /// The longest sentence: what was asked may be part of it, and of any length.
    const LONGEST: usize = 300;

    /// A refusal with this status.
    pub fn new(status: StatusCode, sentence: impl Into<String>) -> Self {
        let mut sentence = sentence.into();
        if let Some((end, _)) = sentence.char_indices().nth(Self::LONGEST) {
            sentence.truncate(end);
            sentence.push('…');
        }
        Self { status, sentence }
    }

    /// The request is at fault.
    pub fn bad(sentence: impl ToString) -> Self {
        Self::new(StatusCode::BAD_REQUEST, sentence.to_string())
    }

    /// Why it is not granted.
    pub fn sentence(&self) -> &str {
        &self.sentence
    }

    /// The server is at fault.
    pub fn broken() -> Self {
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "something went wrong here; the server goes on",
        )
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.status, Json(json!({ "error": self.sentence }))).into_response()
    }
}

macro_rules! refusals {
    ($($rejection:ty),*) => {$(
        impl From<$rejection> for Refusal {
            fn from(rejection: $rejection) -> Self {
                Self::new(rejection.status(), rejection.body_text())
            }
        }
    )*};
}
refusals!(BytesRejection, JsonRejection, PathRejection, QueryRejection);

impl From<bezzel_recording::Error> for Refusal {
    fn from(error: bezzel_recording::Error) -> Self {
        Self::bad(error)
    }
}

impl From<bezzel::Error> for Refusal {
    fn from(error: bezzel::Error) -> Self {
        match error {
            // A client that disconnected does not hear it; one that waits has waited long enough.
            bezzel::Error::Cancelled => too_long(),
            _ => Self::bad(error),
        }
    }
}

/// The part of the address behind the question mark.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Query), rejection(Refusal))]
pub struct Query<T>(pub T);

/// A part of the address.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Path), rejection(Refusal))]
pub struct Place<T>(pub T);

/// The body of a request, in JSON.
#[derive(FromRequest)]
#[from_request(via(axum::Json), rejection(Refusal))]
pub struct Body<T>(pub T);

/// What requests share: the work that may be done at a time, and what was done before.
#[derive(Clone)]
pub struct WorkPool {
    permits: Arc<Semaphore>,
    counts: Arc<Semaphore>,
    /// Thrown when the server stops.
    pub stop: Cancel,
    /// The searches that were asked for before.
    pub boards: Arc<BoardCache>,
    /// The engines that count.
    pub engines: Engines,
    /// Where runs are kept, if there are any to show.
    pub runs: Option<Arc<dyn Store>>,
}

impl WorkPool {
    /// Requests whose work is done at the same time; others wait.
    const AT_ONCE: usize = 8;
    /// Counts under way at the same time; others are refused.
    const COUNTS: usize = 2;
    /// How long a request waits before it is refused.
    const PATIENCE: Duration = Duration::from_secs(10);
    /// How long the work behind an answer may take.
    pub const LONGEST: Duration = Duration::from_secs(10);

    /// A pool whose work is cancelled by throwing `stop`.
    pub fn new(stop: Cancel, engines: Engines, runs: Option<Arc<dyn Store>>) -> Self {
        Self {
            permits: Arc::new(Semaphore::new(Self::AT_ONCE)),
            counts: Arc::new(Semaphore::new(Self::COUNTS)),
            stop,
            boards: Arc::default(),
            engines,
            runs,
        }
    }

    /// Does work that takes longer than a moment on a thread of its own. It is cancelled when it has taken too
    /// long, when the client disconnects, and when the server stops; work that does not listen must be short by
    /// the size of what it is given.
    ///
    /// # Errors
    /// The work's own; if nothing is free in time; if the work panics.
    pub async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Cancel) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let waited = time::timeout(Self::PATIENCE, self.permits.clone().acquire_owned()).await;
        let Ok(Ok(permit)) = waited else {
            return Err(busy("the server has more to do than it can; try again"));
        };
        let cancel = Cancel::new();
        let _gone = CancelOnDrop(cancel.clone());
        let heard = cancel.clone();
        let work = task::spawn_blocking(move || {
            let _permit = permit;
            work(&heard)
        });
        let mut work = std::pin::pin!(work);
        let late = time::sleep(Self::LONGEST);
        let mut late = std::pin::pin!(late);
        let mut stopped = time::interval(Duration::from_millis(50));
        loop {
            tokio::select! {
                done = &mut work => return done.unwrap_or_else(|_| Err(Refusal::broken())),
                () = &mut late, if !cancel.is_cancelled() => cancel.cancel(),
                _ = stopped.tick() => if self.stop.is_cancelled() { cancel.cancel() },
            }
        }
    }

    /// Leave to count.
    ///
    /// # Errors
    /// If too many counts are under way.
    pub fn count(&self) -> Result<OwnedSemaphorePermit, Refusal> {
        let refused = |_| busy("two counts are under way; wait for one, or cancel it");
        self.counts.clone().try_acquire_owned().map_err(refused)
    }
}

fn busy(sentence: &str) -> Refusal {
    Refusal::new(StatusCode::SERVICE_UNAVAILABLE, sentence)
}

/// Cancels work when whoever waits for it disconnects.
pub struct CancelOnDrop(pub Cancel);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// Refuses requests that take too long to send, or to answer.
pub async fn in_time(request: Request, next: Next) -> Response {
    /// Until the answer begins.
    const LONGEST: Duration = Duration::from_secs(30);
    let late = |_| {
        let sentence = "the request took longer than 30 seconds";
        Refusal::new(StatusCode::REQUEST_TIMEOUT, sentence).into_response()
    };
    let answer = time::timeout(LONGEST, next.run(request)).await;
    answer.unwrap_or_else(late)
}

/// What a panic in a request is answered with.
pub fn after_a_panic(_: Box<dyn std::any::Any + Send + 'static>) -> Response {
    Refusal::broken().into_response()
}

/// The language of that name, or English.
pub fn language(name: Option<&str>) -> Result<Language, Refusal> {
    let asked = name.unwrap_or(Language::English.name());
    let unknown = || Refusal::bad(format!("there is no lang {asked:?}"));
    Language::named(asked).ok_or_else(unknown)
}

/// Work that is cut off after its time is refused with this.
pub fn too_long() -> Refusal {
    let seconds = WorkPool::LONGEST.as_secs();
    Refusal::new(
        StatusCode::UNPROCESSABLE_ENTITY,
        format!("this takes longer than {seconds} seconds; ask for less"),
    )
}

/// Runs a closure and turns its panic into a refusal, on the thread at hand.
pub fn guarded<T>(work: impl FnOnce() -> Result<T, Refusal>) -> Result<T, Refusal> {
    panic::catch_unwind(panic::AssertUnwindSafe(work)).unwrap_or_else(|_| Err(Refusal::broken()))
}
