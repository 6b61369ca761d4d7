//! The lines of a shard file: a header, then one line per unit, each with a checksum.
//!
//! ```text
//! {"format":"bezzel shard 1","identity":{…},"shard":3,"of":8,…} 5f0c1d2e3a4b5c6d
//! 117 4 4 4 59 8 0123456789abcdef
//! ```
//! The numbers are the unit, its count, the count modulo two primes, the nodes entered and the
//! unit's weight. The checksum of a line includes that of the header, so that a line copied from
//! another file is detected.

use bezzel::job::{Fingerprint, Identity, Outcome, PRIMES};
use serde::{Deserialize, Serialize};

use crate::Shard;

/// The header of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Header {
    pub format: String,
    /// The job.
    pub identity: Identity,
    /// The number of the shard.
    pub shard: u32,
    pub of: u32,
    /// The first unit of the shard; `end` is one behind the last.
    pub first: u64,
    pub end: u64,
    /// The name of the engine.
    pub engine: String,
    /// A random value of the process that created the file, which distinguishes a copy from a
    /// second count.
    pub origin: String,
    /// The machine on which the file was created.
    #[serde(default)]
    pub host: String,
}

pub(crate) const FORMAT: &str = "bezzel shard 1";

impl Header {
    /// Returns the header line and its checksum, from which the checksums of all other lines are
    /// computed.
    pub fn line(&self) -> (String, Fingerprint) {
        let text = serde_json::to_string(self).expect("a header is plain data");
        let check = checksum(Fingerprint::default(), &text);
        (format!("{text} {check}\n"), check)
    }

    /// Parses the line.
    pub fn read(line: &str) -> Result<(Self, Fingerprint), String> {
        let (text, check) = checked(line, Fingerprint::default())?;
        let header: Self = serde_json::from_str(text)
            .map_err(|_| "this is not the head of a shard's file".to_owned())?;
        if header.format != FORMAT {
            return Err(format!("{:?} is not {FORMAT:?}", header.format));
        }
        let fits = Shard::new(header.shard, header.of).is_some()
            && header.first <= header.end
            && header.end <= header.identity.units;
        if !fits {
            return Err("the head contradicts itself".into());
        }
        Ok((header, check))
    }
}

/// The outcome of a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Entry {
    pub unit: u64,
    pub outcome: Outcome,
    pub weight: u32,
}

impl Entry {
    pub fn line(&self, head: Fingerprint) -> String {
        let Self {
            unit,
            outcome,
            weight,
        } = self;
        let [a, b] = outcome.residues;
        let text = format!(
            "{unit} {} {a} {b} {} {weight}",
            outcome.count, outcome.nodes
        );
        let check = checksum(head, &text);
        format!("{text} {check}\n")
    }

    pub fn read(line: &str, head: Fingerprint) -> Result<Self, String> {
        let (text, _) = checked(line, head)?;
        let number = |word: &str| word.parse::<i64>().ok()?.try_into().ok();
        let numbers: Option<Vec<u64>> = text.split(' ').map(number).collect();
        let Some([unit, count, a, b, nodes, weight]) = numbers.as_deref() else {
            return Err("this is not the line of a unit".into());
        };
        let outcome = Outcome::from_parts(*count, [*a as u32, *b as u32], *nodes);
        outcome.check(*unit).map_err(|error| error.to_string())?;
        debug_assert!(*a < PRIMES[0].into() && *b < PRIMES[1].into());
        Ok(Self {
            unit: *unit,
            outcome,
            weight: u32::try_from(*weight).map_err(|_| "the weight is too large".to_owned())?,
        })
    }
}

fn checksum(mut start: Fingerprint, text: &str) -> Fingerprint {
    start.add(text.as_bytes());
    start
}

/// Returns the text of a line without its checksum, if the checksum is right.
fn checked(line: &str, head: Fingerprint) -> Result<(&str, Fingerprint), String> {
    let wrong = || "the checksum is wrong".to_owned();
    let (text, check) = line.rsplit_once(' ').ok_or_else(wrong)?;
    let right = checksum(head, text);
    if check != right.to_string() {
        return Err(wrong());
    }
    Ok((text, right))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_letter_that_changes_is_found() {
        let mut head = Fingerprint::default();
        head.add(b"head");
        let mut outcome = Outcome::default();
        outcome.add(123_456_789);
        outcome.nodes = 987_654;
        let entry = Entry {
            unit: 17,
            outcome,
            weight: 8,
        };
        let line = entry.line(head);
        let line = line.trim_end();
        assert_eq!(Entry::read(line, head), Ok(entry));
        for at in 0..line.len() {
            for bit in 0..7 {
                let mut changed = line.as_bytes().to_vec();
                changed[at] ^= 1 << bit;
                let changed = String::from_utf8(changed).unwrap();
                assert!(Entry::read(&changed, head).is_err(), "{changed}");
            }
        }
        assert!(Entry::read(line, Fingerprint::default()).is_err());
    }
}
