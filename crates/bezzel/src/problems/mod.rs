//! Example problems: textbook searches in a few lines each, for documentation, tests and the lab.

mod colouring;
mod knight;
mod queens;
mod subset_sum;
mod sudoku;

pub use colouring::Colouring;
pub use knight::KnightsTour;
pub use queens::Queens;
pub use subset_sum::{Miss, SubsetSum, Sum};
pub use sudoku::{House, Sudoku};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Search;

    #[test]
    fn counts_are_known() {
        assert_eq!(Search::new(&Queens(8)).count().solutions, 92);
        let sum = SubsetSum {
            total: 8,
            numbers: vec![1, 3, 5, 7, 8],
        };
        assert_eq!(Search::new(&sum).count().solutions, 3);
        let triangle = |colours| Colouring {
            colours,
            names: ["A", "B", "C"].map(String::from).to_vec(),
            edges: vec![(0, 1), (1, 2), (2, 0)],
        };
        assert_eq!(Search::new(&triangle(3)).count().solutions, 6);
        assert_eq!(Search::new(&triangle(2)).count().solutions, 0);
        // An empty 4 x 4 sudoku has 288 solutions; 304 knight's tours of a 5 x 5 board start in a
        // given corner (A165134).
        let empty = Sudoku {
            side: 2,
            givens: vec![0; 16],
        };
        assert_eq!(Search::new(&empty).count().solutions, 288);
        let tours = KnightsTour {
            side: 5,
            start: Some(0),
            fewest_first: false,
        };
        assert_eq!(Search::new(&tours).count().solutions, 304);
    }
}
