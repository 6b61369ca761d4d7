//! Estimates the size of a tree from random walks.
//!
//! D. E. Knuth, "Estimating the efficiency of backtrack programs" (1975): start at the root and go
//! to a promising child, chosen uniformly, until there is none. The product of the numbers of
//! promising children along the walk is an unbiased estimate of the number of nodes at that level.

use std::ops::Range;

use crate::Problem;
use crate::search::{Guard, PollThrottle, Search};

/// The mean of some samples and its standard error.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// The standard error of the mean: with a probability of about two thirds the true value is
    /// within one standard error.
    pub error: f64,
}

/// The estimated nodes of one level.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct LevelEstimate {
    /// Visited nodes.
    pub visited: Mean,
    /// Promising nodes: those without an objection.
    pub promising: Mean,
    /// Nodes that are solutions.
    pub solutions: Mean,
}

/// The estimated size of a search, from random walks.
///
/// ```
/// use bezzel::Search;
/// use bezzel::problems::Queens;
///
/// let twenty = Queens(20);
/// let estimate = Search::new(&twenty).estimate(20_000, 1848);
/// let solutions = estimate.total.solutions;
/// // Really 39,029,188,884.
/// assert!((solutions.mean - 39_029_188_884.0).abs() < 5.0 * solutions.error);
/// # Ok::<(), bezzel::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Estimate {
    /// The number of walks made: the number requested, unless a limit was reached first.
    pub samples: u64,
    /// The seed of the walks. The same seed gives the same estimate.
    pub seed: u64,
    /// The levels of the tree. Level 0 is the root.
    pub levels: Vec<LevelEstimate>,
    /// The whole tree.
    pub total: LevelEstimate,
}

/// Mean and variance of a stream of values, most of which may be zero (Welford 1962).
#[derive(Debug, Clone, Copy, Default)]
struct RunningVariance {
    seen: u64,
    mean: f64,
    squares: f64,
}

impl RunningVariance {
    fn add(&mut self, value: f64) {
        self.seen += 1;
        let before = value - self.mean;
        self.mean += before / self.seen as f64;
        self.squares += before * (value - self.mean);
    }

    /// Returns the mean over `samples` values. Values that were never added count as zero.
    fn over(mut self, samples: u64) -> Mean {
        // Walks that ended above this level added no value to it. They count as zero.
        let missing = samples.saturating_sub(self.seen) as f64;
        if missing > 0.0 {
            let seen = self.seen as f64;
            self.squares += self.mean * self.mean * seen * missing / samples as f64;
            self.mean *= seen / samples as f64;
        }
        let degrees = samples.saturating_sub(1).max(1) as f64;
        Mean {
            mean: self.mean,
            error: (self.squares / degrees / samples.max(1) as f64).sqrt(),
        }
    }
}

#[derive(Debug, Clone, Copy, Default)]
struct Spreads {
    visited: RunningVariance,
    promising: RunningVariance,
    solutions: RunningVariance,
}

impl Spreads {
    fn add(&mut self, [visited, promising, solutions]: [f64; 3]) {
        self.visited.add(visited);
        self.promising.add(promising);
        self.solutions.add(solutions);
    }

    fn over(self, samples: u64) -> LevelEstimate {
        LevelEstimate {
            visited: self.visited.over(samples),
            promising: self.promising.over(samples),
            solutions: self.solutions.over(samples),
        }
    }
}

impl<P: Problem> Search<'_, P> {
    /// Estimates the size of the tree from `samples` random walks (Knuth 1975), or from fewer if a
    /// limit on time is reached or the search is cancelled.
    pub fn estimate(&self, samples: u64, seed: u64) -> Estimate {
        self.estimate_guarded(samples, seed, &self.limits.start().uncharged())
    }

    /// `estimate` within limits that may be shared with walks.
    pub(crate) fn estimate_guarded(&self, samples: u64, seed: u64, guard: &Guard) -> Estimate {
        // The start may have been pruned since it was checked: then there is nothing to sample.
        let (state, samples) = match self.start.follow(self.problem) {
            Ok((_, state)) => (state, samples),
            Err(_) => (self.problem.root(), 0),
        };
        let depth = self.start.depth();
        let levels = depth..usize::MAX;
        estimate(self.problem, state, levels, samples, seed, guard)
    }

    /// Estimates the promising nodes of the first levels only. This is enough to decide whether a
    /// tree is large, even where a single walk to its bottom would take long.
    pub(crate) fn nodes_near_root(&self) -> f64 {
        const MAX_LEVELS: usize = 64;
        let guard = self.limits.start().uncharged();
        let levels = 0..MAX_LEVELS;
        let estimate = estimate(self.problem, self.problem.root(), levels, 16, 0, &guard);
        estimate.total.promising.mean
    }
}

/// Makes `samples` walks from a node at the first of `levels`, whose state is `state`, down to the
/// last of them.
fn estimate<P: Problem>(
    problem: &P,
    mut state: P::State,
    levels: Range<usize>,
    samples: u64,
    seed: u64,
    guard: &Guard,
) -> Estimate {
    let mut walked = 0;
    let mut random = SplitMix(seed);
    let Range { start: depth, end } = levels;
    let mut levels = vec![Spreads::default(); depth];
    let mut total = Spreads::default();
    let mut promising = Vec::new();
    let mut path = Vec::new();
    // What one walk contributes to each level; it counts only if the walk was not cut off.
    let mut sample: Vec<[f64; 3]> = Vec::new();
    let mut throttle = PollThrottle::default();

    'samples: for _ in 0..samples {
        let mut level = depth;
        sample.clear();
        // The estimates for the current level. They become zero once a node has no promising child.
        let mut visited = 1.0;
        let mut nodes = 1.0;
        loop {
            if guard.go_on().is_err() {
                break 'samples;
            }
            let solved = nodes > 0.0 && problem.solved(&state);
            let here = [visited, nodes, if solved { nodes } else { 0.0 }];
            sample.push(here);
            if solved || nodes == 0.0 || level + 1 == end {
                break;
            }
            let Some(children) = number(problem.choices(&state), &mut throttle, guard) else {
                break 'samples;
            };
            if children == 0.0 {
                break;
            }
            promising.clear();
            let shortlist = P::SHORTLIST.map(|shortlist| shortlist(problem, &state));
            let is_sifted = shortlist.is_some();
            for choice in shortlist.unwrap_or_else(|| problem.choices(&state)) {
                if throttle.one_more(guard).is_err() {
                    break 'samples;
                }
                if is_sifted || problem.objection(&state, choice).is_none() {
                    promising.push(choice);
                }
            }
            visited = nodes * children;
            nodes *= promising.len() as f64;
            level += 1;
            if !promising.is_empty() {
                let choice = promising[random.below(promising.len())];
                problem.advance(&mut state, choice);
                path.push(choice);
            }
        }
        let reached = depth + sample.len();
        levels.resize_with(levels.len().max(reached), Spreads::default);
        let mut sum = [0.0; 3];
        for (level, here) in levels[depth..].iter_mut().zip(&sample) {
            level.add(*here);
            for (sum, value) in sum.iter_mut().zip(here) {
                *sum += value;
            }
        }
        total.add(sum);
        walked += 1;
        for choice in path.drain(..).rev() {
            problem.retreat(&mut state, choice);
        }
    }

    Estimate {
        samples: walked,
        seed,
        levels: levels.into_iter().map(|level| level.over(walked)).collect(),
        total: total.over(walked),
    }
}

/// Returns the number of choices, or `None` if a limit is reached while counting them.
fn number(choices: impl Iterator, throttle: &mut PollThrottle, guard: &Guard) -> Option<f64> {
    if let (least, Some(most)) = choices.size_hint()
        && least == most
    {
        return Some(least as f64);
    }
    let mut number = 0.0;
    for _ in choices {
        throttle.one_more(guard).ok()?;
        number += 1.0;
    }
    Some(number)
}

/// The generator SplitMix64 (G. L. Steele, D. Lea and C. H. Flood, 2014).
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// Returns a number below `bound`, biased by less than `bound` in 2^64.
    fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }
}
