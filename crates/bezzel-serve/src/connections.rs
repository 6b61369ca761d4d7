//! Open connections: their limits, and which one is closed first.
//!
//! A new connection is always admitted. If there are too many, in total or from its address, the
//! connection is closed that has been neither read from nor written to for the longest time.
//! Connections whose request is being answered are closed only if there are no others, and
//! connections of the last second only after those.

use std::collections::HashMap;
use std::io::{self, IoSlice};
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::Notify;
use tokio::time::{self, Sleep};

/// The largest number of connections.
const MAX_CONNECTIONS: usize = 1_024;
/// The largest number of connections from one address: enough for a class behind one router.
const MAX_PER_ADDRESS: usize = 512;
/// How long a client may leave an answer unread.
const UNREAD_TIMEOUT: Duration = Duration::from_secs(20);
/// How long a client may leave an answer unread while memory is needed for other answers.
const UNREAD_IF_TIGHT: Duration = Duration::from_secs(1);

/// All open connections.
#[derive(Clone)]
pub struct Connections(Arc<SharedConnections>);

struct SharedConnections {
    open: Mutex<HashMap<u64, Arc<Connection>>>,
    next: AtomicU64,
    begun: Instant,
}

/// An open connection. Dropping it removes it from the list.
pub struct Admitted {
    connections: Connections,
    connection: Arc<Connection>,
    id: u64,
}

struct Connection {
    address: IpAddr,
    /// When it was admitted, in milliseconds since [`SharedConnections::begun`].
    admitted: u64,
    /// When it was last read from or written to.
    active: AtomicU64,
    /// The number of requests that are being answered.
    answering: AtomicU32,
    /// 1 if an answer is waiting to be read.
    unread: AtomicU32,
    close: Notify,
}

impl Connections {
    pub fn new() -> Self {
        Self(Arc::new(SharedConnections {
            open: Mutex::default(),
            next: AtomicU64::new(0),
            begun: Instant::now(),
        }))
    }

    /// Admits a connection, and closes another one if there are too many.
    pub fn admit(&self, address: IpAddr) -> Admitted {
        let mut open = self.open();
        let of_address = open
            .values()
            .filter(|connection| connection.address == address);
        if of_address.count() >= MAX_PER_ADDRESS {
            close_idlest(&mut open, self.now(), |connection| {
                connection.address == address
            });
        } else if open.len() >= MAX_CONNECTIONS {
            close_idlest(&mut open, self.now(), |_| true);
        }
        let connection = Arc::new(Connection {
            address,
            admitted: self.now(),
            active: AtomicU64::new(self.now()),
            answering: AtomicU32::new(0),
            unread: AtomicU32::new(0),
            close: Notify::new(),
        });
        let id = self.0.next.fetch_add(1, Relaxed);
        open.insert(id, connection.clone());
        Admitted {
            connections: self.clone(),
            connection,
            id,
        }
    }

    /// Closes one connection, because the system has no more file descriptors.
    pub fn close_one(&self) {
        close_idlest(&mut self.open(), self.now(), |_| true);
    }

    /// Closes all connections whose clients have left an answer unread for a while, to free memory.
    pub fn close_unread(&self) {
        let longest = UNREAD_IF_TIGHT.as_millis() as u64;
        let now = self.now();
        self.open().retain(|_, connection| {
            let since = now.saturating_sub(connection.active.load(Relaxed));
            let stays = connection.unread.load(Relaxed) == 0 || since < longest;
            if !stays {
                connection.close.notify_one();
            }
            stays
        });
    }

    fn now(&self) -> u64 {
        self.0.begun.elapsed().as_millis() as u64
    }

    fn open(&self) -> MutexGuard<'_, HashMap<u64, Arc<Connection>>> {
        self.0.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Closes the connection that has been idle for the longest time, among those that may be closed.
fn close_idlest(
    open: &mut HashMap<u64, Arc<Connection>>,
    now: u64,
    may: impl Fn(&Connection) -> bool,
) {
    /// Young connections are closed last: their first request may be on its way.
    const YOUNG_MS: u64 = 1_000;
    let idlest = open
        .iter()
        .filter(|(_, connection)| may(connection))
        .min_by_key(|(_, connection)| {
            let answering = connection.answering.load(Relaxed) > 0;
            let young = now.saturating_sub(connection.admitted) < YOUNG_MS;
            (young, answering, connection.active.load(Relaxed))
        });
    if let Some(&id) = idlest.map(|(id, _)| id)
        && let Some(connection) = open.remove(&id)
    {
        connection.close.notify_one();
    }
}

impl Admitted {
    /// Waits until the connection must be closed.
    pub async fn closed(&self) {
        self.connection.close.notified().await;
    }

    /// Marks a request as being answered until the result is dropped.
    pub fn answering(&self) -> AnsweringMark {
        self.connection.answering.fetch_add(1, Relaxed);
        AnsweringMark(self.connection.clone())
    }

    /// Wraps a stream to record when it is read from or written to.
    pub fn watched(&self, stream: TcpStream) -> Watched {
        Watched {
            stream,
            connections: self.connections.clone(),
            connection: self.connection.clone(),
            unread: None,
        }
    }
}

impl Drop for Admitted {
    fn drop(&mut self) {
        self.connections.open().remove(&self.id);
    }
}

/// A request that is being answered.
pub struct AnsweringMark(Arc<Connection>);

impl Drop for AnsweringMark {
    fn drop(&mut self) {
        self.0.answering.fetch_sub(1, Relaxed);
    }
}

/// A stream whose writes fail when the client has not read for [`UNREAD_TIMEOUT`].
pub struct Watched {
    stream: TcpStream,
    connections: Connections,
    connection: Arc<Connection>,
    /// The timer after which a blocked write fails; `None` while no write is blocked.
    unread: Option<Pin<Box<Sleep>>>,
}

impl Watched {
    fn touch(&self) {
        let now = self.connections.now();
        self.connection.active.store(now, Relaxed);
    }

    /// Starts the timer when a write blocks, and stops it when a write succeeds.
    fn wait<T>(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.unread = None;
            self.connection.unread.store(0, Relaxed);
            self.touch();
            return written;
        }
        self.connection.unread.store(1, Relaxed);
        let unread = self
            .unread
            .get_or_insert_with(|| Box::pin(time::sleep(UNREAD_TIMEOUT)));
        ready!(unread.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Watched {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        if buffer.filled().len() > before {
            self.touch();
        }
        read
    }
}

impl AsyncWrite for Watched {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.wait(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.wait(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(number: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, number])
    }

    async fn is_closed(admitted: &Admitted) -> bool {
        time::timeout(Duration::ZERO, admitted.closed())
            .await
            .is_ok()
    }

    /// Makes a connection older than all others.
    fn age(admitted: &Admitted) {
        admitted.connection.active.store(0, Relaxed);
    }

    #[tokio::test]
    async fn the_connection_idle_longest_is_closed_first() {
        let connections = Connections::new();
        time::sleep(Duration::from_millis(2)).await;
        let per_address = MAX_CONNECTIONS / 4;
        let all: Vec<Admitted> = (0..MAX_CONNECTIONS)
            .map(|number| connections.admit(address((number / per_address) as u8)))
            .collect();
        let (idle, answering) = (&all[17], &all[99]);
        age(idle);
        age(answering);
        let _answering = answering.answering();
        let new = connections.admit(address(9));
        assert!(is_closed(idle).await);
        assert!(!is_closed(answering).await && !is_closed(&new).await);
        assert_eq!(connections.open().len(), MAX_CONNECTIONS);
        drop(all);
        assert_eq!(connections.open().len(), 1);
    }

    #[tokio::test]
    async fn connections_are_limited_per_address() {
        let connections = Connections::new();
        let other = connections.admit(address(1));
        age(&other);
        let all: Vec<Admitted> = (0..MAX_PER_ADDRESS + 1)
            .map(|_| connections.admit(address(2)))
            .collect();
        assert!(!is_closed(&other).await);
        let mut closed = 0;
        for admitted in &all {
            closed += u32::from(is_closed(admitted).await);
        }
        assert_eq!(closed, 1);
    }
}
