//! The answers of the API over HTTP, and the bounds on the work behind them.

use std::borrow::Cow;
use std::panic;
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use axum::extract::Request;
use axum::extract::rejection::BytesRejection;
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use bezzel::Cancel;
use bezzel_lab::{Answer, Error, Lab};
use bezzel_ledger::Store;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
use tokio::{task, time};

use crate::connections::Connections;
use crate::room::{Room, Taken};

/// A refusal, as a response.
#[derive(Debug)]
pub struct Refused(pub Error);

impl From<Error> for Refused {
    fn from(error: Error) -> Self {
        Self(error)
    }
}

impl From<BytesRejection> for Refused {
    fn from(rejection: BytesRejection) -> Self {
        Self(Error::Body {
            status: rejection.status().as_u16(),
            reason: rejection.body_text(),
        })
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let allow = match self.0 {
            Error::OtherVerb { allow } => Some(allow),
            _ => None,
        };
        let mut response = response(self.0.into());
        if let Some(allow) = allow {
            let allow = header::HeaderValue::from_static(allow);
            response.headers_mut().insert(header::ALLOW, allow);
        }
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
    large: Large,
    /// Where answers wait to be read.
    pub room: Room,
    /// Thrown when the server stops.
    pub stop: Cancel,
    /// Who answers.
    pub lab: Arc<Lab>,
    /// The ledger whose runs are shown.
    pub ledger: Option<Arc<dyn Store>>,
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
            large: Large::start(),
            room: Room::new(connections),
            stop,
            lab: Arc::new(lab),
            ledger: None,
        }
    }

    /// Shows the runs of a ledger as figures, too.
    pub fn with_ledger(mut self, ledger: Option<Arc<dyn Store>>) -> Self {
        self.ledger = ledger;
        self
    }

    /// Like [`Self::work`], for an answer of megabytes: one at a time, and only if there is room for what it becomes.
    ///
    /// # Errors
    /// Those of [`Self::work`]; if too much waits to be read.
    pub async fn large_work<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Lab, &Cancel) -> T + Send + 'static,
    ) -> Result<(T, Taken), Refused> {
        let permit = self.permit(&self.large.permit).await?;
        let room = self.room.for_large().await?;
        let worker = self.large.worker.clone();
        let made = self.watched(permit, work, |job| drop(worker.send(job)));
        Ok((made.await?, room))
    }

    async fn permit(&self, of: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit, Refused> {
        let waited = tokio::select! {
            waited = time::timeout(Self::PATIENCE, of.clone().acquire_owned()) => waited,
            () = self.stopped() => return Err(Error::Stopping.into()),
        };
        match waited {
            Ok(Ok(permit)) => Ok(permit),
            _ => Err(Error::Busy.into()),
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
        let permit = self.permit(&self.permits).await?;
        self.watched(permit, work, |job| drop(task::spawn_blocking(job)))
            .await
    }

    /// Has work done elsewhere, cancels it when nobody waits for it any longer, and keeps its permit until it has ended.
    async fn watched<T: Send + 'static>(
        &self,
        permit: OwnedSemaphorePermit,
        work: impl FnOnce(&Lab, &Cancel) -> T + Send + 'static,
        start: impl FnOnce(Job),
    ) -> Result<T, Refused> {
        let cancel = Cancel::new();
        let _gone = CancelOnDrop(cancel.clone());
        let (lab, heard) = (self.lab.clone(), cancel.clone());
        let (answer, mut answered) = oneshot::channel();
        start(Box::new(move || {
            let _permit = permit;
            let _ = answer.send(work(&lab, &heard));
        }));
        let late = time::sleep(Error::PATIENCE);
        let mut late = std::pin::pin!(late);
        let mut stopped = std::pin::pin!(self.stopped());
        loop {
            tokio::select! {
                done = &mut answered => return done.map_err(|_| Error::Broken.into()),
                () = &mut late, if !cancel.is_cancelled() => cancel.cancel(),
                () = &mut stopped => return Err(Error::Stopping.into()),
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
        let refused = |_| Error::Counting.into();
        self.counts.clone().try_acquire_owned().map_err(refused)
    }
}

type Job = Box<dyn FnOnce() + Send>;

/// Answers of megabytes, which take several times their size while they are made: one at a time, all on the same thread, where the
/// allocator uses again what the last one freed.
#[derive(Clone)]
struct Large {
    permit: Arc<Semaphore>,
    worker: mpsc::Sender<Job>,
}

impl Large {
    fn start() -> Self {
        let (worker, jobs) = mpsc::channel::<Job>();
        thread::spawn(move || {
            for job in jobs {
                // The panic was reported, and whoever waits for the answer sees that there is none.
                let _ = panic::catch_unwind(panic::AssertUnwindSafe(job));
            }
        });
        let permit = Arc::new(Semaphore::new(1));
        Self { permit, worker }
    }
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
        let seconds = LONGEST.as_secs();
        Refused(Error::Slow { seconds }).into_response()
    };
    let answer = time::timeout(LONGEST, next.run(request)).await;
    answer.unwrap_or_else(late)
}

/// What a panic in a request is answered with.
pub fn after_a_panic(_: Box<dyn std::any::Any + Send + 'static>) -> Response {
    Refused(Error::Broken).into_response()
}

/// Runs a closure and turns its panic into a refusal, on the thread at hand.
pub fn guarded<T>(work: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    panic::catch_unwind(panic::AssertUnwindSafe(work)).unwrap_or_else(|_| Err(Error::Broken))
}
