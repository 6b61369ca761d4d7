//! Compares a graphics card with the processor on single units of a large board, possibly on
//! different machines:
//!
//! ```sh
//! cargo run --release -p bezzel-gpu --example agree -- halves 24 1000 units.txt   # a thousand
//! units, by `halves`
//! cargo run --release -p bezzel-gpu --example agree -- gpu units.txt              # the same by
//! `gpu`: do they agree?
//! ```
//!
//! A file has a line for every unit: the board, the unit and its number of solutions. Units are
//! chosen at random with a fixed seed and written in that order, so that an incomplete file is a
//! fair sample. `halves` continues an existing file.

use std::collections::HashSet;
use std::error::Error;
use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::ops::Range;
use std::sync::Mutex;
use std::time::Instant;

use bezzel::Cancel;
use bezzel::job::{self, ClaimSize, CountOptions, Ledger, Outcome, Total, Worker};
use bezzel_count::Halves;
use bezzel_gpu::Gpu;
use bezzel_queens::{Board, Engine};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["halves", n, count, file] => halves(n.parse()?, count.parse()?, file),
        ["gpu", file] => gpu(&lines(&fs::read_to_string(file)?)?),
        _ => Err("agree halves N COUNT FILE, or agree gpu FILE".into()),
    }
}

/// A unit of a board and its number of solutions.
struct Line {
    n: u32,
    unit: u64,
    count: u64,
}

fn lines(text: &str) -> Result<Vec<Line>, Box<dyn Error>> {
    let read = |line: &str| -> Result<Line, Box<dyn Error>> {
        let numbers: Result<Vec<u64>, _> = line.split(' ').map(str::parse).collect();
        let [n, unit, count] = numbers?[..] else {
            return Err(format!("{line:?} is no board, unit and count").into());
        };
        let n = u32::try_from(n)?;
        Ok(Line { n, unit, count })
    };
    text.lines().map(read).collect()
}

/// Returns pseudorandom numbers below a bound (SplitMix64).
fn random(seed: u64, bound: u64) -> impl Iterator<Item = u64> {
    let mut state = seed;
    std::iter::repeat_with(move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ mixed >> 31) % bound
    })
}

/// Counts some units on all threads of the processor, and writes each result when it is done.
fn halves(n: u32, count: usize, file: &str) -> Result<(), Box<dyn Error>> {
    let there = match fs::read_to_string(file) {
        Ok(text) => lines(&text)?,
        Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(error.into()),
    };
    let there: HashSet<u64> = there.iter().map(|line| line.unit).collect();
    let job = Halves::FASTEST.job(&Board::new(n))?;
    let mut known = HashSet::new();
    let mut chosen: Vec<u64> = random(n.into(), job.units())
        .filter(|&unit| known.insert(unit))
        .take(count.min(job.units() as usize))
        .filter(|unit| !there.contains(unit))
        .collect();
    // Units are taken from the end.
    chosen.reverse();
    let ledger = Chosen {
        n,
        waiting: Mutex::new(chosen),
        file: Mutex::new(OpenOptions::new().create(true).append(true).open(file)?),
    };
    Ok(job::work(&*job, &ledger, &CountOptions::default())?)
}

/// A ledger that assigns the chosen units and writes their outcomes.
struct Chosen {
    n: u32,
    waiting: Mutex<Vec<u64>>,
    file: Mutex<File>,
}

impl Ledger for Chosen {
    fn claim(&self, _: ClaimSize) -> Result<Option<Range<u64>>, bezzel::Error> {
        let next = self.waiting.lock().unwrap().pop();
        Ok(next.map(|unit| unit..unit + 1))
    }

    fn report(&self, unit: u64, outcome: &Outcome) -> Result<Total, bezzel::Error> {
        outcome.check(unit)?;
        let line = format!("{} {unit} {}\n", self.n, outcome.count);
        let written = self.file.lock().unwrap().write_all(line.as_bytes());
        written.expect("the file can be written to");
        Ok(Total::default())
    }

    fn give_back(&self, _: Range<u64>) -> Result<(), bezzel::Error> {
        Ok(())
    }

    fn total(&self) -> Result<Total, bezzel::Error> {
        Ok(Total::default())
    }
}

/// Counts units on a card, one at a time, and compares the results.
fn gpu(lines: &[Line]) -> Result<(), Box<dyn Error>> {
    let start = Instant::now();
    let (mut agreed, mut differ) = (0, 0);
    for board in lines.chunk_by(|one, other| one.n == other.n) {
        let n = board[0].n;
        let job = Gpu.job(&Board::new(n))?;
        // One worker counts all units, reusing its memory.
        let mut worker = job.worker(0)?;
        for line in board {
            let found = counted(&mut *worker, line.unit)?;
            if found == Some(line.count) {
                agreed += 1;
            } else {
                differ += 1;
                let Line { unit, count, .. } = line;
                println!("unit {unit} of {n} queens: {count} by halves, {found:?} by gpu");
            }
            if (agreed + differ) % 50 == 0 {
                let seconds = start.elapsed().as_secs_f64();
                println!("{agreed} units agree, {differ} differ; {seconds:.1} s so far");
            }
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("{agreed} units agree, {differ} differ; {seconds:.1} s");
    match differ {
        0 => Ok(()),
        _ => Err("they do not agree".into()),
    }
}

/// Returns a worker's count of a unit.
fn counted(worker: &mut dyn Worker, unit: u64) -> Result<Option<u64>, bezzel::Error> {
    let mut found = None;
    worker.work(unit..unit + 1, &Cancel::new(), &mut |_, outcome| {
        outcome.check(unit)?;
        found = Some(outcome.count);
        Ok(())
    })?;
    Ok(found)
}
