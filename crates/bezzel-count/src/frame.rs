//! A unit as an engine sees it: the rows that are left, and what the queens in place take from them.

use crate::plan::{Square, Unit};

/// The most rows a board has.
const ROWS: usize = 32;
/// Rows behind the last one that a look ahead may see.
const SPARE: usize = 6;

/// The part of the board that is left once the queens of a unit stand, turned so that the search is
/// short.
///
/// Columns at both sides that are taken altogether are cut off. Bit i of a mask is the i-th column
/// that remains.
#[derive(Debug, Clone)]
pub struct Frame {
    /// The columns from the first free one to the last.
    pub width: u32,
    /// The free columns.
    pub columns: u32,
    /// How many rows have no queen.
    pub rows: usize,
    /// For each such row the squares that queens in place attack along diagonals.
    pub attacked: [u32; ROWS + SPARE],
    /// How far each such row lies above the next one. Behind the last row: 1.
    pub gaps: [u32; ROWS + SPARE],
    cost: u32,
}

impl Frame {
    /// The frame of a unit in the turn that promises the shortest search, of those that are no wider
    /// than `widest`.
    pub fn new(unit: &Unit, widest: u32) -> Option<Self> {
        Self::of(unit.n, &unit.queens, widest)
    }

    /// The same for queens that are no unit of a plan.
    pub(crate) fn of(n: u8, queens: &[Square], widest: u32) -> Option<Self> {
        let shortest = turns(n, queens)
            .filter_map(|queens| Some((Ground::new(n, &queens, widest)?.cost(), queens)))
            .min_by_key(|&(cost, _)| cost);
        shortest.and_then(|(_, queens)| Self::upright(n, &queens, widest))
    }

    /// How much work the frame is likely to be, in arbitrary units.
    pub fn estimate(&self) -> f64 {
        // Fitted to boards of 13 and 15 queens: two times in three within a factor of 1.4.
        (0.12 * f64::from(self.cost) / self.rows.max(1) as f64).exp()
    }

    /// The frame in the turn given, unless it is too wide.
    fn upright(n: u8, queens: &[Square], widest: u32) -> Option<Self> {
        let ground = Ground::new(n, queens, widest)?;
        let mut frame = Self {
            width: ground.width,
            columns: ground.columns,
            rows: 0,
            attacked: [0; ROWS + SPARE],
            gaps: [1; ROWS + SPARE],
            cost: ground.cost(),
        };
        let mut above = None;
        for row in ground.rows() {
            frame.attacked[frame.rows] = ground.attacked(row);
            if let Some(above) = above.replace(row) {
                frame.gaps[frame.rows - 1] = u32::from(row - above);
            }
            frame.rows += 1;
        }
        Some(frame)
    }
}

/// What queens in place leave of a board.
struct Ground<'q> {
    n: u8,
    queens: &'q [Square],
    taken_rows: u64,
    /// The first free column.
    first: u32,
    width: u32,
    columns: u32,
}

impl<'q> Ground<'q> {
    /// What is left, unless it is too wide.
    fn new(n: u8, queens: &'q [Square], widest: u32) -> Option<Self> {
        let (mut taken_rows, mut taken) = (0_u64, 0_u64);
        for &(row, column) in queens {
            taken_rows |= 1 << row;
            taken |= 1 << column;
        }
        let free = !taken & ((1 << n) - 1);
        let first = free.trailing_zeros().min(63);
        let width = 64 - (free >> first).leading_zeros();
        (width <= widest).then_some(Self {
            n,
            queens,
            taken_rows,
            first,
            width,
            columns: (free >> first) as u32,
        })
    }

    /// The rows without a queen.
    fn rows(&self) -> impl DoubleEndedIterator<Item = u8> {
        let taken = self.taken_rows;
        (0..self.n).filter(move |row| taken >> row & 1 == 0)
    }

    /// The squares of a row that the queens attack along diagonals.
    fn attacked(&self, row: u8) -> u32 {
        let attacked = self
            .queens
            .iter()
            .fold(0_u64, |attacked, &(queen, column)| {
                let (square, away) = (1_u64 << column, row.abs_diff(queen));
                attacked | square << away | square >> away
            });
        (attacked >> self.first) as u32 & mask(self.width)
    }

    /// How long the search is likely to be: squares that are free early count more.
    fn cost(&self) -> u32 {
        let free = |row: u8| (self.columns & !self.attacked(row)).count_ones();
        let rows = (1..).zip(self.rows().rev());
        rows.map(|(below, row)| below * free(row)).sum()
    }
}

/// The queens in the turn that promises the shortest search.
pub(crate) fn shortest_turn(n: u8, queens: &[Square]) -> Vec<Square> {
    let cost = |queens: &Vec<Square>| Ground::new(n, queens, u32::BITS).map(|ground| ground.cost());
    turns(n, queens).min_by_key(cost).unwrap_or_default()
}

/// The queens in all four turns.
fn turns(n: u8, queens: &[Square]) -> impl Iterator<Item = Vec<Square>> {
    let turned = move |queens: &Vec<Square>| {
        let turned = queens.iter().map(|&(row, column)| (column, n - 1 - row));
        Some(turned.collect())
    };
    std::iter::successors(Some(queens.to_vec()), turned).take(4)
}

/// So many bits set.
pub(crate) fn mask(width: u32) -> u32 {
    ((1_u64 << width) - 1) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_border_is_cut_off() {
        let queens = vec![(0, 2), (3, 5), (5, 3), (2, 0)];
        let frame = Frame::upright(6, &queens, 16).unwrap();
        assert_eq!((frame.width, frame.columns, frame.rows), (4, 0b1001, 2));
        // Rows 1 and 4 are left; (0, 2) attacks (1, 1) and (1, 3), (2, 0) attacks (1, 1).
        assert_eq!(frame.attacked[0] & 0b0101, 0b0101);
        assert_eq!(frame.gaps[..2], [3, 1]);
        assert!(Frame::upright(6, &queens, 3).is_none());
    }

    #[test]
    fn an_empty_board_is_its_own_frame() {
        let frame = Frame::of(5, &[], 32).unwrap();
        assert_eq!((frame.width, frame.columns, frame.rows), (5, 0b11111, 5));
        let full = Frame::of(1, &[(0, 0)], 32).unwrap();
        assert_eq!((full.width, full.columns, full.rows), (0, 0, 0));
    }
}
