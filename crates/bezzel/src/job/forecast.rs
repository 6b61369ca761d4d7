//! Estimates the time of a job from a sample of its units.

use std::sync::Mutex;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use super::{Job, Worker};
use crate::clock::Instant;
use crate::scattered::scattered;
use crate::threads::on_threads;
use crate::{Cancel, Error, Mean};

/// The estimated duration of a job.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Forecast {
    /// The seconds that one thread, or one worker of another kind, would need for all units, with
    /// the standard error.
    pub seconds: Mean,
    /// The number of units counted for the estimate.
    pub sampled: u64,
    /// The number of all units.
    pub units: u64,
}

/// What happens to units that are being counted when the time for the estimate is up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnderWay {
    /// They are abandoned. The forecast is ready in time, but too high if only few units were
    /// counted.
    GivenUp,
    /// They are counted to the end, and some units are counted in any case, however long that
    /// takes.
    Finished,
}

/// Counts units spread over the whole job for about `patience`, with all workers of the job's
/// [crew](Job::crew), and estimates the time one worker would need for all units: the time per
/// expected cost, times the expected cost of the whole. Workers that count many units at once get
/// several units in a row. Returns `None` if no unit was finished in time.
///
/// # Errors
/// If no worker can start, or continue.
pub fn forecast(
    job: &dyn Job,
    threads: usize,
    patience: Duration,
    under_way: UnderWay,
    cancel: &Cancel,
) -> Result<Option<Forecast>, Error> {
    let units = job.units();
    let late = Cancel::new();
    let crew = job.crew(threads).size;
    let (first, worker) = first_to_start(job, crew)?;
    let stretch = wanted(&*worker, units);
    let sampling = Sampling {
        job,
        stretch,
        waiting: Mutex::new(Box::new(
            scattered(units.div_ceil(stretch) as usize).enumerate(),
        )),
        late: &late,
        in_any_case: match under_way {
            UnderWay::GivenUp => 0,
            UnderWay::Finished => MIN_SAMPLES,
        },
        stopped: match under_way {
            UnderWay::GivenUp => &late,
            UnderWay::Finished => cancel,
        },
    };
    let started = Mutex::new(Some(worker));
    let take_started = || started.lock().map_or(None, |mut worker| worker.take());
    let work = &|number: usize| {
        let started = (number == first).then(take_started).flatten();
        sampling.sample(started.map_or_else(|| job.worker(number), Ok)?)
    };
    let samples: Vec<Result<Samples, Error>> = thread::scope(|scope| {
        let (done, waiting) = mpsc::channel::<()>();
        let late = &late;
        scope.spawn(move || {
            let end = Instant::now() + patience;
            // Poll whether the caller has cancelled.
            while let Err(RecvTimeoutError::Timeout) = waiting.recv_timeout(POLL_INTERVAL) {
                if Instant::now() >= end || cancel.is_cancelled() {
                    late.cancel();
                    break;
                }
            }
        });
        let samples = on_threads(first..crew, work);
        drop(done);
        samples
    });
    let mut all = Samples::default();
    let mut present = 0;
    let mut missing = None;
    for samples in samples {
        match samples {
            Ok(samples) => {
                present += 1;
                all.counted.extend(samples.counted);
                all.units += samples.units;
                all.unfinished += samples.unfinished;
            }
            Err(error) if error.is_of_one_worker() => missing = Some(error),
            Err(error) => return Err(error),
        }
    }
    // If other workers are left, they continue without this one.
    if let Some(error) = missing.filter(|_| present == 0) {
        return Err(error);
    }
    let seconds = ratio(&all.counted, all.unfinished, job.cost(0..units));
    Ok(seconds.map(|seconds| Forecast {
        seconds,
        sampled: all.units,
        units,
    }))
}

/// Returns the first worker that can start, with its number.
fn first_to_start(job: &dyn Job, crew: usize) -> Result<(usize, Box<dyn Worker + '_>), Error> {
    let mut number = 0;
    loop {
        match job.worker(number) {
            Ok(worker) => return Ok((number, worker)),
            Err(error) if error.is_of_one_worker() && number + 1 < crew => number += 1,
            Err(error) => return Err(error),
        }
    }
}

/// The state shared by the threads.
struct Sampling<'a> {
    job: &'a dyn Job,
    /// The number of consecutive units sampled at a time.
    stretch: u64,
    /// The ranges in the order they are sampled, with their position in that order.
    waiting: Mutex<Box<dyn Iterator<Item = (usize, usize)> + Send>>,
    /// Set when no further unit may be started, except for the minimum number.
    late: &'a Cancel,
    in_any_case: usize,
    /// Set when workers must stop even in the middle of a unit.
    stopped: &'a Cancel,
}

/// The samples of a worker: cost and time of ranges of units, and the time spent on an unfinished
/// one.
#[derive(Default)]
struct Samples {
    counted: Vec<(f64, f64)>,
    units: u64,
    unfinished: f64,
}

impl Sampling<'_> {
    fn sample(&self, mut worker: Box<dyn Worker + '_>) -> Result<Samples, Error> {
        let mut samples = Samples::default();
        while !self.stopped.is_cancelled() {
            let waiting = self.waiting.lock();
            let next = waiting.map_or(None, |mut waiting| waiting.next());
            let number = match next {
                Some((place, number)) if place < self.in_any_case || !self.late.is_cancelled() => {
                    number as u64
                }
                _ => break,
            };
            let first = number * self.stretch;
            // `stretch` was chosen for the first worker. A worker that needs fewer units counts
            // only the beginning of the range.
            let length = self.stretch.min(wanted(&*worker, self.stretch));
            let units = first..self.job.units().min(first + length);
            let start = Instant::now();
            let mut counted = first;
            worker.work(units.clone(), self.stopped, &mut |unit, _| {
                counted = unit + 1;
                Ok(())
            })?;
            let time = start.elapsed().as_secs_f64();
            if counted == units.end {
                samples.units += units.end - units.start;
                samples.counted.push((self.job.cost(units), time));
            } else {
                samples.unfinished += time;
            }
        }
        Ok(samples)
    }
}

/// Returns the number of consecutive units that a worker samples at a time. Many short ranges give
/// a better estimate than a few long ones, but ranges that are too short are counted at a lower
/// speed.
fn wanted(worker: &dyn Worker, units: u64) -> u64 {
    const SAMPLE_SHARE: u64 = 8;
    (worker.claim_size() / SAMPLE_SHARE).clamp(1, units.max(1))
}

/// Fewer samples than this give no usable estimate of the variance.
const MIN_SAMPLES: usize = 6;

/// The interval at which the clock is polled.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// Estimates the time of a job whose expected cost is `whole`, from samples of `(cost, time)`: a
/// ratio estimate with its standard error. The time spent on unfinished units is included, because
/// long units are cut off more often and would otherwise be underrepresented.
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
    // Sampled units contribute no error: their time is known exactly.
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
    use crate::problems::Queens;

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
        let job = Branches::new(Queens(26), "26 queens", 1, 1);
        let cancel = Cancel::new();
        cancel.cancel();
        let hour = Duration::from_secs(3600);
        let counted = forecast(&job, 1, hour, UnderWay::GivenUp, &cancel);
        assert_eq!(counted.unwrap(), None);
        let small = Branches::new(Queens(7), "7 queens", 1, 1);
        let counted = forecast(&small, 2, hour, UnderWay::Finished, &Cancel::new());
        let counted = counted.unwrap().unwrap();
        assert_eq!(
            (counted.sampled, counted.units, counted.seconds.error),
            (7, 7, 0.0)
        );
        // Some are counted even with no patience at all.
        let none = Duration::ZERO;
        let counted = forecast(&small, 2, none, UnderWay::Finished, &Cancel::new());
        assert!(counted.unwrap().unwrap().sampled >= MIN_SAMPLES as u64);
    }
}
