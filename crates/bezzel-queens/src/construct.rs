//! One solution without any search (E. Pauls, Deutsche Schachzeitung 29, 1874).
//!
//! - If n is even, the queens form two runs of knight's moves, one through the even and one through
//!   the odd columns.
//! - If n mod 6 is 2, queens of the two runs would attack each other on a diagonal, so the runs are
//!   shifted by half a board.
//! - If n is odd, the solution for n - 1 is extended by a queen in the last corner; no other queen
//!   is on the diagonal of that corner.

use super::check_size;
use crate::Error;

/// A solution for any number of queens but 2 and 3. Each row's column is computed in constant time.
///
/// ```
/// use bezzel_queens::Construction;
///
/// let columns: Vec<u64> = Construction::new(6)?.columns().collect();
/// assert_eq!(columns, [1, 3, 5, 0, 2, 4]);
/// # Ok::<(), bezzel_queens::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Construction {
    n: u64,
}

impl Construction {
    /// The side of the largest supported board. Up to this side all intermediate results fit in 64
    /// bits.
    pub const LIMIT: u64 = 1 << 62;

    /// Returns the construction for `n` queens.
    ///
    /// # Errors
    /// [`Error::NoSolution`] for 2 and 3, [`Error::TooManyQueens`] beyond [`Self::LIMIT`].
    pub fn new(n: u64) -> Result<Self, Error> {
        check_size(n, "construct", Self::LIMIT)?;
        Ok(Self { n })
    }

    /// Returns the column of the queen in `row`, both counted from 0.
    pub fn column(&self, row: u64) -> u64 {
        let even = self.n - self.n % 2;
        if row == even {
            return even; // the corner of an odd board
        }
        let half = even / 2;
        if even % 6 != 2 {
            return if row < half {
                2 * row + 1
            } else {
                2 * (row - half)
            };
        }
        let shifted = |row: u64| (2 * row + half - 1) % even;
        if row < half {
            shifted(row)
        } else {
            even - 1 - shifted(even - 1 - row)
        }
    }

    /// Returns the columns of all rows, lazily.
    pub fn columns(self) -> impl Iterator<Item = u64> {
        (0..self.n).map(move |row| self.column(row))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Placement;

    #[test]
    fn every_size_up_to_600() {
        for n in (0..=600).filter(|n| ![2, 3].contains(n)) {
            let columns: Vec<u32> = Construction::new(n)
                .unwrap()
                .columns()
                .map(|c| c as u32)
                .collect();
            assert!(Placement::from_columns(&columns).is_solution(), "n = {n}");
        }
        assert!(Construction::new(2).is_err() && Construction::new(3).is_err());
    }

    #[test]
    fn the_largest_board_does_not_overflow() {
        let largest = Construction::new(Construction::LIMIT).unwrap();
        assert!(largest.column(Construction::LIMIT - 1) < Construction::LIMIT);
        assert!(Construction::new(Construction::LIMIT + 1).is_err());
    }
}
