//! Closing a run: recomputes the total from all results and states how far it is certified.

use std::fmt;
use std::ops::Range;
use std::path::Path;

use bezzel::job::{Job, Ledger, Outcome, PRIMES, Total};

use crate::run::{PartyScope, Record, Run, State, Task};
use crate::{Error, Shard, ShardFile, Store};

/// The result of a closed run.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Closing {
    /// The sum over all units, with the weights of the plan.
    pub total: Total,
    /// How far other parties have confirmed the results, in words.
    pub certified: String,
}

/// Units of a run whose records are damaged.
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

/// The number of units that were confirmed: counted by different parties with the same outcome.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Confirmations {
    /// Units confirmed by parties of one trusted login only.
    pub by_one_login: u64,
    /// Units confirmed by several logins, at least one of them trusted.
    pub by_logins: u64,
    /// Units confirmed by several logins, none of them trusted.
    pub by_strangers: u64,
    /// The number of tasks on which several untrusted logins agree.
    pub agreed: u64,
    /// The number of tasks among `agreed` that a trusted login also recounted.
    pub recounted: u64,
}

/// Closes a run: verifies every record, computes the total with the weights of the plan, and states
/// how far the outcomes were confirmed. A closed run is verified and added up again.
///
/// # Errors
/// - [`Error::Open`] while a task, an audit or a dispute is open.
/// - [`Error::DamagedRun`] and [`Error::DamagedLedger`] if records contradict the plan, their
///   checksums or each other.
/// - If the job is not the run's, or the store cannot be reached.
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
                "its workers have reported {} units, but {} are counted",
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

/// Returns a sentence that states how far the units of a run are confirmed, by which rule, and what
/// the rule does not protect against.
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
        // The probability that a sample of recounted tasks contains none of the wrong ones, if 1 %
        // are wrong.
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

/// Returns a share of all units in per cent, rounded down.
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

/// The damage found in the records of a run.
#[derive(Default)]
struct Found {
    damage: Vec<Damage>,
    /// The damaged tasks, by their numbers in the store.
    tasks: Vec<i64>,
    /// The units that are in no intact task, in order.
    uncovered: Vec<Range<u64>>,
}

impl Found {
    fn add(&mut self, units: Range<u64>, reason: &'static str) {
        if !units.is_empty() {
            self.damage.push(Damage { units, reason });
        }
    }
}

/// Calls `each` with the outcome and the weight of every unit, in order. Verifies that the tasks
/// contain every unit of the plan once, with its weight, and that their records are intact. Returns
/// what is damaged.
fn walk(
    store: &dyn Store,
    run: &str,
    job: &dyn Job,
    mut each: impl FnMut(u64, u32, &Outcome) -> Result<(), Error>,
) -> Result<Found, Error> {
    let mut found = Found::default();
    // Units before `next` were processed; those before `sound` are in intact tasks or in
    // `uncovered`.
    let (mut next, mut sound) = (0, 0);
    store.for_each_task(run, &mut |page| {
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

/// Returns an error if there is damage.
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

/// Verifies the records of a run.
///
/// # Errors
/// Those of [`close`], except for open tasks.
pub(crate) fn verify(store: &dyn Store, name: &str, job: &dyn Job) -> Result<(), Error> {
    store.look(name)?.check(job)?;
    store.verify(name)?;
    store.status(name)?;
    damaged(name, &walk(store, name, job, |_, _, _| Ok(()))?.damage)
}

/// Removes the damaged records of a run, so that only their units are counted again. Returns the
/// damage.
///
/// # Errors
/// If the run is closed, the job is not the run's, or the store is damaged beyond the records or
/// cannot be reached.
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

/// The result of an export.
#[derive(Debug)]
#[non_exhaustive]
pub struct Exported {
    /// The sum of the exported units.
    pub total: Total,
    /// The damage, if any units were left out.
    pub damage: Option<Error>,
}

/// Writes the results of a run as a shard file, which [`Merge`](crate::Merge) reads. Damaged
/// records are left out.
///
/// # Errors
/// If the folder already has the file, the job is not the run's, or the store cannot be reached.
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
                "{} already exists; use another folder",
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
        // Export what was readable.
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
    fn a_certificate_says_how_much_was_confirmed() {
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
        // 3 of 300 tasks are wrong and none of them is among the 30 recounted: 270/300 * 269/299 *
        // 268/298.
        assert_eq!(
            words(&run, 0, 4_000, 6_000),
            "every unit counted twice: 40 % (4000 of 10000 units) by different logins, at least one of them trusted; \
             60 % (6000 of 10000 units) by different logins, none trusted; trusted logins recounted 30 of the 300 tasks \
             that such logins agree on: collusion in 1 % of them is found with a probability of 27 %"
        );
    }
}
