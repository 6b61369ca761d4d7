//! Number types of the dynamic programs: residues, from which the exact count is reconstructed, and
//! floating point numbers, which determine in advance how many residues are needed.

use num_bigint::BigUint;

/// The arithmetic of the dynamic programs.
pub(super) trait Ring: Sync {
    type Item: Copy + Send + Sync;
    fn zero(&self) -> Self::Item;
    fn one(&self) -> Self::Item;
    fn add(&self, one: Self::Item, other: Self::Item) -> Self::Item;
    fn multiply(&self, one: Self::Item, other: Self::Item) -> Self::Item;

    fn times_one(&self, count: u32) -> Self::Item {
        (0..count).fold(self.zero(), |sum, _| self.add(sum, self.one()))
    }

    fn power(&self, mut base: Self::Item, mut exponent: u64) -> Self::Item {
        let mut power = self.one();
        while exponent > 0 {
            if exponent & 1 == 1 {
                power = self.multiply(power, base);
            }
            base = self.multiply(base, base);
            exponent >>= 1;
        }
        power
    }
}

/// Floating point arithmetic, for the magnitude of a count.
pub(super) struct Magnitude;

impl Ring for Magnitude {
    type Item = f64;
    fn zero(&self) -> f64 {
        0.0
    }
    fn one(&self) -> f64 {
        1.0
    }
    #[inline]
    fn add(&self, one: f64, other: f64) -> f64 {
        one + other
    }
    fn multiply(&self, one: f64, other: f64) -> f64 {
        one * other
    }
}

/// Arithmetic modulo a prime below 2^62.
#[derive(Debug, Clone, Copy)]
pub(super) struct Residues {
    pub prime: u64,
}

impl Ring for Residues {
    type Item = u64;
    fn zero(&self) -> u64 {
        0
    }
    fn one(&self) -> u64 {
        1
    }
    #[inline]
    fn add(&self, one: u64, other: u64) -> u64 {
        let sum = one + other;
        // The smaller of the two is the one without underflow.
        sum.min(sum.wrapping_sub(self.prime))
    }
    #[inline]
    fn multiply(&self, one: u64, other: u64) -> u64 {
        (u128::from(one) * u128::from(other) % u128::from(self.prime)) as u64
    }
}

impl Residues {
    /// Returns the multiplicative inverse of `value` (Fermat).
    pub fn inverse(&self, value: u64) -> u64 {
        self.power(value, self.prime - 2)
    }

    /// Returns the coefficients of the polynomial with these values at 1, 2, 3, … (Newton).
    pub fn interpolate(&self, values: &[u64]) -> Vec<u64> {
        let places: Vec<u64> = (1..=values.len() as u64).collect();
        let mut differences = values.to_vec();
        for step in 1..places.len() {
            let share = self.inverse(step as u64);
            for index in (step..places.len()).rev() {
                let rise = self.subtract(differences[index], differences[index - 1]);
                differences[index] = self.multiply(rise, share);
            }
        }
        let mut coefficients = vec![0; places.len()];
        for (&place, &difference) in places.iter().zip(&differences).rev() {
            // Multiply by (x - place), and add the difference.
            for index in (0..places.len()).rev() {
                let lower = if index == 0 {
                    difference
                } else {
                    coefficients[index - 1]
                };
                let minus = self.multiply(coefficients[index], place);
                coefficients[index] = self.subtract(lower, minus);
            }
        }
        coefficients
    }

    pub fn subtract(&self, one: u64, other: u64) -> u64 {
        self.add(one, if other == 0 { 0 } else { self.prime - other })
    }
}

/// The bits of a count that one residue determines.
const BITS: f64 = 61.9;

/// Returns the largest primes below 2^62 whose product exceeds 2^`bits`.
pub(super) fn fields(bits: f64) -> Vec<Residues> {
    let enough = (bits / BITS).ceil().max(1.0) as usize;
    let candidates = (1..1 << 62).rev().step_by(2);
    let primes = candidates.filter(|&candidate| is_prime(candidate));
    primes
        .take(enough)
        .map(|prime| Residues { prime })
        .collect()
}

/// Tests a number for primality (Miller and Rabin; exact for 64 bits with these bases by Sinclair).
fn is_prime(odd: u64) -> bool {
    let field = Residues { prime: odd };
    let twos = (odd - 1).trailing_zeros();
    let rest = (odd - 1) >> twos;
    [2, 325, 9_375, 28_178, 450_775, 9_780_504, 1_795_265_022]
        .iter()
        .all(|&base| {
            let mut power = field.power(base % odd, rest);
            if power <= 1 || power == odd - 1 {
                return true;
            }
            for _ in 1..twos {
                power = field.multiply(power, power);
                if power == odd - 1 {
                    return true;
                }
            }
            false
        })
}

/// Returns the smallest number with these residues (the Chinese remainder theorem, after Garner).
pub(super) fn join(residues: &[(Residues, u64)]) -> BigUint {
    let mut number = BigUint::ZERO;
    let mut product = BigUint::from(1_u32);
    for &(field, residue) in residues {
        let modulo = |value: &BigUint| {
            (value % field.prime)
                .to_u64_digits()
                .first()
                .copied()
                .unwrap_or(0)
        };
        let missing = field.subtract(residue, modulo(&number));
        let digit = field.multiply(missing, field.inverse(modulo(&product)));
        number += &product * digit;
        product *= field.prime;
    }
    number
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn primes_and_residues() {
        let fields = fields(300.0);
        assert_eq!(fields.len(), 5);
        assert_eq!(fields[0].prime, (1 << 62) - 57);
        assert!(is_prime(1_000_003) && !is_prime(1_000_001) && !is_prime(3_215_031_751));
        let number = BigUint::from(7_u32).pow(100);
        let residues: Vec<_> = fields
            .iter()
            .map(|&field| (field, (&number % field.prime).to_u64_digits()[0]))
            .collect();
        assert_eq!(join(&residues), number);
    }
}
