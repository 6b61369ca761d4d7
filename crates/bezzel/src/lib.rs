//! Backtracking: describe a problem once, then search, count, measure and watch it.
//!
//! A [`Problem`] defines the choices at each node of its state-space tree, and which of them are
//! rejected, with the reason (the objection). A [`Search`] finds the first solution, all of them or
//! their number, serially or on every core, within limits. It also shows what backtracking does:
//! the tree level by level ([`Profile`]), its estimated size ([`Estimate`]), every step forwards
//! and backwards ([`Trace`]), and its picture ([`draw`]). [`Split`] and [`job`] divide a search
//! among machines.
//!
//! ```
//! use bezzel::Search;
//! use bezzel::problems::Queens;
//!
//! let eight = Queens(8);
//! let search = Search::new(&eight);
//!
//! assert_eq!(search.first(), Some(vec![0, 4, 7, 5, 2, 6, 1, 3]));
//! assert_eq!(search.count().solutions, 92);
//! # #[cfg(feature = "parallel")]
//! assert_eq!(search.parallel().count().solutions, 92);
//!
//! let profile = search.profile();
//! assert_eq!(profile.visited(), 15_721); // nodes tried
//! assert_eq!(profile.promising(), 2_057); // nodes not rejected
//! ```
//!
//! To search a problem of your own, implement [`Problem`]; its page has an example in ten lines,
//! and [`problems`] has more.
//!
//! # Features
//! - `parallel` (default): [`Search::parallel`].
//! - `serde`: `Serialize` for results, `Deserialize` for jobs and results that machines exchange.
//!
//! Without `serde` there are no dependencies.

#![forbid(unsafe_code)]

mod clock;
pub mod draw;
mod error;
mod estimate;
pub mod job;
mod named;
mod pages;
#[cfg(feature = "parallel")]
mod parallel;
mod problem;
pub mod problems;
mod profile;
mod progress;
mod scattered;
mod search;
mod split;
mod threads;
mod trace;
mod tree;

pub use error::{Error, LedgerError};
pub use estimate::{Estimate, LevelEstimate, Mean};
pub use named::Named;
pub use pages::{DepthProfile, Page, Pages};
#[cfg(feature = "parallel")]
pub use parallel::Parallel;
pub use problem::{Problem, Shortlist};
pub use profile::{Level, Profile};
pub use progress::Progress;
pub use search::{Branch, Cancel, End, Node, Observer, Search, Solutions, Tally};
pub use split::Split;
pub use threads::cores;
pub use trace::{Event, Replay, Trace};
pub use tree::{NodeKind, Tree, TreeNode};

/// The README's listing is compiled and run.
#[doc = include_str!("../README.md")]
#[cfg(all(doctest, feature = "parallel"))]
pub struct Readme;
