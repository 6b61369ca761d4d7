//! How many threads to use: `--threads`.

use std::thread;

use anyhow::{Context, Result};
use bezzel::job::WorkerCount;
use clap::Args;

/// How many threads to use.
#[derive(Args)]
pub struct Threads {
    /// Use this many threads [default: all cores]
    #[arg(long, value_name = "K", allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl Threads {
    /// Makes these the threads of all that follows.
    pub fn start(&self) -> Result<()> {
        let threads = self.threads.unwrap_or(0).into();
        rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build_global()
            .with_context(|| format!("cannot start {threads} threads"))
    }
}

/// The threads that can run at once.
pub fn at_work() -> usize {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    rayon::current_num_threads().min(cores)
}

/// The threads that were asked for.
pub fn crew() -> WorkerCount {
    WorkerCount::threads(rayon::current_num_threads())
}
