//! Memory budget for answers that clients have not read yet, shared by all clients.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time;

use bezzel_lab::Error;

use crate::answer::Refused;
use crate::connections::Connections;

/// The largest number of bytes in unread answers.
const BUDGET_BYTES: usize = 64 << 20;
/// The unit of the budget.
const UNIT_BYTES: usize = 1 << 10;
/// Answers up to this size are not counted; they are bounded by the number of connections.
const SMALL_BYTES: usize = 32 << 10;
/// The memory reserved for a large answer: it has a few megabytes, and making it takes several
/// times its size.
const LARGE_BYTES: usize = 16 << 20;
/// How long an answer waits for memory.
const MAX_WAIT: Duration = Duration::from_millis(300);

/// The memory budget.
#[derive(Clone)]
pub struct AnswerMemory {
    free: Arc<Semaphore>,
    connections: Connections,
}

/// A reserved part of the budget.
pub struct ReservedMemory(OwnedSemaphorePermit);

impl AnswerMemory {
    /// Returns the budget for answers on these connections.
    pub fn new(connections: Connections) -> Self {
        Self {
            free: Arc::new(Semaphore::new(BUDGET_BYTES / UNIT_BYTES)),
            connections,
        }
    }

    /// Reserves memory for a large answer before it is made, so that no work is wasted.
    ///
    /// # Errors
    /// If too many answers are unread.
    pub async fn for_large(&self) -> Result<ReservedMemory, Refused> {
        self.take(LARGE_BYTES).await
    }

    async fn take(&self, bytes: usize) -> Result<ReservedMemory, Refused> {
        let units = bytes.div_ceil(UNIT_BYTES) as u32;
        if let Ok(taken) = self.free.clone().try_acquire_many_owned(units) {
            return Ok(ReservedMemory(taken));
        }
        self.connections.close_unread();
        let waited = time::timeout(MAX_WAIT, self.free.clone().acquire_many_owned(units)).await;
        match waited {
            Ok(Ok(taken)) => Ok(ReservedMemory(taken)),
            _ => Err(Error::Unread.into()),
        }
    }

    /// Returns the body of an answer. Its memory is released when the last of it was sent or the
    /// client disconnects.
    ///
    /// # Errors
    /// If too many answers are unread.
    pub async fn body(
        &self,
        mut answer: Vec<u8>,
        taken: Option<ReservedMemory>,
    ) -> Result<Body, Refused> {
        answer.shrink_to_fit();
        if answer.len() <= SMALL_BYTES {
            return Ok(answer.into());
        }
        let units = answer.len().div_ceil(UNIT_BYTES);
        let taken = match taken {
            Some(ReservedMemory(mut taken)) if taken.num_permits() >= units => {
                drop(taken.split(taken.num_permits() - units));
                ReservedMemory(taken)
            }
            Some(_) | None => self.take(answer.len()).await?,
        };
        Ok(Bytes::from_owner(Held {
            answer,
            _taken: taken,
        })
        .into())
    }
}

/// An answer with its reserved memory.
struct Held {
    answer: Vec<u8>,
    _taken: ReservedMemory,
}

impl AsRef<[u8]> for Held {
    fn as_ref(&self) -> &[u8] {
        &self.answer
    }
}
