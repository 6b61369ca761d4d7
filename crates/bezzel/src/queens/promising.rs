//! Queens as posts 000, 001, 002 and 004 write them: compare with every queen above.

use std::ops::Range;

use super::{Attack, Form, Memory, Square};
use crate::{Error, Problem};

/// The N queens problem where a new queen is compared with every earlier one (`is_available`,
/// `promising`, `IsThreatened` in the posts).
#[derive(Debug, Clone)]
pub struct Promising {
    n: u32,
}

impl Promising {
    /// The problem of `n` queens.
    ///
    /// # Errors
    /// [`Error::TooManyQueens`] beyond [`Form::LIMIT`].
    pub fn new(n: u32) -> Result<Self, Error> {
        Self::check(n)?;
        Ok(Self { n })
    }
}

impl Form for Promising {
    const NAME: &'static str = "promising";
    const ABOUT: &'static str =
        "compares each queen with every earlier one (posts 000, 001, 002, 004)";
    const LIMIT: u32 = 1_000_000;

    fn of_size(n: u32) -> Result<Self, Error> {
        Self::new(n)
    }

    /// The columns of the queens, row by row.
    fn memory(&self, placed: &Vec<u32>) -> Vec<Memory> {
        vec![Memory {
            name: "columns",
            cells: placed.clone(),
        }]
    }
}

impl Problem for Promising {
    type Choice = u32;
    /// The columns of the queens placed so far: the posts' "path walked".
    type State = Vec<u32>;
    type Objection = Attack;
    type Choices = Range<u32>;

    fn root(&self) -> Vec<u32> {
        Vec::new()
    }

    fn choices(&self, _placed: &Vec<u32>) -> Range<u32> {
        0..self.n
    }

    fn objection(&self, placed: &Vec<u32>, column: u32) -> Option<Attack> {
        let target = Square::new(placed.len() as u32, column);
        (0..).zip(placed).find_map(|(row, &column)| {
            let queen = Square::new(row, column);
            let line = queen.line_to(target)?;
            Some(Attack {
                queen,
                target,
                line,
            })
        })
    }

    fn advance(&self, placed: &mut Vec<u32>, column: u32) {
        placed.push(column);
    }

    fn retreat(&self, placed: &mut Vec<u32>, _column: u32) {
        placed.pop();
    }

    fn solved(&self, placed: &Vec<u32>) -> bool {
        placed.len() == self.n as usize
    }
}
