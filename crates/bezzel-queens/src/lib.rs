//! N queens: boards, three formulations of the problem, counting engines, formats, evolution.
//!
//! The input is a [`Board`]: empty, or with placed queens and blocked squares. A solution is the
//! columns of the queens, row by row, counted from 0: `[1, 3, 0, 2]`. Three [`Form`]s of the
//! problem search the same tree and differ in how they test a square: [`Promising`] compares it
//! with every queen above, [`Arrays`] looks up three arrays, [`Masks`] uses three bit masks. They
//! follow five study posts on N queens, which the documentation cites as post 000 to post 004.
//!
//! ```
//! use bezzel::Search;
//! use bezzel_queens::{Arrays, Masks, Promising};
//!
//! assert_eq!(Search::new(&Promising::new(8)?).count().solutions, 92);
//! assert_eq!(Search::new(&Arrays::new(8)?).count().solutions, 92);
//! assert_eq!(Search::new(&Masks::new(8)?).count().solutions, 92);
//! # Ok::<(), bezzel_queens::Error>(())
//! ```

#![forbid(unsafe_code)]

mod arrays;
mod attack;
mod board;
mod construct;
mod count;
mod engine;
mod error;
pub mod evolve;
pub mod format;
mod forms;
mod lineup;
mod masks;
mod number;
mod objection;
mod placement;
mod promising;
pub mod published;
pub mod race;
pub mod render;
pub mod repair;
pub mod report;
mod shuffled;
mod symmetric;
mod symmetry;

pub use arrays::{Arrays, ArraysState};
pub use attack::{Attack, Line, Square};
pub use board::Board;
pub use construct::Construction;
pub use count::{BySymmetry, Count, count, count_from};
pub use engine::{
    Engine, Engines, estimate, estimated_seconds, nodes, slow_from, tree_engine, tree_engines,
};
pub use error::{BoardFlaw, Error};
pub use forms::{EachForm, Form, Memory, each_form, with_fastest_form};
pub use lineup::Lineup;
pub use masks::{BitColumns, Masks, MasksState};
pub use objection::Objection;
pub use placement::{Placement, is_solution};
pub use promising::Promising;
pub use shuffled::{Shuffled, ShuffledColumns};
pub use symmetric::{Symmetric, TakenLines};
pub use symmetry::{Symmetry, canonical, is_canonical};

/// Refuses boards that have no solution or are too large for a method.
pub(crate) fn check_size(n: u64, method: &'static str, limit: u64) -> Result<(), Error> {
    match n {
        2 | 3 => Err(Error::NoSolution { n }),
        _ if n > limit => Err(Error::TooManyQueens { n, method, limit }),
        _ => Ok(()),
    }
}
