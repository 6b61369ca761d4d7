//! Recordings of a search for a route, cell by cell.

use std::ops::ControlFlow;

use serde::Serialize;

use super::shortest::spread;
use super::{Direction, Escape, Maze, Order};
use bezzel::{End, Named, Node, Observer, Search};

/// A search for one route.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Runner {
    /// Post 002's search, which unmarks the cells it retreats from.
    Retreat,
    /// The search that keeps dead ends marked.
    Marking,
    /// Breadth-first search.
    Shortest,
}

impl Named for Runner {
    const TABLE: &'static [(Self, &'static str, &'static str)] = &[
        (
            Self::Retreat,
            "retreat",
            "depth first; dead ends are not marked",
        ),
        (
            Self::Marking,
            "marking",
            "depth first; dead ends are marked",
        ),
        (
            Self::Shortest,
            "shortest",
            "breadth first: a shortest route",
        ),
    ];
}

/// A step of a search: a cell was entered, or left as a dead end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// The search went into this cell.
    Enter(usize),
    /// The search went back from this cell.
    Leave(usize),
}

/// A recorded search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MazeRecording {
    /// The cells entered or left, in order, without the start, up to the requested number.
    pub steps: Vec<Step>,
    /// The route, if one was found within these steps.
    pub route: Option<Vec<Direction>>,
    /// Whether the search finished: it found a route, or there is none.
    pub is_complete: bool,
}

impl Runner {
    /// Runs until a route is found or `watch`, which is called with every step, breaks. Returns the
    /// route and why the search ended.
    pub fn run(
        self,
        maze: &Maze,
        order: Order,
        mut watch: impl FnMut(Step) -> ControlFlow<()>,
    ) -> (Option<Vec<Direction>>, End) {
        match self {
            Self::Retreat => follow(Escape::retreating(maze, order), watch),
            Self::Marking => follow(Escape::marking(maze, order), watch),
            Self::Shortest => spread(maze, order, |cell| match cell {
                start if start == maze.start() => ControlFlow::Continue(()),
                cell => watch(Step::Enter(cell)),
            }),
        }
    }

    /// Runs until a route is found, but at most `max_steps` steps, and records them.
    ///
    /// ```
    /// use bezzel_maze::{Maze, Order, Runner};
    ///
    /// let maze = Maze::parse(b"S  \n # \n  G\n".to_vec())?;
    /// let recording = Runner::Retreat.record(&maze, Order::POST, 100);
    /// assert_eq!((recording.steps.len(), recording.route.unwrap().len()), (4, 4));
    /// assert!(!Runner::Shortest.record(&maze, Order::POST, 2).is_complete);
    /// # Ok::<(), bezzel_maze::Error>(())
    /// ```
    pub fn record(self, maze: &Maze, order: Order, max_steps: usize) -> MazeRecording {
        let mut steps = Vec::new();
        let (route, end) = self.run(maze, order, |step| {
            if steps.len() == max_steps {
                return ControlFlow::Break(());
            }
            steps.push(step);
            ControlFlow::Continue(())
        });
        MazeRecording {
            steps,
            route,
            is_complete: end != End::Stopped,
        }
    }
}

impl MazeRecording {
    /// Returns the number of cells entered, including the start.
    pub fn entered(&self) -> usize {
        let entered = |step: &&Step| matches!(step, Step::Enter(_));
        1 + self.steps.iter().filter(entered).count()
    }
}

/// Runs a depth-first search, in which every move is a step.
fn follow(
    escape: Escape<'_>,
    watch: impl FnMut(Step) -> ControlFlow<()>,
) -> (Option<Vec<Direction>>, End) {
    let mut following = Following {
        watch,
        at: 0,
        heard: ControlFlow::Continue(()),
        route: None,
    };
    let end = Search::new(&escape)
        .max_solutions(1)
        .observe(&mut following);
    match following.heard {
        ControlFlow::Break(()) => (None, End::Stopped),
        ControlFlow::Continue(()) => (following.route, end),
    }
}

struct Following<W> {
    watch: W,
    /// The current cell: the one that a retreat leaves.
    at: usize,
    /// The last result of `watch`. If `watch` breaks at a retreat, the walk stops at the next cell
    /// it enters.
    heard: ControlFlow<()>,
    route: Option<Vec<Direction>>,
}

impl<W: FnMut(Step) -> ControlFlow<()>> Following<W> {
    #[inline]
    fn report(&mut self, step: Step) -> ControlFlow<()> {
        if self.heard.is_continue() {
            self.heard = (self.watch)(step);
        }
        self.heard
    }
}

impl<W: FnMut(Step) -> ControlFlow<()>> Observer<Escape<'_>> for Following<W> {
    #[inline]
    fn enter(&mut self, node: Node<'_, Escape<'_>>) -> ControlFlow<()> {
        self.at = node.state.at();
        if node.is_start() {
            return ControlFlow::Continue(());
        }
        self.report(Step::Enter(self.at))
    }

    fn solution(&mut self, node: Node<'_, Escape<'_>>) -> ControlFlow<()> {
        self.route = Some(node.path().collect());
        ControlFlow::Continue(())
    }

    #[inline]
    fn retreat(&mut self, node: Node<'_, Escape<'_>>, _direction: Direction) {
        let left = std::mem::replace(&mut self.at, node.state.at());
        // A break takes effect at the next entered cell.
        let _ = self.report(Step::Leave(left));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(text: &str, runner: Runner, max_steps: usize) -> MazeRecording {
        let maze = Maze::parse(text.into()).unwrap();
        runner.record(&maze, Order::POST, max_steps)
    }

    #[test]
    fn every_search_finds_the_exit_and_records_its_steps() {
        // First a dead end in the north, then the exit in the east.
        let text = " # \n #G\nS  \n";
        for runner in Runner::all() {
            let recording = record(text, runner, 100);
            assert_eq!(
                recording.route.as_ref().map(Vec::len),
                Some(3),
                "{runner:?}"
            );
            assert_eq!(recording.steps.last(), Some(&Step::Enter(5)));
            assert!(recording.is_complete);
        }
        let back = record(text, Runner::Marking, 100).steps;
        assert_eq!(
            back[..4],
            [
                Step::Enter(3),
                Step::Enter(0),
                Step::Leave(0),
                Step::Leave(3)
            ]
        );
        assert_eq!(record(text, Runner::Marking, 100).entered(), 6);
    }

    #[test]
    fn forgetting_walks_more_than_remembering() {
        let room = "S   #G\n    ##\n    # \n    # \n";
        let long = record(room, Runner::Retreat, 100_000);
        let short = record(room, Runner::Marking, 100_000);
        assert!(long.is_complete && short.is_complete);
        assert_eq!((long.route, short.route), (None, None));
        assert!(long.steps.len() > 10 * short.steps.len());
    }

    #[test]
    fn a_truncated_recording_has_no_result() {
        for runner in Runner::all() {
            let recording = record("S   G", runner, 3);
            assert_eq!((recording.steps.len(), recording.is_complete), (3, false));
            assert_eq!(recording.route, None);
            assert!(record("S   G", runner, 4).is_complete);
        }
    }
}
