//! The driver: depth first through the state-space tree, with a stack of its own.
//!
//! Every verb of the library (first, count, profile, trace, split, …) is an [`Observer`] listening
//! to this one loop. The stack lives on the heap: a path may be a hundred million choices long.

use std::mem;

use super::limit::{End, Guard};
use super::observer::{Node, Observer};
use crate::Problem;

/// What the walk does next with the node at hand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    /// Announce it.
    Enter,
    /// Decide whether it is a solution or has children to try.
    Judge,
    /// Leave it for its parent.
    Retreat,
}

/// A node on the way down: the choice that was taken there, and those not tried yet.
pub(crate) struct Frame<P: Problem> {
    pub taken: P::Choice,
    untried: P::Choices,
}

/// A walk through the tree below one node, which can pause and go on.
///
/// Invariant while it rests: `state` is what `start` and then the choices `trail` took lead to.
pub(crate) struct Walk<'p, P: Problem> {
    problem: &'p P,
    /// The choices from the root to where this walk starts.
    start: Vec<P::Choice>,
    /// The nodes from the start to the parent of the node at hand.
    trail: Vec<Frame<P>>,
    /// `None` only inside `run`, which holds it in a local so that it can live in registers.
    state: Option<P::State>,
    step: Step,
    guard: Guard,
    /// Nodes that may be entered before the guard is asked again.
    fuel: u64,
    /// All the fuel the guard ever gave.
    granted: u64,
}

impl<'p, P: Problem> Walk<'p, P> {
    /// A walk below the node that the choices `start` lead to, where the state is `state`.
    pub fn new(problem: &'p P, start: Vec<P::Choice>, state: P::State, guard: Guard) -> Self {
        Self {
            problem,
            start,
            trail: Vec::new(),
            state: Some(state),
            step: Step::Enter,
            guard,
            fuel: 0,
            granted: 0,
        }
    }

    /// Goes down to a node of the tree at once, as if everything before it were done. The positions are
    /// among all children: the walk has to be for an observer that sees the rejected.
    ///
    /// # Panics
    /// If the walk has begun, or there is no such node.
    pub fn enter(&mut self, positions: &[u32]) {
        assert!(self.step == Step::Enter && self.trail.is_empty());
        let state = self.state.as_mut().expect("a resting walk has its state");
        for &position in positions {
            let mut untried = self.problem.choices(state);
            let taken = untried.nth(position as usize).expect("such a child");
            debug_assert!(self.problem.objection(state, taken).is_none());
            self.problem.advance(state, taken);
            self.trail.push(Frame { taken, untried });
        }
        self.step = Step::Judge;
    }

    /// The node at hand.
    pub fn node(&self) -> Node<'_, P> {
        Node {
            problem: self.problem,
            start: &self.start,
            trail: &self.trail,
            state: self.state.as_ref().expect("a resting walk has its state"),
        }
    }

    /// The promising nodes entered so far.
    pub fn nodes(&self) -> u64 {
        self.granted - self.fuel
    }

    /// Walks on until the observer pauses (`None`) or the walk ends (why it did).
    ///
    /// Cost per node beside the problem's own work: one push, one pop and a countdown.
    pub fn run<O: Observer<P>>(&mut self, observer: &mut O) -> Option<End> {
        // A problem that sorts out its promising children is only asked for those, unless the
        // observer wants to see the others.
        let sifted = const { P::SHORTLISTS && !O::SEES_REJECTED };
        let problem = self.problem;
        let mut state = self.state.take().expect("a resting walk has its state");
        let mut trail = mem::take(&mut self.trail);
        let mut fuel = self.fuel;
        let mut step = self.step;

        macro_rules! node {
            () => {
                Node {
                    problem,
                    start: &self.start,
                    trail: &trail,
                    state: &state,
                }
            };
        }

        let end = 'walk: loop {
            if step == Step::Enter {
                if fuel == 0 {
                    match self.guard.ration() {
                        Ok(ration) => fuel = ration,
                        Err(end) => break Some(end),
                    }
                    self.granted += fuel;
                }
                fuel -= 1;
                step = Step::Judge;
                if observer.enter(node!()).is_break() {
                    break None;
                }
            }

            let mut untried = None;
            if step == Step::Judge {
                if problem.solved(&state) {
                    step = Step::Retreat;
                    if observer.solution(node!()).is_break() {
                        break None;
                    }
                } else {
                    observer.open(node!());
                    untried = Some(if sifted {
                        problem.shortlist(&state)
                    } else {
                        problem.choices(&state)
                    });
                }
            }

            // Try the next choice here; retreat as long as there is none.
            loop {
                if let Some(mut choices) = untried
                    && let Some(choice) = choices.next()
                {
                    if !sifted && let Some(objection) = problem.objection(&state, choice) {
                        if O::SEES_REJECTED {
                            observer.reject(node!(), choice, objection);
                        }
                        untried = Some(choices);
                        continue;
                    }
                    problem.advance(&mut state, choice);
                    trail.push(Frame {
                        taken: choice,
                        untried: choices,
                    });
                    step = Step::Enter;
                    continue 'walk;
                }
                let Some(parent) = trail.pop() else {
                    step = Step::Retreat;
                    break 'walk Some(End::Exhausted);
                };
                problem.retreat(&mut state, parent.taken);
                observer.retreat(node!(), parent.taken);
                untried = Some(parent.untried);
            }
        };

        self.state = Some(state);
        self.trail = trail;
        self.fuel = fuel;
        self.step = step;
        end
    }
}

impl<P: Problem> Drop for Walk<'_, P> {
    fn drop(&mut self) {
        self.guard.refund(self.fuel);
    }
}
