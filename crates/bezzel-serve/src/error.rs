//! Errors of starting the server.

use std::io;
use std::net::SocketAddr;

/// The errors of starting a server.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The address cannot be bound.
    #[error("cannot listen on {address}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The system's error.
        source: io::Error,
    },
    /// The text is not a valid host of an embedding page.
    #[error("{host:?} is no host like https://school.example or *.example.org")]
    Embedder {
        /// The text.
        host: String,
    },
    /// The server could not be started.
    #[error("cannot start the server")]
    Start(#[source] io::Error),
}
