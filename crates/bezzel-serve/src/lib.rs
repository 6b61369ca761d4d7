//! The HTTP server of the lab, an interactive web page about backtracking (`bezzel serve`).
//!
//! The page is embedded in the program. This crate passes its requests to `bezzel-lab`, and limits
//! how much work and memory clients can use. [`LabServer`] is the server, [`router`] its routes.
//!
//! ```
//! use bezzel::Cancel;
//! use bezzel_serve::LabServer;
//!
//! let server = LabServer::listen([127, 0, 0, 1].into(), 0)?;
//! println!("http://{}/", server.address());
//!
//! let stop = Cancel::new();
//! stop.cancel(); // by a signal handler, for example
//! server.run(&stop, bezzel_queens::tree_engines().into_iter().collect())?;
//! # Ok::<(), bezzel_serve::Error>(())
//! ```

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
pub use server::LabServer;

/// The README's listing is compiled and run.
#[doc = include_str!("../README.md")]
#[cfg(doctest)]
pub struct Readme;
