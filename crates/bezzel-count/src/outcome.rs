//! What an engine found in a unit.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use crate::Error;

/// Two small primes. A count that has lost a bit agrees with both residues once in 63 million times.
pub const PRIMES: [u32; 2] = [7_919, 8_011];

/// The solutions of a unit, counted three times over: as they are, and modulo two primes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// The solutions.
    pub count: u64,
    /// The solutions modulo each of [`PRIMES`], from accumulators of their own.
    pub residues: [u32; 2],
    /// Queens placed on the way: what the search has cost.
    pub nodes: u64,
    overflowed: bool,
}

impl Outcome {
    /// Adds solutions.
    #[inline]
    pub fn add(&mut self, solutions: u64) {
        let (count, overflowed) = self.count.overflowing_add(solutions);
        self.count = count;
        self.overflowed |= overflowed;
        for (residue, prime) in self.residues.iter_mut().zip(PRIMES) {
            *residue =
                ((u64::from(*residue) + solutions % u64::from(prime)) % u64::from(prime)) as u32;
        }
    }

    /// Whether the count can be trusted.
    ///
    /// # Errors
    /// [`Error::Overflow`] and [`Error::Contradiction`], naming the unit.
    pub fn check(&self, unit: u64) -> Result<(), Error> {
        if self.overflowed {
            return Err(Error::Overflow { unit });
        }
        let residues = PRIMES.map(|prime| (self.count % u64::from(prime)) as u32);
        if residues != self.residues {
            return Err(Error::Contradiction { unit });
        }
        Ok(())
    }
}

/// The outcomes of two parts of a unit.
impl AddAssign for Outcome {
    fn add_assign(&mut self, other: Self) {
        let residues = self.residues;
        self.add(other.count);
        self.residues = std::array::from_fn(|i| (residues[i] + other.residues[i]) % PRIMES[i]);
        self.nodes += other.nodes;
        self.overflowed |= other.overflowed;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn silent_overflow_is_not_silent() {
        let mut outcome = Outcome::default();
        outcome.add(5);
        outcome.add(u64::MAX - 5);
        assert_eq!(outcome.check(7), Ok(()));
        outcome.add(u64::MAX);
        assert_eq!(outcome.check(7), Err(Error::Overflow { unit: 7 }));
    }

    #[test]
    fn a_lost_bit_is_found() {
        let mut outcome = Outcome::default();
        outcome.add(123_456_789);
        outcome.count ^= 1 << 20;
        assert_eq!(outcome.check(3), Err(Error::Contradiction { unit: 3 }));
    }
}
