//! Searches for queens recorded step by step, the listings that go with them, and the page that plays both.
//!
//! Nothing here needs a server: a [`Recording`] is plain data, and [`standalone`] puts it into a page of its own that
//! any browser opens from a file. The lab's server asks for the same data piece by piece ([`Outline`], [`Method`]).
//!
//! ```
//! use bezzel::queens::Board;
//! use bezzel_recording::{Language, Outline, Recording, methods, standalone};
//!
//! let outline = Outline::new(&Board::new(4))?;
//! let recording = Recording::of(&outline, methods()[0], 100);
//! let page = standalone(&recording, Language::English);
//! assert!(page.starts_with("<!doctype html>"));
//! # Ok::<(), bezzel_recording::Error>(())
//! ```

#![forbid(unsafe_code)]

mod cache;
mod compare;
mod error;
mod files;
mod hand;
mod lesson;
mod listing;
mod method;
mod outline;
mod page;
mod problems;
mod recording;
mod scorm;

pub use cache::BoardCache;
pub use compare::{COMPARED_LIMIT, CONTESTANTS, Contestant, Race, race};
pub use error::Error;
pub use hand::{HAND_LIMIT, Hand};
pub use lesson::{Lesson, Shown};
pub use listing::{Line, Listing, Numbers, listings, maze_listing};
pub use method::{Excerpt, Memory, Method, Told, methods};
pub use outline::{LIMIT, Outline, Overview, Solution};
pub use page::{File, Language, file, one_file, site, standalone};
pub use problems::{Scene, StageRecording, StageTable, stages};
pub use recording::Recording;
pub use scorm::scorm;

/// The README's listing is compiled and run.
#[doc = include_str!("../README.md")]
#[cfg(doctest)]
pub struct Readme;
