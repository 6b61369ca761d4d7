//! The search step by step, to be watched forwards and backwards.

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
    /// The search looked at a child and turned it down, with the objection.
    Reject(C, O),
    /// The node at hand is a solution.
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
    /// What happened, in order.
    pub events: Vec<Event<C, O>>,
    /// Why the events end; [`End::Stopped`] if there was no room for more.
    pub end: End,
}

impl<C: Copy, O> Trace<C, O> {
    /// Whether the trace holds the whole search.
    pub fn is_complete(&self) -> bool {
        self.end == End::Exhausted
    }

    /// A replay of this trace, standing at its start.
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
    /// Takes one step and says what happened; `None` at the end.
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

    /// Takes one step back and says what was undone; `None` at the start.
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

    /// Goes to a step, by the steps in between. Stops at the ends.
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

    /// How many steps there are.
    #[allow(clippy::len_without_is_empty)] // It is a place among steps, not a list.
    pub fn len(&self) -> usize {
        self.trace.events.len()
    }

    /// How many steps from the start.
    pub fn step(&self) -> usize {
        self.step
    }

    /// The choices from the root to the node at hand.
    pub fn path(&self) -> &[P::Choice] {
        &self.path
    }

    /// The state of the problem at the node at hand.
    pub fn state(&self) -> &P::State {
        &self.state
    }

    /// Nodes looked at so far, the start included.
    pub fn visited(&self) -> u64 {
        1 + self.entered + self.rejected
    }

    /// Promising nodes so far, the start included.
    pub fn promising(&self) -> u64 {
        1 + self.entered
    }

    /// Solutions so far.
    pub fn solutions(&self) -> u64 {
        self.solutions
    }
}

impl<P: Problem> Search<'_, P> {
    /// What the search does, step by step, for at most `max_events` events.
    pub fn trace(&self, max_events: usize) -> Trace<P::Choice, P::Objection> {
        let mut tracing = Tracing::<P>::new(max_events);
        let end = self.observe(&mut tracing);
        tracing.finish(self.start.clone(), end)
    }

    /// What the search does once it has entered `branch`, for at most `max_events` events: also those
    /// after it has retreated from there.
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

/// Records a trace while a walk goes on.
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

    // The next two cannot stop the walk; once the trace is full, the next node will.
    fn reject(&mut self, _node: Node<'_, P>, choice: P::Choice, objection: P::Objection) {
        let _ = self.record(Event::Reject(choice, objection));
    }

    fn retreat(&mut self, _node: Node<'_, P>, choice: P::Choice) {
        let _ = self.record(Event::Retreat(choice));
    }
}
