//! Exact counts of N queens, as fast as one machine can.
//!
//! The [`Engine`](bezzel_queens::Engine)s [`Border`] and [`Lanes`] enumerate the placements of
//! queens on the border of the board, up to symmetry ([constellations](Plan)), and count the
//! completions of each. Both divide the work into the same units, so that their results can be
//! compared unit by unit. [`Halves`] joins the upper and lower halves of all solutions, and is the
//! fastest from 18 queens on. [`engines`] returns all engines, including the backtracking engines
//! of `bezzel-queens`.
//!
//! Eight queens, as Max Bezzel asked for them in 1848:
//!
//! ```
//! use bezzel::job::CountOptions;
//! use bezzel_queens::{Board, count};
//! use bezzel_count::Lanes;
//!
//! // `true`: also count solutions up to rotation and reflection.
//! let counted = count(&Lanes::FASTEST, &Board::new(8), true, &CountOptions::default())?;
//! assert_eq!((counted.total.count, counted.solutions()), (92, 12));
//! # Ok::<(), bezzel_queens::Error>(())
//! ```
//!
//! The crate's README explains how the engines work and what was tried.

mod border;
mod constellations;
#[cfg(not(target_family = "wasm"))]
mod halves;
mod instruction_set;
mod lanes;

use std::sync::Arc;

pub use bezzel_queens::published;
use bezzel_queens::{Engines, tree_engines};

pub use border::Border;
pub use constellations::{CompletionCounter, Frame, LIMIT, Plan, Position, Square};
#[cfg(not(target_family = "wasm"))]
pub use halves::Halves;
pub use instruction_set::InstructionSet;
pub use lanes::{Lanes, Searching};

/// Internals of `halves` for `bezzel-gpu`, which counts the same units. They are not part of the
/// public interface.
#[cfg(not(target_family = "wasm"))]
#[doc(hidden)]
pub mod for_gpu {
    pub use crate::halves::{Bound, Class, Classes, Corners, Kind, Rest, Shape, Sides};
}

/// Returns all engines, from the slowest to the fastest.
pub fn engines() -> Engines {
    let mut engines = tree_engines();
    engines.push(Arc::new(Border));
    engines.push(Arc::new(Lanes::FASTEST));
    // No board that can be counted in a browser tab is large enough for `Halves` to pay off, so its
    // code would only add to the module's size.
    #[cfg(not(target_family = "wasm"))]
    engines.push(Arc::new(Halves::FASTEST));
    engines.into_iter().collect()
}

/// The README's listing is compiled and run.
#[doc = include_str!("../README.md")]
#[cfg(doctest)]
pub struct Readme;
