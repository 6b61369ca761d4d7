//! The genetic algorithm of post 004.
//!
//! The five steps of the post are: an encoding and its fitness ([`Evolve`]), a population
//! ([`Evolution::new`]), its evaluation ([`Evolution::fitness`]), selection and reproduction
//! ([`Evolution::step`]), and repetition until a solution is found ([`Evolution::run`]). For
//! queens:
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

/// The crate `rand`, whose traits implementations of [`Evolve`] need.
pub use rand;
