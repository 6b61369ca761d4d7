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
const BYTES: usize = 64 << 20;
/// The unit of the budget.
const UNIT: usize = 1 << 10;
/// Answers up to this size are not counted; they are bounded by the number of connections.
const SMALL: usize = 32 << 10;
/// The memory reserved for making a large answer: a few megabytes, several times.
const LARGE: usize = 16 << 20;
/// How long an answer waits for memory.
const PATIENCE: Duration = Duration::from_millis(300);

/// The memory budget.
#[derive(Clone)]
pub struct Room {
    free: Arc<Semaphore>,
    connections: Connections,
}

/// A reserved part of the budget.
pub struct Taken(OwnedSemaphorePermit);

impl Room {
    /// Returns the budget for answers on these connections.
    pub fn new(connections: Connections) -> Self {
        Self {
            free: Arc::new(Semaphore::new(BYTES / UNIT)),
            connections,
        }
    }

    /// Reserves memory for a large answer before it is made, so that no work is wasted.
    ///
    /// # Errors
    /// If too many answers are unread.
    pub async fn for_large(&self) -> Result<Taken, Refused> {
        self.take(LARGE).await
    }

    async fn take(&self, bytes: usize) -> Result<Taken, Refused> {
        let units = bytes.div_ceil(UNIT) as u32;
        if let Ok(taken) = self.free.clone().try_acquire_many_owned(units) {
            return Ok(Taken(taken));
        }
        self.connections.close_unread();
        let waited = time::timeout(PATIENCE, self.free.clone().acquire_many_owned(units)).await;
        match waited {
            Ok(Ok(taken)) => Ok(Taken(taken)),
            _ => Err(Error::Unread.into()),
        }
    }

    /// Returns the body of an answer. Its memory is released when the last of it was sent or the
    /// client disconnects.
    ///
    /// # Errors
    /// If too many answers are unread.
    pub async fn body(&self, mut answer: Vec<u8>, taken: Option<Taken>) -> Result<Body, Refused> {
        answer.shrink_to_fit();
        if answer.len() <= SMALL {
            return Ok(answer.into());
        }
        let units = answer.len().div_ceil(UNIT);
        let taken = match taken {
            Some(Taken(mut taken)) if taken.num_permits() >= units => {
                drop(taken.split(taken.num_permits() - units));
                Taken(taken)
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
    _taken: Taken,
}

impl AsRef<[u8]> for Held {
    fn as_ref(&self) -> &[u8] {
        &self.answer
    }
}
