//! `bezzel bench`: measures the engines of this machine.

use std::sync::Arc;
mod report;

use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use crate::words::plural;
use anyhow::{Context, Result, ensure};
use bezzel::job::{CountOptions, UnderWay, forecast};
use bezzel_gpu::Gpu;
use bezzel_queens::published::SOLUTIONS;
use bezzel_queens::{Board, Engine, Engines, count, estimated_seconds, nodes};
use clap::Args;

use self::report::{BenchReport, Measure, today};
use crate::Exit;
use crate::devices;
use crate::engines::{self, engines};
use crate::interruption;
use crate::output;
use crate::progress::Activity;

/// Measure the speed of the counting engines on this machine
///
/// Every count is verified. Short counts are repeated and the shortest time is reported. Of long
/// counts some units are counted, and the total time is extrapolated. Compare ratios within one run
/// rather than times, since machines are noisy.
#[derive(Args)]
#[command(after_help = "\
Examples:
  bezzel bench --max 14
  bezzel bench --max 14 --json
  bezzel bench --min 15 --max 15
  bezzel bench --max 14 --method lanes")]
pub struct BenchArgs {
    /// Count boards from M queens on
    #[arg(long, value_name = "M", default_value_t = 14)]
    #[arg(value_parser = clap::value_parser!(u32).range(14..=28))]
    min: u32,
    /// Count boards of up to N queens
    #[arg(long, value_name = "N", default_value_t = 17)]
    #[arg(value_parser = clap::value_parser!(u32).range(14..=28))]
    max: u32,
    /// Measure only this engine
    #[arg(long, value_name = "METHOD", default_value = engines::AUTO, value_parser = engines::names())]
    method: String,
    /// Print the report as JSON
    #[arg(long)]
    json: bool,
}

/// The seconds that the fastest public program for graphics cards (arXiv 2511.12009) spends in its
/// kernels on one NVIDIA H200, for each board; the last entry is the authors' figure for an H800.
const PUBLIC_ON_A_CARD: [(u32, f64); 5] =
    [(18, 0.065), (19, 0.45), (20, 3.44), (21, 28.6), (22, 250.0)];

/// The seconds of the fastest public program for processors, Kluev's N-Queens-Count-Sol, for a
/// board and a number of threads, on two cores of an AMD Zen 4 at 3.6 GHz.
const PUBLIC_SECONDS: [(u32, usize, f64); 9] = [
    (14, 1, 0.019),
    (15, 1, 0.207),
    (16, 1, 0.254),
    (17, 1, 2.89),
    (18, 1, 6.59),
    (19, 1, 69.0),
    (16, 2, 0.228),
    (18, 2, 4.03),
    (20, 2, 197.0),
];

/// Counts that are expected to take at most this many seconds (on cards, `WHOLE_ON_A_CARD`) are
/// measured completely; of longer counts some units are counted for `SAMPLE_TIME`.
const MAX_COUNT_SECONDS: f64 = 15.0;
const WHOLE_ON_A_CARD: f64 = 60.0;
const SAMPLE_TIME: Duration = Duration::from_secs(20);
/// An engine is measured on a board if its estimated time is at most this multiple of the fastest
/// engine's time; if the count is sampled, the smaller multiple applies.
const MAX_SLOWDOWN: f64 = 100.0;
const NEAR_IF_SAMPLED: f64 = 20.0;
/// The boards on which the variants of engines are compared.
const VARIANTS_AT: [u32; 2] = [16, 20];

impl BenchArgs {
    pub fn run(self) -> Result<Exit> {
        let cancel = interruption::cancel_token();
        let chosen: Engines = match engines().named(&self.method) {
            Some(engine) => {
                for board in [self.min, self.max].map(Board::new) {
                    engines::start(&*engine, &board)?;
                }
                [engine].into_iter().collect()
            }
            None => {
                let board = Board::new(self.min);
                let starts = |engine: &Arc<dyn Engine>| engines::start(&**engine, &board).is_ok();
                engines().all().filter(starts).collect()
            }
        };
        let largest = Board::new(self.max);
        let fastest = bezzel_count::engines().fastest(&largest, nodes(&largest))?;
        let mut report = BenchReport {
            version: env!("CARGO_PKG_VERSION"),
            date: today(),
            cpu: devices::name(),
            cards: cards(&chosen),
            variants: fastest.variants(),
            measures: Vec::new(),
            ratios: Vec::new(),
        };
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        ensure!(
            self.min <= self.max,
            "--min {} is more than --max {}",
            self.min,
            self.max
        );
        for task in measurements(self.min..=self.max, cores, &chosen)? {
            let run = CountOptions {
                cancel: cancel.clone(),
                ..CountOptions::default()
            };
            match Activity::during("measuring", || task.measure(&run))? {
                Some(measure) => report.measures.push(measure),
                None => break,
            }
        }
        report.compare();
        if self.json {
            output::print_json(&report)?;
        } else {
            output::print(report.text().as_bytes())?;
        }
        Ok(if cancel.is_cancelled() {
            let done = plural(report.measures.len() as u64, "measure");
            interruption::exit(&format!("after {done}"))
        } else {
            Exit::Found
        })
    }
}

/// A measurement to make.
struct Measurement {
    board: Board,
    engine: Arc<dyn Engine>,
    variant: Option<&'static str>,
    threads: usize,
    /// Whether all units are counted.
    whole: bool,
    /// Whether it is compared with the fastest public program.
    public: bool,
}

/// Returns all measurements, in the order of the table.
fn measurements(
    boards: RangeInclusive<u32>,
    cores: usize,
    engines: &Engines,
) -> Result<Vec<Measurement>> {
    let (processor, cards): (Vec<_>, Vec<_>) =
        engines.all().partition(|engine| !on_cards(&**engine));
    let processor: Engines = processor.into_iter().collect();
    let mut measurements = Vec::new();
    for board in boards.map(Board::new) {
        let fastest = processor.fastest(&board, nodes(&board)).ok();
        let least = fastest.as_ref().map_or(Ok(f64::INFINITY), |fastest| {
            estimated_seconds(&**fastest, &board)
        })?;
        for engine in processor
            .all()
            .filter(|engine| engine.check(&board).is_ok())
        {
            let is_fastest = fastest
                .as_ref()
                .is_some_and(|fastest| fastest.name() == engine.name());
            let seconds = estimated_seconds(&*engine, &board)?;
            let near = if seconds > MAX_COUNT_SECONDS {
                NEAR_IF_SAMPLED
            } else {
                MAX_SLOWDOWN
            };
            if !is_fastest && seconds > near * least {
                continue;
            }
            let mut add = |engine, variant, threads, public| {
                measurements.push(Measurement {
                    board: board.clone(),
                    engine,
                    variant,
                    threads,
                    whole: seconds / threads as f64 <= MAX_COUNT_SECONDS,
                    public,
                });
            };
            let mut variants = engine.variants();
            let best = variants.pop();
            for variant in variants
                .into_iter()
                .filter(|_| VARIANTS_AT.contains(&board.n()))
            {
                let slower = engine.variant(variant).context("a variant of the list")?;
                add(slower, Some(variant), 1, false);
            }
            add(engine.clone(), best, 1, is_fastest);
            if is_fastest && cores > 1 {
                add(engine, best, cores, true);
            }
        }
        for engine in cards.iter().filter(|engine| engine.check(&board).is_ok()) {
            measurements.push(Measurement {
                board: board.clone(),
                engine: engine.clone(),
                variant: None,
                threads: 1,
                whole: estimated_seconds(&**engine, &board)? <= WHOLE_ON_A_CARD,
                // The published figures were measured on one card.
                public: engine.job(&board)?.crew(1).size == 1,
            });
        }
    }
    Ok(measurements)
}

/// Returns true if an engine counts on graphics cards.
fn on_cards(engine: &dyn Engine) -> bool {
    engine.name() == Gpu.name()
}

/// Returns the cards of this machine, if an engine that uses them is measured.
fn cards(engines: &Engines) -> Vec<String> {
    let cards = bezzel_gpu::cards().unwrap_or_default();
    let any = engines.all().any(|engine| on_cards(&*engine));
    let cards = cards.iter().filter(|_| any);
    cards
        .map(|card| format!("{} (CUDA {})", card.name, card.driver))
        .collect()
}

impl Measurement {
    /// Measures the time, or returns `None` if interrupted.
    fn measure(&self, run: &CountOptions<'_>) -> Result<Option<Measure>> {
        let run = &CountOptions {
            threads: Some(self.threads),
            ..run.clone()
        };
        if self.whole {
            self.count(run)
        } else {
            self.sample(run)
        }
    }

    /// Returns the shortest time of several counts.
    fn count(&self, run: &CountOptions<'_>) -> Result<Option<Measure>> {
        /// The limits of repeated counts: total time and number. A count is repeated at least once,
        /// since the first may include initialisation, unless the first takes longer than
        /// `LONG_COUNT`.
        const TOTAL_TIME: Duration = Duration::from_millis(400);
        const LONG_COUNT: Duration = Duration::from_secs(1);
        const RUNS: u32 = 20;
        let (n, name) = (self.board.n(), self.engine.name());
        let expected = SOLUTIONS[n as usize].into();
        let mut shortest = Duration::MAX;
        let mut kernels = None;
        let mut units = 0;
        let start = Instant::now();
        for before in 0..RUNS {
            let begin = Instant::now();
            let counted = count(&*self.engine, &self.board, false, run)?;
            if !counted.is_complete() {
                return Ok(None);
            }
            let kernel = counted
                .remarks
                .iter()
                .find(|remark| remark.name == "kernelSeconds");
            if begin.elapsed() < shortest {
                shortest = begin.elapsed();
                kernels = kernel.map(|remark| remark.value);
            }
            units = counted.total.units;
            let found = counted.solutions();
            ensure!(
                found == expected,
                "{name} counts {found} solutions of {n} queens, not {expected}"
            );
            let enough = if before == 0 { LONG_COUNT } else { TOTAL_TIME };
            if start.elapsed() > enough {
                break;
            }
        }
        let seconds = shortest.as_secs_f64();
        Ok(Some(Measure {
            count: Some(expected.to_string()),
            kernels,
            ..self.measured(seconds, units)
        }))
    }

    /// Estimates the time of all units from a sample.
    fn sample(&self, run: &CountOptions<'_>) -> Result<Option<Measure>> {
        let job = self.engine.job(&self.board)?;
        let forecast_result = forecast(
            &*job,
            self.threads,
            SAMPLE_TIME,
            UnderWay::Finished,
            &run.cancel,
        )?;
        let forecast_result = forecast_result.filter(|_| !run.cancel.is_cancelled());
        let crew = job.crew(self.threads).size as f64;
        Ok(forecast_result.map(|forecast_result| Measure {
            error: Some(forecast_result.seconds.error / crew),
            sampled: Some(forecast_result.sampled),
            ..self.measured(forecast_result.seconds.mean / crew, forecast_result.units)
        }))
    }

    fn measured(&self, seconds: f64, units: u64) -> Measure {
        let n = self.board.n();
        let on_threads = PUBLIC_SECONDS
            .iter()
            .find(|public| (public.0, public.1) == (n, self.threads));
        let on_a_card = PUBLIC_ON_A_CARD.iter().find(|public| public.0 == n);
        let public = match on_cards(&*self.engine) {
            true => on_a_card.map(|public| public.1),
            false => on_threads.map(|public| public.2),
        };
        Measure {
            n,
            engine: self.engine.name(),
            variant: self.variant,
            threads: self.threads,
            seconds,
            kernels: None,
            error: None,
            sampled: None,
            units,
            count: None,
            public: public.filter(|_| self.public),
        }
    }
}
