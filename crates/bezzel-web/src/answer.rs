//! The answers of the API over HTTP, and the bounds on the work behind them.

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
        response(self.0.into())
    }
}

/// An answer of the API over HTTP.
pub fn response(answer: Answer) -> Response {
    let status = StatusCode::from_u16(answer.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let kind = [(header::CONTENT_TYPE, answer.media_type)];
    (status, kind, answer.body).into_response()
}

/// What requests share: who answers, and the work that may be done at a time.
#[derive(Clone)]
pub struct WorkPool {
    permits: Arc<Semaphore>,
    counts: Arc<Semaphore>,
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

    /// A pool whose work is cancelled by throwing `stop`.
    pub fn new(stop: Cancel, lab: Lab) -> Self {
        Self {
            permits: Arc::new(Semaphore::new(Self::AT_ONCE)),
            counts: Arc::new(Semaphore::new(Self::COUNTS)),
            stop,
            lab: Arc::new(lab),
        }
    }

    /// Does work that takes longer than a moment on a thread of its own. It is cancelled when it has taken too
    /// long, when the client disconnects, and when the server stops; work that does not listen must be short by
    /// the size of what it is given.
    ///
    /// # Errors
    /// If nothing is free in time; if the work panics.
    pub async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Lab, &Cancel) -> T + Send + 'static,
    ) -> Result<T, Refused> {
        let waited = time::timeout(Self::PATIENCE, self.permits.clone().acquire_owned()).await;
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
        let mut stopped = time::interval(Duration::from_millis(50));
        loop {
            tokio::select! {
                done = &mut work => return done.map_err(|_| Refusal::broken().into()),
                () = &mut late, if !cancel.is_cancelled() => cancel.cancel(),
                _ = stopped.tick() => if self.stop.is_cancelled() { cancel.cancel() },
            }
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

fn busy(sentence: &str) -> Refused {
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
