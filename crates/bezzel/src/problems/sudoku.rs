use std::iter::{Repeat, Zip, repeat};
use std::ops::RangeInclusive;

use crate::Problem;

/// Sudoku, 4 by 4 or 9 by 9. A choice is a cell and its digit, an objection the cell that already
/// has this digit and the house that both share.
#[derive(Debug, Clone)]
pub struct Sudoku {
    /// The side of a box: 2 or 3.
    pub side: usize,
    /// The cells row by row, 0 where empty.
    pub givens: Vec<u8>,
}

/// What two cells of a [`Sudoku`] share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum House {
    /// A row.
    Row,
    /// A column.
    Column,
    /// A box.
    Box,
}

impl Sudoku {
    /// Returns the side of the square.
    pub fn width(&self) -> usize {
        self.side * self.side
    }

    fn house(&self, one: usize, other: usize) -> Option<House> {
        let width = self.width();
        let place = |cell: usize| (cell / width, cell % width);
        let ((row, column), (other_row, other_column)) = (place(one), place(other));
        if row == other_row {
            return Some(House::Row);
        }
        if column == other_column {
            return Some(House::Column);
        }
        let same = |one: usize, other: usize| one / self.side == other / self.side;
        (same(row, other_row) && same(column, other_column)).then_some(House::Box)
    }

    /// Returns the first other cell with this digit in a house of `cell`.
    pub fn conflict(&self, cells: &[u8], cell: usize, digit: u8) -> Option<(usize, House)> {
        let there = (0..cells.len()).filter(|&other| other != cell && cells[other] == digit);
        there
            .filter_map(|other| Some((other, self.house(cell, other)?)))
            .next()
    }
}

impl Problem for Sudoku {
    type Choice = (usize, u8); // a cell and its digit
    type State = Vec<u8>; // the cells so far, 0 where empty
    type Objection = (usize, House); // the cell with the same digit, and the house they share
    type Choices = Zip<Repeat<usize>, RangeInclusive<u8>>;

    fn root(&self) -> Vec<u8> {
        self.givens.clone()
    }

    /// Returns the candidates of the first empty cell; in 9 by 9 sudokus, of the cell with the
    /// fewest candidates.
    fn choices(&self, cells: &Vec<u8>) -> Self::Choices {
        let most = self.width() as u8;
        let mut empty = (0..cells.len()).filter(|&cell| cells[cell] == 0);
        let left = |&cell: &usize| {
            (1..=most)
                .filter(|&digit| self.conflict(cells, cell, digit).is_none())
                .count()
        };
        let cell = match self.side {
            2 => empty.next(),
            _ => empty.min_by_key(left),
        };
        repeat(cell.unwrap_or(0)).zip(1..=most)
    }

    fn objection(&self, cells: &Vec<u8>, (cell, digit): (usize, u8)) -> Option<(usize, House)> {
        self.conflict(cells, cell, digit)
    }

    fn advance(&self, cells: &mut Vec<u8>, (cell, digit): (usize, u8)) {
        cells[cell] = digit;
    }

    fn retreat(&self, cells: &mut Vec<u8>, (cell, _): (usize, u8)) {
        cells[cell] = 0;
    }

    fn solved(&self, cells: &Vec<u8>) -> bool {
        !cells.contains(&0)
    }
}
