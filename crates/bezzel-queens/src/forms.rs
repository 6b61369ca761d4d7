//! Table of the forms of the problem.

use serde::Serialize;

use super::{Arrays, Board, Masks, Objection, Promising};
use crate::Error;
use bezzel::Problem;

/// A form of the N queens problem: each level is a row, a choice is the column of its queen.
pub trait Form:
    Problem<Choice = u32, Choices: Send, Objection = Objection> + Send + Sync + Sized
{
    /// The name that users select it by.
    const NAME: &'static str;
    /// One line on how it works.
    const ABOUT: &'static str;
    /// The side of the largest board it takes.
    const LIMIT: u32;
    /// The approximate number of seconds per promising node, including the tests of its rejected
    /// siblings.
    const SECONDS_PER_NODE: f64;

    /// Returns the problem of filling a board.
    ///
    /// # Errors
    /// [`Error::TooManyQueens`] beyond [`Form::LIMIT`].
    fn of(board: &Board) -> Result<Self, Error>;

    /// Returns the board to fill.
    fn board(&self) -> &Board;

    /// Returns the data it keeps about the placed queens, for display.
    fn memory(&self, state: &Self::State) -> Vec<Memory>;

    /// Checks the size of a board.
    ///
    /// # Errors
    /// [`Error::TooManyQueens`], with the limit, beyond [`Form::LIMIT`].
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

/// A part of a form's state for display: named numbers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Memory {
    /// The name the form gives it.
    pub name: &'static str,
    /// The values of the array, from left to right.
    pub cells: Vec<u32>,
}

/// An operation on any form.
pub trait EachForm {
    /// Its result.
    type Answer;

    /// Runs the operation with one form.
    fn with<F: Form + 'static>(&self) -> Self::Answer;
}

/// Runs an operation with every form, in the order of the posts: the slowest first.
///
/// ```
/// use bezzel_queens::{EachForm, Form, each_form};
///
/// struct Name;
/// impl EachForm for Name {
///     type Answer = &'static str;
///     fn with<F: Form>(&self) -> &'static str { F::NAME }
/// }
/// assert_eq!(each_form(&Name), ["promising", "arrays", "masks"]);
/// ```
pub fn each_form<E: EachForm>(each: &E) -> Vec<E::Answer> {
    vec![
        each.with::<Promising>(),
        each.with::<Arrays>(),
        each.with::<Masks>(),
    ]
}

/// Runs an operation with the fastest form of the problem that supports a board of this size.
///
/// ```
/// use bezzel::Search;
/// use bezzel_queens::{Board, EachForm, Form, with_fastest_form};
///
/// struct Count(Board);
/// impl EachForm for Count {
///     type Answer = Result<u64, bezzel_queens::Error>;
///     fn with<F: Form>(&self) -> Self::Answer {
///         Ok(Search::new(&F::of(&self.0)?).count().solutions)
///     }
/// }
/// let board = Board::new(8);
/// assert_eq!(with_fastest_form(&board, &Count(board.clone())), Ok(92));
/// ```
pub fn with_fastest_form<E: EachForm>(board: &Board, each: &E) -> E::Answer {
    if board.n() <= Masks::LIMIT {
        each.with::<Masks>()
    } else {
        each.with::<Arrays>()
    }
}
