//! Branches: subtrees that can be searched independently, on any thread or machine.

use std::fmt;

use crate::{Error, Problem};

/// A subtree, given by its path: at each node from the root, the position of the choice among all
/// siblings, counted from 0. The root is the empty path.
///
/// It is plain data for any problem: `2.0.3` as text, `[2,0,3]` as JSON.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct Branch {
    /// The positions, from the root down.
    pub path: Vec<u32>,
}

impl Branch {
    /// Returns the depth of the subtree's root.
    pub fn depth(&self) -> usize {
        self.path.len()
    }

    /// Walks from the root to the branch, and checks that its path exists.
    pub(crate) fn follow<P: Problem>(
        &self,
        problem: &P,
    ) -> Result<(Vec<P::Choice>, P::State), Error> {
        let mut state = problem.root();
        let mut path = Vec::with_capacity(self.path.len());
        for (position, &index) in self.path.iter().enumerate() {
            let foreign = |reason| Error::ForeignBranch {
                branch: self.to_string(),
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

    /// Returns the branch of the `index`-th child.
    pub(crate) fn child(&self, index: u32) -> Branch {
        let mut path = self.path.clone();
        path.push(index);
        Branch { path }
    }
}

impl fmt::Display for Branch {
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
