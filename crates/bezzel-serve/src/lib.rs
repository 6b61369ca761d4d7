//! HTTP server of the lab.
//!
//! The page is embedded in the program. `bezzel_lab` answers its requests, and this crate is the
//! server between them. The page contains no algorithm: it replays what the library has recorded.
//! [`Lab`] is the server, [`router`] its routes.

#![forbid(unsafe_code)]

mod answer;
mod api;
mod connections;
mod count;
mod error;
mod metrics;
mod page;
mod room;
mod runs;
mod server;

pub use api::router;
pub use error::Error;
pub use server::Lab;

/// The README's listing is compiled and run.
#[doc = include_str!("../README.md")]
#[cfg(doctest)]
pub struct Readme;
