//! The form with three bit masks: one expression yields all free squares of a row.

use super::{Attack, Board, Form, Line, Memory, Objection, Square};
use crate::Error;
use bezzel::{Problem, Shortlist};

/// The largest number of rows.
const ROWS: usize = 32;

/// The N queens problem with three bit masks (columns and both diagonals).
///
/// The diagonals are shifted by one column from row to row, so that bit c of each mask always
/// refers to column c of the current row.
#[derive(Debug, Clone)]
pub struct Masks {
    board: Board,
    torus: bool,
    columns: u64,
    /// For each row, the squares that are neither blocked nor attacked by a given queen. In the row
    /// of a given queen, its square only.
    open: [u64; ROWS],
}

impl Masks {
    /// Returns the problem of filling a board. A number means an empty board.
    ///
    /// # Errors
    /// [`Error::TooManyQueens`] beyond [`Form::LIMIT`].
    pub fn new(board: impl Into<Board>) -> Result<Self, Error> {
        let board = board.into();
        Self::check(board.n())?;
        let columns = (1 << board.n()) - 1;
        let mut open = [columns; ROWS];
        for (row, open) in (0..board.n()).zip(&mut open) {
            for column in 0..board.n() {
                let square = Square::new(row, column);
                let attacked = |&queen: &Square| board.line(queen, square).is_some();
                if board.is_blocked(square) || board.standing().iter().any(attacked) {
                    *open &= !(1 << column);
                }
            }
        }
        Ok(Self {
            torus: board.is_torus(),
            board,
            columns,
            open,
        })
    }

    /// Returns the diagonals one row further down. On a torus bits that leave on one side reenter
    /// on the other.
    ///
    /// Arguments and results are plain integers: a reference to the state would keep it out of
    /// registers.
    #[cold]
    fn shifted_around(&self, rising: u64, falling: u64) -> (u64, u64) {
        let last = self.board.n() - 1;
        (
            rising >> 1 | (rising & 1) << last,
            (falling << 1 | falling >> last) & self.columns,
        )
    }

    /// Returns the squares of a row that the board leaves open.
    #[inline]
    fn open(&self, row: u32) -> u64 {
        self.open[row as usize % self.open.len()]
    }
}

impl Form for Masks {
    const NAME: &'static str = "masks";
    const ABOUT: &'static str = "three bit masks, all free squares of a row at once";
    const LIMIT: u32 = ROWS as u32;
    const SECONDS_PER_NODE: f64 = 10e-9;

    fn of(board: &Board) -> Result<Self, Error> {
        Self::new(board)
    }

    fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the three masks and their union, as bits of the current row from its first column.
    fn memory(&self, state: &MasksState) -> Vec<Memory> {
        let masks = [
            ("columns", state.columns),
            ("rising", state.rising),
            ("falling", state.falling),
            (
                "attacked",
                state.columns | state.rising | state.falling | !self.open(state.row),
            ),
        ];
        let bit = |mask: u64, column: u32| (mask >> column & 1) as u32;
        let memory = |(name, mask)| Memory {
            name,
            cells: (0..self.board.n())
                .map(|column| bit(mask, column))
                .collect(),
        };
        masks.map(memory).into()
    }
}

/// The attacked squares of the current row, and of the rows above.
///
/// A retreat restores the masks of the row above from `above`. Two variants were rejected:
/// - undoing the shifts was 15 % slower, because it lengthens the chain of dependent instructions
///   from node to node;
/// - so was keeping the current masks as one struct, which is then copied through memory.
#[derive(Debug, Clone)]
pub struct MasksState {
    row: u32,
    columns: u64,
    rising: u64,
    falling: u64,
    /// The three masks of every row above.
    above: [(u64, u64, u64); ROWS],
}

impl MasksState {
    /// Returns the queen placed in a row above the current one. Its column is the bit that was
    /// added to the column mask in that row.
    fn queen(&self, row: u32) -> Square {
        let (before, ..) = self.above[row as usize];
        let after = match row + 1 {
            next if next == self.row => self.columns,
            next => self.above[next as usize].0,
        };
        Square::new(row, (before ^ after).trailing_zeros())
    }
}

/// The columns of a bit set, from left to right.
#[derive(Debug, Clone)]
pub struct BitColumns(u64);

impl BitColumns {
    /// Returns the first `n` columns, `n` at most 32.
    #[inline]
    pub(super) fn all(n: u32) -> Self {
        Self((1 << n) - 1)
    }
}

impl Iterator for BitColumns {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        if self.0 == 0 {
            return None;
        }
        let column = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(column)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }

    fn count(self) -> usize {
        self.size_hint().0
    }
}

impl Masks {
    /// Returns the columns of the current row whose squares are neither attacked nor blocked.
    #[inline]
    fn free_columns(&self, state: &MasksState) -> BitColumns {
        BitColumns(self.open(state.row) & !(state.columns | state.rising | state.falling))
    }
}

impl Problem for Masks {
    type Choice = u32;
    type State = MasksState;
    type Objection = Objection;
    type Choices = BitColumns;

    const SHORTLIST: Option<Shortlist<Self>> = Some(Self::free_columns);

    fn root(&self) -> MasksState {
        MasksState {
            row: 0,
            columns: 0,
            rising: 0,
            falling: 0,
            above: [(0, 0, 0); ROWS],
        }
    }

    #[inline]
    fn choices(&self, _state: &MasksState) -> BitColumns {
        BitColumns(self.columns)
    }

    fn objection(&self, state: &MasksState, column: u32) -> Option<Objection> {
        let board = &self.board;
        let has = |mask: u64| mask >> column & 1 == 1;
        let target = Square::new(state.row, column);
        let attack = |queen, line| Attack {
            queen,
            target,
            line,
        };
        if board.is_blocked(target) {
            return Some(Objection::Blocked(target));
        }
        if !has(self.open(state.row)) {
            let mut standing = board.standing().iter();
            let attack =
                standing.find_map(|&queen| Some(attack(queen, board.line(queen, target)?)));
            return attack.map(Objection::Standing);
        }
        let masks = [
            (state.columns, Line::Column),
            (state.rising, Line::Rising),
            (state.falling, Line::Falling),
        ];
        let (_, line) = masks.into_iter().find(|&(mask, _)| has(mask))?;
        let queen = (0..state.row)
            .map(|row| state.queen(row))
            .find(|&queen| board.joins(line, queen, target))
            .expect("an attacked square has an attacker");
        Some(Objection::Attacked(attack(queen, line)))
    }

    #[inline]
    fn advance(&self, state: &mut MasksState, column: u32) {
        let bit = 1 << column;
        let row = state.row as usize % state.above.len();
        state.above[row] = (state.columns, state.rising, state.falling);
        state.columns |= bit;
        let (rising, falling) = (state.rising | bit, state.falling | bit);
        (state.rising, state.falling) = if self.torus {
            self.shifted_around(rising, falling)
        } else {
            (rising >> 1, falling << 1)
        };
        state.row += 1;
    }

    #[inline]
    fn retreat(&self, state: &mut MasksState, _column: u32) {
        state.row -= 1;
        let row = state.row as usize % state.above.len();
        (state.columns, state.rising, state.falling) = state.above[row];
    }

    #[inline]
    fn solved(&self, state: &MasksState) -> bool {
        state.row == self.board.n()
    }
}
