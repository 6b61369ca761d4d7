//! How walks are called: they glance at one number now and then, and look up when it has changed.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, Once, PoisonError};
use std::thread;
use std::time::Duration;

static CALLS: AtomicU64 = AtomicU64::new(1);

/// How often walks were called. Never 0.
#[inline]
pub(crate) fn calls() -> u64 {
    CALLS.load(Relaxed)
}

/// Calls every walk of this process: something may have changed for it.
pub(crate) fn call() {
    CALLS.fetch_add(1, Relaxed);
}

/// Walks are called every few milliseconds while there is one of these.
#[derive(Debug)]
pub(crate) struct Ticking(());

/// How far apart the calls are.
const TICK: Duration = Duration::from_millis(4);

static WATCHED: Mutex<usize> = Mutex::new(0);
static WANTED: Condvar = Condvar::new();

impl Ticking {
    pub fn start() -> Self {
        static CLOCK: Once = Once::new();
        let mut watched = WATCHED.lock().unwrap_or_else(PoisonError::into_inner);
        *watched += 1;
        WANTED.notify_one();
        // Where there are no threads nobody else calls either.
        CLOCK.call_once(|| {
            let _ = thread::Builder::new()
                .name("bezzel-clock".into())
                .spawn(tick);
        });
        Self(())
    }
}

impl Drop for Ticking {
    fn drop(&mut self) {
        *WATCHED.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
    }
}

/// Calls as long as somebody wants it, and waits otherwise.
fn tick() {
    loop {
        let watched = WATCHED.lock().unwrap_or_else(PoisonError::into_inner);
        drop(WANTED.wait_while(watched, |watched| *watched == 0));
        thread::sleep(TICK);
        call();
    }
}
