//! The driver: depth first through the state-space tree, with a stack of its own.
//!
//! Every verb of the library (first, count, profile, trace, split, …) is an [`Observer`] listening
//! to this one loop. The stack lives on the heap: a path may be a hundred million choices long.

use std::cell::RefCell;
use std::mem;

use super::limit::{End, Guard, Pace, Patience};
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
    pub untried: P::Choices,
}

/// Some children of a node, to be tried in their order. The buffer can be used again.
pub(crate) struct Children<C> {
    pub choices: Vec<C>,
    pub tried: usize,
}

impl<C> Default for Children<C> {
    fn default() -> Self {
        Self {
            choices: Vec::new(),
            tried: 0,
        }
    }
}

impl<C: Copy> Children<C> {
    /// How many are left.
    pub fn len(&self) -> usize {
        self.choices.len() - self.tried
    }

    #[inline]
    fn next(&mut self) -> Option<C> {
        let next = self.choices.get(self.tried).copied();
        self.tried += usize::from(next.is_some());
        next
    }
}

/// Other threads, who may take over a part of what a walk has before it.
pub(crate) trait Helpers<P: Problem> {
    /// Takes frames from the bottom of a walk's trail, if anybody has nothing to do. What is taken moves to its start.
    fn take_frames(&self, start: &mut Vec<P::Choice>, trail: &mut Vec<Frame<P>>);

    /// Takes some of the children that [`Walk::children`] has before it, if anybody has nothing to do.
    fn take_children(&self);
}

/// A walk through the tree below one node, which can pause and go on.
///
/// Invariant while it rests: `state` is what `start` and then the choices `trail` took lead to.
pub(crate) struct Walk<'p, P: Problem> {
    problem: &'p P,
    /// Who may take over a part, when a ration is used up.
    helpers: Option<&'p dyn Helpers<P>>,
    /// How deep the walk started.
    origin: usize,
    /// The choices from the root to the lowest node that this walk goes back to.
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
    pace: Pace,
    /// With children that are rejected.
    patience: Patience,
}

impl<'p, P: Problem> Walk<'p, P> {
    /// A walk below the node that the choices `start` lead to, where the state is `state`.
    pub fn new(problem: &'p P, start: Vec<P::Choice>, state: P::State, guard: Guard) -> Self {
        Self {
            problem,
            helpers: None,
            origin: start.len(),
            start,
            trail: Vec::new(),
            state: Some(state),
            step: Step::Enter,
            guard,
            fuel: 0,
            granted: 0,
            pace: Pace::default(),
            patience: Patience::default(),
        }
    }

    /// A walk that goes on where another left: at the last of `trail`, whose child is done.
    pub fn resume(
        problem: &'p P,
        start: Vec<P::Choice>,
        trail: Vec<Frame<P>>,
        guard: Guard,
    ) -> Self {
        let taken = trail.iter().map(|frame| frame.taken);
        let state = state_at(problem, start.iter().copied().chain(taken));
        let mut walk = Self::new(problem, start, state, guard);
        walk.trail = trail;
        walk.step = Step::Retreat;
        // It enters no node that it starts from.
        walk.origin = usize::MAX;
        walk
    }

    /// A walk that enters nothing by itself: below `parent`, for [`Self::children`].
    pub fn below(problem: &'p P, parent: Vec<P::Choice>, guard: Guard) -> Self {
        let state = state_at(problem, parent.iter().copied());
        Self::new(problem, parent, state, guard)
    }

    /// The same walk, helped by others.
    pub fn helped_by(mut self, helpers: &'p dyn Helpers<P>) -> Self {
        self.helpers = Some(helpers);
        self
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
            origin: self.origin,
            start: &self.start,
            trail: &self.trail,
            state: self.state.as_ref().expect("a resting walk has its state"),
        }
    }

    /// The promising nodes entered so far.
    pub fn nodes(&self) -> u64 {
        self.granted - self.fuel
    }

    /// Lets helpers take from the trail. It comes by value: if its address were known elsewhere, it would not live in registers.
    #[cold]
    #[inline(never)]
    fn help(&mut self, mut trail: Vec<Frame<P>>) -> Vec<Frame<P>> {
        if let Some(helpers) = self.helpers {
            helpers.take_frames(&mut self.start, &mut trail);
        }
        trail
    }

    /// Finds the first promising of many choices, with those after it. The clock and the switches are heard on the way: all of
    /// them may be rejected. State and trail come by value, as in [`Self::help`].
    #[cold]
    #[inline(never)]
    #[allow(clippy::type_complexity)]
    fn look_through<O: Observer<P>>(
        &mut self,
        state: P::State,
        trail: Vec<Frame<P>>,
        mut choices: P::Choices,
        observer: &mut O,
    ) -> (
        P::State,
        Vec<Frame<P>>,
        Result<Option<(P::Choice, P::Choices)>, End>,
    ) {
        let found = loop {
            if let Err(end) = self.patience.one_more(&self.guard) {
                break Err(end);
            }
            let Some(choice) = choices.next() else {
                break Ok(None);
            };
            let Some(objection) = self.problem.objection(&state, choice) else {
                break Ok(Some((choice, choices)));
            };
            if O::SEES_REJECTED {
                let node = Node {
                    problem: self.problem,
                    origin: self.origin,
                    start: &self.start,
                    trail: &trail,
                    state: &state,
                };
                observer.reject(node, choice, objection);
            }
        };
        (state, trail, found)
    }

    /// The number of choices that are few enough to be tried without asking the guard in between.
    fn few(&self) -> usize {
        const FEW: usize = 64;
        if self.pace.is_slow() { 0 } else { FEW }
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
        let mut few = self.few();

        macro_rules! node {
            () => {
                Node {
                    problem,
                    origin: self.origin,
                    start: &self.start,
                    trail: &trail,
                    state: &state,
                }
            };
        }

        let end = 'walk: loop {
            if step == Step::Enter {
                if fuel == 0 {
                    trail = self.help(trail);
                    match self.guard.ration(&mut self.pace) {
                        Ok(ration) => fuel = ration,
                        Err(end) => break Some(end),
                    }
                    self.granted += fuel;
                    few = self.few();
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
                if let Some(mut choices) = untried {
                    let mut promising = None;
                    let many = !sifted && is_more(&choices, few);
                    while let Some(choice) = choices.next() {
                        if sifted {
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
                                self.look_through(state, trail, choices, observer);
                            match found {
                                Ok(found) => promising = found,
                                Err(end) => {
                                    step = Step::Retreat;
                                    break 'walk Some(end);
                                }
                            }
                            break;
                        }
                    }
                    if let Some((taken, untried)) = promising {
                        problem.advance(&mut state, taken);
                        trail.push(Frame { taken, untried });
                        step = Step::Enter;
                        continue 'walk;
                    }
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

impl<P: Problem> Walk<'_, P> {
    /// Walks the subtrees of some children of the node where the walk rests, like [`Self::run`]. Those that are leaves cost
    /// little more than in `run`: a node may have millions. What is before the walk stays in `children` whenever helpers might
    /// take from it.
    pub fn children<O: Observer<P>>(
        &mut self,
        children: &RefCell<Children<P::Choice>>,
        observer: &mut O,
    ) -> Option<End> {
        let sifted = const { P::SHORTLISTS && !O::SEES_REJECTED };
        let problem = self.problem;
        let parent = self.start.len();
        let mut left = children.take();
        while let Some(child) = left.next() {
            let state = self.state.as_mut().expect("a resting walk has its state");
            if !sifted && let Some(objection) = problem.objection(state, child) {
                if O::SEES_REJECTED {
                    observer.reject(self.node(), child, objection);
                }
                if let Err(end) = self.patience.one_more(&self.guard) {
                    return Some(end);
                }
                continue;
            }
            if self.fuel == 0 {
                if let Some(helpers) = self.helpers {
                    children.replace(left);
                    helpers.take_children();
                    left = children.take();
                }
                match self.guard.ration(&mut self.pace) {
                    Ok(ration) => self.fuel = ration,
                    Err(end) => return Some(end),
                }
                self.granted += self.fuel;
            }
            self.fuel -= 1;
            let state = self.state.as_mut().expect("a resting walk has its state");
            problem.advance(state, child);
            let solved = problem.solved(state);
            self.start.push(child);
            if observer.enter(self.node()).is_break()
                || solved && observer.solution(self.node()).is_break()
            {
                return None;
            }
            if !solved && self.go_down(observer) {
                children.replace(left);
                match self.run(observer) {
                    Some(End::Exhausted) => {}
                    end => return end,
                }
                left = children.take();
            }
            // Others may have taken what was below: then the walk ended deeper than at the child.
            while self.start.len() > parent {
                let child = self.start.pop().expect("it is longer");
                let state = self.state.as_mut().expect("a resting walk has its state");
                problem.retreat(state, child);
                observer.retreat(self.node(), child);
            }
        }
        Some(End::Exhausted)
    }

    /// Opens the node at hand and goes down to its first promising child, if there is one. A node of many children is left to
    /// [`Self::run`], which can stop among them.
    #[inline]
    fn go_down<O: Observer<P>>(&mut self, observer: &mut O) -> bool {
        let sifted = const { P::SHORTLISTS && !O::SEES_REJECTED };
        let problem = self.problem;
        let state = self.state.as_ref().expect("a resting walk has its state");
        let mut untried = if sifted {
            problem.shortlist(state)
        } else {
            problem.choices(state)
        };
        if is_more(&untried, self.few()) {
            self.step = Step::Judge;
            return true;
        }
        observer.open(self.node());
        while let Some(taken) = untried.next() {
            let state = self.state.as_mut().expect("a resting walk has its state");
            if !sifted && let Some(objection) = problem.objection(state, taken) {
                if O::SEES_REJECTED {
                    observer.reject(self.node(), taken, objection);
                }
                continue;
            }
            problem.advance(state, taken);
            self.trail.push(Frame { taken, untried });
            self.step = Step::Enter;
            return true;
        }
        false
    }
}

/// Whether there may be more than `few` choices.
#[inline]
fn is_more(choices: &impl Iterator, few: usize) -> bool {
    choices.size_hint().1.is_none_or(|most| most > few)
}

/// The state that choices lead to from the root. Whether they are promising is not asked again: they were when they were
/// taken, and what other threads have found since makes their subtrees smaller, not wrong.
fn state_at<P: Problem>(problem: &P, choices: impl Iterator<Item = P::Choice>) -> P::State {
    let mut state = problem.root();
    for choice in choices {
        problem.advance(&mut state, choice);
    }
    state
}

impl<P: Problem> Drop for Walk<'_, P> {
    fn drop(&mut self) {
        self.guard.refund(self.fuel);
    }
}
