//! The option `--threads`.

use std::thread;

use anyhow::{Context, Result};
use bezzel::job::WorkerCount;
use clap::Args;

/// The number of threads to use.
#[derive(Args)]
pub struct Threads {
    /// Use this many threads [default: all cores]
    #[arg(long, value_name = "K", allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl Threads {
    /// Sets the number of threads for the whole process.
    pub fn start(&self) -> Result<()> {
        let threads = self.threads.unwrap_or(0).into();
        rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build_global()
            .with_context(|| format!("cannot start {threads} threads"))
    }
}

/// Returns the number of threads that can run at the same time: at most one for each core.
pub fn at_work() -> usize {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    rayon::current_num_threads().min(cores)
}

/// Returns the number of workers of a job: one for each thread.
pub fn crew() -> WorkerCount {
    WorkerCount::threads(rayon::current_num_threads())
}
