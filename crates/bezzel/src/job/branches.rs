//! Any problem as a job: its units are branches of its tree.

use std::ops::{ControlFlow, Range};

use super::{Fingerprint, Identity, Job, Outcome, Worker};
use crate::search::Branch;
use crate::{Cancel, End, Error, Problem, Search};

/// The solutions of a problem as a job, its units the branches at some depth and the solutions above it.
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
    /// The paths of all branches, one after the other, and where each ends.
    positions: Vec<u32>,
    ends: Vec<usize>,
    /// The promising nodes that are in no branch. They count as part of the first.
    above: u64,
}

impl<P> std::fmt::Debug for Branches<P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Branches").finish_non_exhaustive()
    }
}

impl<P: Problem> Branches<P> {
    /// The name of this way to cut.
    pub const CUT: &'static str = "branches";

    /// Cuts a problem at a depth. Its author names it and gives it a version, a new one whenever its tree changes.
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

    /// Cuts a problem at the first depth that gives work to many threads, in branches of seconds; small ones are not worth
    /// cutting again. The depth depends on the problem alone.
    pub fn many(problem: P, question: impl Into<String>, version: u32) -> Self {
        const DEEPEST: usize = 24;
        // A wide node may have more children than anybody can keep.
        const MOST: u64 = 1 << 20;
        let search = Search::new(&problem);
        let nodes = search.nodes_near_root();
        let branches_of = |size: f64, most: usize| ((nodes / size) as usize).min(most);
        // Enough for every thread, but none too small; as many more as it takes for none to be too large.
        let worthwhile = branches_of(2e4, 2_048).max(branches_of(5e5, 65_536));
        let bounded = search.clone().max_nodes(MOST);
        let mut depth = 0;
        for deeper in 0..=DEEPEST {
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

/// Walks branches.
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
            // It was promising when the job was cut; one that has lost its promise since is empty.
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
