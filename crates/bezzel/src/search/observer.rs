//! Observers of a walk: one method per event.

use std::ops::ControlFlow;

use super::walk::StackFrame;
use crate::Problem;

/// The current position of a walk.
pub struct Node<'a, P: Problem> {
    /// The problem being searched.
    pub problem: &'a P,
    /// The state the path leads to.
    pub state: &'a P::State,
    /// The depth at which the walk started.
    pub(crate) origin: usize,
    pub(crate) start: &'a [P::Choice],
    pub(crate) trail: &'a [StackFrame<P>],
}

impl<P: Problem> std::fmt::Debug for Node<'_, P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Node").finish_non_exhaustive()
    }
}

impl<'a, P: Problem> Node<'a, P> {
    /// Returns the number of choices that lead to this node.
    #[inline]
    pub fn depth(&self) -> usize {
        self.start.len() + self.trail.len()
    }

    /// Returns true if the walk started here.
    #[inline]
    pub fn is_start(&self) -> bool {
        self.depth() == self.origin
    }

    /// Returns the choices from the root to this node.
    #[inline]
    pub fn path(&self) -> impl DoubleEndedIterator<Item = P::Choice> + 'a {
        let below = self.trail.iter().map(|frame| frame.taken);
        self.start.iter().copied().chain(below)
    }

    /// Returns the choice that led here; `None` at the root.
    #[inline]
    pub fn last(&self) -> Option<P::Choice> {
        self.path().next_back()
    }
}

/// Receives the events of a walk. Every method does nothing by default, and an empty method costs
/// nothing.
///
/// `enter` and `solution` can pause the walk by returning [`ControlFlow::Break`]; running it again
/// continues from there.
pub trait Observer<P: Problem> {
    /// True if `reject` must be called. Otherwise the walk may skip rejected children.
    const SEES_REJECTED: bool = false;

    /// Called when a promising node was entered, including the start of the walk.
    #[inline]
    fn enter(&mut self, _node: Node<'_, P>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Called when the node just entered is a solution.
    #[inline]
    fn solution(&mut self, _node: Node<'_, P>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Called when the node just entered is not a solution, before its children are tried.
    #[inline]
    fn open(&mut self, _node: Node<'_, P>) {}

    /// Called when a child of `node` was rejected, only if
    /// [`SEES_REJECTED`](Observer::SEES_REJECTED).
    #[inline]
    fn reject(&mut self, _node: Node<'_, P>, _choice: P::Choice, _objection: P::Objection) {}

    /// Called when the walk went back up to `node` from its child `choice`.
    #[inline]
    fn retreat(&mut self, _node: Node<'_, P>, _choice: P::Choice) {}
}
