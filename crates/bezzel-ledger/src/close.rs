//! The end of a run: everything added up anew, and how far it is certified.

use std::path::Path;

use bezzel::job::{Job, Ledger, PRIMES, Total};

use crate::run::{Run, State};
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

/// Closes a run: adds up with the weights that the plan gives, made anew, and says how far the outcomes were confirmed. A run that is
/// closed is added up again.
///
/// # Errors
/// What is open; another job; weights that the plan does not give; a store out of reach.
pub fn close(store: &dyn Store, name: &str, job: &dyn Job) -> Result<Closing, Error> {
    let run = store.look(name)?;
    run.check(job)?;
    if let Some(reason) = store.status(name)?.open() {
        return Err(Error::Open { reason });
    }
    let mut total = Total::of(job.units());
    walk(store, &run, job, |unit, weight, outcome| {
        Ok(total.add(unit, weight, outcome)?)
    })?;
    let wrong = |reason: String| Err(Error::Contradiction { reason });
    if !total.is_complete() {
        return wrong(format!("{} of {} units are there", total.done, total.units));
    }
    if PRIMES.map(|prime| (total.count % u128::from(prime)) as u32) != total.residues {
        return wrong("the residues of the total contradict it".into());
    }
    total.share = 1.0;
    let certified = certificate(store.counted_twice(name)?, job.units());
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

/// How far so many units of all are confirmed, and never more than that.
fn certificate(twice: u64, units: u64) -> String {
    let share = 100.0 * twice as f64 / units as f64;
    match twice {
        0 => "nothing recounted".into(),
        all if all == units => "every unit counted twice by different parties".into(),
        _ if share < 0.1 => format!("{twice} of {units} units recounted by different parties"),
        _ => format!(
            "{} % recounted by different parties ({twice} of {units} units)",
            // Rounded down: never more than there is.
            (10.0 * share).floor() / 10.0
        ),
    }
}

/// Every outcome that counts, in the order of the units, with the weight that the plan gives.
fn walk(
    store: &dyn Store,
    run: &Run,
    job: &dyn Job,
    mut each: impl FnMut(u64, u32, &bezzel::job::Outcome) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut next = 0;
    store.pages(&run.name, &mut |page| {
        let wrong = |reason: String| Err(Error::Contradiction { reason });
        if page.first < next {
            return wrong(format!("unit {} is there twice", page.first));
        }
        next = page.first + page.outcomes.len() as u64;
        for (unit, (kept, outcome)) in (page.first..).zip(page.weights.iter().zip(&page.outcomes)) {
            let weight = job.weight(unit);
            if weight != *kept {
                return wrong(format!(
                    "unit {unit} has weight {weight}, and the ledger says {kept}"
                ));
            }
            each(unit, weight, outcome)?;
        }
        Ok(())
    })
}

/// Writes what a run has found so far as a shard's file, which [`Merge`](crate::Merge) reads.
///
/// # Errors
/// A folder that has the file already; another job; a store out of reach.
pub fn export(store: &dyn Store, name: &str, job: &dyn Job, folder: &Path) -> Result<Total, Error> {
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
    walk(store, &run, job, |unit, _, outcome| {
        file.report(unit, outcome)?;
        Ok(())
    })?;
    Ok(file.total()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_certificate_says_no_more_than_there_is() {
        assert_eq!(certificate(0, 10), "nothing recounted");
        assert_eq!(
            certificate(10, 10),
            "every unit counted twice by different parties"
        );
        let most = certificate(9_999, 10_000);
        assert_eq!(
            most,
            "99.9 % recounted by different parties (9999 of 10000 units)"
        );
        assert_eq!(
            certificate(1, 10_000),
            "1 of 10000 units recounted by different parties"
        );
    }
}
