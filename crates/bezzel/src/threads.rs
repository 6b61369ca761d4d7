//! Threads of searches and jobs.

use std::thread;

/// Returns the default number of threads of searches and jobs: one for each core.
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Calls `work` with each number, all at the same time: the first call runs on the calling thread,
/// every other call on a new thread. Returns the results in order.
///
/// # Panics
/// If a call panics, this function panics too, after all calls have ended.
pub(crate) fn on_threads<T: Send>(
    numbers: impl IntoIterator<Item = usize>,
    work: impl Fn(usize) -> T + Sync,
) -> Vec<T> {
    let mut numbers = numbers.into_iter();
    let Some(first) = numbers.next() else {
        return Vec::new();
    };
    let work = &work;
    thread::scope(|scope| {
        let others: Vec<_> = numbers
            .map(|number| scope.spawn(move || work(number)))
            .collect();
        let mut results = vec![work(first)];
        results.extend(others.into_iter().map(|other| {
            other
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        }));
        results
    })
}
