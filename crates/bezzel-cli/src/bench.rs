//! `bezzel bench`: the engines of this machine side by side.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, ensure};
use bezzel::render::{in_words, so_many, table};
use bezzel_count::{Engine, Path, Run, count, engine, published};
use clap::Args;
use serde::Serialize;

use crate::Exit;
use crate::interruption;
use crate::output;
use crate::progress::SignOfLife;

/// Measure the counting engines on this machine, side by side
///
/// Every count is checked. Short counts are repeated and the shortest time is taken. Ratios within one
/// run tell more than times: machines are noisy.
#[derive(Args)]
#[command(after_help = "\
Examples:
  bezzel bench --max 14
  bezzel bench --max 14 --json")]
pub struct Bench {
    /// Count boards of 14 to N queens
    #[arg(long, value_name = "N", default_value_t = 17)]
    #[arg(value_parser = clap::value_parser!(u32).range(14..=20))]
    max: u32,
    /// Print the report as JSON
    #[arg(long)]
    json: bool,
}

/// The seconds of the fastest public program, Kluev's N-Queens-Count-Sol, for a board and a number of
/// threads, on two cores of an AMD Zen 4 at 3.6 GHz.
const PUBLIC: [(u32, usize, f64); 9] = [
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

/// Boards up to here are also counted by the slower engines.
const COMPARED: u32 = 17;
/// The board on which paths are compared.
const PATHS_AT: u32 = 16;

#[derive(Serialize)]
struct Report {
    version: &'static str,
    date: String,
    cpu: String,
    paths: Vec<&'static str>,
    measures: Vec<Measure>,
    ratios: Vec<Ratio>,
}

/// One board, counted one way.
#[derive(Serialize)]
struct Measure {
    n: u32,
    engine: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<&'static str>,
    threads: usize,
    seconds: f64,
    count: String,
    /// The fastest public program's seconds, with as many threads on another machine.
    #[serde(skip_serializing_if = "Option::is_none")]
    public: Option<f64>,
}

/// How many times faster one way is than another.
#[derive(Serialize)]
struct Ratio {
    name: String,
    n: u32,
    ratio: f64,
}

impl Bench {
    pub fn run(self) -> Result<Exit> {
        let cancel = interruption::listen()?;
        let mut report = Report {
            version: env!("CARGO_PKG_VERSION"),
            date: today(),
            cpu: cpu(),
            paths: available().map(Path::name).collect(),
            measures: Vec::new(),
            ratios: Vec::new(),
        };
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        for task in tasks(self.max, cores) {
            let run = Run {
                cancel: cancel.clone(),
                ..Run::default()
            };
            match SignOfLife::during("measuring", || task.measure(&run))? {
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
            let done = so_many(report.measures.len() as u64, "measure");
            Exit::Interrupted(format!("interrupted after {done}"))
        } else {
            Exit::Found
        })
    }
}

fn available() -> impl DoubleEndedIterator<Item = Path> {
    Path::ALL.into_iter().filter(|path| path.available())
}

/// Something to measure.
struct Task {
    n: u32,
    engine: Engine,
    path: Option<Path>,
    threads: usize,
}

/// All there is to measure, in the order of the table.
fn tasks(max: u32, cores: usize) -> Vec<Task> {
    let named = |name| *engine(name).expect("engines in the table");
    let (border, lanes) = (named("border"), named("lanes"));
    let mut tasks = Vec::new();
    for n in 14..=max {
        let mut add = |engine: Engine, path: Option<Path>, threads| {
            let engine = path.map_or(engine, |path| engine.on(path));
            tasks.push(Task {
                n,
                engine,
                path,
                threads,
            });
        };
        if n <= COMPARED {
            add(border, None, 1);
        }
        for path in available() {
            if n == PATHS_AT || path == Path::best() {
                add(lanes, Some(path), 1);
            }
        }
        if cores > 1 {
            add(lanes, Some(Path::best()), cores);
        }
    }
    tasks
}

impl Task {
    /// The shortest of some runs, or nothing if it was interrupted.
    fn measure(&self, run: &Run<'_>) -> Result<Option<Measure>> {
        /// Runs together take about this long, or are this many, at least one.
        const PATIENCE: Duration = Duration::from_secs(1);
        const RUNS: u32 = 20;
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads);
        let pool = pool.build().context("cannot start threads")?;
        let expected = published::SOLUTIONS[self.n as usize].into();
        let (mut shortest, mut solutions) = (Duration::MAX, 0);
        let start = Instant::now();
        for _ in 0..RUNS {
            let begin = Instant::now();
            let total = pool.install(|| count(self.n, &self.engine, run))?;
            if !total.is_complete() {
                return Ok(None);
            }
            shortest = shortest.min(begin.elapsed());
            solutions = total.count;
            ensure!(
                solutions == expected,
                "{} counts {solutions} solutions of {} queens, not {expected}",
                self.engine.name,
                self.n
            );
            if start.elapsed() > PATIENCE {
                break;
            }
        }
        let public = PUBLIC
            .iter()
            .filter(|_| self.path == Some(Path::best()))
            .find(|public| (public.0, public.1) == (self.n, self.threads));
        Ok(Some(Measure {
            n: self.n,
            engine: self.engine.name,
            path: self.path.map(Path::name),
            threads: self.threads,
            seconds: shortest.as_secs_f64(),
            count: solutions.to_string(),
            public: public.map(|&(_, _, seconds)| seconds),
        }))
    }
}

impl Report {
    /// Puts measures in relation.
    fn compare(&mut self) {
        let best = Path::best().name();
        let seconds = |n, path: Option<&str>, threads: fn(usize) -> bool| {
            let mut measures = self.measures.iter();
            let measure =
                measures.find(|one| one.n == n && one.path == path && threads(one.threads));
            measure.map(|one| one.seconds)
        };
        let mut ratios = Vec::new();
        for n in 14..=20 {
            let mut ratio = |name: String, slow: Option<f64>, fast: Option<f64>| {
                if let (Some(slow), Some(fast)) = (slow, fast) {
                    ratios.push(Ratio {
                        name,
                        n,
                        ratio: slow / fast,
                    });
                }
            };
            let border = seconds(n, None, |threads| threads == 1);
            for &path in self.paths.iter().rev() {
                let lanes = seconds(n, Some(path), |threads| threads == 1);
                ratio(format!("lanes on {path} over border"), border, lanes);
            }
            let alone = seconds(n, Some(best), |threads| threads == 1);
            let together = seconds(n, Some(best), |threads| threads > 1);
            ratio("all threads over one".into(), alone, together);
        }
        self.ratios = ratios;
    }

    fn text(&self) -> String {
        let mut text = format!(
            "bezzel {}, {}, {}, paths {}\n\n",
            self.version,
            self.date,
            self.cpu,
            self.paths.join(", ")
        );
        let head = [
            "n",
            "engine",
            "path",
            "threads",
            "time",
            "fastest public (*)",
        ];
        let mut rows = vec![head.map(String::from).to_vec()];
        rows.extend(self.measures.iter().map(|one| {
            vec![
                one.n.to_string(),
                one.engine.into(),
                one.path.unwrap_or("-").into(),
                one.threads.to_string(),
                in_words(Duration::from_secs_f64(one.seconds)),
                one.public.map_or_else(String::new, |public| {
                    in_words(Duration::from_secs_f64(public))
                }),
            ]
        }));
        text += &table(&rows);
        text += "\n";
        let mut rows = vec![["ratio", "n", "times"].map(String::from).to_vec()];
        rows.extend(self.ratios.iter().map(|one| {
            vec![
                one.name.clone(),
                one.n.to_string(),
                format!("{:.2}", one.ratio),
            ]
        }));
        text += &table(&rows);
        text += "\n(*) Kluev's N-Queens-Count-Sol, measured on an AMD Zen 4 at 3.6 GHz\n";
        text
    }
}

/// What the machine calls its processor.
fn cpu() -> String {
    let told = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let line = told
        .lines()
        .find_map(|line| line.strip_prefix("model name"));
    let name = line
        .and_then(|line| line.split_once(": "))
        .map(|(_, name)| name.trim());
    name.map_or_else(|| std::env::consts::ARCH.to_owned(), str::to_owned)
}

/// The date as `2026-11-15`, in universal time.
fn today() -> String {
    let seconds = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs());
    date(seconds / 86_400)
}

/// The date so many days after 1 January 1970.
fn date(mut days: u64) -> String {
    let mut year = 1970;
    let leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    while days >= 365 + u64::from(leap(year)) {
        days -= 365 + u64::from(leap(year));
        year += 1;
    }
    let months = [
        31,
        28 + u64::from(leap(year)),
        31,
        30,
        31,
        30,
        31,
        31,
        30,
        31,
        30,
        31,
    ];
    let mut month = 1;
    for length in months {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    format!("{year}-{month:02}-{:02}", days + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        let days = [0, 58, 59, 11_016, 19_782, 20_772];
        let dates = [
            "1970-01-01",
            "1970-02-28",
            "1970-03-01",
            "2000-02-29",
            "2024-02-29",
            "2026-11-15",
        ];
        assert_eq!(days.map(date), dates);
    }
}
