//! Backtracking with a random order of columns in each row.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{Arrays, ArraysState, Board, Form, Objection};
use crate::Error;
use bezzel::Problem;

/// The N queens problem with the tree of [`Arrays`] in a random order: each row starts with a
/// random column and continues with a random step.
///
/// Backtracking that tries columns from left to right spends most of its time below a few bad
/// choices at the top. A random order makes such a start unlikely.
#[derive(Debug, Clone)]
pub struct Shuffled {
    arrays: Arrays,
    /// The first column and the step of each row.
    orders: Vec<(u32, u32)>,
}

impl Shuffled {
    /// Returns the problem of filling a board in the order given by a seed.
    ///
    /// # Errors
    /// [`Error::TooManyQueens`] as [`Arrays::new`].
    pub fn new(board: impl Into<Board>, seed: u64) -> Result<Self, Error> {
        let arrays = Arrays::new(board)?;
        let n = arrays.board().n();
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut step = || {
            loop {
                let step = rng.random_range(1..=n);
                if coprime(step, n) {
                    return (rng.random_range(0..n), step);
                }
            }
        };
        let orders = (0..n).map(|_| step()).collect();
        Ok(Self { arrays, orders })
    }
}

/// Returns true if the greatest common divisor is 1 (Euclid).
fn coprime(a: u32, b: u32) -> bool {
    match b {
        0 => a == 1,
        _ => coprime(b, a % b),
    }
}

/// The columns of one row, in a permuted order.
#[derive(Debug, Clone)]
pub struct ShuffledColumns {
    next: u32,
    step: u32,
    n: u32,
    left: u32,
}

impl Iterator for ShuffledColumns {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        self.left = self.left.checked_sub(1)?;
        let column = self.next;
        // Both are at most the limit of the board, so the sum cannot overflow.
        self.next = (self.next + self.step) % self.n;
        Some(column)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left as usize, Some(self.left as usize))
    }
}

impl Problem for Shuffled {
    type Choice = u32;
    type State = ArraysState;
    type Objection = Objection;
    type Choices = ShuffledColumns;

    fn root(&self) -> ArraysState {
        self.arrays.root()
    }

    fn choices(&self, state: &ArraysState) -> ShuffledColumns {
        let order = self.orders.get(state.row() as usize);
        let &(next, step) = order.unwrap_or(&(0, 1));
        let n = self.arrays.board().n();
        ShuffledColumns {
            next,
            step,
            n,
            left: n,
        }
    }

    #[inline]
    fn objection(&self, state: &ArraysState, column: u32) -> Option<Objection> {
        self.arrays.objection(state, column)
    }

    fn advance(&self, state: &mut ArraysState, column: u32) {
        self.arrays.advance(state, column);
    }

    fn retreat(&self, state: &mut ArraysState, column: u32) {
        self.arrays.retreat(state, column);
    }

    fn solved(&self, state: &ArraysState) -> bool {
        self.arrays.solved(state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bezzel::Search;

    #[test]
    fn the_tree_is_the_same_but_for_its_order() {
        for n in 0..=9 {
            let shuffled = Shuffled::new(n, 1848).unwrap();
            let plain = Arrays::new(n).unwrap();
            assert_eq!(
                Search::new(&shuffled).profile(),
                Search::new(&plain).profile(),
                "{n} queens"
            );
        }
    }

    #[test]
    fn every_column_comes_once() {
        let shuffled = Shuffled::new(12, 7).unwrap();
        let mut columns: Vec<u32> = shuffled.choices(&shuffled.root()).collect();
        assert_ne!(columns, (0..12).collect::<Vec<_>>());
        columns.sort_unstable();
        assert_eq!(columns, (0..12).collect::<Vec<_>>());
    }
}
