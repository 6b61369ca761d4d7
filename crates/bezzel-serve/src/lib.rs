//! The lab: a page in the browser where one sees what backtracking does.
//!
//! The page is part of the program; what it asks is answered by `bezzel_lab`, and this crate is the server between
//! them. No algorithm lives in the page: it replays what the library tells. [`Lab`] is the server, [`router`] what it
//! answers.

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
