//! Placements of queens, valid or not, and their attacking pairs.

use serde::Serialize;

use super::{Attack, Line, Square};

/// Any number of queens on an n x n board, at most one on a square.
///
/// ```
/// use bezzel_queens::Placement;
///
/// let placement = Placement::from_columns(&[0, 1, 3, 2]);
/// let mut attacks = placement.attacks().map(|attack| attack.to_string());
/// assert_eq!(attacks.next().unwrap(), r"(1, 1) attacks (2, 2) along the diagonal \");
/// assert_eq!(attacks.next().unwrap(), "(3, 4) attacks (4, 3) along the diagonal /");
/// assert_eq!(attacks.next(), None);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Placement {
    n: u32,
    queens: Vec<Square>,
}

impl Placement {
    /// Returns queens on the given squares.
    ///
    /// # Errors
    /// The first square in reading order that is outside of the board or occurs twice.
    pub fn new(n: u32, mut queens: Vec<Square>) -> Result<Self, Square> {
        queens.sort_unstable();
        let outside = queens
            .iter()
            .find(|queen| queen.row >= n || queen.column >= n);
        let double = queens.windows(2).find(|pair| pair[0] == pair[1]);
        match outside.or(double.map(|pair| &pair[0])) {
            Some(&square) => Err(square),
            None => Ok(Self { n, queens }),
        }
    }

    /// Returns one queen in every row, given by its column.
    ///
    /// # Panics
    /// If a column is not on the board.
    pub fn from_columns(columns: &[u32]) -> Self {
        let queens = (0..)
            .zip(columns)
            .map(|(row, &column)| Square::new(row, column));
        Self::new(columns.len() as u32, queens.collect()).expect("every column is on the board")
    }

    /// Returns the side of the board.
    pub fn n(&self) -> u32 {
        self.n
    }

    /// Returns the queens, in reading order.
    pub fn queens(&self) -> &[Square] {
        &self.queens
    }

    /// Returns the columns by row, if every row has exactly one queen.
    pub fn columns(&self) -> Option<Vec<u32>> {
        let one_a_row = self.queens.len() == self.n as usize
            && (0..).zip(&self.queens).all(|(row, queen)| queen.row == row);
        one_a_row.then(|| self.queens.iter().map(|queen| queen.column).collect())
    }

    /// Returns the rows without a queen, as ranges from a first to a last row.
    pub fn empty_rows(&self) -> impl Iterator<Item = (u32, u32)> {
        let taken = self.queens.iter().map(|queen| queen.row);
        let ends = taken.chain([self.n]);
        let mut next = 0;
        ends.filter_map(move |end| {
            let first = std::mem::replace(&mut next, end.saturating_add(1));
            (first < end).then(|| (first, end - 1))
        })
    }

    /// Returns true if this is a solution: n queens, no two on a line. Takes linear time.
    pub fn is_solution(&self) -> bool {
        self.columns().is_some_and(|columns| is_solution(&columns))
    }

    /// Returns every pair of queens on a common line, including pairs with a third queen between
    /// them, ordered by the first queen. Pairs are found lazily.
    pub fn attacks(&self) -> impl Iterator<Item = Attack> {
        const LINES: [Line; 4] = [Line::Row, Line::Column, Line::Rising, Line::Falling];
        let followers = LINES.map(|line| self.followers(line));
        let starts = (0..self.queens.len()).flat_map(|first| LINES.map(|line| (first, line)));
        let mut starts = starts.map(|(first, line)| (first, first, line));
        let mut at = None;
        std::iter::from_fn(move || {
            loop {
                let (first, last, line) = at.take().or_else(|| starts.next())?;
                if let Some(second) = followers[line as usize][last] {
                    at = Some((first, second, line));
                    return Some(Attack {
                        queen: self.queens[first],
                        target: self.queens[second],
                        line,
                    });
                }
            }
        })
    }

    /// Returns for every queen the next one in reading order on the same line. Memory is
    /// proportional to the number of queens, not to the board.
    fn followers(&self, line: Line) -> Vec<Option<usize>> {
        let name = |&index: &usize| {
            let Square { row, column } = self.queens[index];
            let (row, column) = (i64::from(row), i64::from(column));
            match line {
                Line::Row => row,
                Line::Column => column,
                Line::Rising => row + column,
                Line::Falling => row - column,
            }
        };
        let mut by_line: Vec<usize> = (0..self.queens.len()).collect();
        by_line.sort_by_key(name);
        let mut followers = vec![None; self.queens.len()];
        for pair in by_line
            .windows(2)
            .filter(|pair| name(&pair[0]) == name(&pair[1]))
        {
            followers[pair[0]] = Some(pair[1]);
        }
        followers
    }
}

/// Returns true if queens in these columns, row by row, are a solution: no two on a line. Takes
/// linear time.
///
/// ```
/// use bezzel_queens::is_solution;
///
/// assert!(is_solution(&[1, 3, 0, 2]));
/// assert!(!is_solution(&[0, 2, 1, 3]));
/// ```
pub fn is_solution(columns: &[u32]) -> bool {
    let n = columns.len();
    let mut taken = [vec![false; n], vec![false; 2 * n], vec![false; 2 * n]];
    columns.iter().enumerate().all(|(row, &column)| {
        let column = column as usize;
        column < n
            && [column, row + column, row + n - column]
                .into_iter()
                .zip(&mut taken)
                .all(|(line, taken)| !std::mem::replace(&mut taken[line], true))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attacks_are_those_of_all_pairs() {
        let squares = [(0, 0), (0, 3), (2, 2), (3, 0), (3, 3)];
        let queens = squares
            .map(|(row, column)| Square::new(row, column))
            .to_vec();
        let placement = Placement::new(4, queens.clone()).unwrap();
        let mut expected = Vec::new();
        for (first, &queen) in queens.iter().enumerate() {
            for &target in &queens[first + 1..] {
                expected.extend(queen.line_to(target).map(|line| Attack {
                    queen,
                    target,
                    line,
                }));
            }
        }
        let mut found: Vec<_> = placement.attacks().collect();
        found.sort();
        expected.sort();
        assert_eq!(found, expected);
        assert_eq!(placement.empty_rows().collect::<Vec<_>>(), [(1, 1)]);
        assert!(!placement.is_solution());
    }

    #[test]
    fn squares_must_be_on_the_board_and_different() {
        let square = Square::new(1, 4);
        assert_eq!(Placement::new(4, vec![square]), Err(square));
        let square = Square::new(1, 1);
        assert_eq!(Placement::new(4, vec![square, square]), Err(square));
    }

    #[test]
    fn a_huge_board_with_few_queens_is_judged_at_once() {
        let queens = vec![Square::new(5, 0), Square::new(4_000_000_000, 0)];
        let placement = Placement::new(u32::MAX, queens).unwrap();
        assert_eq!(placement.attacks().count(), 1);
        let empty: Vec<_> = placement.empty_rows().collect();
        assert_eq!(
            empty,
            [(0, 4), (6, 3_999_999_999), (4_000_000_001, u32::MAX - 1)]
        );
    }

    #[test]
    fn the_empty_board_is_a_solution() {
        assert!(Placement::from_columns(&[]).is_solution());
    }

    #[test]
    fn columns_outside_are_no_solution() {
        assert!(is_solution(&[0]));
        assert!(!is_solution(&[1]));
    }
}
