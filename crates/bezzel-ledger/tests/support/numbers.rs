//! A job with known counts, and workers that report wrong ones.

use std::ops::Range;
use std::time::Duration;

use bezzel::job::{Fingerprint, Identity, Job, Outcome, Worker};
use bezzel::{Cancel, Error};

pub struct Numbers {
    identity: Identity,
    /// The duration of a unit.
    pub pause: Duration,
    /// The number of wrong results per million units.
    pub lies: u64,
}

impl Numbers {
    pub fn new(units: u64) -> Self {
        let mut hash = Fingerprint::default();
        for unit in 0..units {
            hash.add(&weight(unit).to_le_bytes());
        }
        let identity = Identity {
            question: format!("{units} numbers"),
            cut: "numbers".into(),
            version: 1,
            units,
            hash,
        };
        Self {
            identity,
            pause: Duration::ZERO,
            lies: 0,
        }
    }

    pub fn lying(self, lies: u64) -> Self {
        Self { lies, ..self }
    }

    pub fn pausing(self, pause: Duration) -> Self {
        Self { pause, ..self }
    }

    /// Returns the right total.
    pub fn total(&self) -> u128 {
        let units = 0..self.identity.units;
        units
            .map(|unit| u128::from(count(unit)) * u128::from(weight(unit)))
            .sum()
    }
}

pub fn outcome(unit: u64) -> Outcome {
    let mut outcome = Outcome::default();
    outcome.add(count(unit));
    outcome.nodes = unit;
    outcome
}

fn count(unit: u64) -> u64 {
    mixed(unit) % 1_000_000
}

fn weight(unit: u64) -> u32 {
    1 << (unit % 4)
}

fn mixed(number: u64) -> u64 {
    let number = (number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (number ^ number >> 31).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 20
}

impl Job for Numbers {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn weight(&self, unit: u64) -> u32 {
        weight(unit)
    }

    fn cost(&self, units: Range<u64>) -> f64 {
        (units.end - units.start) as f64
    }

    fn worker(&self, _number: usize) -> Result<Box<dyn Worker + '_>, Error> {
        Ok(Box::new(Counter(self)))
    }
}

struct Counter<'j>(&'j Numbers);

impl Worker for Counter<'_> {
    fn work(
        &mut self,
        units: Range<u64>,
        cancel: &Cancel,
        report: &mut dyn FnMut(u64, Outcome) -> Result<(), Error>,
    ) -> Result<(), Error> {
        for unit in units {
            if cancel.is_cancelled() {
                break;
            }
            std::thread::sleep(self.0.pause);
            let mut outcome = outcome(unit);
            // A wrong count has matching residues, so that these do not reveal it.
            if mixed(unit ^ 0x5555) % 1_000_000 < self.0.lies {
                outcome.add(1);
            }
            report(unit, outcome)?;
        }
        Ok(())
    }
}
