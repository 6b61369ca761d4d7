//! The answers of the API over HTTP, and the bounds on the work behind them.

use std::borrow::Cow;
use std::panic;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::Request;
use axum::extract::rejection::BytesRejection;
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use bezzel::Cancel;
use bezzel_api::{Answer, Lab, Refusal};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::{task, time};

use crate::connections::Connections;
use crate::room::{Room, Taken};

/// A refusal, as a response.
#[derive(Debug)]
pub struct Refused(pub Refusal);

impl Refused {
    /// A refusal with this status.
    pub fn new(status: StatusCode, sentence: impl Into<String>) -> Self {
        Self(Refusal::new(status.as_u16(), sentence))
    }
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Self {
        Self(refusal)
    }
}

impl From<BytesRejection> for Refused {
    fn from(rejection: BytesRejection) -> Self {
        Self::new(rejection.status(), rejection.body_text())
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let mut response = response(self.0.into());
        if response.status() == StatusCode::SERVICE_UNAVAILABLE {
            let soon = header::HeaderValue::from_static("1");
            response.headers_mut().insert(header::RETRY_AFTER, soon);
        }
        response
    }
}

/// An answer of the API over HTTP.
pub fn response(answer: Answer) -> Response {
    let (status, kind) = head(&answer);
    (status, kind, answer.body).into_response()
}

/// The same for an answer of any size, which takes room until it is read.
pub async fn bounded(
    answer: Answer,
    room: &Room,
    taken: Option<Taken>,
) -> Result<Response, Refused> {
    let (status, kind) = head(&answer);
    let body = match answer.body {
        Cow::Borrowed(bytes) => bytes.into(),
        Cow::Owned(bytes) => room.body(bytes, taken).await?,
    };
    Ok((status, kind, body).into_response())
}

type Head = (StatusCode, [(header::HeaderName, &'static str); 1]);

fn head(answer: &Answer) -> Head {
    let status = StatusCode::from_u16(answer.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    (status, [(header::CONTENT_TYPE, answer.media_type)])
}

/// What requests share: who answers, and the work that may be done at a time.
#[derive(Clone)]
pub struct WorkPool {
    permits: Arc<Semaphore>,
    counts: Arc<Semaphore>,
    /// Where answers wait to be read.
    pub room: Room,
    /// Thrown when the server stops.
    pub stop: Cancel,
    /// Who answers.
    pub lab: Arc<Lab>,
}

impl WorkPool {
    /// Requests whose work is done at the same time; others wait.
    const AT_ONCE: usize = 8;
    /// Counts under way at the same time; others are refused.
    const COUNTS: usize = 2;
    /// How long a request waits before it is refused.
    const PATIENCE: Duration = Duration::from_secs(10);

    /// A pool whose work is cancelled by throwing `stop`, and whose answers go out on these connections.
    pub fn new(stop: Cancel, lab: Lab, connections: Connections) -> Self {
        Self {
            permits: Arc::new(Semaphore::new(Self::AT_ONCE)),
            counts: Arc::new(Semaphore::new(Self::COUNTS)),
            room: Room::new(connections),
            stop,
            lab: Arc::new(lab),
        }
    }

    /// Does work that takes longer than a moment on a thread of its own. It is cancelled when it has taken too
    /// long, when the client disconnects, and when the server stops; work that does not listen must be short by
    /// the size of what it is given.
    ///
    /// # Errors
    /// If nothing is free in time; if the work panics; if the server stops.
    pub async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Lab, &Cancel) -> T + Send + 'static,
    ) -> Result<T, Refused> {
        let waited = tokio::select! {
            waited = time::timeout(Self::PATIENCE, self.permits.clone().acquire_owned()) => waited,
            () = self.stopped() => return Err(busy("the server is stopping")),
        };
        let Ok(Ok(permit)) = waited else {
            return Err(busy("the server has more to do than it can; try again"));
        };
        let cancel = Cancel::new();
        let _gone = CancelOnDrop(cancel.clone());
        let (lab, heard) = (self.lab.clone(), cancel.clone());
        let work = task::spawn_blocking(move || {
            let _permit = permit;
            work(&lab, &heard)
        });
        let mut work = std::pin::pin!(work);
        let late = time::sleep(Refusal::PATIENCE);
        let mut late = std::pin::pin!(late);
        let mut stopped = std::pin::pin!(self.stopped());
        loop {
            tokio::select! {
                done = &mut work => return done.map_err(|_| Refusal::broken().into()),
                () = &mut late, if !cancel.is_cancelled() => cancel.cancel(),
                () = &mut stopped => return Err(busy("the server is stopping")),
            }
        }
    }

    /// Waits until the server has to stop.
    pub async fn stopped(&self) {
        while !self.stop.is_cancelled() {
            time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Leave to count.
    ///
    /// # Errors
    /// If too many counts are under way.
    pub fn count(&self) -> Result<OwnedSemaphorePermit, Refused> {
        let refused = |_| busy("two counts are under way; wait for one, or cancel it");
        self.counts.clone().try_acquire_owned().map_err(refused)
    }
}

pub fn busy(sentence: &str) -> Refused {
    Refused::new(StatusCode::SERVICE_UNAVAILABLE, sentence)
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
        Refused::new(StatusCode::REQUEST_TIMEOUT, sentence).into_response()
    };
    let answer = time::timeout(LONGEST, next.run(request)).await;
    answer.unwrap_or_else(late)
}

/// What a panic in a request is answered with.
pub fn after_a_panic(_: Box<dyn std::any::Any + Send + 'static>) -> Response {
    Refused(Refusal::broken()).into_response()
}

/// Runs a closure and turns its panic into a refusal, on the thread at hand.
pub fn guarded<T>(work: impl FnOnce() -> Result<T, Refusal>) -> Result<T, Refusal> {
    panic::catch_unwind(panic::AssertUnwindSafe(work)).unwrap_or_else(|_| Err(Refusal::broken()))
}
