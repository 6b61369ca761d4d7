//! A problem cut off at a depth, whose choices know their numbers.

use std::iter::Enumerate;

use crate::Problem;

/// The top of a problem's tree: nodes at `depth` count as solved, and every choice carries its
/// position among its siblings. Splitting into units is a search of this problem.
pub(super) struct Indexed<'p, P> {
    pub problem: &'p P,
    pub depth: usize,
}

/// The inner state and how deep it is.
pub(super) struct IndexedState<S> {
    inner: S,
    depth: usize,
}

impl<P: Problem> Indexed<'_, P> {
    /// The state at a node of the inner problem.
    pub fn state(inner: P::State, depth: usize) -> IndexedState<P::State> {
        IndexedState { inner, depth }
    }
}

impl<P: Problem> Problem for Indexed<'_, P> {
    type Choice = (usize, P::Choice);
    type State = IndexedState<P::State>;
    type Objection = P::Objection;
    type Choices = Enumerate<P::Choices>;

    fn root(&self) -> Self::State {
        Self::state(self.problem.root(), 0)
    }

    fn choices(&self, state: &Self::State) -> Self::Choices {
        self.problem.choices(&state.inner).enumerate()
    }

    fn objection(&self, state: &Self::State, choice: Self::Choice) -> Option<P::Objection> {
        self.problem.objection(&state.inner, choice.1)
    }

    fn advance(&self, state: &mut Self::State, choice: Self::Choice) {
        self.problem.advance(&mut state.inner, choice.1);
        state.depth += 1;
    }

    fn retreat(&self, state: &mut Self::State, choice: Self::Choice) {
        self.problem.retreat(&mut state.inner, choice.1);
        state.depth -= 1;
    }

    fn solved(&self, state: &Self::State) -> bool {
        state.depth >= self.depth || self.problem.solved(&state.inner)
    }
}
