//! Solutions invariant under a rotation, and the number of solutions up to symmetry.
//!
//! Such solutions consist of whole orbits: two queens at a time for the half turn, four for the
//! quarter turn. This makes the search much shorter.

use super::{BitColumns, Board, Form, Line, Masks, Square, Symmetry};
use crate::Error;
use bezzel::Problem;

/// The problem of finding the solutions of a board that a symmetry leaves unchanged. A choice is
/// the column of a queen in the uppermost row without a queen; queens are also placed on all images
/// of its square.
#[derive(Debug, Clone)]
pub struct Symmetric {
    n: u32,
    /// The lines taken by the orbit of each square; `None` if queens on the orbit attack each other
    /// or a square of it is blocked.
    orbits: Vec<Vec<Option<TakenLines>>>,
}

/// A set of rows, columns and diagonals.
#[derive(Debug, Clone, Copy, Default)]
pub struct TakenLines {
    rows: u64,
    columns: u64,
    rising: u64,
    falling: u64,
}

impl TakenLines {
    /// Returns the lines through a square.
    fn by(board: &Board, square: Square) -> Self {
        let bit = |line: Line| {
            let number = board.number(line, square);
            // The indices of falling diagonals may be negative.
            let shift = if line == Line::Falling && !board.is_torus() {
                i64::from(board.n()) - 1
            } else {
                0
            };
            1 << (number + shift)
        };
        Self {
            rows: bit(Line::Row),
            columns: bit(Line::Column),
            rising: bit(Line::Rising),
            falling: bit(Line::Falling),
        }
    }

    /// Returns the union, or `None` if both have a line in common.
    #[inline]
    fn with(self, other: Self) -> Option<Self> {
        let common = self.rows & other.rows
            | self.columns & other.columns
            | self.rising & other.rising
            | self.falling & other.falling;
        (common == 0).then_some(Self {
            rows: self.rows | other.rows,
            columns: self.columns | other.columns,
            rising: self.rising | other.rising,
            falling: self.falling | other.falling,
        })
    }

    /// Returns the uppermost row without a queen.
    #[inline]
    fn row(self) -> usize {
        self.rows.trailing_ones() as usize
    }
}

impl Symmetric {
    /// Returns the problem for one of the board's symmetries.
    ///
    /// # Errors
    /// [`Error::TooManyQueens`] beyond 32.
    pub fn new(board: &Board, symmetry: Symmetry) -> Result<Self, Error> {
        Masks::check(board.n())?;
        let open = |square: Square| {
            let standing = |queen: &Square| board.line(*queen, square).is_some();
            !board.is_blocked(square) && !board.standing().iter().any(standing)
        };
        let orbit = |square: Square| {
            let mut squares = vec![square];
            loop {
                let image = symmetry.square(board.n(), squares[squares.len() - 1]);
                if image == square {
                    break;
                }
                squares.push(image);
            }
            let mut squares = squares.into_iter();
            squares.try_fold(TakenLines::default(), |taken, square| {
                taken
                    .with(TakenLines::by(board, square))
                    .filter(|_| open(square))
            })
        };
        let row = |row: u32| {
            let squares = (0..board.n()).map(|column| Square::new(row, column));
            squares.map(orbit).collect()
        };
        Ok(Self {
            n: board.n(),
            orbits: (0..board.n()).map(row).collect(),
        })
    }
}

impl Problem for Symmetric {
    type Choice = u32;
    /// The sets of taken lines: at the root, then after each choice.
    type State = Vec<TakenLines>;
    type Objection = ();
    type Choices = BitColumns;

    fn root(&self) -> Vec<TakenLines> {
        vec![TakenLines::default()]
    }

    #[inline]
    fn choices(&self, _taken: &Vec<TakenLines>) -> BitColumns {
        BitColumns::all(self.n)
    }

    #[inline]
    fn objection(&self, taken: &Vec<TakenLines>, column: u32) -> Option<()> {
        let now = taken[taken.len() - 1];
        let orbit = self.orbits[now.row()][column as usize];
        match orbit.and_then(|orbit| now.with(orbit)) {
            Some(_) => None,
            None => Some(()),
        }
    }

    #[inline]
    fn advance(&self, taken: &mut Vec<TakenLines>, column: u32) {
        let now = taken[taken.len() - 1];
        let orbit = self.orbits[now.row()][column as usize];
        taken.push(orbit.and_then(|orbit| now.with(orbit)).unwrap_or(now));
    }

    #[inline]
    fn retreat(&self, taken: &mut Vec<TakenLines>, _column: u32) {
        taken.pop();
    }

    #[inline]
    fn solved(&self, taken: &Vec<TakenLines>) -> bool {
        taken[taken.len() - 1].row() >= self.n as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bezzel::Search;

    fn count(n: u32, symmetry: Symmetry) -> u64 {
        let problem = Symmetric::new(&Board::new(n), symmetry).unwrap();
        Search::new(&problem).count().solutions
    }

    #[test]
    fn published_values() {
        // OEIS A032522 and A033148.
        let half = [1, 0, 0, 2, 2, 4, 8, 4, 16, 12, 48, 80, 136, 420, 1240, 3000];
        let found: Vec<u64> = (1..=16).map(|n| count(n, Symmetry::HALF_TURN)).collect();
        assert_eq!(found, half);
        let quarter = |n| count(n, Symmetry::QUARTER_TURN);
        for (n, expected) in [(1, 1), (4, 2), (5, 2), (8, 0), (9, 0), (12, 8), (16, 64)] {
            assert_eq!(quarter(n), expected, "{n}");
        }
        for n in [2, 3, 6, 7, 10, 11, 14, 15] {
            assert_eq!(quarter(n), 0, "{n}");
        }
    }

    #[test]
    fn it_finds_the_solutions_that_stay_as_they_are() {
        let square = |row, column| Square::new(row, column);
        let boards = [
            Board::new(8),
            Board::new(9).stand(square(4, 4)).unwrap(),
            Board::new(8)
                .block(square(0, 1))
                .and_then(|board| board.block(square(7, 6)))
                .unwrap(),
            Board::new(7).torus().unwrap(),
            Board::new(1),
            Board::new(0),
        ];
        for board in boards {
            let problem = Masks::new(&board).unwrap();
            for symmetry in board.symmetries() {
                let stays = |columns: &Vec<u32>| symmetry.apply(columns) == *columns;
                let expected = Search::new(&problem).solutions().filter(stays).count();
                let problem = Symmetric::new(&board, symmetry).unwrap();
                let found = Search::new(&problem).count().solutions;
                assert_eq!(found, expected as u64, "{board:?} {symmetry:?}");
            }
        }
    }
}
