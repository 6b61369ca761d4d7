//! The form of posts 000, 001, 002 and 004: compares a queen with every queen above.

use std::ops::Range;

use super::{Attack, Board, Form, Memory, Objection, Square};
use crate::Error;
use bezzel::Problem;

/// The N queens problem where a new queen is compared with every earlier one (`is_available`,
/// `promising`, `IsThreatened` in the posts).
#[derive(Debug, Clone)]
pub struct Promising {
    board: Board,
    /// True if the board is empty and not a torus; then placed queens, blocked squares and wrapped
    /// diagonals need no tests.
    is_plain: bool,
}

impl Promising {
    /// Returns the problem of filling a board. A number means an empty board.
    ///
    /// # Errors
    /// [`Error::TooManyQueens`] beyond [`Form::LIMIT`].
    pub fn new(board: impl Into<Board>) -> Result<Self, Error> {
        let board = board.into();
        Self::check(board.n())?;
        let is_plain = board.is_plain();
        Ok(Self { board, is_plain })
    }

    /// Returns the objection to a square of any board. Not inlined, so that empty boards do not pay
    /// for it.
    #[cold]
    fn objection_on(&self, placed: &[u32], target: Square) -> Option<Objection> {
        let board = &self.board;
        if board.is_blocked(target) {
            return Some(Objection::Blocked(target));
        }
        let attack = |queen| {
            let line = board.line(queen, target)?;
            Some(Attack {
                queen,
                target,
                line,
            })
        };
        let above = (0..).zip(placed).find_map(|(row, &column)| {
            let attack = attack(Square::new(row, column))?;
            Some(match board.standing_in(row) {
                Some(_) => Objection::Standing(attack),
                None => Objection::Attacked(attack),
            })
        });
        let standing = || board.standing().iter().find_map(|&queen| attack(queen));
        above.or_else(|| standing().map(Objection::Standing))
    }
}

impl Form for Promising {
    const NAME: &'static str = "promising";
    const ABOUT: &'static str = "compares each queen with every earlier one";
    const LIMIT: u32 = 1_000_000;
    const SECONDS_PER_NODE: f64 = 170e-9;

    fn of(board: &Board) -> Result<Self, Error> {
        Self::new(board)
    }

    fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the columns of the queens, row by row.
    fn memory(&self, placed: &Vec<u32>) -> Vec<Memory> {
        vec![Memory {
            name: "columns",
            cells: placed.clone(),
        }]
    }
}

impl Problem for Promising {
    type Choice = u32;
    /// The columns of the placed queens, row by row: the list that the posts pass along.
    type State = Vec<u32>;
    type Objection = Objection;
    type Choices = Range<u32>;

    fn root(&self) -> Vec<u32> {
        Vec::new()
    }

    fn choices(&self, _placed: &Vec<u32>) -> Range<u32> {
        0..self.board.n()
    }

    #[inline]
    fn objection(&self, placed: &Vec<u32>, column: u32) -> Option<Objection> {
        let target = Square::new(placed.len() as u32, column);
        if !self.is_plain {
            return self.objection_on(placed, target);
        }
        (0..).zip(placed).find_map(|(row, &column)| {
            let queen = Square::new(row, column);
            let line = queen.line_to(target)?;
            Some(Objection::Attacked(Attack {
                queen,
                target,
                line,
            }))
        })
    }

    fn advance(&self, placed: &mut Vec<u32>, column: u32) {
        placed.push(column);
    }

    fn retreat(&self, placed: &mut Vec<u32>, _column: u32) {
        placed.pop();
    }

    fn solved(&self, placed: &Vec<u32>) -> bool {
        placed.len() == self.board.n() as usize
    }
}
