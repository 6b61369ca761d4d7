//! Answers of the API over HTTP, and limits on the work for them.

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
use crate::room::{AnswerMemory, ReservedMemory};

/// An error as a response.
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

/// Converts an answer of the API to a response.
pub fn response(answer: Answer) -> Response {
    let (status, kind) = head(&answer);
    (status, kind, answer.body).into_response()
}

/// Converts an answer of any size to a response. A large answer reserves memory until the client
/// has read it.
pub async fn bounded(
    answer: Answer,
    room: &AnswerMemory,
    taken: Option<ReservedMemory>,
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

/// The state shared by all requests: the lab, and limits on concurrent work.
#[derive(Clone)]
pub struct WorkPool {
    permits: Arc<Semaphore>,
    counts: Arc<Semaphore>,
    large: Large,
    /// The memory for unread answers.
    pub room: AnswerMemory,
    /// Set when the server stops.
    pub stop: Cancel,
    /// The lab.
    pub lab: Arc<Lab>,
    /// The ledger whose runs are shown.
    pub ledger: Option<Arc<dyn Store>>,
}

impl WorkPool {
    /// The number of requests that are worked on at the same time; others wait.
    const MAX_REQUESTS: usize = 8;
    /// The number of concurrent counts; others are refused.
    const MAX_COUNTS: usize = 2;
    /// How long a request waits before it is refused.
    const MAX_WAIT: Duration = Duration::from_secs(10);

    /// Returns a pool that stops when `stop` is set, for answers on these connections.
    pub fn new(stop: Cancel, lab: Lab, connections: Connections) -> Self {
        Self {
            permits: Arc::new(Semaphore::new(Self::MAX_REQUESTS)),
            counts: Arc::new(Semaphore::new(Self::MAX_COUNTS)),
            large: Large::start(),
            room: AnswerMemory::new(connections),
            stop,
            lab: Arc::new(lab),
            ledger: None,
        }
    }

    /// Adds the metrics of a ledger's runs.
    pub fn with_ledger(mut self, ledger: Option<Arc<dyn Store>>) -> Self {
        self.ledger = ledger;
        self
    }

    /// Like [`Self::work`], for answers of several megabytes: one at a time, and only if there is
    /// memory for the answer.
    ///
    /// # Errors
    /// Those of [`Self::work`], and if too many answers are unread.
    pub async fn large_work<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Lab, &Cancel) -> T + Send + 'static,
    ) -> Result<(T, ReservedMemory), Refused> {
        let permit = self.permit(&self.large.permit).await?;
        let room = self.room.for_large().await?;
        let worker = self.large.worker.clone();
        let made = self.watched(permit, work, |job| drop(worker.send(job)));
        Ok((made.await?, room))
    }

    async fn permit(&self, of: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit, Refused> {
        let waited = tokio::select! {
            waited = time::timeout(Self::MAX_WAIT, of.clone().acquire_owned()) => waited,
            () = self.stopped() => return Err(Error::Stopping.into()),
        };
        match waited {
            Ok(Ok(permit)) => Ok(permit),
            _ => Err(Error::Busy.into()),
        }
    }

    /// Runs long work on a separate thread. It is cancelled when it exceeds its time limit, when
    /// the client disconnects, and when the server stops. Work that does not poll the token must be
    /// bounded by the size of its input.
    ///
    /// # Errors
    /// If no thread is available in time, the work panics, or the server stops.
    pub async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Lab, &Cancel) -> T + Send + 'static,
    ) -> Result<T, Refused> {
        let permit = self.permit(&self.permits).await?;
        self.watched(permit, work, |job| drop(task::spawn_blocking(job)))
            .await
    }

    /// Runs work on another thread, cancels it when the caller is dropped, and holds its permit
    /// until it has ended.
    async fn watched<T: Send + 'static>(
        &self,
        permit: OwnedSemaphorePermit,
        work: impl FnOnce(&Lab, &Cancel) -> T + Send + 'static,
        start: impl FnOnce(BoxedWork),
    ) -> Result<T, Refused> {
        let cancel = Cancel::new();
        let _gone = CancelOnDrop(cancel.clone());
        let (lab, heard) = (self.lab.clone(), cancel.clone());
        let (answer, mut answered) = oneshot::channel();
        start(Box::new(move || {
            let _permit = permit;
            let _ = answer.send(work(&lab, &heard));
        }));
        let late = time::sleep(Error::WORK_TIMEOUT);
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

    /// Waits until the server stops.
    pub async fn stopped(&self) {
        while !self.stop.is_cancelled() {
            time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Returns a permit for a count.
    ///
    /// # Errors
    /// If there are too many counts.
    pub fn count(&self) -> Result<OwnedSemaphorePermit, Refused> {
        let refused = |_| Error::Counting.into();
        self.counts.clone().try_acquire_owned().map_err(refused)
    }
}

type BoxedWork = Box<dyn FnOnce() + Send>;

/// The thread that makes answers of several megabytes, one at a time, since making one takes
/// several times its size in memory. Sharing one thread lets the allocator reuse the memory of the
/// previous answer.
#[derive(Clone)]
struct Large {
    permit: Arc<Semaphore>,
    worker: mpsc::Sender<BoxedWork>,
}

impl Large {
    fn start() -> Self {
        let (worker, jobs) = mpsc::channel::<BoxedWork>();
        thread::spawn(move || {
            for job in jobs {
                // The panic hook has reported the panic; the waiting request sees that there is no
                // answer.
                let _ = panic::catch_unwind(panic::AssertUnwindSafe(job));
            }
        });
        let permit = Arc::new(Semaphore::new(1));
        Self { permit, worker }
    }
}

/// Cancels work when it is dropped, because the client has disconnected.
pub struct CancelOnDrop(pub Cancel);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// Refuses requests that take too long to receive or to answer.
pub async fn in_time(request: Request, next: Next) -> Response {
    /// The time limit for the start of the answer.
    const ANSWER_TIMEOUT: Duration = Duration::from_secs(30);
    let late = |_| {
        let seconds = ANSWER_TIMEOUT.as_secs();
        Refused(Error::Slow { seconds }).into_response()
    };
    let answer = time::timeout(ANSWER_TIMEOUT, next.run(request)).await;
    answer.unwrap_or_else(late)
}

/// Returns the response for a request that panicked.
pub fn after_a_panic(_: Box<dyn std::any::Any + Send + 'static>) -> Response {
    Refused(Error::Broken).into_response()
}

/// Runs a closure on the current thread, and converts a panic to an error.
pub fn guarded<T>(work: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    panic::catch_unwind(panic::AssertUnwindSafe(work)).unwrap_or_else(|_| Err(Error::Broken))
}
