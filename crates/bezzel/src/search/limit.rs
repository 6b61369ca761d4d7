//! Limits and cancellation of a search.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use crate::clock::Instant;

/// Why a search ended.
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
    /// The caller's closure returned [`ControlFlow::Break`](std::ops::ControlFlow::Break).
    Stopped,
}

/// A cancellation token, which stops a search from another thread. Clones share the same token.
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
    /// Returns a token that is not set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the token. Searches stop within some hundred microseconds, or at the next node if one
    /// takes longer.
    pub fn cancel(&self) {
        self.0.store(true, Relaxed);
    }

    /// Returns true if the token is set.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Relaxed)
    }
}

/// The limits of a search, as requested.
#[derive(Debug, Clone, Default)]
pub(crate) struct Limits {
    pub solutions: Option<u64>,
    pub nodes: Option<u64>,
    pub time: Option<Duration>,
    pub cancels: Vec<Cancel>,
}

impl Limits {
    /// Starts a search: returns a guard that enforces these limits, with the deadline counted from
    /// now.
    pub fn start(&self) -> Guard {
        let deadline = self.time.and_then(|time| Instant::now().checked_add(time));
        Guard {
            fuel: self.nodes.map(|nodes| Arc::new(AtomicU64::new(nodes))),
            deadline,
            cancels: self.cancels.clone(),
        }
    }
}

/// Adapts the ration of a walk to its speed: the number of nodes that it may enter before it polls
/// the guard again, so that polls are some hundred microseconds apart.
#[derive(Debug, Default)]
pub(crate) struct NodeRate {
    ration: u64,
    asked: Option<Instant>,
}

impl NodeRate {
    const MAX_RATION: u64 = 4096;

    fn ration(&mut self) -> u64 {
        const MIN_INTERVAL: Duration = Duration::from_micros(200);
        const MAX_INTERVAL: Duration = Duration::from_millis(1);
        let now = Instant::now();
        match self.asked.map(|asked| now - asked) {
            None => self.ration = 1,
            Some(time) if time < MIN_INTERVAL => {
                self.ration = (2 * self.ration).min(Self::MAX_RATION)
            }
            Some(time) if time > MAX_INTERVAL => self.ration = (self.ration / 8).max(1),
            Some(_) => {}
        }
        self.asked = Some(now);
        self.ration
    }

    /// Returns true if the interval is only a few nodes: nodes are expensive, or their cost is not
    /// known yet.
    pub fn is_slow(&self) -> bool {
        const SMALL_RATION: u64 = 64;
        self.ration < SMALL_RATION
    }
}

/// Polls the guard once every few steps, for loops of unknown length whose steps do not consume the
/// ration of nodes.
#[derive(Debug, Default)]
pub(crate) struct PollThrottle {
    left: u64,
    pace: NodeRate,
}

impl PollThrottle {
    /// Counts a step. Returns the reason if the walk must stop.
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

/// The limits of a running search. Clones draw on the same budget, so that all walks of a parallel
/// search share one limit.
#[derive(Debug, Clone)]
pub(crate) struct Guard {
    fuel: Option<Arc<AtomicU64>>,
    deadline: Option<Instant>,
    cancels: Vec<Cancel>,
}

impl Guard {
    /// Returns this guard with another cancellation token.
    #[cfg(feature = "parallel")]
    pub fn with(&self, cancel: &Cancel) -> Self {
        let mut guard = self.clone();
        guard.cancels.push(cancel.clone());
        guard
    }

    /// Returns this guard without its limit on nodes.
    pub fn uncharged(&self) -> Self {
        Self {
            fuel: None,
            ..self.clone()
        }
    }

    /// Returns the number of nodes the walk may enter before asking again, or why it must stop.
    ///
    /// Rations become small towards the end of the budget, so that no walk holds nodes that other
    /// walks need.
    #[cold]
    pub fn ration(&self, pace: &mut NodeRate) -> Result<u64, End> {
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

    /// Checks the cancellation tokens and the clock. Returns the reason if the walk must stop.
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

    /// Gives the unused nodes of a walk's ration back to the budget.
    pub fn refund(&self, unused: u64) {
        if let Some(fuel) = &self.fuel {
            fuel.fetch_add(unused, Relaxed);
        }
    }
}
