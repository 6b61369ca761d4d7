//! A board with one queen per row, and its number of attacking pairs, updated on each move.

/// Queens in rows 0, 1, 2, …, with the number of pairs that attack each other.
///
/// The pairs are counted once in linear time. Moving a queen or swapping two then updates the count
/// in constant time, because the queens on every column and diagonal are counted.
///
/// ```
/// use bezzel_queens::Lineup;
///
/// let mut lineup = Lineup::new(&[0, 1, 3, 2]);
/// assert_eq!(lineup.attacks(), 2);
/// lineup.swap(0, 1);
/// assert_eq!(lineup.columns(), [1, 0, 3, 2]);
/// assert_eq!(lineup.attacks(), 4);
/// ```
#[derive(Debug, PartialEq, Eq)]
pub struct Lineup {
    n: usize,
    /// The columns of the queens, followed by the number of queens on each column, each diagonal
    /// `/` and each diagonal `\`. One allocation, so that a copy is one `memcpy`.
    cells: Box<[u32]>,
    attacks: u64,
}

impl Clone for Lineup {
    fn clone(&self) -> Self {
        Self {
            cells: self.cells.clone(),
            ..*self
        }
    }

    /// Reuses the allocation if the size fits.
    fn clone_from(&mut self, other: &Self) {
        self.cells.clone_from(&other.cells);
        self.n = other.n;
        self.attacks = other.attacks;
    }
}

impl Lineup {
    /// Returns queens in the given columns.
    ///
    /// # Panics
    /// If a column is not on the board.
    pub fn new(columns: &[u32]) -> Self {
        let n = columns.len();
        let mut cells = vec![0; 6 * n].into_boxed_slice();
        cells[..n].copy_from_slice(columns);
        let mut lineup = Self {
            n,
            cells,
            attacks: 0,
        };
        for (row, &column) in columns.iter().enumerate() {
            assert!((column as usize) < n, "every column is on the board");
            lineup.attacks += lineup.enter(row, column);
        }
        lineup
    }

    /// Returns the bytes of memory that `n` queens take.
    pub fn bytes(n: u32) -> u64 {
        let cells = 6 * u64::from(n) * size_of::<u32>() as u64;
        // An allocation has about 16 bytes of overhead.
        cells + size_of::<Self>() as u64 + 16
    }

    /// Returns how many pairs there are among `n` queens: n(n-1)/2.
    pub fn pairs(n: u32) -> u64 {
        u64::from(n) * u64::from(n.saturating_sub(1)) / 2
    }

    /// Returns the side of the board.
    pub fn n(&self) -> u32 {
        self.n as u32
    }

    /// Returns the columns of the queens, row by row.
    pub fn columns(&self) -> &[u32] {
        &self.cells[..self.n]
    }

    /// Returns how many pairs of queens attack each other, including pairs with a third queen
    /// between them.
    pub fn attacks(&self) -> u64 {
        self.attacks
    }

    /// Returns how many pairs of queens do not attack each other: n(n-1)/2 for a solution.
    pub fn peaceful_pairs(&self) -> u64 {
        Self::pairs(self.n()) - self.attacks
    }

    /// Returns how many queens attack the one in `row`.
    #[inline]
    pub fn attackers(&self, row: u32) -> u32 {
        let row = row as usize;
        self.lines(row, self.cells[row])
            .into_iter()
            .map(|line| self.cells[line] - 1)
            .sum()
    }

    /// Moves the queen in `row` to `column`.
    #[inline]
    pub fn put(&mut self, row: u32, column: u32) {
        let row = row as usize;
        self.attacks -= self.leave(row);
        self.cells[row] = column;
        self.attacks += self.enter(row, column);
    }

    /// Exchanges the columns of two queens.
    #[inline]
    pub fn swap(&mut self, row: u32, other: u32) {
        let (row, other) = (row as usize, other as usize);
        if row == other {
            return;
        }
        self.attacks -= self.leave(row);
        self.attacks -= self.leave(other);
        self.cells.swap(row, other);
        self.attacks += self.enter(row, self.cells[row]);
        self.attacks += self.enter(other, self.cells[other]);
    }

    /// Returns the indices of the counts of the lines through a square.
    #[inline]
    fn lines(&self, row: usize, column: u32) -> [usize; 3] {
        let (n, column) = (self.n, column as usize);
        [n + column, 2 * n + row + column, 5 * n - 1 + row - column]
    }

    /// Removes the queen in `row` from the counts of its lines. Returns the number of other queens
    /// on these lines.
    #[inline]
    fn leave(&mut self, row: usize) -> u64 {
        let lines = self.lines(row, self.cells[row]);
        lines.into_iter().fold(0, |attacks, line| {
            self.cells[line] -= 1;
            attacks + u64::from(self.cells[line])
        })
    }

    /// Adds a queen to the counts of its lines. Returns the number of queens that were already on
    /// these lines.
    #[inline]
    fn enter(&mut self, row: usize, column: u32) -> u64 {
        let lines = self.lines(row, column);
        lines.into_iter().fold(0, |attacks, line| {
            self.cells[line] += 1;
            attacks + u64::from(self.cells[line] - 1)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_boards_have_no_attacks() {
        for columns in [&[][..], &[0]] {
            let lineup = Lineup::new(columns);
            assert_eq!((lineup.attacks(), lineup.peaceful_pairs()), (0, 0));
        }
    }

    #[test]
    fn all_on_one_diagonal() {
        let lineup = Lineup::new(&[0, 1, 2, 3, 4]);
        assert_eq!((lineup.attacks(), lineup.peaceful_pairs()), (10, 0));
        assert_eq!(lineup.attackers(2), 4);
    }
}
