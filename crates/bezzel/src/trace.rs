//! Recorded events of a search, which can be replayed forwards and backwards.

use std::ops::ControlFlow;

use crate::Problem;
use crate::search::{Branch, End, Node, Observer, Search};

/// One step of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Event<C, O> {
    /// The search went down to a promising child.
    Enter(C),
    /// The search visited a child and rejected it, with the objection.
    Reject(C, O),
    /// The current node is a solution.
    Solution,
    /// The search went back up from a child.
    Retreat(C),
}

/// The events of a search, from its start.
///
/// ```
/// use bezzel::{Event, Search};
/// use bezzel::problems::Queens;
///
/// let four = Queens(4);
/// let trace = Search::new(&four).trace(1_000);
/// assert!(trace.is_complete());
/// let Event::Reject(column, why) = &trace.events[1] else { panic!() };
/// assert_eq!(*column, 0);
/// assert_eq!(*why, 0); // the row of the queen that attacks it
///
/// let mut replay = trace.replay(&four);
/// while replay.forward().is_some() {}
/// assert_eq!((replay.visited(), replay.promising(), replay.solutions()), (61, 17, 2));
/// replay.seek(0);
/// assert_eq!((replay.step(), replay.path()), (0, &[][..]));
/// # Ok::<(), bezzel::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Trace<C, O> {
    /// Where the search started.
    pub start: Branch,
    /// The events, in order.
    pub events: Vec<Event<C, O>>,
    /// Why the events end; [`End::Stopped`] if `max_events` was reached.
    pub end: End,
}

impl<C: Copy, O> Trace<C, O> {
    /// Returns true if the trace holds the whole search.
    pub fn is_complete(&self) -> bool {
        self.end == End::Exhausted
    }

    /// Returns a replay of this trace, at its start.
    ///
    /// # Panics
    /// If `problem` is not the problem that was traced.
    pub fn replay<'t, P>(&'t self, problem: &'t P) -> Replay<'t, P>
    where
        P: Problem<Choice = C, Objection = O>,
    {
        let (path, state) = self
            .start
            .follow(problem)
            .expect("the trace is of this problem");
        Replay {
            problem,
            trace: self,
            state,
            path,
            step: 0,
            rejected: 0,
            entered: 0,
            solutions: 0,
        }
    }
}

/// A position in a trace: the state of the search after a number of steps.
pub struct Replay<'t, P: Problem> {
    problem: &'t P,
    trace: &'t Trace<P::Choice, P::Objection>,
    state: P::State,
    path: Vec<P::Choice>,
    step: usize,
    rejected: u64,
    entered: u64,
    solutions: u64,
}

impl<P: Problem> std::fmt::Debug for Replay<'_, P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Replay").finish_non_exhaustive()
    }
}

impl<'t, P: Problem> Replay<'t, P> {
    /// Takes one step forward and returns its event, or `None` at the end.
    pub fn forward(&mut self) -> Option<&'t Event<P::Choice, P::Objection>> {
        let event = self.trace.events.get(self.step)?;
        match event {
            Event::Enter(choice) => {
                self.down(*choice);
                self.entered += 1;
            }
            Event::Reject(..) => self.rejected += 1,
            Event::Solution => self.solutions += 1,
            Event::Retreat(_) => self.up(),
        }
        self.step += 1;
        Some(event)
    }

    /// Takes one step back and returns the event that was undone, or `None` at the start.
    fn backward(&mut self) -> Option<&'t Event<P::Choice, P::Objection>> {
        let event = self.trace.events.get(self.step.checked_sub(1)?)?;
        match event {
            Event::Enter(_) => {
                self.up();
                self.entered -= 1;
            }
            Event::Reject(..) => self.rejected -= 1,
            Event::Solution => self.solutions -= 1,
            Event::Retreat(choice) => self.down(*choice),
        }
        self.step -= 1;
        Some(event)
    }

    /// Goes to a step through the steps in between. Stops at the ends.
    pub fn seek(&mut self, step: usize) {
        while self.step < step && self.forward().is_some() {}
        while self.step > step && self.backward().is_some() {}
    }

    fn down(&mut self, choice: P::Choice) {
        self.problem.advance(&mut self.state, choice);
        self.path.push(choice);
    }

    fn up(&mut self) {
        let choice = self
            .path
            .pop()
            .expect("a trace retreats only where it entered");
        self.problem.retreat(&mut self.state, choice);
    }

    /// Returns the number of steps.
    #[allow(clippy::len_without_is_empty)] // A replay is a position, not a collection.
    pub fn len(&self) -> usize {
        self.trace.events.len()
    }

    /// Returns the number of steps from the start.
    pub fn step(&self) -> usize {
        self.step
    }

    /// Returns the choices from the root to the current node.
    pub fn path(&self) -> &[P::Choice] {
        &self.path
    }

    /// Returns the state of the problem at the current node.
    pub fn state(&self) -> &P::State {
        &self.state
    }

    /// Returns the number of nodes visited so far, including the start.
    pub fn visited(&self) -> u64 {
        1 + self.entered + self.rejected
    }

    /// Returns the number of promising nodes so far, including the start.
    pub fn promising(&self) -> u64 {
        1 + self.entered
    }

    /// Returns the number of solutions so far.
    pub fn solutions(&self) -> u64 {
        self.solutions
    }
}

impl<P: Problem> Search<'_, P> {
    /// Records the steps of the search, at most `max_events` of them.
    pub fn trace(&self, max_events: usize) -> Trace<P::Choice, P::Objection> {
        let mut tracing = Tracing::<P>::new(max_events);
        let end = self.observe(&mut tracing);
        tracing.finish(self.start.clone(), end)
    }

    /// Records at most `max_events` steps, starting when the search enters `branch`. Recording
    /// continues after the search has left the branch.
    pub(crate) fn trace_after(
        &self,
        branch: &Branch,
        max_events: usize,
    ) -> Trace<P::Choice, P::Objection> {
        let above = self.start.depth();
        let mut tracing = Tracing::<P>::new(max_events);
        let Some(mut walk) = self.walk(self.limits.start()) else {
            return tracing.finish(branch.clone(), End::Exhausted);
        };
        walk.enter(&branch.path[above..]);
        let end = walk.run(&mut tracing).unwrap_or(End::Stopped);
        tracing.finish(branch.clone(), end)
    }
}

/// Records a trace during a walk.
struct Tracing<P: Problem> {
    events: Vec<Event<P::Choice, P::Objection>>,
    room: usize,
    full: bool,
}

impl<P: Problem> Tracing<P> {
    fn new(room: usize) -> Self {
        Self {
            events: Vec::new(),
            room,
            full: false,
        }
    }

    fn finish(self, start: Branch, end: End) -> Trace<P::Choice, P::Objection> {
        Trace {
            start,
            events: self.events,
            end: if self.full { End::Stopped } else { end },
        }
    }

    fn record(&mut self, event: Event<P::Choice, P::Objection>) -> ControlFlow<()> {
        if self.events.len() == self.room {
            self.full = true;
        }
        if self.full {
            return ControlFlow::Break(());
        }
        self.events.push(event);
        ControlFlow::Continue(())
    }
}

impl<P: Problem> Observer<P> for Tracing<P> {
    const SEES_REJECTED: bool = true;

    fn enter(&mut self, node: Node<'_, P>) -> ControlFlow<()> {
        match node.last() {
            Some(choice) if !node.is_start() => self.record(Event::Enter(choice)),
            _ => ControlFlow::Continue(()),
        }
    }

    fn solution(&mut self, _node: Node<'_, P>) -> ControlFlow<()> {
        self.record(Event::Solution)
    }

    // `reject` and `retreat` cannot stop the walk; if the trace is full, the next `enter` does.
    fn reject(&mut self, _node: Node<'_, P>, choice: P::Choice, objection: P::Objection) {
        let _ = self.record(Event::Reject(choice, objection));
    }

    fn retreat(&mut self, _node: Node<'_, P>, choice: P::Choice) {
        let _ = self.record(Event::Retreat(choice));
    }
}
