//! Sequential search of a [`Problem`].
//!
//! This file has the verbs that need only the walk. Other verbs (profile, trace, tree, …) are
//! observers; each extends [`Search`] in its own file.

mod branch;
mod limit;
mod observer;
mod solutions;
mod walk;

use std::fmt;
use std::iter::Sum;
use std::ops::{AddAssign, ControlFlow};
use std::time::Duration;

pub use branch::Branch;
pub use limit::{Cancel, End};
pub use observer::{Node, Observer};
pub use solutions::Solutions;

use crate::{Error, Problem};
pub(crate) use limit::{Guard, Limits, PollThrottle};
pub(crate) use walk::Walk;
#[cfg(feature = "parallel")]
pub(crate) use walk::{Remaining, Splitter};

/// What a search found, and why it ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Tally {
    /// Solutions found.
    pub solutions: u64,
    /// Promising nodes entered, the start included.
    pub nodes: u64,
    /// Why the search ended.
    pub end: End,
}

impl AddAssign for Tally {
    /// Adds the tally of another part of the same tree.
    fn add_assign(&mut self, other: Self) {
        self.solutions += other.solutions;
        self.nodes += other.nodes;
        if self.is_complete() {
            self.end = other.end;
        }
    }
}

impl Sum for Tally {
    fn sum<I: Iterator<Item = Self>>(parts: I) -> Self {
        parts.fold(Self::default(), |mut sum, part| {
            sum += part;
            sum
        })
    }
}

/// Nothing found in an empty tree.
impl Default for Tally {
    fn default() -> Self {
        Self {
            solutions: 0,
            nodes: 0,
            end: End::Exhausted,
        }
    }
}

impl Tally {
    /// Returns true if every solution was found.
    pub fn is_complete(&self) -> bool {
        self.end == End::Exhausted
    }
}

/// A search of a problem: where it starts and when it stops. Its methods run it.
///
/// ```
/// use bezzel::Search;
/// use bezzel::problems::Queens;
///
/// let six = Queens(6);
/// let search = Search::new(&six);
/// assert_eq!(search.first(), Some(vec![1, 3, 5, 0, 2, 4]));
/// assert_eq!(search.count().solutions, 4);
/// assert_eq!(search.profile().visited(), 895);
/// # Ok::<(), bezzel::Error>(())
/// ```
#[must_use]
pub struct Search<'p, P: Problem> {
    pub(crate) problem: &'p P,
    pub(crate) start: Branch,
    pub(crate) limits: Limits,
}

impl<P: Problem> fmt::Debug for Search<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Search")
            .field("start", &self.start)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}

impl<P: Problem> Clone for Search<'_, P> {
    fn clone(&self) -> Self {
        Self {
            problem: self.problem,
            start: self.start.clone(),
            limits: self.limits.clone(),
        }
    }
}

/// Settings: where to start and when to stop.
impl<'p, P: Problem> Search<'p, P> {
    /// Returns a search of the whole tree, without limits.
    pub fn new(problem: &'p P) -> Self {
        Self {
            problem,
            start: Branch::default(),
            limits: Limits::default(),
        }
    }

    /// Returns the same search, in the subtree of `branch` alone.
    ///
    /// # Errors
    /// [`Error::ForeignBranch`] if the branch's path does not exist in this problem's tree.
    pub fn within(mut self, branch: &Branch) -> Result<Self, Error> {
        branch.follow(self.problem)?;
        self.start = branch.clone();
        Ok(self)
    }

    /// Stops after this many solutions.
    pub fn max_solutions(mut self, solutions: u64) -> Self {
        self.limits.solutions = Some(solutions);
        self
    }

    /// Stops after this many promising nodes.
    pub fn max_nodes(mut self, nodes: u64) -> Self {
        self.limits.nodes = Some(nodes);
        self
    }

    /// Stops after this long.
    pub fn max_time(mut self, time: Duration) -> Self {
        self.limits.time = Some(time);
        self
    }

    /// Stops when `cancel` is set. May be called several times.
    pub fn cancelled_by(mut self, cancel: &Cancel) -> Self {
        self.limits.cancels.push(cancel.clone());
        self
    }
}

/// Methods that run the search.
impl<'p, P: Problem> Search<'p, P> {
    /// Returns the first solution in the order of the choices, as its path.
    pub fn first(&self) -> Option<Vec<P::Choice>> {
        self.solutions().next()
    }

    /// Returns a lazy iterator over the solutions.
    pub fn solutions(&self) -> Solutions<'p, P> {
        let walk = self.walk(self.limits.start());
        Solutions::new(walk, self.limits.solutions)
    }

    /// Returns all solutions, in the order of the choices.
    pub fn all(&self) -> Vec<Vec<P::Choice>> {
        self.solutions().collect()
    }

    /// Counts the solutions.
    pub fn count(&self) -> Tally {
        self.visit(self.limits.start(), |_| ControlFlow::Continue(()))
    }

    /// Calls `visit` with the path of every solution until it breaks or the search ends.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use bezzel::problems::Queens;
    /// use bezzel::{End, Search};
    ///
    /// let mut in_a_corner = 0;
    /// let tally = Search::new(&Queens(8)).for_each(|path| match path[0] {
    ///     0 => { in_a_corner += 1; ControlFlow::Continue(()) }
    ///     _ => ControlFlow::Break(()),
    /// });
    /// assert_eq!((in_a_corner, tally.end), (4, End::Stopped));
    /// ```
    pub fn for_each<F>(&self, mut visit: F) -> Tally
    where
        F: FnMut(&[P::Choice]) -> ControlFlow<()>,
    {
        let mut path = Vec::new();
        self.visit(self.limits.start(), |node| {
            path.clear();
            path.extend(node.path());
            visit(&path)
        })
    }

    /// Calls `visit` with the node of every solution, within limits that may be shared with other
    /// walks.
    pub(crate) fn visit<F>(&self, guard: Guard, visit: F) -> Tally
    where
        F: FnMut(Node<'_, P>) -> ControlFlow<()>,
    {
        let mut counting = VisitSolutions { found: 0, visit };
        let (end, nodes) = self.observe_counted(guard, &mut counting);
        Tally {
            solutions: counting.found,
            nodes,
            end,
        }
    }

    /// Runs the whole search with an observer, as `profile` and `trace` do.
    pub fn observe<O: Observer<P>>(&self, observer: &mut O) -> End {
        self.observe_guarded(self.limits.start(), observer)
    }

    pub(crate) fn observe_guarded<O: Observer<P>>(&self, guard: Guard, observer: &mut O) -> End {
        self.observe_counted(guard, observer).0
    }

    /// Runs an observer. Returns why the walk ended, and the number of nodes entered.
    fn observe_counted<O: Observer<P>>(&self, guard: Guard, observer: &mut O) -> (End, u64) {
        let mut limited = Limited {
            observer,
            left: self.limits.solutions.unwrap_or(u64::MAX),
        };
        if limited.left == 0 {
            return (End::Solutions, 0);
        }
        let Some(mut walk) = self.walk(guard) else {
            return (End::Exhausted, 0);
        };
        let end = match walk.run(&mut limited) {
            Some(end) => end,
            None if limited.left == 0 => End::Solutions,
            None => End::Stopped,
        };
        (end, walk.nodes())
    }

    /// Returns the walk through the tree. Returns `None` if the start was pruned since
    /// [`Self::within`] checked it, which is possible if the objections depend on solutions found
    /// meanwhile.
    pub(crate) fn walk(&self, guard: Guard) -> Option<Walk<'p, P>> {
        let (path, state) = self.start.follow(self.problem).ok()?;
        Some(Walk::new(self.problem, path, state, guard))
    }
}

/// Stops the walk after a number of solutions.
struct Limited<'o, O> {
    observer: &'o mut O,
    left: u64,
}

impl<P: Problem, O: Observer<P>> Observer<P> for Limited<'_, O> {
    const SEES_REJECTED: bool = O::SEES_REJECTED;

    #[inline]
    fn enter(&mut self, node: Node<'_, P>) -> ControlFlow<()> {
        self.observer.enter(node)
    }

    #[inline]
    fn solution(&mut self, node: Node<'_, P>) -> ControlFlow<()> {
        self.left -= 1;
        self.observer.solution(node)?;
        if self.left == 0 {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn open(&mut self, node: Node<'_, P>) {
        self.observer.open(node);
    }

    #[inline]
    fn reject(&mut self, node: Node<'_, P>, choice: P::Choice, objection: P::Objection) {
        self.observer.reject(node, choice, objection);
    }

    #[inline]
    fn retreat(&mut self, node: Node<'_, P>, choice: P::Choice) {
        self.observer.retreat(node, choice);
    }
}

/// Counts solutions and calls a closure at each.
struct VisitSolutions<F> {
    found: u64,
    visit: F,
}

impl<P: Problem, F: FnMut(Node<'_, P>) -> ControlFlow<()>> Observer<P> for VisitSolutions<F> {
    #[inline]
    fn solution(&mut self, node: Node<'_, P>) -> ControlFlow<()> {
        self.found += 1;
        (self.visit)(node)
    }
}
