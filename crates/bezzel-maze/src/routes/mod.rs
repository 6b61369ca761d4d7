//! All routes through a maze: their number, their lengths, and the k-th of them.
//!
//! The maze is reduced to the [chain] of blocks that every route passes. The routes of each block
//! are counted by dynamic programming over a frontier; the number of routes of the maze is the
//! product.

mod chain;
mod counter;
mod dense;
mod list;
mod ring;
mod sparse;
#[cfg(test)]
mod tests;

use num_bigint::BigUint;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use super::{Direction, Maze, Order};
use crate::Error;
use bezzel::Cancel;
use chain::Block;
use counter::BlockCounter;
pub use list::{Hindrance, Onward};
use ring::Residues;

/// The resources that counting routes may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Budget {
    /// Bytes of memory.
    pub memory: u64,
}

impl Budget {
    /// Returns a budget of this many bytes of memory.
    pub const fn bytes(memory: u64) -> Self {
        Self { memory }
    }
}

/// The routes of a maze.
///
/// ```
/// use bezzel::Search;
/// use bezzel_maze::{Budget, Maze, Order, Routes};
///
/// let room = Maze::parse(b"S   \n    \n    \n   G".to_vec())?;
/// let routes = Routes::new(&room, Budget::bytes(1 << 28));
/// assert_eq!(routes.count()?, 184_u32.into());
/// assert_eq!(routes.lengths()?.first(), Some(&(6, 20_u32.into())));
/// let third = routes.nth(&3_u32.into(), Order::POST)?.unwrap();
/// assert_eq!(Search::new(&routes.onward(Order::POST)).solutions().nth(2), Some(third));
/// # Ok::<(), bezzel_maze::Error>(())
/// ```
#[derive(Debug)]
pub struct Routes<'m> {
    maze: &'m Maze,
    budget: Budget,
    cancel: Cancel,
}

impl<'m> Routes<'m> {
    /// Returns the routes of `maze`, to be counted within `budget`.
    pub fn new(maze: &'m Maze, budget: Budget) -> Self {
        Self {
            maze,
            budget,
            cancel: Cancel::new(),
        }
    }

    /// Returns the same routes with a cancellation token. Cancelled methods return
    /// [`Error::Cancelled`].
    pub fn cancelled_by(mut self, cancel: &Cancel) -> Self {
        self.cancel = cancel.clone();
        self
    }

    /// Returns the number of routes.
    ///
    /// # Errors
    /// [`Error::TooWide`] if the count does not fit into the memory budget; [`Error::Cancelled`].
    /// The same holds for all methods that count.
    pub fn count(&self) -> Result<BigUint, Error> {
        self.count_from(self.maze.start(), &self.nothing_closed())
    }

    /// Returns the number of routes of each length that occurs, the shortest first.
    ///
    /// # Errors
    /// Those of [`Routes::count`].
    pub fn lengths(&self) -> Result<Vec<(usize, BigUint)>, Error> {
        let chain = chain::chain(self.maze, self.maze.start(), &self.nothing_closed());
        if chain.is_empty() {
            return Ok(Vec::new());
        }
        // A block of two cells is a single step. The routes of every other block, counted by
        // length, form a polynomial.
        let (steps, blocks): (Vec<&Block>, Vec<&Block>) =
            chain.iter().partition(|block| block.cells.len() == 2);
        let mut whole = vec![BigUint::from(1_u32)];
        for block in blocks {
            whole = product(&whole, &self.lengths_of(block)?);
        }
        let counts = (steps.len()..).zip(whole);
        Ok(counts
            .filter(|(_, count)| *count != BigUint::ZERO)
            .collect())
    }

    /// Returns the route at `position`, counted from 1, in the lexicographic order of `order`,
    /// without listing those before it; `None` if there are fewer.
    ///
    /// # Errors
    /// Those of [`Routes::count`].
    pub fn nth(&self, position: &BigUint, order: Order) -> Result<Option<Vec<Direction>>, Error> {
        let chain = chain::chain(self.maze, self.maze.start(), &self.nothing_closed());
        let counts: Result<Vec<BigUint>, Error> =
            chain.iter().map(|block| self.count_block(block)).collect();
        let counts = counts?;
        let all: BigUint = counts.iter().product();
        let one = BigUint::from(1_u32);
        if chain.is_empty() || *position < one || *position > all {
            return Ok(None);
        }
        // The position of the route within a block is `before` divided by the number of
        // continuations after the block.
        let mut before = position - one;
        let mut behind = all;
        let mut route = Vec::new();
        for (block, count) in chain.iter().zip(&counts) {
            behind /= count;
            let (within, rest) = (&before / &behind, &before % &behind);
            if block.cells.len() == 2 {
                let leads = |&direction: &Direction| {
                    self.maze.next(block.entry, direction) == Some(block.exits[0])
                };
                route.extend(Direction::ALL.iter().find(|direction| leads(direction)));
            } else {
                let part = block.cut_out(self.maze);
                let routes = Routes::new(&part, self.budget).cancelled_by(&self.cancel);
                route.extend(routes.walk_to(within, order)?);
            }
            before = rest;
        }
        Ok(Some(route))
    }

    /// Returns the route that follows `before` others, counting the continuations at every fork.
    fn walk_to(&self, mut before: BigUint, order: Order) -> Result<Vec<Direction>, Error> {
        let mut closed = self.nothing_closed();
        let mut at = self.maze.start();
        let mut route = Vec::new();
        let mut useful = self.useful(at, &closed);
        while !self.maze.is_exit(at) {
            closed[at] = true;
            let ways: Vec<(Direction, usize)> = order
                .directions()
                .filter_map(|direction| Some((direction, self.maze.next(at, direction)?)))
                .filter(|&(_, next)| useful[next] && !closed[next])
                .collect();
            let mut taken = ways[ways.len() - 1];
            if let [others @ .., _] = &ways[..]
                && !others.is_empty()
            {
                for &way in others {
                    let routes = self.count_on(way.1, &closed)?;
                    if before < routes {
                        taken = way;
                        break;
                    }
                    before -= routes;
                }
                useful = self.useful(taken.1, &closed);
            }
            route.push(taken.0);
            at = taken.1;
        }
        Ok(route)
    }

    /// Returns a route chosen uniformly at random; `None` if there is none.
    ///
    /// # Errors
    /// Those of [`Routes::count`].
    pub fn random(&self, seed: u64, order: Order) -> Result<Option<Vec<Direction>>, Error> {
        match self.random_position(seed)? {
            Some(position) => self.nth(&position, order),
            None => Ok(None),
        }
    }

    /// Returns the position of the route that [`random`](Self::random) returns, counted from 1.
    ///
    /// # Errors
    /// Those of [`Routes::count`].
    pub fn random_position(&self, seed: u64) -> Result<Option<BigUint>, Error> {
        let count = self.count()?;
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        Ok((count != BigUint::ZERO).then(|| below(&count, &mut rng) + 1_u32))
    }

    /// Returns a problem whose solutions are the routes in the lexicographic order of `order`. It
    /// never enters a cell from which no exit can be reached.
    pub fn onward(&self, order: Order) -> Onward<'m> {
        let useful = self.useful(self.maze.start(), &self.nothing_closed());
        Onward::new(self.maze, order, useful)
    }

    fn nothing_closed(&self) -> Vec<bool> {
        vec![false; self.maze.cells().len()]
    }

    /// Returns the cells that routes from `start` visit, with the `closed` ones as walls.
    fn useful(&self, start: usize, closed: &[bool]) -> Vec<bool> {
        let mut useful = self.nothing_closed();
        for block in chain::chain(self.maze, start, closed) {
            for cell in block.cells {
                useful[cell] = true;
            }
        }
        useful[start] = true;
        useful
    }

    /// Returns the number of routes that continue through `cell`.
    fn count_on(&self, cell: usize, closed: &[bool]) -> Result<BigUint, Error> {
        if self.maze.is_exit(cell) {
            return Ok(1_u32.into());
        }
        self.count_from(cell, closed)
    }

    /// Returns the number of routes from `start` that avoid the `closed` cells.
    fn count_from(&self, start: usize, closed: &[bool]) -> Result<BigUint, Error> {
        let chain = chain::chain(self.maze, start, closed);
        if chain.is_empty() {
            return Ok(BigUint::ZERO);
        }
        chain.iter().map(|block| self.count_block(block)).product()
    }

    fn count_block(&self, block: &Block) -> Result<BigUint, Error> {
        if block.cells.len() == 2 {
            return Ok(1_u32.into());
        }
        let counter = BlockCounter::new(self.maze, block, self.budget)?;
        let residue = |field: Residues| Ok((field, counter.evaluate(&field, None, &self.cancel)?));
        // While one thread computes the magnitude, another starts the first residue, if memory
        // suffices for both.
        let first_field = ring::fields(1.0)[0];
        let (bits, first) = match counter.passes() {
            1 => (counter.bits(&self.cancel), residue(first_field)),
            _ => rayon::join(|| counter.bits(&self.cancel), || residue(first_field)),
        };
        let mut residues = vec![first?];
        for fields in ring::fields(bits?)[1..].chunks(counter.passes()) {
            let some: Result<Vec<_>, Error> =
                fields.par_iter().map(|&field| residue(field)).collect();
            residues.extend(some?);
        }
        Ok(ring::join(&residues))
    }

    /// Returns the routes of a block by length: a polynomial, interpolated from its values at as
    /// many places as it has coefficients.
    fn lengths_of(&self, block: &Block) -> Result<Vec<BigUint>, Error> {
        let counter = BlockCounter::new(self.maze, block, self.budget)?;
        let fields = ring::fields(counter.bits(&self.cancel)?);
        let places: Vec<u64> = (1..=block.cells.len() as u64).collect();
        let mut coefficients: Vec<Vec<u64>> = Vec::new();
        for field in &fields {
            let mut values = Vec::new();
            for places in places.chunks(counter.passes()) {
                let some = places
                    .par_iter()
                    .map(|&x| counter.evaluate(field, Some(x), &self.cancel));
                values.extend(some.collect::<Result<Vec<u64>, Error>>()?);
            }
            coefficients.push(field.interpolate(&values));
        }
        let count = |length: usize| {
            let residues: Vec<_> = fields
                .iter()
                .copied()
                .zip(coefficients.iter().map(|c| c[length]))
                .collect();
            ring::join(&residues)
        };
        Ok((0..places.len()).map(count).collect())
    }
}

/// Returns the product of two polynomials.
fn product(one: &[BigUint], other: &[BigUint]) -> Vec<BigUint> {
    let mut product = vec![BigUint::ZERO; one.len() + other.len() - 1];
    for (low, a) in one.iter().enumerate().filter(|(_, a)| **a != BigUint::ZERO) {
        for (high, b) in other.iter().enumerate() {
            product[low + high] += a * b;
        }
    }
    product
}

/// Returns a uniform random number below `limit`, by rejection.
fn below(limit: &BigUint, rng: &mut impl rand::Rng) -> BigUint {
    let bits = limit.bits();
    loop {
        let digits = (0..bits.div_ceil(32)).map(|_| rng.next_u32()).collect();
        let number = BigUint::new(digits) >> (bits.div_ceil(32) * 32 - bits);
        if number < *limit {
            return number;
        }
    }
}
