//! Identity of a job: equal identities mean equal units.

use std::fmt;

/// The data that distinguish one job from another. If two machines have jobs with equal identities,
/// the same unit number means the same unit.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Identity {
    /// The question: a board as JSON, or the name that the author of a problem gives it.
    pub question: String,
    /// The name of the method that cuts the question into units. Engines that use the same method
    /// can count each other's units.
    pub cut: String,
    /// The version of that way of cutting.
    pub version: u32,
    /// How many units there are.
    pub units: u64,
    /// A fingerprint of all units and their weights.
    pub hash: Fingerprint,
}

impl fmt::Display for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            question,
            cut,
            version,
            units,
            hash,
        } = self;
        write!(f, "{question} in {units} {cut}, version {version}, {hash}")
    }
}

/// A hash of many small numbers, the same on every machine (FNV-1a, 64 bits). Written as sixteen
/// hexadecimal digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fingerprint(u64);

impl Default for Fingerprint {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fingerprint {
    /// Adds bytes to the hash.
    #[inline]
    pub fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// Returns the 64 bits.
    pub fn to_bits(self) -> u64 {
        self.0
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

#[cfg(feature = "serde")]
mod json {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

    use super::Fingerprint;

    impl Serialize for Fingerprint {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_str(self)
        }
    }

    impl<'de> Deserialize<'de> for Fingerprint {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let text = String::deserialize(deserializer)?;
            let digits = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
            let number = u64::from_str_radix(&text, 16).ok().filter(|_| digits);
            let wrong = || de::Error::custom("a fingerprint has sixteen hexadecimal digits");
            number.map(Self).ok_or_else(wrong)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fingerprints_are_those_of_fnv() {
        let mut hash = Fingerprint::default();
        hash.add(b"foobar");
        assert_eq!(hash.to_string(), "85944171f73967e8");
    }
}
