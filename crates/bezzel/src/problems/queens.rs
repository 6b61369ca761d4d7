use std::ops::Range;

use crate::Problem;

/// N queens in ten lines: a choice is the column of the next row's queen, an objection the row of a
/// queen that attacks it.
///
/// The crate `bezzel-queens` has faster forms, and boards with obstacles.
#[derive(Debug, Clone)]
pub struct Queens(pub u32);

impl Problem for Queens {
    type Choice = u32;
    type State = Vec<u32>;
    type Objection = usize;
    type Choices = Range<u32>;

    fn root(&self) -> Vec<u32> {
        Vec::new()
    }

    fn choices(&self, _: &Vec<u32>) -> Range<u32> {
        0..self.0
    }

    fn objection(&self, placed: &Vec<u32>, column: u32) -> Option<usize> {
        let apart = |row: usize| placed[row].abs_diff(column) as usize;
        (0..placed.len()).find(|&row| apart(row) == 0 || apart(row) == placed.len() - row)
    }

    fn advance(&self, placed: &mut Vec<u32>, column: u32) {
        placed.push(column);
    }

    fn retreat(&self, placed: &mut Vec<u32>, _: u32) {
        placed.pop();
    }

    fn solved(&self, placed: &Vec<u32>) -> bool {
        placed.len() == self.0 as usize
    }
}
