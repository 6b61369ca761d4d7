//! Traces too long to keep in memory: only the start of each page is stored, and a page is searched
//! again when it is requested.

use std::ops::ControlFlow;

use crate::Problem;
use crate::profile::{Level, Profile};
use crate::search::{Branch, End, Node, Observer, Search};
use crate::trace::Trace;
use crate::tree::{NodeKind, Tree};

/// The events of a whole search, cut into pages.
///
/// It is plain data, whatever the problem's choices are: about a kilobyte a page. Problems with the
/// same tree have the same pages.
///
/// ```
/// use bezzel::{Event, Search};
/// use bezzel::problems::Queens;
///
/// let eight = Queens(8);
/// let search = Search::new(&eight);
/// let pages = search.pages(1_000);
/// assert_eq!((pages.steps, pages.solutions.len()), (17_868, 92));
///
/// // The page with the last solution, and what the search knew when the page began.
/// let last = pages.solutions[91];
/// let page = search.page(&pages, last - 1);
/// assert_eq!(page.trace.events[(last - 1 - page.step) as usize], Event::Solution);
/// assert!(page.levels.iter().map(|level| level.solutions).sum::<u64>() < 92);
/// # Ok::<(), bezzel::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pages {
    /// The number of events.
    pub steps: u64,
    /// The number of steps after which each solution is found.
    pub solutions: Vec<u64>,
    /// The depth of the search over its steps.
    pub skyline: DepthProfile,
    /// The tree level by level, after the search.
    pub levels: Vec<Level>,
    starts: Vec<PageStart>,
}

impl Pages {
    /// Returns the number of pages.
    pub fn count(&self) -> usize {
        self.starts.len()
    }

    /// Returns the profile of the search.
    pub fn profile(&self) -> Profile {
        Profile {
            levels: self.levels.clone(),
            end: End::Exhausted,
        }
    }

    /// Returns the number of the page that contains what happens after `step` steps.
    fn number(&self, step: u64) -> usize {
        self.starts.partition_point(|start| start.step <= step) - 1
    }
}

/// The depth of a search over its steps, in no more values than a picture has columns.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct DepthProfile {
    /// The number of steps each value covers.
    pub width: u64,
    /// The deepest level entered during those steps.
    pub depths: Vec<u32>,
}

impl DepthProfile {
    const MAX_VALUES: usize = 1_024;

    fn new() -> Self {
        Self {
            width: 1,
            depths: Vec::new(),
        }
    }

    /// Keeps only the values of the first `steps` steps.
    pub fn cut(&mut self, steps: u64) {
        self.depths.truncate(steps.div_ceil(self.width) as usize);
    }

    /// Records the depth at a step. Steps come in order.
    fn record(&mut self, step: u64, depth: u32) {
        let place = (step / self.width) as usize;
        if place >= Self::MAX_VALUES {
            let deepest = |pair: &[u32]| pair.iter().copied().max().unwrap_or(0);
            self.depths = self.depths.chunks(2).map(deepest).collect();
            self.width *= 2;
            return self.record(step, depth);
        }
        match self.depths.get_mut(place) {
            Some(deepest) => *deepest = depth.max(*deepest),
            None => self.depths.push(depth),
        }
    }
}

/// The state of the search at the start of a page: just after a node was entered.
#[derive(Debug, Clone, PartialEq, Eq)]
struct PageStart {
    step: u64,
    /// The entered node.
    branch: Branch,
    /// The tree so far, level by level.
    levels: Vec<Level>,
    /// The counts of the finished promising subtrees that branch off the path, in the order of the
    /// search.
    finished: Vec<Level>,
}

/// A part of a search's events, and the state of the search before them.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Page<C, O> {
    /// The number of steps before the page.
    pub step: u64,
    /// The tree so far, level by level.
    pub levels: Vec<Level>,
    /// The tree so far, for drawing: open along the path to the current node, finished subtrees
    /// folded.
    pub tree: Tree<C, O>,
    /// The events, starting at the current node.
    pub trace: Trace<C, O>,
}

impl<P: Problem> Search<'_, P> {
    /// Returns the events of the whole search, cut into pages of about `length` events.
    pub fn pages(&self, length: u64) -> Pages {
        let mut paging = Paging::new(length.max(1), self.start.clone());
        self.observe(&mut paging);
        paging.pages
    }

    /// Returns the page that contains what happens after `step` steps, or the last page if there
    /// are fewer.
    ///
    /// # Panics
    /// May panic, or return a meaningless page, if the pages are of another tree.
    pub fn page(&self, pages: &Pages, step: u64) -> Page<P::Choice, P::Objection> {
        let number = pages.number(step);
        let start = &pages.starts[number];
        let end = pages
            .starts
            .get(number + 1)
            .map_or(pages.steps, |next| next.step);
        Page {
            step: start.step,
            levels: start.levels.clone(),
            tree: self.tree_at(start),
            trace: self.trace_after(&start.branch, (end - start.step) as usize),
        }
    }

    fn tree_at(&self, start: &PageStart) -> Tree<P::Choice, P::Objection> {
        let problem = self.problem;
        let above = self.start.depth();
        let (_, mut state) = self.start.follow(problem).expect("checked by `within`");
        let mut finished = start.finished.iter();
        let mut tree = Tree::rooted(&self.start);
        let mut parent = 0;
        for &index in &start.branch.path[above..] {
            let mut choices = problem.choices(&state);
            for choice in choices.by_ref().take(index as usize) {
                let fate = match problem.objection(&state, choice) {
                    Some(objection) => NodeKind::Rejected(objection),
                    None => match *finished.next().expect("pages of the same tree") {
                        SOLUTION_COUNTS => NodeKind::Solution,
                        counts => NodeKind::Folded(counts),
                    },
                };
                tree.add(parent, choice, fate);
            }
            let taken = choices.next().expect("pages of the same tree");
            parent = tree.add(parent, taken, NodeKind::Open);
            problem.advance(&mut state, taken);
        }
        tree.end = End::Stopped;
        tree
    }
}

/// The counts of a subtree that consists of a solution.
const SOLUTION_COUNTS: Level = Level {
    visited: 1,
    promising: 1,
    solutions: 1,
};

/// Records where pages start during a walk.
struct Paging {
    length: u64,
    /// The current node, and for each node on the path the number of children tried.
    branch: Branch,
    tried: Vec<u32>,
    /// The counts so far of the subtrees of the nodes on the path.
    open: Vec<Level>,
    finished: Vec<Level>,
    /// For each node on the path, the length of `finished` when the node was entered.
    marks: Vec<usize>,
    pages: Pages,
}

impl Paging {
    fn new(length: u64, branch: Branch) -> Self {
        let depth = branch.depth();
        let mut paging = Self {
            length,
            tried: Vec::new(),
            open: Vec::new(),
            finished: Vec::new(),
            marks: Vec::new(),
            pages: Pages {
                steps: 0,
                solutions: Vec::new(),
                skyline: DepthProfile::new(),
                levels: vec![Level::default(); depth],
                starts: Vec::new(),
            },
            branch,
        };
        paging.push();
        paging.begin();
        paging
    }

    fn begin(&mut self) {
        self.pages.starts.push(PageStart {
            step: self.pages.steps,
            branch: self.branch.clone(),
            levels: self.pages.levels.clone(),
            finished: self.finished.clone(),
        });
    }

    /// Adds an entered node to the path.
    fn push(&mut self) {
        let entered = Level {
            visited: 1,
            promising: 1,
            solutions: 0,
        };
        self.count(self.branch.depth(), entered);
        self.open.push(entered);
        self.tried.push(0);
        self.marks.push(self.finished.len());
    }

    fn count(&mut self, depth: usize, more: Level) {
        let levels = &mut self.pages.levels;
        if levels.len() <= depth {
            levels.resize_with(depth + 1, Level::default);
        }
        levels[depth].add(&more);
    }

    /// Counts another visited child of the current node. Returns its number.
    fn try_next(&mut self) -> u32 {
        let tried = self.tried.last_mut().expect("the root stays");
        *tried += 1;
        *tried - 1
    }

    fn here(&mut self) -> &mut Level {
        self.open.last_mut().expect("the root stays")
    }

    fn step(&mut self) {
        let depth = self.branch.depth() as u32;
        self.pages.skyline.record(self.pages.steps, depth);
        self.pages.steps += 1;
    }
}

impl<P: Problem> Observer<P> for Paging {
    const SEES_REJECTED: bool = true;

    fn enter(&mut self, node: Node<'_, P>) -> ControlFlow<()> {
        if node.is_start() {
            return ControlFlow::Continue(());
        }
        let index = self.try_next();
        self.branch.path.push(index);
        self.push();
        self.step();
        let begun = self.pages.starts.last().map_or(0, |start| start.step);
        if self.pages.steps - begun >= self.length {
            self.begin();
        }
        ControlFlow::Continue(())
    }

    fn solution(&mut self, node: Node<'_, P>) -> ControlFlow<()> {
        let solution = Level {
            solutions: 1,
            ..Level::default()
        };
        self.here().add(&solution);
        self.count(node.depth(), solution);
        self.step();
        self.pages.solutions.push(self.pages.steps);
        ControlFlow::Continue(())
    }

    fn reject(&mut self, node: Node<'_, P>, _choice: P::Choice, _objection: P::Objection) {
        self.try_next();
        let rejected = Level {
            visited: 1,
            ..Level::default()
        };
        self.here().add(&rejected);
        self.count(node.depth() + 1, rejected);
        self.step();
    }

    fn retreat(&mut self, _node: Node<'_, P>, _choice: P::Choice) {
        self.branch.path.pop();
        self.tried.pop();
        let subtree = self.open.pop().expect("it was entered");
        let mark = self.marks.pop().expect("it was entered");
        self.finished.truncate(mark);
        self.finished.push(subtree);
        self.here().add(&subtree);
        self.step();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Event;
    use crate::problems::Queens;

    #[test]
    fn pages_together_are_the_trace() {
        for n in 0..=7 {
            let problem = Queens(n);
            let search = Search::new(&problem);
            let whole = search.trace(usize::MAX);
            for length in [1, 7, 100, 5_000] {
                let pages = search.pages(length);
                assert_eq!(pages.steps, whole.events.len() as u64);
                let mut covered: Vec<Event<_, _>> = Vec::new();
                while (covered.len() as u64) < pages.steps {
                    let page = search.page(&pages, covered.len() as u64);
                    assert_eq!(page.step, covered.len() as u64);
                    covered.extend(page.trace.events);
                }
                assert_eq!(covered, whole.events, "n = {n}, pages of {length}");
            }
        }
    }

    #[test]
    fn a_page_knows_what_was_before() {
        let problem = Queens(6);
        let search = Search::new(&problem);
        let whole = search.trace(usize::MAX);
        let pages = Search::new(&Queens(6)).pages(50);
        let mut replay = whole.replay(&problem);
        for start in &pages.starts {
            let page = search.page(&pages, start.step);
            replay.seek(start.step as usize);
            let sum = |of: fn(&Level) -> u64| page.levels.iter().map(of).sum::<u64>();
            assert_eq!(sum(|level| level.visited), replay.visited());
            assert_eq!(sum(|level| level.promising), replay.promising());
            assert_eq!(sum(|level| level.solutions), replay.solutions());
            // The open nodes of the tree are the path, and no node of the search is missing.
            let nodes = &page.tree.nodes;
            let open = nodes.iter().filter(|node| node.fate == NodeKind::Open);
            let path: Vec<u32> = open.filter_map(|node| node.choice).collect();
            assert_eq!(path, replay.path());
            let visited = nodes.iter().map(|node| match &node.fate {
                NodeKind::Folded(counts) => counts.visited,
                _ => 1,
            });
            assert_eq!(visited.sum::<u64>(), replay.visited());
            // A folded subtree stands for these events: one for each visited node, a retreat for
            // each promising node, and one for each solution.
            let events = |counts: &Level| counts.visited + counts.promising + counts.solutions;
            let covered: u64 = nodes[1..]
                .iter()
                .map(|node| match &node.fate {
                    NodeKind::Folded(counts) => events(counts),
                    NodeKind::Solution => events(&SOLUTION_COUNTS),
                    _ => 1,
                })
                .sum();
            assert_eq!(covered, start.step);
        }
    }

    #[test]
    fn pages_of_a_subtree() {
        let problem = Queens(6);
        let search = Search::new(&problem)
            .within(&Branch { path: vec![1, 3] })
            .unwrap();
        let pages = search.pages(10);
        let whole = search.trace(usize::MAX);
        let last = search.page(&pages, pages.steps);
        assert!(!last.trace.events.is_empty() && last.step > 0);
        assert!(whole.events.ends_with(&last.trace.events));
        assert_eq!(last.tree.nodes[0].level, 2);
    }

    #[test]
    fn skylines_stay_short_and_keep_the_peaks() {
        let mut skyline = DepthProfile::new();
        for step in 0..100_000 {
            skyline.record(step, if step == 77_777 { 9 } else { step as u32 % 3 });
        }
        assert!(skyline.depths.len() <= DepthProfile::MAX_VALUES);
        assert!(skyline.depths.len() as u64 * skyline.width >= 100_000);
        assert_eq!(skyline.depths[(77_777 / skyline.width) as usize], 9);
    }
}
