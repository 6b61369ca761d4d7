//! The memory for answers that clients have not read yet, bounded for all clients together.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time;

use bezzel_lab::Error;

use crate::answer::Refused;
use crate::connections::Connections;

/// Bytes of answers that may wait at a time.
const BYTES: usize = 64 << 20;
/// The unit in which they are counted.
const UNIT: usize = 1 << 10;
/// Answers up to this size are not counted: the number of connections bounds them.
const SMALL: usize = 32 << 10;
/// What an answer is taken to need while it is made: a few megabytes, several times over.
const LARGE: usize = 16 << 20;
/// How long an answer waits for room.
const PATIENCE: Duration = Duration::from_millis(300);

/// Room for answers.
#[derive(Clone)]
pub struct Room {
    free: Arc<Semaphore>,
    connections: Connections,
}

/// Room that is taken.
pub struct Taken(OwnedSemaphorePermit);

impl Room {
    /// Room for the answers on these connections.
    pub fn new(connections: Connections) -> Self {
        Self {
            free: Arc::new(Semaphore::new(BYTES / UNIT)),
            connections,
        }
    }

    /// Takes room for a large answer before it is made, so that no work is done in vain.
    ///
    /// # Errors
    /// If too much waits to be read.
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

    /// The body of an answer, whose room is free again when the last of it was sent or the client is gone.
    ///
    /// # Errors
    /// If too much waits to be read.
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

/// An answer with its room.
struct Held {
    answer: Vec<u8>,
    _taken: Taken,
}

impl AsRef<[u8]> for Held {
    fn as_ref(&self) -> &[u8] {
        &self.answer
    }
}
