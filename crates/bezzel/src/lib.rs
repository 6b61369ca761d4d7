//! Backtracking, described once and answered in many ways.
//!
//! A [`Problem`] says which choices a node of its state-space tree has and what speaks against each.
//! A [`Search`] over it then finds the first solution, all of them one by one, or their number; in
//! serial or on every core; under limits; and it shows what backtracking does: the tree level by
//! level ([`Profile`]), its size without walking it ([`Estimate`]), every step forwards and
//! backwards ([`Trace`]), a picture ([`Tree`]), and branches that any machine can search alone
//! ([`Split`]).
//!
//! Eight queens, as Max Bezzel asked for them in 1848:
//!
//! ```
//! use bezzel::{Search, queens::Masks};
//!
//! let eight = Masks::new(8)?;
//! let search = Search::new(&eight);
//!
//! assert_eq!(search.first(), Some(vec![0, 4, 7, 5, 2, 6, 1, 3]));
//! assert_eq!(search.count().solutions, 92);
//! assert_eq!(search.parallel().count().solutions, 92);
//!
//! let profile = search.profile();
//! assert_eq!((profile.visited(), profile.promising()), (15_721, 2_057));
//! # Ok::<(), bezzel::Error>(())
//! ```
//!
//! Where one solution is enough there are ways that search no tree: evolution ([`genetic`]), repair
//! ([`repair`]), and a construction ([`queens::Construction`]); [`race`] sets them side by side.
//!
//! To search a problem of your own, implement [`Problem`]; its page has an example in ten lines, and
//! the `examples` folder has a sudoku, a knight's tour and graph colouring.

#![forbid(unsafe_code)]

mod clock;
mod error;
mod estimate;
pub mod format;
pub mod genetic;
pub mod job;
pub mod maze;
mod named;
mod number;
mod pages;
mod parallel;
mod problem;
mod profile;
mod progress;
pub mod queens;
pub mod race;
pub mod render;
pub mod repair;
pub mod report;
mod scattered;
mod search;
mod split;
mod trace;
mod tree;

pub use error::Error;
pub use estimate::{Estimate, LevelEstimate, Mean};
pub use named::Named;
pub use pages::{Page, Pages, Skyline};
pub use parallel::Parallel;
pub use problem::Problem;
pub use profile::{Level, Profile};
pub use progress::Progress;
pub use search::{Branch, Cancel, End, Node, Observer, Search, Solutions, Tally};
pub use split::Split;
pub use trace::{Event, Replay, Trace};
pub use tree::{Fate, Tree, TreeNode};

/// The README's listing is compiled and run.
#[doc = include_str!("../README.md")]
#[cfg(doctest)]
pub struct Readme;
