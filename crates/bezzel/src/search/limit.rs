//! When to stop: limits set beforehand, and cancellation from another thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use crate::clock::Instant;

/// Why a search came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum End {
    /// Every node was visited: the answer is complete.
    Exhausted,
    /// The limit on solutions was reached.
    Solutions,
    /// The limit on nodes was reached.
    Nodes,
    /// The limit on time was reached.
    Time,
    /// It was cancelled.
    Cancelled,
    /// The caller's own closure said stop.
    Stopped,
}

/// A switch that stops a search from another thread. Clones share the switch.
///
/// ```
/// use bezzel::{Cancel, End, Search};
/// use bezzel::problems::Queens;
///
/// let cancel = Cancel::new();
/// let hour_long = Queens(20);
/// let tally = std::thread::scope(|threads| {
///     let search = threads.spawn(|| Search::new(&hour_long).cancelled_by(&cancel).count());
///     cancel.cancel();
///     search.join().unwrap()
/// });
/// assert_eq!(tally.end, End::Cancelled);
/// # Ok::<(), bezzel::Error>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// A switch not yet thrown.
    pub fn new() -> Self {
        Self::default()
    }

    /// Throws the switch. Searches notice within some hundred microseconds, or at the next node where one takes longer.
    pub fn cancel(&self) {
        self.0.store(true, Relaxed);
    }

    /// Whether the switch was thrown.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Relaxed)
    }
}

/// The limits of a search, as asked for.
#[derive(Debug, Clone, Default)]
pub(crate) struct Limits {
    pub solutions: Option<u64>,
    pub nodes: Option<u64>,
    pub time: Option<Duration>,
    pub cancels: Vec<Cancel>,
}

impl Limits {
    /// Starts the clock.
    pub fn start(&self) -> Guard {
        let deadline = self.time.and_then(|time| Instant::now().checked_add(time));
        Guard {
            fuel: self.nodes.map(|nodes| Arc::new(AtomicU64::new(nodes))),
            deadline,
            cancels: self.cancels.clone(),
        }
    }
}

/// How fast a walk goes: the nodes it may enter before it asks again are some hundred microseconds' worth.
#[derive(Debug, Default)]
pub(crate) struct Pace {
    ration: u64,
    asked: Option<Instant>,
}

impl Pace {
    const LARGEST: u64 = 4096;

    fn ration(&mut self) -> u64 {
        const QUICK: Duration = Duration::from_micros(200);
        const SLOW: Duration = Duration::from_millis(1);
        let now = Instant::now();
        match self.asked.map(|asked| now - asked) {
            None => self.ration = 1,
            Some(time) if time < QUICK => self.ration = (2 * self.ration).min(Self::LARGEST),
            Some(time) if time > SLOW => self.ration = (self.ration / 8).max(1),
            Some(_) => {}
        }
        self.asked = Some(now);
        self.ration
    }

    /// Whether it asks after a few nodes already: they are dear, or nothing is known yet.
    pub fn is_slow(&self) -> bool {
        const FEW: u64 = 64;
        self.ration < FEW
    }
}

/// Steps that cost no fuel, of which there may be any number: every few of them the guard is asked.
#[derive(Debug, Default)]
pub(crate) struct PollThrottle {
    left: u64,
    pace: Pace,
}

impl PollThrottle {
    /// One more step, or why there must be none.
    #[inline]
    pub fn one_more(&mut self, guard: &Guard) -> Result<(), End> {
        if self.left == 0 {
            guard.go_on()?;
            self.left = self.pace.ration();
        }
        self.left -= 1;
        Ok(())
    }
}

/// The limits of a search under way. Clones draw on the same budget, so that the walks of a
/// parallel search keep one limit between them.
#[derive(Debug, Clone)]
pub(crate) struct Guard {
    fuel: Option<Arc<AtomicU64>>,
    deadline: Option<Instant>,
    cancels: Vec<Cancel>,
}

impl Guard {
    /// This guard, also thrown by `cancel`.
    #[cfg(feature = "parallel")]
    pub fn with(&self, cancel: &Cancel) -> Self {
        let mut guard = self.clone();
        guard.cancels.push(cancel.clone());
        guard
    }

    /// This guard without its limit on nodes.
    pub fn uncharged(&self) -> Self {
        Self {
            fuel: None,
            ..self.clone()
        }
    }

    /// The number of nodes the walk may enter before asking again, or why it must stop.
    ///
    /// Near its end the budget is given out in small rations, so that no walk sits on what others
    /// need.
    #[cold]
    pub fn ration(&self, pace: &mut Pace) -> Result<u64, End> {
        self.go_on()?;
        let most = pace.ration();
        let Some(fuel) = &self.fuel else {
            return Ok(most);
        };
        let ration = |left: u64| left.div_ceil(16).min(most);
        let before = fuel.fetch_update(Relaxed, Relaxed, |left| Some(left - ration(left)));
        match ration(before.unwrap_or_else(|left| left)) {
            0 => Err(End::Nodes),
            ration => Ok(ration),
        }
    }

    /// Whether the walk may go on as far as switches and the clock are concerned, or why it must stop.
    #[cold]
    pub fn go_on(&self) -> Result<(), End> {
        if self.cancels.iter().any(Cancel::is_cancelled) {
            return Err(End::Cancelled);
        }
        let late = |deadline| Instant::now() >= deadline;
        if self.deadline.is_some_and(late) {
            return Err(End::Time);
        }
        Ok(())
    }

    /// Gives back what a walk did not use.
    pub fn refund(&self, unused: u64) {
        if let Some(fuel) = &self.fuel {
            fuel.fetch_add(unused, Relaxed);
        }
    }
}
