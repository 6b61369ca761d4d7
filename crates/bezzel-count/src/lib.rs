//! Exact counts of N queens, as fast as one machine can.
//!
//! The [`Engine`](bezzel::queens::Engine)s [`Border`] and [`Lanes`] cut a board into
//! [constellations](Plan), one for each way the queens on the border can stand up to symmetry, and complete them. Both cut
//! alike, so they are compared unit by unit. [`engines`] has them all, those of the library that walk the tree too.
//!
//! Eight queens, as Max Bezzel asked for them in 1848:
//!
//! ```
//! use bezzel::job::Run;
//! use bezzel::queens::{Board, count};
//! use bezzel_count::Lanes;
//!
//! let counted = count(&Lanes::FASTEST, &Board::new(8), true, &Run::default())?;
//! assert_eq!((counted.total.count, counted.solutions()), (92, 12));
//! # Ok::<(), bezzel::Error>(())
//! ```
//!
//! The crate's README explains how the engines work and what was tried.

mod border;
mod constellations;
mod lanes;

pub use bezzel::queens::published;
use bezzel::queens::{Engines, tree_engines};

pub use border::Border;
pub use constellations::{Counter, Frame, LIMIT, Plan, Position, Square};
pub use lanes::{InstructionSet, Lanes, Searching};

/// Every engine of this crate and of the library, from the slowest to the fastest.
pub fn engines() -> Engines {
    let trees = tree_engines().into_iter();
    trees.chain([&Border as _, &Lanes::FASTEST as _]).collect()
}

/// The README's listing is compiled and run.
#[doc = include_str!("../README.md")]
#[cfg(doctest)]
pub struct Readme;
