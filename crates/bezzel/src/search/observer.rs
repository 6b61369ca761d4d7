//! What can be learned from a walk, event by event.

use std::ops::ControlFlow;

use super::walk::Frame;
use crate::Problem;

/// Where a walk stands.
pub struct Node<'a, P: Problem> {
    /// The problem being searched.
    pub problem: &'a P,
    /// The state the path leads to.
    pub state: &'a P::State,
    /// How deep the walk started.
    pub(crate) origin: usize,
    pub(crate) start: &'a [P::Choice],
    pub(crate) trail: &'a [Frame<P>],
}

impl<P: Problem> std::fmt::Debug for Node<'_, P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Node").finish_non_exhaustive()
    }
}

impl<'a, P: Problem> Node<'a, P> {
    /// How many choices lead here.
    #[inline]
    pub fn depth(&self) -> usize {
        self.start.len() + self.trail.len()
    }

    /// Whether the walk started here.
    #[inline]
    pub fn is_start(&self) -> bool {
        self.depth() == self.origin
    }

    /// The choices from the root to this node.
    #[inline]
    pub fn path(&self) -> impl DoubleEndedIterator<Item = P::Choice> + 'a {
        let below = self.trail.iter().map(|frame| frame.taken);
        self.start.iter().copied().chain(below)
    }

    /// The choice that led here; `None` at the root.
    #[inline]
    pub fn last(&self) -> Option<P::Choice> {
        self.path().next_back()
    }
}

/// A listener to the events of a walk. Every hook does nothing unless it is overridden, and an
/// empty hook costs nothing.
///
/// `enter` and `solution` can pause the walk by returning [`ControlFlow::Break`]; running the walk
/// again goes on from there.
pub trait Observer<P: Problem> {
    /// Whether rejected children must be shown. Without it the walk may pass over them unseen.
    const SEES_REJECTED: bool = false;

    /// A promising node was entered (the start of the walk included).
    #[inline]
    fn enter(&mut self, _node: Node<'_, P>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// The node just entered is a solution.
    #[inline]
    fn solution(&mut self, _node: Node<'_, P>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// The node just entered is none: its children will be looked at now.
    #[inline]
    fn open(&mut self, _node: Node<'_, P>) {}

    /// A child of `node` was rejected. Called only if [`SEES_REJECTED`](Observer::SEES_REJECTED).
    #[inline]
    fn reject(&mut self, _node: Node<'_, P>, _choice: P::Choice, _objection: P::Objection) {}

    /// The walk went back up to `node` from its child `choice`.
    #[inline]
    fn retreat(&mut self, _node: Node<'_, P>, _choice: P::Choice) {}
}
