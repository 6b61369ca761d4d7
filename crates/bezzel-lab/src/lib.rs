//! The lab, an interactive web page about backtracking: everything except its server.
//!
//! [`Lab::answer`] answers the page's requests: it is a function from a [`Request`] to an
//! [`Answer`], which the crate `bezzel-serve` offers over HTTP and `bezzel-wasm` in the browser. A
//! [`Recording`] is a recorded search as plain data, and [`standalone`] embeds it into a page that
//! opens from a file.
//!
//! ```
//! use bezzel::Cancel;
//! use bezzel_lab::{Bounds, Lab, Language, Outline, Recording, Request, methods, standalone};
//! use bezzel_queens::{Board, tree_engines};
//!
//! let lab = Lab::new(tree_engines().into_iter().collect(), Bounds::server(2));
//! let answer = lab.answer(&Request::get("/api/queens/8"), &Cancel::new());
//! assert_eq!(answer.status, 200);
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

pub use api::{Answer, CountLine, CountRequest, Handler, Request, Route, Verb};
pub use cache::BoardCache;
pub use compare::{COMPARED_LIMIT, CONTESTANTS, Contestant, MethodRecording, race};
pub use error::{Error, LessonFlaw, ProblemFlaw};
pub use hand::{HAND_LIMIT, PlacementAnalysis};
pub use lab::{Bounds, Lab, Runs};
pub use lesson::{Lesson, StationSearch};
pub use listing::{CodeListing, ListingLine, Numbers, listings, maze_listing};
pub use method::{Excerpt, Method, StoredValues, TracePage, methods};
pub use outline::{LIMIT, Outline, Overview, Solution};
pub use page::{File, Language, deflated, file, module, one_file, site, standalone};
pub use problems::{DemoEntry, DemoRecording, Scene, demos};
pub use recording::Recording;
pub use scorm::scorm;

/// The README's listing is compiled and run.
#[doc = include_str!("../README.md")]
#[cfg(doctest)]
pub struct Readme;
