//! Depth-first walk of the state-space tree with an explicit stack.
//!
//! Every verb of the library (first, count, profile, trace, split, …) is an [`Observer`] of this
//! one loop. The stack is on the heap, so a path may have a hundred million choices. A walk can be
//! paused and continued, and can give parts of its remaining work to other threads ([`Splitter`]).

use std::{mem, vec};

use super::limit::{End, Guard, NodeRate, PollThrottle};
use super::observer::{Node, Observer};
use crate::Problem;

/// The next step at the current node.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NextStep {
    /// Report it to the observer.
    Enter,
    /// Test whether it is a solution or has children to try.
    Judge,
    /// Return to its parent.
    Retreat,
}

/// A node on the path: the choice taken there, and the choices not tried yet.
pub(crate) struct StackFrame<P: Problem> {
    pub taken: P::Choice,
    pub untried: P::Choices,
}

/// The remaining work of a walk, apart from the subtree of the current node. In the order of the
/// search: the untried choices of `frames`, from the last frame to the first, then `siblings`.
pub(crate) struct Remaining<P: Problem> {
    /// The choices that lead from the root to the node of the first frame.
    pub start: Vec<P::Choice>,
    /// The nodes from there to the parent of the current node.
    pub frames: Vec<StackFrame<P>>,
    /// Untried children of the node that the first `siblings_depth` choices of `start` lead to.
    /// They are tried when the frames are exhausted.
    pub siblings: vec::IntoIter<P::Choice>,
    pub siblings_depth: usize,
}

impl<P: Problem> Remaining<P> {
    /// Returns the work of searching the node that `start` leads to.
    fn at(start: Vec<P::Choice>) -> Self {
        Self {
            siblings_depth: start.len(),
            start,
            frames: Vec::new(),
            siblings: Vec::new().into_iter(),
        }
    }
}

/// Takes over parts of a walk's remaining work for idle threads.
pub(crate) trait Splitter<P: Problem> {
    /// Removes the end of `remaining` if a thread is idle.
    fn split(&self, remaining: &mut Remaining<P>);
}

/// A walk through the tree below one node.
///
/// Invariant between calls: `state` is the state that `remaining.start`, followed by the choices of
/// `remaining.frames`, leads to.
pub(crate) struct Walk<'p, P: Problem> {
    problem: &'p P,
    /// Called when a ration of nodes is used up.
    splitter: Option<&'p dyn Splitter<P>>,
    /// The depth of the node the walk started at.
    origin: usize,
    remaining: Remaining<P>,
    /// `None` only during `run`, which keeps the state in a local variable, so that it can live in
    /// registers.
    state: Option<P::State>,
    step: NextStep,
    guard: Guard,
    /// Nodes that may be entered before the guard is asked again.
    fuel: u64,
    /// All fuel ever received from the guard.
    granted: u64,
    pace: NodeRate,
    /// Polls the guard at rejected children, which consume no fuel.
    throttle: PollThrottle,
}

impl<'p, P: Problem> Walk<'p, P> {
    /// Creates a walk below the node that the choices `start` lead to, where the state is `state`.
    pub fn new(problem: &'p P, start: Vec<P::Choice>, state: P::State, guard: Guard) -> Self {
        Self {
            problem,
            splitter: None,
            origin: start.len(),
            remaining: Remaining::at(start),
            state: Some(state),
            step: NextStep::Enter,
            guard,
            fuel: 0,
            granted: 0,
            pace: NodeRate::default(),
            throttle: PollThrottle::default(),
        }
    }

    /// Creates a walk over the remaining work of another walk.
    #[cfg(feature = "parallel")]
    pub fn resume(problem: &'p P, remaining: Remaining<P>, guard: Guard) -> Self {
        let taken = remaining.frames.iter().map(|frame| frame.taken);
        // Objections are not evaluated again: solutions found meanwhile may have made these
        // subtrees smaller, but not wrong.
        let mut state = problem.root();
        for choice in remaining.start.iter().copied().chain(taken) {
            problem.advance(&mut state, choice);
        }
        let mut walk = Self::new(problem, Vec::new(), state, guard);
        walk.remaining = remaining;
        walk.step = NextStep::Retreat;
        // No node counts as the start of this walk, because the start was entered by the original
        // walk.
        walk.origin = usize::MAX;
        walk
    }

    /// Lets other threads take over parts of this walk.
    #[cfg(feature = "parallel")]
    pub fn split_by(mut self, splitter: &'p dyn Splitter<P>) -> Self {
        self.splitter = Some(splitter);
        self
    }

    /// Goes directly to a node, as if everything before it had been searched. Positions count all
    /// children, so the observer must be one that sees rejected children.
    ///
    /// # Panics
    /// If the walk has started, or the node does not exist.
    pub fn enter(&mut self, positions: &[u32]) {
        assert!(self.step == NextStep::Enter && self.remaining.frames.is_empty());
        let problem = self.problem;
        for &position in positions {
            let state = self.state();
            let mut untried = problem.choices(state);
            let taken = untried.nth(position as usize).expect("such a child");
            debug_assert!(problem.objection(state, taken).is_none());
            problem.advance(state, taken);
            self.remaining.frames.push(StackFrame { taken, untried });
        }
        self.step = NextStep::Judge;
    }

    /// Returns the current node.
    pub fn node(&self) -> Node<'_, P> {
        let state = self.state.as_ref().expect("a resting walk has its state");
        self.node_at(&self.remaining.frames, state)
    }

    #[inline]
    fn node_at<'a>(&'a self, trail: &'a [StackFrame<P>], state: &'a P::State) -> Node<'a, P> {
        Node {
            problem: self.problem,
            origin: self.origin,
            start: &self.remaining.start,
            trail,
            state,
        }
    }

    /// Returns the number of promising nodes entered so far.
    pub fn nodes(&self) -> u64 {
        self.granted - self.fuel
    }

    /// Lets other threads take over remaining work. The trail is passed by value: if its address
    /// escaped, it could not live in registers.
    #[cold]
    #[inline(never)]
    fn offer(&mut self, trail: Vec<StackFrame<P>>) -> Vec<StackFrame<P>> {
        if let Some(splitter) = self.splitter {
            self.remaining.frames = trail;
            splitter.split(&mut self.remaining);
            return mem::take(&mut self.remaining.frames);
        }
        trail
    }

    /// Returns the first promising one of many choices, with those after it. Polls the limits,
    /// since all of them may be rejected. State, trail and choices are passed by value, as in
    /// [`Self::offer`].
    #[cold]
    #[inline(never)]
    #[allow(clippy::type_complexity)]
    fn first_promising<O: Observer<P>>(
        &mut self,
        state: P::State,
        trail: Vec<StackFrame<P>>,
        mut choices: P::Choices,
        observer: &mut O,
    ) -> (
        P::State,
        Vec<StackFrame<P>>,
        Result<Option<(P::Choice, P::Choices)>, End>,
    ) {
        let found = loop {
            if let Err(end) = self.throttle.one_more(&self.guard) {
                break Err(end);
            }
            let Some(choice) = choices.next() else {
                break Ok(None);
            };
            let Some(objection) = self.problem.objection(&state, choice) else {
                break Ok(Some((choice, choices)));
            };
            if O::SEES_REJECTED {
                observer.reject(self.node_at(&trail, &state), choice, objection);
            }
        };
        (state, trail, found)
    }

    /// Goes down to the first promising sibling, once all frames are exhausted. Returns whether
    /// there is one.
    fn next_sibling<O: Observer<P>>(&mut self, observer: &mut O) -> Result<bool, End> {
        let problem = self.problem;
        while self.remaining.start.len() > self.remaining.siblings_depth {
            let child = self.remaining.start.pop().expect("it is longer");
            problem.retreat(self.state(), child);
            observer.retreat(self.node(), child);
        }
        while let Some(choice) = self.remaining.siblings.next() {
            if !is_sifted::<P, O>()
                && let Some(objection) = problem.objection(self.state(), choice)
            {
                if O::SEES_REJECTED {
                    observer.reject(self.node(), choice, objection);
                }
                self.throttle.one_more(&self.guard)?;
                continue;
            }
            problem.advance(self.state(), choice);
            self.remaining.start.push(choice);
            self.step = NextStep::Enter;
            return Ok(true);
        }
        Ok(false)
    }

    fn state(&mut self) -> &mut P::State {
        self.state.as_mut().expect("a resting walk has its state")
    }

    /// Returns the number of choices that may be tried without polling the limits.
    fn few(&self) -> usize {
        const UNPOLLED_CHOICES: usize = 64;
        if self.pace.is_slow() {
            0
        } else {
            UNPOLLED_CHOICES
        }
    }

    /// Walks until the observer pauses (`None`) or the walk ends (the reason).
    pub fn run<O: Observer<P>>(&mut self, observer: &mut O) -> Option<End> {
        loop {
            let end = self.run_frames(observer);
            if end != Some(End::Exhausted) || self.remaining.siblings.len() == 0 {
                return end;
            }
            match self.next_sibling(observer) {
                Ok(true) => {}
                Ok(false) => return Some(End::Exhausted),
                Err(end) => return Some(end),
            }
        }
    }

    /// Walks until the observer pauses, the frames are exhausted, or a limit is reached.
    ///
    /// Cost of a node beside the problem's own work: one push, one pop and the decrement of a
    /// counter.
    fn run_frames<O: Observer<P>>(&mut self, observer: &mut O) -> Option<End> {
        let problem = self.problem;
        let mut state = self.state.take().expect("a resting walk has its state");
        let mut trail = mem::take(&mut self.remaining.frames);
        let mut fuel = self.fuel;
        let mut step = self.step;
        let mut few = self.few();

        macro_rules! node {
            () => {
                self.node_at(&trail, &state)
            };
        }

        let end = 'walk: loop {
            if step == NextStep::Enter {
                if fuel == 0 {
                    trail = self.offer(trail);
                    match self.guard.ration(&mut self.pace) {
                        Ok(ration) => fuel = ration,
                        Err(end) => break Some(end),
                    }
                    self.granted += fuel;
                    few = self.few();
                }
                fuel -= 1;
                step = NextStep::Judge;
                if observer.enter(node!()).is_break() {
                    break None;
                }
            }

            let mut untried = None;
            if step == NextStep::Judge {
                if problem.solved(&state) {
                    step = NextStep::Retreat;
                    if observer.solution(node!()).is_break() {
                        break None;
                    }
                } else {
                    observer.open(node!());
                    untried = Some(match P::SHORTLIST {
                        Some(shortlist) if !O::SEES_REJECTED => shortlist(problem, &state),
                        _ => problem.choices(&state),
                    });
                }
            }

            // Try the next choice here; retreat as long as there is none.
            loop {
                if let Some(mut choices) = untried {
                    let mut promising = None;
                    let many = !is_sifted::<P, O>() && is_more(&choices, few);
                    while let Some(choice) = choices.next() {
                        if is_sifted::<P, O>() {
                            promising = Some((choice, choices));
                            break;
                        }
                        let Some(objection) = problem.objection(&state, choice) else {
                            promising = Some((choice, choices));
                            break;
                        };
                        if O::SEES_REJECTED {
                            observer.reject(node!(), choice, objection);
                        }
                        if many {
                            let found;
                            (state, trail, found) =
                                self.first_promising(state, trail, choices, observer);
                            match found {
                                Ok(found) => promising = found,
                                Err(end) => {
                                    step = NextStep::Retreat;
                                    break 'walk Some(end);
                                }
                            }
                            break;
                        }
                    }
                    if let Some((taken, untried)) = promising {
                        problem.advance(&mut state, taken);
                        trail.push(StackFrame { taken, untried });
                        step = NextStep::Enter;
                        continue 'walk;
                    }
                }
                let Some(parent) = trail.pop() else {
                    step = NextStep::Retreat;
                    break 'walk Some(End::Exhausted);
                };
                problem.retreat(&mut state, parent.taken);
                observer.retreat(node!(), parent.taken);
                untried = Some(parent.untried);
            }
        };

        self.state = Some(state);
        self.remaining.frames = trail;
        self.fuel = fuel;
        self.step = step;
        end
    }
}

/// True if the walk needs promising children only: the problem can list them, and the observer does
/// not see the others.
const fn is_sifted<P: Problem, O: Observer<P>>() -> bool {
    P::SHORTLIST.is_some() && !O::SEES_REJECTED
}

/// True if there may be more than `few` choices.
#[inline]
fn is_more(choices: &impl Iterator, few: usize) -> bool {
    choices.size_hint().1.is_none_or(|most| most > few)
}

impl<P: Problem> Drop for Walk<'_, P> {
    fn drop(&mut self) {
        self.guard.refund(self.fuel);
    }
}
