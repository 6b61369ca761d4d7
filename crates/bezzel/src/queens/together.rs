//! Several engines that count a board together: they must cut it alike.

use std::ops::Range;

use super::{Board, Engine};
use crate::Error;
use crate::job::{Crew, Identity, Job, Remark, Worker};

/// Engines that count together, each with its own crew.
pub struct Together {
    name: &'static str,
    engines: Vec<&'static dyn Engine>,
}

impl Together {
    pub fn new(engines: Vec<&'static dyn Engine>) -> Self {
        let names: Vec<_> = engines.iter().map(|engine| engine.name()).collect();
        Self {
            name: names.join(",").leak(),
            engines,
        }
    }
}

impl Engine for Together {
    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> &'static str {
        "several engines that share the units"
    }

    fn limit(&self) -> u32 {
        let limits = self.engines.iter().map(|engine| engine.limit());
        limits.min().unwrap_or(0)
    }

    fn check(&self, board: &Board) -> Result<(), Error> {
        self.engines
            .iter()
            .try_for_each(|engine| engine.check(board))
    }

    fn job(&self, board: &Board) -> Result<Box<dyn Job>, Error> {
        let jobs: Result<Vec<_>, Error> = self
            .engines
            .iter()
            .map(|engine| engine.job(board))
            .collect();
        let jobs = jobs?;
        for (engine, job) in self.engines.iter().zip(&jobs) {
            if job.identity() != jobs[0].identity() {
                let first = self.engines[0].name();
                return Err(Error::Unsuited {
                    engine: engine.name(),
                    reason: format!(
                        "cuts the board otherwise than `{first}` does: they cannot count together"
                    ),
                });
            }
        }
        let (threads, devices) = jobs
            .into_iter()
            .partition(|job| job.crew(1) == Crew::threads(1));
        Ok(Box::new(Shared { devices, threads }))
    }

    fn guess(&self, board: &Board, nodes: f64) -> f64 {
        let guesses = self.engines.iter().map(|engine| engine.guess(board, nodes));
        guesses.fold(f64::INFINITY, f64::min)
    }
}

/// A job that all of them know: those that count with devices of their own, and those that share the threads.
struct Shared {
    devices: Vec<Box<dyn Job>>,
    threads: Vec<Box<dyn Job>>,
}

impl Shared {
    fn jobs(&self) -> impl Iterator<Item = &dyn Job> {
        self.devices.iter().chain(&self.threads).map(|job| &**job)
    }

    fn any(&self) -> &dyn Job {
        self.jobs().next().expect("several engines were asked for")
    }
}

impl Job for Shared {
    fn identity(&self) -> &Identity {
        self.any().identity()
    }

    fn weight(&self, unit: u64) -> u32 {
        self.any().weight(unit)
    }

    fn cost(&self, units: Range<u64>) -> f64 {
        self.any().cost(units)
    }

    fn crew(&self, threads: usize) -> Crew {
        let devices: usize = self.devices.iter().map(|job| job.crew(threads).size).sum();
        let threads = if self.threads.is_empty() { 0 } else { threads };
        Crew {
            size: devices + threads,
            kind: "worker",
        }
    }

    fn worker(&self, mut number: usize) -> Result<Box<dyn Worker + '_>, Error> {
        for job in &self.devices {
            let size = job.crew(1).size;
            if number < size {
                return job.worker(number);
            }
            number -= size;
        }
        // The others take turns.
        match self.threads.get(number % self.threads.len().max(1)) {
            Some(job) => job.worker(number),
            None => self.any().worker(number),
        }
    }

    fn remarks(&self) -> Vec<Remark> {
        self.jobs().flat_map(|job| job.remarks()).collect()
    }
}
