//! Subtrees that can be searched alone, on any thread or machine.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::Search;
use super::indexed::Indexed;
use super::limit::Guard;
use super::walk::Walk;
use crate::profile::{Profile, Profiling};
use crate::{Error, Problem};

/// A subtree, named by the way to it: at each node from the root, the position of the choice among
/// all its siblings, counted from 0. The root itself is the empty path.
///
/// It is plain data, whatever the problem: `2.0.3` in text, `[2,0,3]` in JSON.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Unit {
    /// The positions, from the root down.
    pub path: Vec<u32>,
}

impl Unit {
    /// How deep the subtree hangs.
    pub fn depth(&self) -> usize {
        self.path.len()
    }

    /// Walks from the root to the unit, and checks that the way exists.
    pub(crate) fn follow<P: Problem>(
        &self,
        problem: &P,
    ) -> Result<(Vec<P::Choice>, P::State), Error> {
        let mut state = problem.root();
        let mut path = Vec::with_capacity(self.path.len());
        for (position, &index) in self.path.iter().enumerate() {
            let foreign = |reason| Error::ForeignUnit {
                unit: self.to_string(),
                position: position + 1,
                reason,
            };
            if problem.solved(&state) {
                return Err(foreign("lies below a solution"));
            }
            let choice = problem
                .choices(&state)
                .nth(index as usize)
                .ok_or_else(|| foreign("is beyond the last choice"))?;
            if problem.objection(&state, choice).is_some() {
                return Err(foreign("is not promising"));
            }
            problem.advance(&mut state, choice);
            path.push(choice);
        }
        Ok((path, state))
    }

    /// The unit of the `index`-th child.
    pub(crate) fn child(&self, index: u32) -> Unit {
        let mut path = self.path.clone();
        path.push(index);
        Unit { path }
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.is_empty() {
            return f.write_str("root");
        }
        for (level, index) in self.path.iter().enumerate() {
            let dot = if level == 0 { "" } else { "." };
            write!(f, "{dot}{index}")?;
        }
        Ok(())
    }
}

impl FromStr for Unit {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let path = match text {
            "root" => Ok(Vec::new()),
            _ => text.split('.').map(str::parse).collect(),
        };
        let path = path.map_err(|_| Error::ForeignUnit {
            unit: text.into(),
            position: 1,
            reason: "should be a number, as in 2.0.3",
        })?;
        Ok(Unit { path })
    }
}

/// A tree cut into units.
///
/// ```
/// use bezzel::{Search, queens::Masks};
///
/// let eight = Masks::new(8)?;
/// let split = Search::new(&eight).split(2);
/// assert_eq!(split.units.len(), 42);
/// let mut sum = 0;
/// for unit in &split.units {
///     sum += Search::new(&eight).within(unit)?.count().solutions;
/// }
/// assert_eq!(sum, 92);
/// # Ok::<(), bezzel::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Split {
    /// The promising nodes at the depth asked for, and the solutions above it, in the order of the
    /// search. Their solutions sum to those of the whole.
    pub units: Vec<Unit>,
    /// The part of the tree that is in no unit: the nodes above them, and their rejected children.
    /// With the units' profiles it sums to the profile of the whole. If a limit cut the splitting
    /// short, its `end` says so and units are missing.
    pub above: Profile,
}

pub(super) fn split<P: Problem>(search: &Search<'_, P>, depth: usize, guard: Guard) -> Split {
    let start = search.start();
    let (choices, state) = start.follow(search.problem()).expect("checked by `within`");
    let top = Indexed {
        problem: search.problem(),
        depth: start.depth().max(depth),
    };
    let path = start.path.iter().map(|&index| index as usize);
    let mut splitting = Splitting {
        units: Vec::new(),
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
    // The units' own first nodes were counted as solutions of the cut-off problem.
    for level in &mut above.levels {
        level.visited -= level.solutions;
        level.promising -= level.solutions;
        level.solutions = 0;
    }
    Split {
        units: splitting.units,
        above,
    }
}

struct Splitting {
    units: Vec<Unit>,
    profiling: Profiling,
}

impl<P: Problem> super::Observer<Indexed<'_, P>> for Splitting {
    fn enter(&mut self, node: super::Node<'_, Indexed<'_, P>>) -> ControlFlow<()> {
        self.profiling.enter(node)
    }

    fn open(&mut self, node: super::Node<'_, Indexed<'_, P>>) {
        self.profiling.open(node)
    }

    fn solution(&mut self, node: super::Node<'_, Indexed<'_, P>>) -> ControlFlow<()> {
        let path = node.path().map(|(index, _)| index as u32).collect();
        self.units.push(Unit { path });
        self.profiling.solution(node)
    }
}
