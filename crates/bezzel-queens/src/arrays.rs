//! The form of post 003: three arrays of occupied lines.

use std::ops::Range;

use super::{Attack, Board, Form, Line, Memory, Objection, Square};
use crate::Error;
use bezzel::Problem;

/// The N queens problem with three arrays that record which columns and diagonals are taken
/// (`visited1`, `visited2`, `visited3` in the post).
///
/// The post stores 0 and 1; here an entry holds the row of the queen that took the line.
#[derive(Debug, Clone)]
pub struct Arrays {
    board: Board,
    /// True if the board is empty and not a torus; then placed queens, blocked squares and wrapped
    /// diagonals need no tests.
    is_plain: bool,
}

impl Arrays {
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

    /// Returns the indices of the lines through a square. For row - column the post uses Python's
    /// negative indices; here n is added.
    #[inline]
    fn lines(&self, square: Square) -> [usize; 3] {
        let Square { row, column } = square;
        [column, row + column, row + self.board.n() - column].map(|index| index as usize)
    }

    /// Returns the indices on any board. On a torus diagonals wrap around.
    fn lines_around(&self, square: Square) -> [usize; 3] {
        let n = self.board.n() as usize;
        match self.lines(square) {
            [column, rising, falling] if self.board.is_torus() => [column, rising % n, falling % n],
            lines => lines,
        }
    }

    /// Sets the entries of the lines through the square at `column` in the current row to `by`: 1 +
    /// the row of the queen, or 0 to free the lines.
    #[inline]
    fn mark(&self, state: &mut ArraysState, column: u32, by: u32) {
        if self.is_plain {
            take(state, self.lines(Square::new(state.row, column)), by);
        } else {
            self.mark_around(state, column, by);
        }
    }

    /// Does the same as `mark` on any board. If the current row has a placed queen, nothing
    /// changes: its lines are set at the root and stay set.
    #[cold]
    fn mark_around(&self, state: &mut ArraysState, column: u32, by: u32) {
        if self.board.standing_in(state.row).is_none() {
            take(state, self.lines_around(Square::new(state.row, column)), by);
        }
    }

    /// Returns the objection to a square of any board. Not inlined, so that empty boards do not pay
    /// for it.
    #[cold]
    fn objection_on(&self, state: &ArraysState, target: Square) -> Option<Objection> {
        let board = &self.board;
        if board.is_blocked(target) {
            return Some(Objection::Blocked(target));
        }
        let (line, row) = match board.standing_in(target.row) {
            // The target is the square of the row's own placed queen, so the taken lines are that
            // queen's lines.
            Some(column) if column == target.column => return None,
            Some(_) => (Line::Row, target.row),
            None => taker(state, self.lines_around(target))?,
        };
        let down = i64::from(target.row) - i64::from(row);
        let column = match (line, board.standing_in(row)) {
            (Line::Row, Some(column)) => column.into(),
            (Line::Rising, _) => i64::from(target.column) + down,
            (Line::Falling, _) => i64::from(target.column) - down,
            _ => target.column.into(),
        };
        let column = column.rem_euclid(board.n().into()) as u32;
        let attack = Attack {
            queen: Square::new(row, column),
            target,
            line,
        };
        Some(match board.standing_in(row) {
            Some(_) => Objection::Standing(attack),
            None => Objection::Attacked(attack),
        })
    }
}

#[inline]
fn take(state: &mut ArraysState, lines: [usize; 3], by: u32) {
    for (taken, line) in state.taken.iter_mut().zip(lines) {
        taken[line] = by;
    }
}

/// Returns the first of three lines that is taken, and the row of the queen that took it.
#[inline]
fn taker(state: &ArraysState, [column, rising, falling]: [usize; 3]) -> Option<(Line, u32)> {
    match [
        state.taken[0][column],
        state.taken[1][rising],
        state.taken[2][falling],
    ] {
        [0, 0, 0] => None,
        [0, 0, row] => Some((Line::Falling, row - 1)),
        [0, row, _] => Some((Line::Rising, row - 1)),
        [row, _, _] => Some((Line::Column, row - 1)),
    }
}

/// The lines that are taken.
#[derive(Debug, Clone)]
pub struct ArraysState {
    row: u32,
    /// For columns, `/` and `\` diagonals: 1 + the row of the queen there, or 0.
    taken: [Vec<u32>; 3],
}

impl ArraysState {
    /// Returns the row of the next queen.
    #[inline]
    pub(super) fn row(&self) -> u32 {
        self.row
    }
}

impl Form for Arrays {
    const NAME: &'static str = "arrays";
    const ABOUT: &'static str = "three arrays that mark the occupied columns and diagonals";
    const LIMIT: u32 = 1_000_000;
    const SECONDS_PER_NODE: f64 = 40e-9;

    fn of(board: &Board) -> Result<Self, Error> {
        Self::new(board)
    }

    fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the three arrays: 0 for a free line, otherwise the row of its queen, counted from 1.
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
    type Objection = Objection;
    type Choices = Range<u32>;

    /// The lines of given queens are taken from the start.
    fn root(&self) -> ArraysState {
        let size = self.board.n() as usize * 2;
        let mut state = ArraysState {
            row: 0,
            taken: [(); 3].map(|()| vec![0; size]),
        };
        for &queen in self.board.standing() {
            take(&mut state, self.lines_around(queen), queen.row + 1);
        }
        state
    }

    fn choices(&self, _state: &ArraysState) -> Range<u32> {
        0..self.board.n()
    }

    #[inline]
    fn objection(&self, state: &ArraysState, column: u32) -> Option<Objection> {
        let target = Square::new(state.row, column);
        if !self.is_plain {
            return self.objection_on(state, target);
        }
        let (line, row) = taker(state, self.lines(target))?;
        let up = state.row - row;
        let queen = match line {
            Line::Rising => Square::new(row, column + up),
            Line::Falling => Square::new(row, column - up),
            _ => Square::new(row, column),
        };
        Some(Objection::Attacked(Attack {
            queen,
            target,
            line,
        }))
    }

    #[inline]
    fn advance(&self, state: &mut ArraysState, column: u32) {
        self.mark(state, column, state.row + 1);
        state.row += 1;
    }

    #[inline]
    fn retreat(&self, state: &mut ArraysState, column: u32) {
        state.row -= 1;
        self.mark(state, column, 0);
    }

    fn solved(&self, state: &ArraysState) -> bool {
        state.row == self.board.n()
    }
}
