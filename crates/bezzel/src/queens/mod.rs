//! N queens: the problem as the posts write it, and its solutions as plain data.
//!
//! A solution is the columns of the queens, row by row, counted from 0: `[1, 3, 0, 2]`. The three
//! [`Form`]s of the problem search the same tree and differ in how they know what is attacked.
//!
//! ```
//! use bezzel::{Search, queens::{Arrays, Masks, Promising}};
//!
//! assert_eq!(Search::new(&Promising::new(8)?).count().solutions, 92);
//! assert_eq!(Search::new(&Arrays::new(8)?).count().solutions, 92);
//! assert_eq!(Search::new(&Masks::new(8)?).count().solutions, 92);
//! # Ok::<(), bezzel::Error>(())
//! ```

mod arrays;
mod attack;
mod construct;
mod engine;
mod lineup;
mod masks;
mod placement;
mod promising;
mod shuffled;
mod symmetry;

pub use arrays::{Arrays, ArraysState};
pub use attack::{Attack, Line, Square};
pub use construct::Construction;
pub use engine::{ENGINES, Engine, Run, engine};
pub use lineup::Lineup;
pub use masks::{BitColumns, Masks, MasksState};
pub use placement::{Placement, is_solution};
pub use promising::Promising;
pub use shuffled::{Shuffled, ShuffledColumns};
pub use symmetry::{Symmetry, canonical, is_canonical, orbit_size};

use serde::Serialize;

use crate::{Error, Problem};

/// A form of the N queens problem: one queen a row, a choice is her column.
pub trait Form: Problem<Choice = u32, Objection = Attack> + Sync + Sized {
    /// What users call it.
    const NAME: &'static str;
    /// One line on how it works.
    const ABOUT: &'static str;
    /// The largest board it takes.
    const LIMIT: u32;

    /// The problem of `n` queens.
    ///
    /// # Errors
    /// [`Error::TooManyQueens`] beyond [`Form::LIMIT`].
    fn of_size(n: u32) -> Result<Self, Error>;

    /// What it remembers of the queens placed, to be looked at.
    fn memory(&self, state: &Self::State) -> Vec<Memory>;

    /// Refuses boards beyond [`Form::LIMIT`].
    ///
    /// # Errors
    /// [`Error::TooManyQueens`], naming the limit.
    fn check(n: u32) -> Result<(), Error> {
        if n > Self::LIMIT {
            return Err(Error::TooManyQueens {
                n: n.into(),
                method: Self::NAME,
                limit: Self::LIMIT.into(),
            });
        }
        Ok(())
    }
}

/// Something a form of the problem remembers: a row of numbers under a name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Memory {
    /// What the form calls it.
    pub name: &'static str,
    /// The numbers, from the left.
    pub cells: Vec<u32>,
}

/// Refuses boards that have no solution or are more than a method can take.
pub(crate) fn check_size(n: u64, method: &'static str, limit: u64) -> Result<(), Error> {
    match n {
        2 | 3 => Err(Error::NoSolution { n }),
        _ if n > limit => Err(Error::TooManyQueens { n, method, limit }),
        _ => Ok(()),
    }
}
