//! Evolution: solutions without searching the tree, as the second half of post 004 tells it.
//!
//! The five steps of the post are five things to read: an encoding and its fitness ([`Evolve`]), a
//! population ([`Evolution::new`]), its evaluation ([`Evolution::fitness`]), selection and
//! reproduction ([`Evolution::step`]), and again until a solution is found
//! ([`Evolution::run`]). Queens are the first user:
//!
//! ```
//! use bezzel_queens::evolve::{Encoding, Evolution, Queens, Settings};
//! use bezzel_queens::Placement;
//!
//! let eight = Queens::new(8, Encoding::Columns)?;
//! let mut evolution = Evolution::new(&eight, Settings::default(), 1848)?;
//! assert!(evolution.run(|_| true));
//! assert!(Placement::from_columns(evolution.best().columns()).is_solution());
//! # Ok::<(), bezzel_queens::Error>(())
//! ```
//!
//! To evolve a problem of your own, implement [`Evolve`]; `examples/travelling_salesman.rs` does so
//! in forty lines.

mod evolution;
mod history;
mod options;
mod queens;
mod selection;

pub use evolution::{Birth, Evolution, Evolve, Generation, Settings};
pub use history::{History, Moment};
pub use options::Options;
pub use queens::{Crossover, Encoding, Queens};
pub use selection::{Scaling, Selection, Wheel};

/// The random numbers this library uses; implementations of [`Evolve`] need its traits.
pub use rand;
