//! How many queues of work CUDA makes for a process.

use std::env;

/// What CUDA reads that from.
const NAME: &str = "CUDA_DEVICE_MAX_CONNECTIONS";

/// Has CUDA make one queue for work instead of eight, which is all that the engine uses: that takes a quarter off the third of a second in
/// which CUDA starts and ends.
///
/// CUDA reads it from the environment, which must not change while other threads may look: a program calls this before anything else. It
/// does nothing if the process has other threads already, or if the user has set `CUDA_DEVICE_MAX_CONNECTIONS`; nor anywhere but on Linux,
/// which tells how many threads there are.
pub fn use_one_queue() {
    if env::var_os(NAME).is_none() && is_only_thread() {
        // SAFETY: there is no other thread that could read or write the environment, and none begins before this is over.
        unsafe { env::set_var(NAME, "1") };
    }
}

/// Whether the process is known to have one thread.
fn is_only_thread() -> bool {
    if !cfg!(target_os = "linux") {
        return false;
    }
    let threads = std::fs::read_dir("/proc/self/task");
    threads.is_ok_and(|threads| threads.count() == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn others_may_read_the_environment() {
        // Tests run on threads of their own, beside the one that waits for them.
        assert!(!is_only_thread());
        let before = env::var_os(NAME);
        use_one_queue();
        assert_eq!(env::var_os(NAME), before);
    }
}
