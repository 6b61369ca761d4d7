//! Compares evolutions of queens: Bezzel with its defaults, and two other crates configured like
//! their authors' own examples for queens, but with a fitness in linear time.
//!
//! `cargo run --release -- [RUNS] [SECONDS] [N …]`; each run uses one core.

use std::time::{Duration, Instant};

use bezzel_queens::is_solution;

mod peers;

/// The result of a run: its generations, and the columns it found, if any.
struct Run {
    generations: u64,
    columns: Option<Vec<u32>>,
}

type Evolve = fn(n: u32, seed: u64, deadline: Instant) -> Run;

const CRATES: [(&str, Evolve); 4] = [
    ("bezzel", peers::bezzel_columns),
    ("bezzel, permutation", peers::bezzel_permutation),
    ("genetic_algorithm 0.28", peers::genetic_algorithm),
    ("radiate 1.3", peers::radiate),
];

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut number = |usual: u32| {
        arguments
            .next()
            .map_or(usual, |text| text.parse().expect("a number"))
    };
    let (runs, seconds) = (number(20), number(20));
    let mut sizes: Vec<u32> = arguments
        .map(|text| text.parse().expect("a number"))
        .collect();
    if sizes.is_empty() {
        sizes = vec![8, 16, 32, 64, 128, 256];
    }
    println!("{runs} runs of at most {seconds} s each, one thread");
    println!("| n | crate | solved | median generations | median time | longest |");
    println!("|---:|---|---:|---:|---:|---:|");
    for n in sizes {
        for (name, evolve) in CRATES {
            measure(n, name, evolve, runs, Duration::from_secs(seconds.into()));
        }
    }
}

/// Prints one line of the table. Medians are over all runs, including those without a solution.
fn measure(n: u32, name: &str, evolve: Evolve, runs: u32, patience: Duration) {
    let (mut solved, mut generations, mut times) = (0, Vec::new(), Vec::new());
    for seed in 0..runs {
        let start = Instant::now();
        let run = evolve(n, seed.into(), start + patience);
        times.push(start.elapsed());
        generations.push(run.generations);
        if let Some(columns) = run.columns {
            assert!(is_solution(&columns), "{name} at {n} queens, seed {seed}");
            solved += 1;
        }
    }
    times.sort_unstable();
    generations.sort_unstable();
    let middle = times.len() / 2;
    println!(
        "| {n} | {name} | {solved} of {runs} | {} | {:.4} s | {:.3} s |",
        generations[middle],
        times[middle].as_secs_f64(),
        times[times.len() - 1].as_secs_f64()
    );
}
