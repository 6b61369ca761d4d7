//! Any problem as a job: each unit is a branch of its tree.

use std::ops::{ControlFlow, Range};

use super::{Fingerprint, Identity, Job, Outcome, Worker};
use crate::search::Branch;
use crate::{Cancel, End, Error, Problem, Search};

/// Counts the solutions of a problem as a job. The units are the branches at some depth; the
/// solutions above it belong to the first unit.
///
/// ```
/// use bezzel::job::{Branches, Job};
/// use bezzel::problems::Queens;
///
/// let job = Branches::new(Queens(6), "six queens", 1, 1);
/// assert_eq!(job.units(), 6);
/// assert_eq!(job.identity().to_string(), "six queens in 6 branches, version 1, 171b014e40c7b6c4");
/// # Ok::<(), bezzel::Error>(())
/// ```
pub struct Branches<P> {
    problem: P,
    identity: Identity,
    /// The paths of all branches, concatenated, and the end of each.
    positions: Vec<u32>,
    ends: Vec<usize>,
    /// The promising nodes that are in no branch. They are counted with the first unit.
    above: u64,
}

impl<P> std::fmt::Debug for Branches<P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Branches").finish_non_exhaustive()
    }
}

impl<P: Problem> Branches<P> {
    /// The value of [`Identity::cut`](super::Identity::cut).
    pub const CUT: &'static str = "branches";

    /// Cuts a problem at a depth. The caller names the problem and gives it a version, which must
    /// change whenever its tree does.
    pub fn new(problem: P, question: impl Into<String>, version: u32, depth: usize) -> Self {
        let split = Search::new(&problem).split(depth);
        let (mut positions, mut ends) = (Vec::new(), Vec::new());
        let mut hash = Fingerprint::default();
        for branch in &split.branches {
            positions.extend(&branch.path);
            ends.push(positions.len());
            hash.add(&(branch.depth() as u64).to_le_bytes());
            for position in &branch.path {
                hash.add(&position.to_le_bytes());
            }
        }
        Self {
            identity: Identity {
                question: question.into(),
                cut: Self::CUT.into(),
                version,
                units: ends.len() as u64,
                hash,
            },
            problem,
            positions,
            ends,
            above: split.above.promising(),
        }
    }

    /// Cuts a problem at the first depth that gives enough work to many threads, in branches of at
    /// most some seconds. The depth depends on the problem only.
    pub fn with_many_units(problem: P, question: impl Into<String>, version: u32) -> Self {
        const MAX_DEPTH: usize = 24;
        // The node limit of a split, because the children of a wide node may not fit into memory.
        const MAX_CHILDREN: u64 = 1 << 20;
        let search = Search::new(&problem);
        let nodes = search.nodes_near_root();
        let branches_of = |size: f64, most: usize| ((nodes / size) as usize).min(most);
        // The number of branches that is enough: up to 2,048 branches of 20,000 nodes each, or up
        // to 65,536 branches of 500,000 nodes each, whichever is more.
        let worthwhile = branches_of(2e4, 2_048).max(branches_of(5e5, 65_536));
        let bounded = search.clone().max_nodes(MAX_CHILDREN);
        let mut depth = 0;
        for deeper in 0..=MAX_DEPTH {
            let split = bounded.split(deeper);
            if split.above.end != End::Exhausted {
                break;
            }
            depth = deeper;
            if split.branches.len() >= worthwhile {
                break;
            }
        }
        Self::new(problem, question, version, depth)
    }

    fn branch(&self, unit: usize) -> Branch {
        let start = unit.checked_sub(1).map_or(0, |before| self.ends[before]);
        Branch {
            path: self.positions[start..self.ends[unit]].to_vec(),
        }
    }
}

impl<P: Problem + Sync> Job for Branches<P> {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn weight(&self, _unit: u64) -> u32 {
        1
    }

    fn cost(&self, units: Range<u64>) -> f64 {
        (units.end - units.start) as f64
    }

    fn worker(&self, _number: usize) -> Result<Box<dyn Worker + '_>, Error> {
        Ok(Box::new(Walker(self)))
    }
}

/// Counts the solutions of branches.
struct Walker<'j, P>(&'j Branches<P>);

impl<P: Problem + Sync> Worker for Walker<'_, P> {
    fn work(
        &mut self,
        units: Range<u64>,
        cancel: &Cancel,
        report: &mut dyn FnMut(u64, Outcome) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let Self(job) = self;
        for unit in units {
            let branch = job.branch(unit as usize);
            // The branch was promising when the job was cut into units. If it has been pruned
            // since, its search finds nothing.
            let mut search = Search::new(&job.problem).cancelled_by(cancel);
            search.start = branch;
            let mut outcome = Outcome::default();
            let tally = search.visit(search.limits.start(), |_| {
                outcome.add_one();
                ControlFlow::Continue(())
            });
            if !tally.is_complete() {
                break;
            }
            outcome.nodes = tally.nodes + if unit == 0 { job.above } else { 0 };
            report(unit, outcome)?;
        }
        Ok(())
    }
}
