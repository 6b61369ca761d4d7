//! Queens with three bit masks: one expression finds every free square of a row.

use super::{Attack, Form, Line, Memory, Square};
use crate::{Error, Problem};

/// The N queens problem with three bit masks (columns and both diagonals).
///
/// Seen from row to row the diagonals move by one column, so that bit c of each mask always speaks
/// of column c of the row at hand.
#[derive(Debug, Clone)]
pub struct Masks {
    n: u32,
    board: u64,
}

impl Masks {
    /// The problem of `n` queens.
    ///
    /// # Errors
    /// [`Error::TooManyQueens`] beyond [`Form::LIMIT`].
    pub fn new(n: u32) -> Result<Self, Error> {
        Self::check(n)?;
        Ok(Self {
            n,
            board: (1 << n) - 1,
        })
    }
}

impl Form for Masks {
    const NAME: &'static str = "masks";
    const ABOUT: &'static str = "three bit masks, every free square of a row at once";
    const LIMIT: u32 = 32;

    fn of_size(n: u32) -> Result<Self, Error> {
        Self::new(n)
    }

    /// The three masks and all of them together, as bits of the row at hand from its first column.
    fn memory(&self, state: &MasksState) -> Vec<Memory> {
        let masks = [
            ("columns", state.columns),
            ("rising", state.rising),
            ("falling", state.falling),
            ("attacked", state.columns | state.rising | state.falling),
        ];
        let bit = |mask: u64, column: u32| (mask >> column & 1) as u32;
        let memory = |(name, mask)| Memory {
            name,
            cells: (0..self.n).map(|column| bit(mask, column)).collect(),
        };
        masks.map(memory).into()
    }
}

/// What is attacked in the row at hand and was in the rows above.
///
/// A retreat takes the masks of the row above from `above`. Undoing the shifts instead was 15 %
/// slower: it lengthens the chain of dependent instructions from node to node. So was keeping the
/// three masks at hand as one struct, which is then copied through memory.
#[derive(Debug, Clone)]
pub struct MasksState {
    row: u32,
    columns: u64,
    rising: u64,
    falling: u64,
    /// The three masks of every row above.
    above: [(u64, u64, u64); Masks::LIMIT as usize],
}

impl MasksState {
    /// The queen of a row above: the column that was free there and is not below it.
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

impl Problem for Masks {
    type Choice = u32;
    type State = MasksState;
    type Objection = Attack;
    type Choices = BitColumns;

    const SHORTLISTS: bool = true;

    fn root(&self) -> MasksState {
        MasksState {
            row: 0,
            columns: 0,
            rising: 0,
            falling: 0,
            above: [(0, 0, 0); Self::LIMIT as usize],
        }
    }

    #[inline]
    fn choices(&self, _state: &MasksState) -> BitColumns {
        BitColumns(self.board)
    }

    #[inline]
    fn shortlist(&self, state: &MasksState) -> BitColumns {
        BitColumns(self.board & !(state.columns | state.rising | state.falling))
    }

    fn objection(&self, state: &MasksState, column: u32) -> Option<Attack> {
        let attacked = |mask: u64| mask >> column & 1 == 1;
        let line = if attacked(state.columns) {
            Line::Column
        } else if attacked(state.rising) {
            Line::Rising
        } else if attacked(state.falling) {
            Line::Falling
        } else {
            return None;
        };
        let target = Square::new(state.row, column);
        let queen = (0..state.row)
            .map(|row| state.queen(row))
            .find(|queen| queen.line_to(target) == Some(line))
            .expect("an attacked square has an attacker");
        Some(Attack {
            queen,
            target,
            line,
        })
    }

    #[inline]
    fn advance(&self, state: &mut MasksState, column: u32) {
        let bit = 1 << column;
        let row = state.row as usize % state.above.len();
        state.above[row] = (state.columns, state.rising, state.falling);
        state.columns |= bit;
        state.rising = (state.rising | bit) >> 1;
        state.falling = (state.falling | bit) << 1;
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
        state.row == self.n
    }
}
