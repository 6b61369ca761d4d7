//! The lab without its server: the API, recorded searches, lessons, demos, and the page.
//!
//! Nothing here needs a server. [`Lab::answer`] is a function from a [`Request`] to an [`Answer`];
//! the crate `bezzel-serve` offers it over HTTP, `bezzel-wasm` in the browser. A [`Recording`] is a
//! search as plain data, and [`standalone`] embeds it into a page that opens from a file.
//!
//! ```
//! use bezzel_queens::Board;
//! use bezzel_lab::{Language, Outline, Recording, methods, standalone};
//!
//! let outline = Outline::new(&Board::new(4))?;
//! let recording = Recording::of(&outline, methods()[0], 100);
//! let page = standalone(&recording, Language::English);
//! assert!(page.starts_with("<!doctype html>"));
//! # Ok::<(), bezzel_lab::Error>(())
//! ```

#![forbid(unsafe_code)]

mod api;
mod cache;
mod compare;
mod error;
mod files;
mod gif;
mod hand;
mod lab;
mod lesson;
mod listing;
mod method;
mod outline;
mod page;
mod problems;
mod recording;
mod scorm;

pub use api::{Answer, Counting, Handler, Line, Request, Route, Verb};
pub use cache::BoardCache;
pub use compare::{COMPARED_LIMIT, CONTESTANTS, Contestant, Race, race};
pub use error::{Error, LessonFlaw, ProblemFlaw};
pub use hand::{HAND_LIMIT, PlacementAnalysis};
pub use lab::{Bounds, Lab, Runs};
pub use lesson::{Lesson, Shown};
pub use listing::{Listing, ListingLine, Numbers, listings, maze_listing};
pub use method::{Excerpt, Memory, Method, TracePage, methods};
pub use outline::{LIMIT, Outline, Overview, Solution};
pub use page::{File, Language, file, module, one_file, site, standalone};
pub use problems::{DemoEntry, DemoRecording, Scene, demos};
pub use recording::Recording;
pub use scorm::scorm;

/// The README's listing is compiled and run.
#[doc = include_str!("../README.md")]
#[cfg(doctest)]
pub struct Readme;
