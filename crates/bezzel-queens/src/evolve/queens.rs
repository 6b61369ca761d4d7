//! Boards as individuals of the genetic algorithm.

use rand::seq::SliceRandom;
use rand::{Rng, RngExt};

use super::{Evolve, Settings};
use crate::Error;
use crate::{Lineup, check_size};
use bezzel::Named;

/// The encoding of a board, one queen in every row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Encoding {
    /// The columns of the queens, any column in any row.
    Columns,
    /// The columns of the queens, every column once.
    Permutation,
}

impl Named for Encoding {
    const TABLE: &'static [(Self, &'static str, &'static str)] = &[
        (Self::Columns, "columns", "any column in each row"),
        (Self::Permutation, "permutation", "every column once"),
    ];
}

impl Encoding {
    /// Returns settings that solve boards of all sizes reliably.
    ///
    /// Permutations need few boards and hardly any crossover: the order of columns determines
    /// little about diagonals, so that a child loses most of what its father contributes.
    pub fn settings(self) -> Settings {
        match self {
            Self::Columns => Settings::default(),
            Self::Permutation => Settings {
                population: 16,
                crossover: 0.05,
                ..Settings::default()
            },
        }
    }
}

/// The crossover operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Crossover {
    /// The mother's queens above a random row, the father's from that row on.
    OnePoint,
    /// The father's queens in a range of rows, the mother's elsewhere.
    TwoPoint,
    /// Each queen from a random parent.
    Uniform,
    /// The mother's queens in a range of rows, and the remaining columns in the father's order
    /// (Davis 1985).
    Order,
}

impl Named for Crossover {
    const TABLE: &'static [(Self, &'static str, &'static str)] = &[
        (
            Self::OnePoint,
            "one-point",
            "the rows from a random row on come from the father, the others from the mother",
        ),
        (
            Self::TwoPoint,
            "two-point",
            "a range of rows comes from the father, the others from the mother",
        ),
        (Self::Uniform, "uniform", "each queen from either parent"),
        (
            Self::Order,
            "order",
            "keeps a range of rows of the mother; the other columns follow in the father's order",
        ),
    ];
}

impl Crossover {
    /// Returns the default operator of an encoding.
    pub fn usual(encoding: Encoding) -> Self {
        match encoding {
            Encoding::Columns => Self::OnePoint,
            Encoding::Permutation => Self::Order,
        }
    }

    /// Returns the encoding it works on.
    pub fn encoding(self) -> Encoding {
        match self {
            Self::OnePoint | Self::TwoPoint | Self::Uniform => Encoding::Columns,
            Self::Order => Encoding::Permutation,
        }
    }
}

/// N queens as a problem to evolve. The fitness is the number of pairs of queens that do not attack
/// each other.
///
/// A mutation moves one queen to a random column, or swaps the columns of two.
#[derive(Debug, Clone, Copy)]
pub struct Queens {
    n: u32,
    crossover: Crossover,
}

impl Queens {
    /// The largest board.
    pub const LIMIT: u32 = 100_000;

    /// Returns the problem of `n` queens with the encoding's usual crossover.
    ///
    /// # Errors
    /// [`Error::NoSolution`] for 2 and 3, [`Error::TooManyQueens`] beyond [`Self::LIMIT`].
    pub fn new(n: u32, encoding: Encoding) -> Result<Self, Error> {
        Self::with_crossover(n, Crossover::usual(encoding))
    }

    /// Returns the problem of `n` queens with a crossover, which also decides on the encoding.
    ///
    /// # Errors
    /// [`Error::NoSolution`] for 2 and 3, [`Error::TooManyQueens`] beyond [`Self::LIMIT`].
    pub fn with_crossover(n: u32, crossover: Crossover) -> Result<Self, Error> {
        check_size(n.into(), "evolve", Self::LIMIT.into())?;
        Ok(Self { n, crossover })
    }

    /// Returns the number of queens.
    pub fn n(&self) -> u32 {
        self.n
    }

    /// Returns the start and the exclusive end of a random range of rows.
    fn range(&self, rng: &mut impl Rng) -> (u32, u32) {
        let (one, other) = (rng.random_range(0..=self.n), rng.random_range(0..=self.n));
        (one.min(other), one.max(other))
    }
}

impl Evolve for Queens {
    type Individual = Lineup;

    fn random(&self, rng: &mut impl Rng) -> Lineup {
        let mut columns: Vec<u32> = (0..self.n).collect();
        match self.crossover.encoding() {
            Encoding::Columns => columns.fill_with(|| rng.random_range(0..self.n)),
            Encoding::Permutation => columns.shuffle(rng),
        }
        Lineup::new(&columns)
    }

    fn fitness(&self, lineup: &Lineup) -> f64 {
        lineup.peaceful_pairs() as f64
    }

    fn crossover(&self, child: &mut Lineup, father: &Lineup, rng: &mut impl Rng) {
        let mut inherit = |row: u32| {
            let column = father.columns()[row as usize];
            // Assign only what differs: parents have most queens in common.
            if child.columns()[row as usize] != column {
                child.put(row, column);
            }
        };
        match self.crossover {
            Crossover::OnePoint => (rng.random_range(0..=self.n)..self.n).for_each(inherit),
            Crossover::TwoPoint => {
                let (from, to) = self.range(rng);
                (from..to).for_each(inherit);
            }
            Crossover::Uniform => {
                for row in 0..self.n {
                    if rng.random() {
                        inherit(row);
                    }
                }
            }
            Crossover::Order => {
                let (from, to) = self.range(rng);
                *child = in_order(
                    child.columns(),
                    father.columns(),
                    from as usize,
                    to as usize,
                );
            }
        }
    }

    fn mutate(&self, lineup: &mut Lineup, rng: &mut impl Rng) {
        if self.n == 0 {
            return;
        }
        let (one, other) = (rng.random_range(0..self.n), rng.random_range(0..self.n));
        match self.crossover.encoding() {
            Encoding::Columns => lineup.put(one, other),
            Encoding::Permutation => lineup.swap(one, other),
        }
    }

    fn distance(&self, one: &Lineup, other: &Lineup) -> f64 {
        let rows = one.columns().iter().zip(other.columns());
        rows.filter(|(one, other)| one != other).count() as f64 / f64::from(self.n.max(1))
    }

    fn goal(&self) -> f64 {
        Lineup::pairs(self.n) as f64
    }
}

/// Returns a child with the mother's columns in the rows `from..to`; the other rows get the
/// remaining columns in the father's order.
fn in_order(mother: &[u32], father: &[u32], from: usize, to: usize) -> Lineup {
    let mut kept = vec![false; mother.len()];
    for &column in &mother[from..to] {
        kept[column as usize] = true;
    }
    let mut columns = mother.to_vec();
    let (above, rest) = columns.split_at_mut(from);
    let below = &mut rest[to - from..];
    let others = father.iter().filter(|&&column| !kept[column as usize]);
    for (place, &column) in above.iter_mut().chain(below).zip(others) {
        *place = column;
    }
    Lineup::new(&columns)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_crossover() {
        let mother = [3, 0, 4, 1, 5, 2];
        let father = [5, 4, 3, 2, 1, 0];
        let child = in_order(&mother, &father, 2, 4);
        assert_eq!(child.columns(), [5, 3, 4, 1, 2, 0]);
    }

    #[test]
    fn boards_without_solution_are_refused() {
        for n in [2, 3] {
            let refused = Queens::new(n, Encoding::Columns).unwrap_err();
            assert_eq!(refused, Error::NoSolution { n: n.into() });
        }
        assert!(Queens::new(Queens::LIMIT + 1, Encoding::Columns).is_err());
    }
}
