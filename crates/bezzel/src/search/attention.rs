//! How walks are called: they glance at one number at every node, and look up when it has changed.
//!
//! A glance is a load that is nearly always in the cache, so a walk can afford it at every node it enters and every child
//! it rejects, however cheap or dear they are. Asking the clock or several switches there would cost more than the nodes.

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

/// Walks are called every few milliseconds while there is one of these: somebody has to look at the clock.
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
        // Where there are no threads, walks look at the clock every few thousand nodes.
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
