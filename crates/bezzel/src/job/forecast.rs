//! How long a job will take, from a few of its units.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use serde::Serialize;

use super::Job;
use crate::clock::Instant;
use crate::scattered::scattered;
use crate::{Cancel, Error, Mean};

/// The time a job will take.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Forecast {
    /// The seconds that one thread would need for all units, with the standard error.
    pub seconds: Mean,
    /// How many units were counted to tell.
    pub sampled: u64,
    /// How many there are.
    pub units: u64,
}

/// Counts units from all over a job for about as long as `patience` on the thread at hand, and tells the time that one
/// thread would need for all: the time per expected cost, times the expected cost of the whole. Nothing if not even one
/// unit was done in time.
///
/// # Errors
/// Workers that cannot start or go on.
pub fn forecast(
    job: &dyn Job,
    patience: Duration,
    cancel: &Cancel,
) -> Result<Option<Forecast>, Error> {
    let units = job.units();
    let mut worker = job.worker()?;
    let late = Cancel::new();
    let (samples, unfinished) = thread::scope(|scope| {
        let (done, waiting) = mpsc::channel::<()>();
        let late = &late;
        scope.spawn(move || {
            let end = Instant::now() + patience;
            // Looks up now and then whether somebody else has lost patience.
            while let Err(RecvTimeoutError::Timeout) = waiting.recv_timeout(LOOK) {
                if Instant::now() >= end || cancel.is_cancelled() {
                    late.cancel();
                    break;
                }
            }
        });
        let mut samples: Vec<(f64, f64)> = Vec::new();
        let mut unfinished = 0.0;
        for unit in scattered(units as usize).map(|unit| unit as u64) {
            let start = Instant::now();
            let mut counted = false;
            worker.work(unit..unit + 1, late, &mut |_, _| {
                counted = true;
                Ok(())
            })?;
            let time = start.elapsed().as_secs_f64();
            if counted {
                samples.push((job.cost(unit..unit + 1), time));
            } else {
                unfinished = time;
            }
            if late.is_cancelled() {
                break;
            }
        }
        drop(done);
        Ok::<_, Error>((samples, unfinished))
    })?;
    Ok(
        ratio(&samples, unfinished, job.cost(0..units)).map(|seconds| Forecast {
            seconds,
            sampled: samples.len() as u64,
            units,
        }),
    )
}

/// How often the clock is looked at.
const LOOK: Duration = Duration::from_millis(5);

/// The time of a whole whose expected cost is known, from some `(cost, time)`: a ratio estimate and its standard error. The
/// time spent on a unit that was not finished counts too, or long units, which are cut off more often, would be left out.
fn ratio(samples: &[(f64, f64)], unfinished: f64, whole: f64) -> Option<Mean> {
    let (cost, time) = samples.iter().fold((0.0, 0.0), |(cost, time), sample| {
        (cost + sample.0, time + sample.1)
    });
    if cost <= 0.0 {
        return None;
    }
    let rate = (time + unfinished) / cost;
    let count = samples.len() as f64;
    let squares: f64 = samples
        .iter()
        .map(|&(cost, time)| (time - rate * cost).powi(2))
        .sum();
    // Of the units not looked at nothing is known; those looked at are known exactly.
    let unknown = (1.0 - cost / whole).max(0.0);
    let deviation = (squares / (count - 1.0).max(1.0) * unknown / count).sqrt();
    Some(Mean {
        mean: rate * whole,
        error: deviation / (cost / count) * whole,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::Branches;
    use crate::queens::Masks;

    #[test]
    fn the_whole_is_known_exactly() {
        let mean = ratio(&[(1.0, 2.0), (3.0, 5.0)], 0.0, 4.0).unwrap();
        assert_eq!((mean.mean, mean.error), (7.0, 0.0));
        assert_eq!(ratio(&[], 0.0, 4.0), None);
        let half = ratio(&[(1.0, 2.0), (1.0, 4.0)], 0.0, 4.0).unwrap();
        assert_eq!(half.mean, 12.0);
        assert!((half.error - 8.0_f64.sqrt()).abs() < 1e-9);
        let cut_off = ratio(&[(1.0, 2.0)], 1.0, 4.0).unwrap();
        assert_eq!(cut_off.mean, 12.0);
    }

    #[test]
    fn patience_ends_with_the_switch() {
        let job = Branches::new(Masks::new(26).unwrap(), "26 queens", 1, 1);
        let cancel = Cancel::new();
        cancel.cancel();
        let told = forecast(&job, Duration::from_secs(3600), &cancel);
        assert_eq!(told.unwrap(), None);
        let small = Branches::new(Masks::new(7).unwrap(), "7 queens", 1, 1);
        let told = forecast(&small, Duration::from_secs(3600), &Cancel::new());
        let told = told.unwrap().unwrap();
        assert_eq!((told.sampled, told.units, told.seconds.error), (7, 7, 0.0));
    }
}
