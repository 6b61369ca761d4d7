//! What can go wrong before a request is answered.

use std::io;
use std::net::SocketAddr;

/// Everything this crate can refuse, and why.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The address cannot be listened on.
    #[error("cannot listen on {address}")]
    Listen {
        /// The address asked for.
        address: SocketAddr,
        /// What the system says.
        source: io::Error,
    },
    /// What cannot be the host of a page.
    #[error("{host:?} is no host like https://school.example or *.example.org")]
    Embedder {
        /// What was given.
        host: String,
    },
    /// The server could not be started.
    #[error("cannot start the server")]
    Start(#[source] io::Error),
}
