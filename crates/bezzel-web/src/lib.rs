//! The lab: a page in the browser where one sees what backtracking does.
//!
//! The server computes with the library and answers in JSON; the page, which is part of the program, shows
//! it. No algorithm lives in the page: it replays what the library tells. [`Lab`] is the server,
//! [`router`] what it answers, [`standalone`] the page with one run inside, to be kept as a file.
//!
//! ```
//! use bezzel_web::{Language, Story, standalone};
//!
//! let story = Story::of("promising", 4, 100)?;
//! let page = standalone(&story, Language::English);
//! assert!(page.starts_with("<!doctype html>"));
//! # Ok::<(), bezzel_web::Error>(())
//! ```

#![forbid(unsafe_code)]

mod answer;
mod api;
mod count;
mod error;
mod evolution;
mod listing;
mod maze;
mod page;

mod queens;
mod server;
mod story;
mod write_timeout;

pub use api::router;
pub use error::Error;
pub use page::{Language, standalone};
pub use server::Lab;
pub use story::{METHODS, Method, Story};
