//! Results of units and their sum.

use std::ops::AddAssign;

use crate::{Error, Progress};

/// Two small primes. A count with a random error agrees with both residues with a probability of 1
/// in 63 million.
pub const PRIMES: [u32; 2] = [7_919, 8_011];

/// The solutions of a unit, counted three times: as an integer, and modulo two primes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Outcome {
    /// The solutions.
    pub count: u64,
    /// The solutions modulo each of [`PRIMES`], from separate accumulators.
    pub residues: [u32; 2],
    /// Nodes entered: the cost of the search.
    pub nodes: u64,
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "std::ops::Not::not")
    )]
    overflowed: bool,
}

impl Outcome {
    /// Returns an outcome from its stored or received parts. [`check`](Self::check) verifies it.
    pub fn from_parts(count: u64, residues: [u32; 2], nodes: u64) -> Self {
        Self {
            count,
            residues,
            nodes,
            overflowed: false,
        }
    }

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

    /// Adds one solution.
    #[inline]
    pub fn add_one(&mut self) {
        // A count that grows by one at a time cannot overflow 64 bits in practice.
        self.count += 1;
        for (residue, prime) in self.residues.iter_mut().zip(PRIMES) {
            *residue = if *residue + 1 == prime {
                0
            } else {
                *residue + 1
            };
        }
    }

    /// Checks the count against its residues.
    ///
    /// # Errors
    /// [`Error::Overflow`] and [`Error::Contradiction`], with the number of the unit.
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

/// Adds the outcome of another part of the same unit.
impl AddAssign for Outcome {
    fn add_assign(&mut self, other: Self) {
        let residues = self.residues;
        self.add(other.count);
        self.residues = std::array::from_fn(|i| (residues[i] + other.residues[i]) % PRIMES[i]);
        let (nodes, overflowed) = self.nodes.overflowing_add(other.nodes);
        self.nodes = nodes;
        self.overflowed |= overflowed | other.overflowed;
    }
}

/// The solutions of a job, or of the units finished so far.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Total {
    /// The sum over the finished units, each multiplied by its weight. If the job is not complete
    /// this is a lower bound.
    pub count: u128,
    /// The sum modulo each of [`PRIMES`], combined from the units' residues.
    pub residues: [u32; 2],
    /// Nodes entered.
    pub nodes: u64,
    /// Units finished.
    pub done: u64,
    /// Units in all.
    pub units: u64,
    /// The finished share of the work, from 0 to 1, by the expected cost of units.
    pub share: f64,
}

impl Total {
    /// Returns the total of a job of this many units before the first is finished.
    pub fn of(units: u64) -> Self {
        Self {
            units,
            ..Self::default()
        }
    }

    /// Adds the outcome of a unit.
    ///
    /// # Errors
    /// Those of [`Outcome::check`], and [`Error::Overflow`] if a sum does not fit. The total is
    /// then unchanged.
    pub fn add(&mut self, unit: u64, weight: u32, outcome: &Outcome) -> Result<(), Error> {
        outcome.check(unit)?;
        let overflow = || Error::Overflow { unit };
        let solutions = u128::from(weight) * u128::from(outcome.count);
        let count = self.count.checked_add(solutions).ok_or_else(overflow)?;
        let nodes = self.nodes.checked_add(outcome.nodes);
        self.nodes = nodes.ok_or_else(overflow)?;
        self.count = count;
        for (sum, (residue, prime)) in self
            .residues
            .iter_mut()
            .zip(outcome.residues.into_iter().zip(PRIMES))
        {
            let more = u64::from(weight) * u64::from(residue) % u64::from(prime);
            *sum = (*sum + more as u32) % prime;
        }
        self.done += 1;
        Ok(())
    }

    /// Returns true if every unit was finished.
    pub fn is_complete(&self) -> bool {
        self.done == self.units
    }
}

impl From<&Total> for Progress {
    fn from(total: &Total) -> Self {
        Self {
            done: total.done as usize,
            units: total.units as usize,
            share: total.share,
            nodes: total.nodes,
            solutions: u64::try_from(total.count).unwrap_or(u64::MAX),
        }
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
    fn overflowing_sums_are_errors() {
        let mut many = Outcome::from_parts(0, [0, 0], u64::MAX);
        let mut total = Total::of(2);
        total.add(0, 1, &many).unwrap();
        let before = total;
        assert_eq!(total.add(1, 1, &many), Err(Error::Overflow { unit: 1 }));
        assert_eq!(total, before);
        many += many;
        assert_eq!(many.check(2), Err(Error::Overflow { unit: 2 }));
    }

    #[test]
    fn a_lost_bit_is_found() {
        let mut outcome = Outcome::default();
        outcome.add(123_456_789);
        outcome.count ^= 1 << 20;
        assert_eq!(outcome.check(3), Err(Error::Contradiction { unit: 3 }));
    }

    #[test]
    fn one_at_a_time_is_all_at_once() {
        let (mut singly, mut at_once) = (Outcome::default(), Outcome::default());
        for _ in 0..20_000 {
            singly.add_one();
        }
        at_once.add(20_000);
        assert_eq!(singly, at_once);
    }
}
