//! Exact counts of N queens, as fast as one machine can.
//!
//! A [`Plan`] cuts a board into [`Unit`]s, one for each way the queens on the border can stand up to
//! symmetry. An [`Engine`] makes [`Counter`]s, which find the [`Outcome`] of a unit; [`count`] hands the
//! units of a board out to threads and puts the outcomes together. Any engine can count any unit, so
//! engines are compared unit by unit, and a plan can be worked off by many machines.
//!
//! Eight queens, as Max Bezzel asked for them in 1848:
//!
//! ```
//! use bezzel_count::{Run, count, engine, essentially_different, half_turn, quarter_turn};
//!
//! let lanes = engine("lanes").unwrap();
//! let all = count(8, lanes, &Run::default())?.count;
//! assert_eq!(all, 92);
//! assert_eq!(essentially_different(8, all, half_turn(8), quarter_turn(8)), 12);
//! # Ok::<(), bezzel_count::Error>(())
//! ```
//!
//! The crate's README explains how the engines work and what was tried.

mod count;
mod engine;
mod error;
mod frame;
mod method;
mod outcome;
mod plan;
pub mod published;
mod symmetric;

pub use count::{Run, Total, count, forecast};
pub use engine::{Border, Counter, ENGINES, Engine, Lanes, Path, engine};
pub use error::Error;
pub use frame::Frame;
pub use method::{Counted, Method};
pub use outcome::{Outcome, PRIMES};
pub use plan::{LIMIT, Plan, Square, Unit};
pub use symmetric::{essentially_different, half_turn, quarter_turn};

/// The README's listing is compiled and run.
#[doc = include_str!("../README.md")]
#[cfg(doctest)]
pub struct Readme;
