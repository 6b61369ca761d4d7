//! Units of a large board, counted by the processor and by a card, perhaps on different machines:
//!
//! ```sh
//! cargo run --release -p bezzel-gpu --example agree -- halves 24 1000 > units.txt   # some units, by `halves`
//! cargo run --release -p bezzel-gpu --example agree -- gpu units.txt                # the same by `gpu`: do they agree?
//! ```
//!
//! A file has a line for every unit: the board, the unit, and how many solutions it has.

use std::collections::BTreeSet;
use std::error::Error;
use std::ops::Range;
use std::sync::Mutex;
use std::time::Instant;

use bezzel::Cancel;
use bezzel::job::{self, Appetite, Job, Ledger, Outcome, Run, Total};
use bezzel::queens::{Board, Engine};
use bezzel_count::Halves;
use bezzel_gpu::Gpu;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["halves", n, count] => halves(n.parse()?, count.parse()?),
        ["gpu", file] => gpu(&std::fs::read_to_string(file)?),
        _ => Err("agree halves N COUNT, or agree gpu FILE".into()),
    }
}

/// Counts some units by the processor, on every thread, and prints each when it is done.
fn halves(n: u32, count: usize) -> Result<(), Box<dyn Error>> {
    let job = Halves::FASTEST.job(&Board::new(n))?;
    let mut units = BTreeSet::new();
    // Numbers from everywhere (splitmix64), the same every time.
    let mut state = u64::from(n);
    while units.len() < count.min(job.units() as usize) {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        units.insert((mixed ^ mixed >> 31) % job.units());
    }
    let ledger = Chosen {
        n,
        waiting: Mutex::new(units.into_iter().collect()),
    };
    Ok(job::work(&*job, &ledger, &Run::default())?)
}

/// Hands out chosen units, and prints what comes of them.
struct Chosen {
    n: u32,
    waiting: Mutex<Vec<u64>>,
}

impl Ledger for Chosen {
    fn claim(&self, _: Appetite) -> Result<Option<Range<u64>>, bezzel::Error> {
        let next = self
            .waiting
            .lock()
            .map_or(None, |mut waiting| waiting.pop());
        Ok(next.map(|unit| unit..unit + 1))
    }

    fn report(&self, unit: u64, outcome: &Outcome) -> Result<Total, bezzel::Error> {
        outcome.check(unit)?;
        println!("{} {unit} {}", self.n, outcome.count);
        Ok(Total::default())
    }

    fn give_back(&self, _: Range<u64>) -> Result<(), bezzel::Error> {
        Ok(())
    }

    fn total(&self) -> Result<Total, bezzel::Error> {
        Ok(Total::default())
    }
}

/// Counts the units of a file on a card.
fn gpu(file: &str) -> Result<(), Box<dyn Error>> {
    let start = Instant::now();
    let (mut agreed, mut differ) = (0, 0);
    let mut at_hand: Option<(u32, Box<dyn Job>)> = None;
    for line in file.lines() {
        let numbers: Result<Vec<u64>, _> = line.split(' ').map(str::parse).collect();
        let [n, unit, expected] = numbers?[..] else {
            return Err(format!("{line:?} is no board, unit and count").into());
        };
        let n = u32::try_from(n)?;
        if at_hand.as_ref().is_none_or(|(other, _)| *other != n) {
            at_hand = Some((n, Gpu.job(&Board::new(n))?));
        }
        let Some((_, job)) = &at_hand else { continue };
        let mut found = None;
        let report = &mut |_, outcome: Outcome| {
            outcome.check(unit)?;
            found = Some(outcome.count);
            Ok(())
        };
        job.worker(0)?
            .work(unit..unit + 1, &Cancel::new(), report)?;
        match found == Some(expected) {
            true => agreed += 1,
            false => {
                differ += 1;
                println!("unit {unit} of {n} queens: {expected} by halves, {found:?} by gpu");
            }
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("{agreed} units agree, {differ} differ; {seconds:.1} s on the card");
    match differ {
        0 => Ok(()),
        _ => Err("they do not agree".into()),
    }
}
