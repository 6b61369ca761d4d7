//! The forms of the problem, in one list.

use serde::Serialize;

use super::{Arrays, Board, Masks, Objection, Promising};
use crate::Error;
use bezzel::Problem;

/// A form of the N queens problem: one queen a row, a choice is her column.
pub trait Form:
    Problem<Choice = u32, Choices: Send, Objection = Objection> + Send + Sync + Sized
{
    /// What users call it.
    const NAME: &'static str;
    /// One line on how it works.
    const ABOUT: &'static str;
    /// The largest board it takes.
    const LIMIT: u32;
    /// About how many seconds it takes to enter a promising node, its rejected siblings included.
    const NODE: f64;

    /// The problem of filling a board.
    ///
    /// # Errors
    /// [`Error::TooManyQueens`] beyond [`Form::LIMIT`].
    fn of(board: &Board) -> Result<Self, Error>;

    /// The board it fills.
    fn board(&self) -> &Board;

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

/// Something that can be done with any form.
pub trait EachForm {
    /// What comes of it.
    type Answer;

    /// Does it with one.
    fn with<F: Form + 'static>(&self) -> Self::Answer;
}

/// Does something with every form, in the order of the posts: the slowest first.
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

/// Does something with the form that fills a board fastest.
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
