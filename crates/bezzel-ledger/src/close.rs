//! The end of a run: everything added up anew, and how far it is certified.

use std::fmt;
use std::ops::Range;
use std::path::Path;

use bezzel::job::{Job, Ledger, Outcome, PRIMES, Total};

use crate::run::{PartyScope, Record, Run, State, Task};
use crate::{Error, Shard, ShardFile, Store};

/// What a run has found.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Closing {
    /// Everything, added up with the weights of the plan.
    pub total: Total,
    /// How far others have confirmed it, in words.
    pub certified: String,
}

/// Units of a run whose records cannot be relied on.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Damage {
    /// The units.
    pub units: Range<u64>,
    /// What is wrong with their records.
    pub reason: &'static str,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { units, reason } = self;
        match units.end - units.start {
            1 => write!(f, "unit {}: {reason}", units.start),
            _ => write!(f, "units {} to {}: {reason}", units.start, units.end - 1),
        }
    }
}

/// How many units different parties counted with the same outcome.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Confirmations {
    /// Units that parties of one trusted login agree on.
    pub by_one_login: u64,
    /// Units that several logins agree on, at least one of them trusted.
    pub by_logins: u64,
    /// Units that several logins agree on, none of them trusted.
    pub by_strangers: u64,
    /// Tasks that several logins agree on that are not trusted.
    pub agreed: u64,
    /// Those of them that a trusted login recounted.
    pub recounted: u64,
}

/// Closes a run: verifies every record, adds up with the weights that the plan gives, and says how far the outcomes were confirmed. A run
/// that is closed is verified and added up again.
///
/// # Errors
/// [`Error::Open`] as long as anything is open; another job; [`Error::DamagedRun`] and [`Error::DamagedLedger`] for records that contradict
/// the plan, their checksums or each other; a store out of reach.
pub fn close(store: &dyn Store, name: &str, job: &dyn Job) -> Result<Closing, Error> {
    let run = store.look(name)?;
    run.check(job)?;
    store.verify(name)?;
    let before = store.status(name)?.open();
    let mut total = Total::of(job.units());
    let Found { damage, .. } = walk(store, name, job, |unit, weight, outcome| {
        Ok(total.add(unit, weight, outcome)?)
    })?;
    damaged(name, &damage)?;
    let status = store.status(name)?;
    let wrong = |reason: String| {
        Err(Error::DamagedRun {
            run: name.into(),
            reason,
        })
    };
    match (before, total.is_complete(), status.open()) {
        (None, true, _) | (_, true, None) => {}
        (Some(reason), false, _) => return Err(Error::Open { reason }),
        (_, true, Some(reason)) if status.done == status.units => {
            return Err(Error::Open { reason });
        }
        _ => {
            return wrong(format!(
                "its workers are credited with {} units, and {} are counted",
                status.done, total.done
            ));
        }
    }
    if PRIMES.map(|prime| (total.count % u128::from(prime)) as u32) != total.residues {
        return wrong("the residues of the total contradict it".into());
    }
    total.share = 1.0;
    let certified = certificate(&run, &store.confirmations(name)?);
    if run.state != State::Closed {
        store.close(name, &total.count.to_string(), &certified)?;
    } else if run.total != Some(total.count.to_string()) {
        return wrong(format!(
            "it was closed with {}, and adds up to {}",
            run.total.unwrap_or_default(),
            total.count
        ));
    }
    Ok(Closing { total, certified })
}

/// States how far the units of a run are confirmed, by which rule, and what the rule does not guard against.
fn certificate(run: &Run, found: &Confirmations) -> String {
    let units = run.identity.units;
    let everyone = run.trusted.is_none();
    let one_login = match (run.rules.apart, everyone) {
        (PartyScope::Engine, true) => {
            "by different engines; everyone who can write the ledger's file is trusted"
        }
        (PartyScope::Host, true) => {
            "by different machines; everyone who can write the ledger's file is trusted, host names are not verified"
        }
        (PartyScope::Login, true) => {
            "by different users; everyone who can write the ledger's file is trusted"
        }
        (PartyScope::Engine, false) => {
            "by different engines or machines of one login; host names are not verified"
        }
        (PartyScope::Host | PartyScope::Login, false) => {
            "by different machines of one login; host names are not verified"
        }
    };
    let kinds = [
        (found.by_one_login, one_login),
        (
            found.by_logins,
            "by different logins, at least one of them trusted",
        ),
        (found.by_strangers, "by different logins, none trusted"),
    ];
    let kinds: Vec<(u64, &str)> = kinds.into_iter().filter(|(some, _)| *some > 0).collect();
    let twice: u64 = kinds.iter().map(|(some, _)| some).sum();
    let mut certificate = match kinds.as_slice() {
        [] => "nothing recounted".to_owned(),
        [(_, how)] if twice == units => format!("every unit counted twice {how}"),
        [(_, how)] => format!("{} recounted {how}", share(twice, units)),
        several => {
            let all = match twice == units {
                true => "every unit counted twice".into(),
                false => format!("{} recounted", share(twice, units)),
            };
            let parts = several
                .iter()
                .map(|(some, how)| format!("{} {how}", share(*some, units)));
            format!("{all}: {}", parts.collect::<Vec<_>>().join("; "))
        }
    };
    if found.by_strangers > 0 {
        let Confirmations {
            agreed, recounted, ..
        } = found;
        // One wrong task in a hundred, and a sample of those that were recounted.
        let wrong = agreed.div_ceil(100);
        let missed: f64 = (0..wrong)
            .map(|at| agreed.saturating_sub(recounted + at) as f64 / (agreed - at) as f64)
            .product();
        certificate += &format!(
            "; trusted logins recounted {recounted} of the {agreed} tasks that such logins agree on: collusion in 1 % of them is found \
             with a probability of {} %",
            (100.0 * (1.0 - missed)).floor()
        );
    }
    certificate
}

/// A part of all units in per cent, rounded down.
fn share(some: u64, units: u64) -> String {
    let share = 100.0 * some as f64 / units as f64;
    match share < 0.1 {
        true => format!("{some} of {units} units"),
        false => format!(
            "{} % ({some} of {units} units)",
            (10.0 * share).floor() / 10.0
        ),
    }
}

/// What is wrong with the records of a run.
#[derive(Default)]
struct Found {
    damage: Vec<Damage>,
    /// The tasks that the damage is in, by their numbers in the store.
    tasks: Vec<i64>,
    /// Units that no sound task holds, in order.
    uncovered: Vec<Range<u64>>,
}

impl Found {
    fn add(&mut self, units: Range<u64>, reason: &'static str) {
        if !units.is_empty() {
            self.damage.push(Damage { units, reason });
        }
    }
}

/// Passes every outcome that counts to `each`, in the order of the units, with the weight that the plan gives. Verifies that the tasks hold
/// every unit of the plan once, with its weight, and that their records are sound; what is not is left out and returned.
fn walk(
    store: &dyn Store,
    run: &str,
    job: &dyn Job,
    mut each: impl FnMut(u64, u32, &Outcome) -> Result<(), Error>,
) -> Result<Found, Error> {
    let mut found = Found::default();
    // Units before `next` were looked at, units before `sound` are in sound tasks or in `uncovered`.
    let (mut next, mut sound) = (0, 0);
    store.pages(run, &mut |page| {
        let end = page.first.checked_add(page.units);
        let Some(end) = end.filter(|&end| page.first >= next && end <= job.units()) else {
            let first = page.first.min(job.units());
            found.add(first..first + 1, "their task is not where the plan has it");
            found.tasks.push(page.task);
            return Ok(());
        };
        found.add(next..page.first, "no task holds them");
        next = end;
        let weights = (page.first..end).map(|unit| job.weight(unit));
        let outcomes = match page.record {
            _ if !weights.eq(page.weights.iter().copied()) => {
                Err("their weights are not those of the plan")
            }
            Record::Counted(outcomes) if outcomes.len() as u64 != page.units => {
                Err("their task has another number of outcomes")
            }
            Record::Counted(outcomes) => {
                let units = (page.first..end).zip(&outcomes);
                match units
                    .into_iter()
                    .all(|(unit, outcome)| outcome.check(unit).is_ok())
                {
                    true => Ok(outcomes),
                    false => Err("a count contradicts its residues"),
                }
            }
            Record::Open => Ok(Vec::new()),
            Record::Damaged(reason) => Err(reason),
        };
        match outcomes {
            Err(reason) => {
                found.add(page.first..end, reason);
                found.tasks.push(page.task);
            }
            Ok(outcomes) => {
                if sound < page.first {
                    found.uncovered.push(sound..page.first);
                }
                sound = end;
                for ((unit, weight), outcome) in (page.first..).zip(&page.weights).zip(&outcomes) {
                    each(unit, *weight, outcome)?;
                }
            }
        }
        Ok(())
    })?;
    found.add(next..job.units(), "no task holds them");
    if sound < job.units() {
        found.uncovered.push(sound..job.units());
    }
    Ok(found)
}

/// Refuses a run with damage.
fn damaged(run: &str, damage: &[Damage]) -> Result<(), Error> {
    let Some(first) = damage.first() else {
        return Ok(());
    };
    let more = match damage.len() - 1 {
        0 => String::new(),
        1 => ", and one more place".into(),
        more => format!(", and {more} more places"),
    };
    Err(Error::DamagedRun {
        run: run.into(),
        reason: format!("{first}{more}"),
    })
}

/// Refuses a run with damage in what it has counted.
///
/// # Errors
/// Those of [`close`], but that open tasks are no error.
pub(crate) fn verify(store: &dyn Store, name: &str, job: &dyn Job) -> Result<(), Error> {
    store.look(name)?.check(job)?;
    store.verify(name)?;
    store.status(name)?;
    damaged(name, &walk(store, name, job, |_, _, _| Ok(()))?.damage)
}

/// Drops the damaged records of a run, so that just those units are counted again. Returns what was damaged.
///
/// # Errors
/// A closed run; another job; a store that is damaged beyond its records, or out of reach.
pub fn repair(store: &dyn Store, name: &str, job: &dyn Job) -> Result<Vec<Damage>, Error> {
    let run = store.look(name)?;
    run.check(job)?;
    if run.state == State::Closed {
        return Err(Error::Refused {
            reason: format!(
                "run {name} is closed: its total is {}, and nothing is counted any more",
                run.total.unwrap_or_default()
            ),
        });
    }
    let found = walk(store, name, job, |_, _, _| Ok(()))?;
    let mut tasks = found
        .uncovered
        .iter()
        .flat_map(|units| Task::around(job, units.clone()));
    store.replace(name, &found.tasks, &mut tasks)?;
    verify(store, name, job)?;
    Ok(found.damage)
}

/// What an export has written.
#[derive(Debug)]
#[non_exhaustive]
pub struct Exported {
    /// The units that were written, added up.
    pub total: Total,
    /// What was left out because it is damaged.
    pub damage: Option<Error>,
}

/// Writes what a run has found so far as a shard's file, which [`Merge`](crate::Merge) reads. Records that are damaged are left out.
///
/// # Errors
/// A folder that has the file already; another job; a store out of reach.
pub fn export(
    store: &dyn Store,
    name: &str,
    job: &dyn Job,
    folder: &Path,
) -> Result<Exported, Error> {
    let run = store.look(name)?;
    run.check(job)?;
    let Some(whole) = Shard::new(0, 1) else {
        unreachable!("one of one")
    };
    if folder.join(whole.file_name()).exists() {
        return Err(Error::Refused {
            reason: format!(
                "{} is there already",
                folder.join(whole.file_name()).display()
            ),
        });
    }
    let file = ShardFile::open(folder, job, whole, &run.engine)?;
    let written = walk(store, name, job, |unit, _, outcome| {
        file.report(unit, outcome)?;
        Ok(())
    });
    let damage = match written {
        Ok(found) => damaged(name, &found.damage).and(store.verify(name)).err(),
        // As far as it could be read.
        Err(error @ Error::DamagedLedger { .. }) => Some(error),
        Err(error) => return Err(error),
    };
    Ok(Exported {
        total: file.total()?,
        damage,
    })
}

#[cfg(test)]
mod tests {
    use bezzel::job::Branches;
    use bezzel_queens::Masks;

    use super::*;
    use crate::Rules;

    #[test]
    fn a_certificate_says_no_more_than_there_is() {
        let job = Branches::new(Masks::new(6).unwrap(), "six queens", 1, 1);
        let mut run = Run::new("q6", &job, "masks", Rules::default()).unwrap();
        run.identity.units = 10_000;
        let words = |run: &Run, by_one_login, by_logins, by_strangers| {
            let found = Confirmations {
                by_one_login,
                by_logins,
                by_strangers,
                agreed: 300,
                recounted: 30,
            };
            certificate(run, &found)
        };
        assert_eq!(words(&run, 0, 0, 0), "nothing recounted");
        assert_eq!(
            words(&run, 9_999, 0, 0),
            "99.9 % (9999 of 10000 units) recounted by different engines; everyone who can write the ledger's file is trusted"
        );
        assert_eq!(
            words(&run, 1, 0, 0),
            "1 of 10000 units recounted by different engines; everyone who can write the ledger's file is trusted"
        );
        run = run.trusting(Vec::new());
        assert_eq!(
            words(&run, 10_000, 0, 0),
            "every unit counted twice by different engines or machines of one login; host names are not verified"
        );
        assert_eq!(
            words(&run, 0, 10_000, 0),
            "every unit counted twice by different logins, at least one of them trusted"
        );
        // Three of 300 tasks wrong, and none of them among the 30: 270/300 * 269/299 * 268/298.
        assert_eq!(
            words(&run, 0, 4_000, 6_000),
            "every unit counted twice: 40 % (4000 of 10000 units) by different logins, at least one of them trusted; \
             60 % (6000 of 10000 units) by different logins, none trusted; trusted logins recounted 30 of the 300 tasks \
             that such logins agree on: collusion in 1 % of them is found with a probability of 27 %"
        );
    }
}
