//! Queens as post 003 writes them: three arrays of visited lines.

use std::ops::Range;

use super::{Attack, Form, Line, Memory, Square};
use crate::{Error, Problem};

/// The N queens problem where three arrays tell whether a column or diagonal is taken (`visited1`,
/// `visited2`, `visited3` in the post).
///
/// The post keeps 0 and 1; here an entry names the row of the queen that took the line.
#[derive(Debug, Clone)]
pub struct Arrays {
    n: u32,
}

impl Arrays {
    /// The problem of `n` queens.
    ///
    /// # Errors
    /// [`Error::TooManyQueens`] beyond [`Form::LIMIT`].
    pub fn new(n: u32) -> Result<Self, Error> {
        Self::check(n)?;
        Ok(Self { n })
    }

    /// Where the lines through a square stand in the arrays. Python's index from the end serves the
    /// post for row - column; here n is added.
    #[inline]
    fn lines(&self, square: Square) -> [usize; 3] {
        let Square { row, column } = square;
        [column, row + column, row + self.n - column].map(|index| index as usize)
    }

    #[inline]
    fn mark(&self, state: &mut ArraysState, column: u32, by: u32) {
        let lines = self.lines(Square::new(state.row, column));
        for (taken, line) in state.taken.iter_mut().zip(lines) {
            taken[line] = by;
        }
    }
}

/// Which lines are taken.
#[derive(Debug, Clone)]
pub struct ArraysState {
    row: u32,
    /// For columns, `/` and `\` diagonals: 1 + the row of the queen there, or 0.
    taken: [Vec<u32>; 3],
}

impl ArraysState {
    /// The row the next queen is for.
    #[inline]
    pub(super) fn row(&self) -> u32 {
        self.row
    }
}

impl Form for Arrays {
    const NAME: &'static str = "arrays";
    const ABOUT: &'static str = "three arrays of visited lines (post 003)";
    const LIMIT: u32 = 1_000_000;

    fn of_size(n: u32) -> Result<Self, Error> {
        Self::new(n)
    }

    /// The three arrays: 0 for a free line, otherwise the row of its queen, counted from 1.
    fn memory(&self, state: &ArraysState) -> Vec<Memory> {
        let names = ["columns", "rising", "falling"].into_iter();
        let memory = |(name, taken): (_, &Vec<u32>)| Memory {
            name,
            cells: taken.clone(),
        };
        names.zip(&state.taken).map(memory).collect()
    }
}

impl Problem for Arrays {
    type Choice = u32;
    type State = ArraysState;
    type Objection = Attack;
    type Choices = Range<u32>;

    fn root(&self) -> ArraysState {
        let size = self.n as usize * 2;
        ArraysState {
            row: 0,
            taken: [(); 3].map(|()| vec![0; size]),
        }
    }

    fn choices(&self, _state: &ArraysState) -> Range<u32> {
        0..self.n
    }

    #[inline]
    fn objection(&self, state: &ArraysState, column: u32) -> Option<Attack> {
        let target = Square::new(state.row, column);
        let [a, b, c] = self.lines(target);
        let (taken, line) = match [state.taken[0][a], state.taken[1][b], state.taken[2][c]] {
            [0, 0, 0] => return None,
            [0, 0, taken] => (taken, Line::Falling),
            [0, taken, _] => (taken, Line::Rising),
            [taken, _, _] => (taken, Line::Column),
        };
        let row = taken - 1;
        let up = state.row - row;
        let queen = match line {
            Line::Rising => Square::new(row, column + up),
            Line::Falling => Square::new(row, column - up),
            _ => Square::new(row, column),
        };
        Some(Attack {
            queen,
            target,
            line,
        })
    }

    fn advance(&self, state: &mut ArraysState, column: u32) {
        self.mark(state, column, state.row + 1);
        state.row += 1;
    }

    fn retreat(&self, state: &mut ArraysState, column: u32) {
        state.row -= 1;
        self.mark(state, column, 0);
    }

    fn solved(&self, state: &ArraysState) -> bool {
        state.row == self.n
    }
}
