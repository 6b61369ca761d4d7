//! Local search: starts from a random board and repairs attacks (min-conflicts).
//!
//! R. Sosič and J. Gu ("3,000,000 queens in less than one minute", 1991) found that this takes time
//! proportional to n. Every row and every column holds one queen throughout.
//!
//! 1. Each row in turn tries a few random unused columns and takes one whose diagonals are free.
//!    All but some dozens of rows find one.
//! 2. Each queen that is still attacked swaps columns with a random other queen, if that lowers the
//!    number of attacking pairs.
//!
//! ```
//! use bezzel_queens::is_solution;
//! use bezzel_queens::repair::Repair;
//!
//! let mut repair = Repair::new(10_000, 1848)?;
//! assert!(repair.run(|_| true));
//! assert!(is_solution(repair.columns()));
//! # Ok::<(), bezzel_queens::Error>(())
//! ```

use rand::seq::SliceRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::Error;
use crate::{Lineup, Placement, check_size};

/// A board being repaired.
#[derive(Debug, Clone)]
pub struct Repair {
    lineup: Lineup,
    rng: ChaCha8Rng,
    /// The rows still to be repaired; at least one row of every attacking pair is in this list.
    suspects: Vec<u32>,
    swaps: u64,
}

impl Repair {
    /// The largest board.
    pub const LIMIT: u32 = 100_000_000;

    /// The swaps a queen tries before a random swap is made: more than enough on large boards,
    /// where one in thirty succeeds, and few enough to leave the dead ends of small boards quickly.
    const MAX_TRIED_SWAPS: u32 = 4_000;

    /// Starts from `n` queens placed by step 1 of the algorithm in the module's documentation.
    ///
    /// # Errors
    /// Those of [`Self::check`].
    pub fn new(n: u32, seed: u64) -> Result<Self, Error> {
        Self::check(n)?;
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let columns = careless(n, &mut rng);
        Ok(Self::of(&columns, rng))
    }

    /// Starts from a given board. A queen keeps its square unless an earlier one has the same row
    /// or column; the other queens and those missing get the remaining rows and columns.
    ///
    /// # Errors
    /// Those of [`Self::check`].
    pub fn from_placement(placement: &Placement, seed: u64) -> Result<Self, Error> {
        let n = placement.n();
        Self::check(n)?;
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut columns = vec![None; n as usize];
        let mut taken = vec![false; n as usize];
        for queen in placement.queens() {
            let (row, column) = (queen.row as usize, queen.column as usize);
            if columns[row].is_none() && !taken[column] {
                columns[row] = Some(queen.column);
                taken[column] = true;
            }
        }
        let mut left: Vec<u32> = (0..n).filter(|&column| !taken[column as usize]).collect();
        left.shuffle(&mut rng);
        let columns: Vec<u32> = columns
            .into_iter()
            .map(|column| {
                column.unwrap_or_else(|| left.pop().expect("as many columns as rows are left"))
            })
            .collect();
        Ok(Self::of(&columns, rng))
    }

    fn of(columns: &[u32], rng: ChaCha8Rng) -> Self {
        let lineup = Lineup::new(columns);
        let suspects = (0..lineup.n()).filter(|&row| lineup.attackers(row) > 0);
        Self {
            suspects: suspects.collect(),
            lineup,
            rng,
            swaps: 0,
        }
    }

    /// Returns an error if there is no solution, or the board is too large.
    ///
    /// # Errors
    /// [`Error::NoSolution`] for 2 and 3, [`Error::TooManyQueens`] beyond [`Self::LIMIT`].
    pub fn check(n: u32) -> Result<(), Error> {
        check_size(n.into(), "repair", Self::LIMIT.into())
    }

    /// Returns the bytes of memory that `n` queens take.
    pub fn bytes(n: u32) -> u64 {
        Lineup::bytes(n) + 2 * u64::from(n) * size_of::<u32>() as u64
    }

    /// Returns the columns of the queens, row by row.
    pub fn columns(&self) -> &[u32] {
        self.lineup.columns()
    }

    /// Returns how many pairs of queens still attack each other.
    pub fn attacks(&self) -> u64 {
        self.lineup.attacks()
    }

    /// Returns how many swaps were made.
    pub fn swaps(&self) -> u64 {
        self.swaps
    }

    /// Repairs until no queen attacks another, or `go_on`, called after each queen, returns false.
    /// Returns whether the board is a solution.
    pub fn run(&mut self, mut go_on: impl FnMut(&Self) -> bool) -> bool {
        while let Some(row) = self.suspects.pop() {
            if !self.settle(row) {
                self.shake(row);
            }
            if !go_on(self) {
                break;
            }
        }
        self.attacks() == 0
    }

    /// Swaps the queen in `row` with others until it is not attacked. Returns whether that
    /// succeeded.
    fn settle(&mut self, row: u32) -> bool {
        let n = self.lineup.n();
        for _ in 0..Self::MAX_TRIED_SWAPS.min(4 * n) {
            if self.lineup.attackers(row) == 0 {
                return true;
            }
            let other = self.rng.random_range(0..n);
            let before = self.lineup.attacks();
            self.lineup.swap(row, other);
            if self.lineup.attacks() < before {
                self.swaps += 1;
                self.suspects.push(other);
            } else {
                self.lineup.swap(row, other);
            }
        }
        self.lineup.attackers(row) == 0
    }

    /// Makes a random swap, to leave a dead end.
    fn shake(&mut self, row: u32) {
        let other = self.rng.random_range(0..self.lineup.n());
        self.lineup.swap(row, other);
        self.swaps += 1;
        self.suspects.extend([other, row]);
    }
}

/// Returns a column for each row, most of them without attacks: row by row a random unused column,
/// or another one if its diagonals are taken, for a few tries.
fn careless(n: u32, rng: &mut impl Rng) -> Vec<u32> {
    /// The number of columns tried for one row.
    const MAX_TRIED_COLUMNS: usize = 60;
    let side = n as usize;
    let mut columns: Vec<u32> = (0..n).collect();
    let mut rising = vec![false; 2 * side];
    let mut falling = vec![false; 2 * side];
    for row in 0..side {
        for _ in 0..MAX_TRIED_COLUMNS {
            columns.swap(row, rng.random_range(row..side));
            let column = columns[row] as usize;
            let lines = (&mut rising[row + column], &mut falling[side + row - column]);
            if let (rising @ false, falling @ false) = lines {
                (*rising, *falling) = (true, true);
                break;
            }
        }
    }
    columns
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Square, is_solution};

    #[test]
    fn every_small_board() {
        for n in (0..=60).filter(|n| ![2, 3].contains(n)) {
            for seed in 0..20 {
                let mut repair = Repair::new(n, seed).unwrap();
                assert!(repair.run(|_| true), "{n} queens, seed {seed}");
                assert!(is_solution(repair.columns()), "{n} queens, seed {seed}");
            }
        }
        assert_eq!(Repair::new(3, 1).unwrap_err(), Error::NoSolution { n: 3 });
    }

    #[test]
    fn few_queens_are_left_to_repair() {
        let careless = Repair::new(100_000, 1).unwrap();
        assert!(careless.suspects.len() < 200, "{}", careless.suspects.len());
    }

    #[test]
    fn any_board_can_be_repaired() {
        let crowd = (0..7).map(|column| Square::new(2, column)).collect();
        let diagonal = (0..7).map(|row| Square::new(row, row)).collect();
        for queens in [crowd, diagonal, Vec::new()] {
            let placement = Placement::new(7, queens).unwrap();
            let mut repair = Repair::from_placement(&placement, 5).unwrap();
            assert!(repair.run(|_| true));
            assert!(is_solution(repair.columns()));
        }
    }

    #[test]
    fn a_solution_is_left_alone() {
        let columns = [1, 3, 0, 2];
        let placement = Placement::from_columns(&columns);
        let mut repair = Repair::from_placement(&placement, 5).unwrap();
        assert!(repair.run(|_| true));
        assert_eq!((repair.columns(), repair.swaps()), (&columns[..], 0));
    }

    #[test]
    fn it_stops_when_asked() {
        let placement = Placement::new(50, (0..50).map(|i| Square::new(i, i)).collect()).unwrap();
        let mut repair = Repair::from_placement(&placement, 5).unwrap();
        assert!(!repair.run(|_| false));
        assert!(repair.run(|_| true));
    }
}
