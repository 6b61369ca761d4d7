//! Statistics of the state-space tree, level by level.

use std::ops::ControlFlow;

use crate::Problem;
use crate::search::{End, Guard, Node, Observer, Search};

/// The counts of one level.
///
/// *Visited* nodes are all children examined, *promising* nodes those without an objection. The
/// root is both.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Level {
    /// Visited nodes.
    pub visited: u64,
    /// Promising nodes.
    pub promising: u64,
    /// Solutions.
    pub solutions: u64,
}

impl Level {
    pub(crate) fn add(&mut self, more: &Level) {
        self.visited += more.visited;
        self.promising += more.promising;
        self.solutions += more.solutions;
    }
}

/// What a search visits, level by level from the root.
///
/// ```
/// use bezzel::Search;
/// use bezzel::problems::Queens;
///
/// let four = Queens(4);
/// let profile = Search::new(&four).profile();
/// assert_eq!((profile.visited(), profile.promising(), profile.solutions()), (61, 17, 2));
/// # Ok::<(), bezzel::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Profile {
    /// The levels. Level 0 is the root.
    pub levels: Vec<Level>,
    /// Why the walk ended. The counts are complete only if the tree was exhausted.
    pub end: End,
}

/// Sums the levels of a subtree.
impl From<&Profile> for Level {
    fn from(profile: &Profile) -> Self {
        let mut sum = Self::default();
        profile.levels.iter().for_each(|level| sum.add(level));
        sum
    }
}

impl Profile {
    /// Returns the counts of a promising node at this level.
    pub(crate) fn of_node(level: usize) -> Self {
        Self::of(level, 1)
    }

    /// Returns the counts of a rejected node at this level.
    pub(crate) fn of_rejected(level: usize) -> Self {
        Self::of(level, 0)
    }

    fn of(level: usize, promising: u64) -> Self {
        let mut levels = vec![Level::default(); level];
        levels.push(Level {
            visited: 1,
            promising,
            solutions: 0,
        });
        Self {
            levels,
            end: End::Exhausted,
        }
    }

    /// Returns the number of visited nodes.
    pub fn visited(&self) -> u64 {
        self.levels.iter().map(|level| level.visited).sum()
    }

    /// Returns the number of promising nodes.
    pub fn promising(&self) -> u64 {
        self.levels.iter().map(|level| level.promising).sum()
    }

    /// Returns the number of solutions.
    pub fn solutions(&self) -> u64 {
        self.levels.iter().map(|level| level.solutions).sum()
    }

    /// Adds the profile of another part of the same tree.
    pub fn merge(&mut self, other: &Profile) {
        if self.levels.len() < other.levels.len() {
            self.levels.resize_with(other.levels.len(), Level::default);
        }
        for (level, more) in self.levels.iter_mut().zip(&other.levels) {
            level.add(more);
        }
        if self.end == End::Exhausted {
            self.end = other.end;
        }
    }
}

impl<P: Problem> Search<'_, P> {
    /// Counts the visited, promising and solved nodes of every level.
    pub fn profile(&self) -> Profile {
        self.profile_guarded(self.limits.start())
    }

    /// `profile` within limits that may be shared with other walks.
    pub(crate) fn profile_guarded(&self, guard: Guard) -> Profile {
        let mut profiling = Profiling::default();
        let end = self.observe_guarded(guard, &mut profiling);
        profiling.finish(end)
    }
}

/// Builds a profile during a walk.
#[derive(Debug, Default)]
pub(crate) struct Profiling {
    levels: Vec<Level>,
}

impl Profiling {
    pub fn finish(self, end: End) -> Profile {
        Profile {
            levels: self.levels,
            end,
        }
    }

    #[inline]
    fn level(&mut self, depth: usize) -> &mut Level {
        if self.levels.len() <= depth {
            self.levels.resize_with(depth + 1, Level::default);
        }
        &mut self.levels[depth]
    }
}

impl<P: Problem> Observer<P> for Profiling {
    #[inline]
    fn enter(&mut self, node: Node<'_, P>) -> ControlFlow<()> {
        let depth = node.depth();
        let is_start = node.is_start();
        let level = self.level(depth);
        level.promising += 1;
        level.visited += u64::from(is_start);
        ControlFlow::Continue(())
    }

    #[inline]
    fn open(&mut self, node: Node<'_, P>) {
        // A shortlist leaves out rejected children, which were visited too: count them without
        // walking.
        let children = node.problem.choices(node.state).count() as u64;
        if children > 0 {
            self.level(node.depth() + 1).visited += children;
        }
    }

    #[inline]
    fn solution(&mut self, node: Node<'_, P>) -> ControlFlow<()> {
        self.level(node.depth()).solutions += 1;
        ControlFlow::Continue(())
    }
}
