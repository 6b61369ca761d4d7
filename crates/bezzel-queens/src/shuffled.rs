//! The columns of each row tried in an order of chance.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{Arrays, ArraysState, Board, Form, Objection};
use crate::Error;
use bezzel::Problem;

/// The N queens problem with the same tree as [`Arrays`], whose children stand in another order: each
/// row begins with a column of its own and goes round by a step of its own, both drawn by chance.
///
/// Backtracking that takes the columns from left to right spends most of its time below a few bad
/// choices at the top; chance makes such a beginning unlikely.
#[derive(Debug, Clone)]
pub struct Shuffled {
    arrays: Arrays,
    /// For each row the first column, and the step to the next.
    orders: Vec<(u32, u32)>,
}

impl Shuffled {
    /// The problem of filling a board in the order of a seed.
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

/// Whether no number but 1 divides both (Euclid).
fn coprime(a: u32, b: u32) -> bool {
    match b {
        0 => a == 1,
        _ => coprime(b, a % b),
    }
}

/// The columns of one row, each once.
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
        // Neither is more than the limit of the board, so the sum cannot overflow.
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
