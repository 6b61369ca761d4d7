//! A whole board: its units handed out to threads, their outcomes put together.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use bezzel::{Cancel, Progress};

use crate::{Engine, Error, Frame, Outcome, PRIMES, Plan, Unit};

/// What a count should do beside counting.
#[derive(Clone, Default)]
pub struct Run<'a> {
    /// Stop when this is thrown.
    pub cancel: Cancel,
    /// Whom to tell about finished units.
    pub watcher: Option<&'a (dyn Fn(Progress) + Sync)>,
}

/// The solutions of a board, or of as many units as were finished.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Total {
    /// The solutions, symmetric images included.
    pub count: u128,
    /// The same modulo each of [`PRIMES`], put together from the units' residues.
    pub residues: [u32; 2],
    /// Queens placed on the way.
    pub nodes: u64,
    /// Units finished.
    pub done: u64,
    /// Units in all.
    pub units: u64,
}

impl Total {
    /// Adds the outcome of a unit.
    ///
    /// # Errors
    /// Those of [`Outcome::check`].
    pub fn add(&mut self, unit: &Unit, outcome: &Outcome) -> Result<(), Error> {
        outcome.check(unit.number)?;
        let weight = u32::from(unit.weight);
        self.count += u128::from(weight) * u128::from(outcome.count);
        for (sum, (residue, prime)) in self
            .residues
            .iter_mut()
            .zip(outcome.residues.into_iter().zip(PRIMES))
        {
            *sum = (*sum + weight * residue) % prime;
        }
        self.nodes += outcome.nodes;
        self.done += 1;
        Ok(())
    }

    /// Whether every unit was finished.
    pub fn is_complete(&self) -> bool {
        self.done == self.units
    }
}

/// Counts the solutions of `n` queens, on every thread of the current rayon pool.
///
/// ```
/// use bezzel_count::{count, engine, Run};
///
/// let lanes = engine("lanes").unwrap();
/// assert_eq!(count(12, lanes, &Run::default())?.count, 14_200);
/// # Ok::<(), bezzel_count::Error>(())
/// ```
///
/// # Errors
/// [`Error::TooManyQueens`] beyond [`crate::LIMIT`]; [`Error::Overflow`] and [`Error::Contradiction`] if a
/// unit's count cannot be trusted.
pub fn count(n: u32, engine: &Engine, run: &Run<'_>) -> Result<Total, Error> {
    let mut units: Vec<(f64, Unit)> = plan(n)?
        .units()
        .map(|unit| (expected(&unit), unit))
        .collect();
    // The largest first: at the end no thread waits long for another.
    units.sort_by(|a, b| b.0.total_cmp(&a.0));
    let whole: f64 = units.iter().map(|(cost, _)| cost).sum();

    let next = AtomicUsize::new(0);
    let total = Mutex::new((
        Total {
            units: units.len() as u64,
            ..Total::default()
        },
        0.0,
    ));
    let work = || -> Result<(), Error> {
        let mut counter = engine.counter();
        while let Some((cost, unit)) = units.get(next.fetch_add(1, Relaxed)) {
            let Some(outcome) = counter.count(unit, &run.cancel) else {
                break;
            };
            let mut sum = total.lock().expect("no thread panics while it adds");
            if let Err(error) = sum.0.add(unit, &outcome) {
                // Nothing that follows could mend it: the others are not to begin another unit.
                next.store(units.len(), Relaxed);
                return Err(error);
            }
            sum.1 += cost;
            let (total, done) = *sum;
            drop(sum);
            if let Some(watcher) = run.watcher {
                watcher(Progress {
                    done: total.done as usize,
                    units: total.units as usize,
                    share: done / whole,
                    nodes: total.nodes,
                    solutions: u64::try_from(total.count).unwrap_or(u64::MAX),
                });
            }
        }
        Ok(())
    };
    /// Boards that are counted before a second thread is awake.
    const SMALL: u32 = 10;
    if n <= SMALL {
        work()?;
    } else {
        rayon::broadcast(|_| work())
            .into_iter()
            .collect::<Result<(), Error>>()?;
    }
    Ok(total.into_inner().expect("no thread panicked").0)
}

/// The plan for a board: finer for those whose units would take minutes.
fn plan(n: u32) -> Result<Plan, Error> {
    match n {
        0..=20 => Plan::new(n),
        _ => Plan::finer(n, 100_000),
    }
}

/// How much work a unit is likely to be.
fn expected(unit: &Unit) -> f64 {
    /// Units of smaller boards take no longer than telling them apart.
    const WORTH_TELLING: u8 = 16;
    if unit.n < WORTH_TELLING {
        return 1.0;
    }
    Frame::new(unit, u32::BITS).map_or(1.0, |frame| frame.estimate())
}

/// The time one thread would need for a board, from some of its units that take about `patience`
/// together.
///
/// # Errors
/// [`Error::TooManyQueens`] beyond [`crate::LIMIT`].
pub fn forecast(n: u32, engine: &Engine, patience: Duration) -> Result<Duration, Error> {
    let units: Vec<Unit> = plan(n)?.units().collect();
    let whole: f64 = units.iter().map(expected).sum();
    let mut counter = engine.counter();
    let start = Instant::now();
    let mut done = 0.0;
    // Scattered over the plan: steps of the golden section meet every part of it.
    let step = (units.len() as f64 * 0.618) as usize | 1;
    let mut at = 0;
    for _ in 0..units.len() {
        let unit = &units[at];
        counter.count(unit, &Cancel::new());
        done += expected(unit);
        if start.elapsed() > patience {
            break;
        }
        at = (at + step) % units.len();
    }
    Ok(start.elapsed().mul_f64(whole / done))
}
