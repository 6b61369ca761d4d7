//! Cuts a tree into branches, by a search that stops at a depth.

use std::iter::Enumerate;
use std::ops::ControlFlow;

use crate::Problem;
use crate::profile::{Profile, Profiling};
use crate::search::{Branch, End, Guard, Node, Observer, Search, Walk};

/// A tree cut into branches.
///
/// ```
/// use bezzel::Search;
/// use bezzel::problems::Queens;
///
/// let eight = Queens(8);
/// let split = Search::new(&eight).split(2);
/// assert_eq!(split.branches.len(), 42);
/// let mut sum = 0;
/// for branch in &split.branches {
///     sum += Search::new(&eight).within(branch)?.count().solutions;
/// }
/// assert_eq!(sum, 92);
/// # Ok::<(), bezzel::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Split {
    /// The promising nodes at the requested depth, and the solutions above it, in the order of the
    /// search. Their solutions sum to those of the whole.
    pub branches: Vec<Branch>,
    /// The part of the tree that is in no branch: the nodes above them, and their rejected
    /// children. Together with the branches' profiles it sums to the profile of the whole. If a
    /// limit stopped the splitting, its `end` says so and branches are missing.
    pub above: Profile,
}

impl Split {
    /// The split of a branch that was pruned since.
    fn empty() -> Self {
        Self {
            branches: Vec::new(),
            above: Profiling::default().finish(End::Exhausted),
        }
    }
}

impl<P: Problem> Search<'_, P> {
    /// Splits the tree at `depth` into branches, which can be searched separately, and the part
    /// above them.
    pub fn split(&self, depth: usize) -> Split {
        self.split_guarded(depth, self.limits.start())
    }

    /// `split` within limits that may be shared with walks.
    pub(crate) fn split_guarded(&self, depth: usize, guard: Guard) -> Split {
        let start = &self.start;
        let Ok((choices, state)) = start.follow(self.problem) else {
            return Split::empty();
        };
        let top = Indexed {
            problem: self.problem,
            depth: start.depth().max(depth),
        };
        let path = start.path.iter().map(|&index| index as usize);
        let mut splitting = Splitting {
            branches: Vec::new(),
            profiling: Profiling::default(),
        };
        let end = Walk::new(
            &top,
            path.zip(choices).collect(),
            Indexed::<P>::state(state, start.depth()),
            guard,
        )
        .run(&mut splitting)
        .expect("splitting never pauses");

        let mut above = splitting.profiling.finish(end);
        // The walk counted the roots of the branches as solutions. They do not belong to the part
        // above the branches.
        for level in &mut above.levels {
            level.visited -= level.solutions;
            level.promising -= level.solutions;
            level.solutions = 0;
        }
        Split {
            branches: splitting.branches,
            above,
        }
    }
}

struct Splitting {
    branches: Vec<Branch>,
    profiling: Profiling,
}

impl<P: Problem> Observer<Indexed<'_, P>> for Splitting {
    fn enter(&mut self, node: Node<'_, Indexed<'_, P>>) -> ControlFlow<()> {
        self.profiling.enter(node)
    }

    fn open(&mut self, node: Node<'_, Indexed<'_, P>>) {
        self.profiling.open(node)
    }

    fn solution(&mut self, node: Node<'_, Indexed<'_, P>>) -> ControlFlow<()> {
        let path = node.path().map(|(index, _)| index as u32).collect();
        self.branches.push(Branch { path });
        self.profiling.solution(node)
    }
}

/// The top of a problem's tree: nodes at `depth` count as solved, and every choice carries its
/// position among its siblings. Splitting into branches is a search of this problem.
struct Indexed<'p, P> {
    problem: &'p P,
    depth: usize,
}

/// The state of the original problem and its depth.
struct IndexedState<S> {
    inner: S,
    depth: usize,
}

impl<P: Problem> Indexed<'_, P> {
    /// Returns the state at a node of the original problem.
    fn state(inner: P::State, depth: usize) -> IndexedState<P::State> {
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
