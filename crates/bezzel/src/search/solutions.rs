//! A lazy iterator over solutions.

use std::fmt;
use std::iter::FusedIterator;
use std::ops::ControlFlow;

use super::limit::End;
use super::observer::{Node, Observer};
use super::walk::Walk;
use crate::Problem;

/// A lazy iterator over the solutions of a search, each as its path of choices.
#[must_use]
pub struct Solutions<'p, P: Problem> {
    /// `None` if the start was pruned: there is nothing to search.
    walk: Option<Walk<'p, P>>,
    left: u64,
    end: Option<End>,
}

impl<'p, P: Problem> Solutions<'p, P> {
    pub(super) fn new(walk: Option<Walk<'p, P>>, limit: Option<u64>) -> Self {
        Self {
            walk,
            left: limit.unwrap_or(u64::MAX),
            end: None,
        }
    }

    /// Moves to the next solution and returns its node: `next` without copying the path.
    pub fn advance(&mut self) -> Option<Node<'_, P>> {
        if self.end.is_some() {
            return None;
        }
        if self.left == 0 {
            self.end = Some(End::Solutions);
            return None;
        }
        let Some(walk) = &mut self.walk else {
            self.end = Some(End::Exhausted);
            return None;
        };
        self.end = walk.run(&mut Pausing);
        if self.end.is_some() {
            return None;
        }
        self.left -= 1;
        Some(walk.node())
    }

    /// Returns the number of promising nodes entered so far.
    pub fn nodes(&self) -> u64 {
        self.walk.as_ref().map_or(0, Walk::nodes)
    }

    /// Returns why there are no more solutions, or `None` while there may be more.
    pub fn end(&self) -> Option<End> {
        self.end
    }
}

impl<P: Problem> FusedIterator for Solutions<'_, P> {}

impl<P: Problem> fmt::Debug for Solutions<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solutions")
            .field("end", &self.end)
            .finish_non_exhaustive()
    }
}

impl<P: Problem> Iterator for Solutions<'_, P> {
    type Item = Vec<P::Choice>;

    fn next(&mut self) -> Option<Self::Item> {
        self.advance().map(|node| node.path().collect())
    }
}

/// Pauses the walk at every solution.
struct Pausing;

impl<P: Problem> Observer<P> for Pausing {
    #[inline]
    fn solution(&mut self, _node: Node<'_, P>) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}
