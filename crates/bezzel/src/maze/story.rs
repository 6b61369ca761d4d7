//! How a way out is found, cell by cell, to be watched.

use serde::Serialize;

use super::drawing::Step;
use super::{Direction, Escape, Maze, Order, shortest_watched};
use crate::{End, Event, Named, Search};

/// A search for one way out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Runner {
    /// Post 002's: forgets the cells it retreats from.
    Retreat,
    /// Remembers them as dead ends.
    Marking,
    /// Breadth first.
    Shortest,
}

impl Named for Runner {
    const ALL: &'static [Self] = &[Self::Retreat, Self::Marking, Self::Shortest];

    fn name(self) -> &'static str {
        match self {
            Self::Retreat => "retreat",
            Self::Marking => "marking",
            Self::Shortest => "shortest",
        }
    }

    fn about(self) -> &'static str {
        match self {
            Self::Retreat => "depth first, forgetting dead ends as post 002 does",
            Self::Marking => "depth first, remembering dead ends",
            Self::Shortest => "breadth first: a route of the fewest steps",
        }
    }
}

/// What a runner did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Story {
    /// Every cell entered or left, in order, the start not among them; as many as were asked for.
    pub steps: Vec<Step>,
    /// The way out, if one was found within these steps.
    pub route: Option<Vec<Direction>>,
    /// Whether the runner came to an end: it found a way, or there is none.
    pub is_complete: bool,
}

impl Runner {
    /// Runs until a way out is found, or for `max_steps` steps.
    ///
    /// ```
    /// use bezzel::maze::{Maze, Order, Runner};
    ///
    /// let maze = Maze::parse(b"S  \n # \n  G\n".to_vec())?;
    /// let story = Runner::Retreat.run(&maze, Order::POST, 100);
    /// assert_eq!((story.steps.len(), story.route.unwrap().len()), (4, 4));
    /// assert!(!Runner::Shortest.run(&maze, Order::POST, 2).is_complete);
    /// # Ok::<(), bezzel::Error>(())
    /// ```
    pub fn run(self, maze: &Maze, order: Order, max_steps: usize) -> Story {
        match self {
            Self::Retreat => follow(maze, &Escape::retreating(maze, order), max_steps),
            Self::Marking => follow(maze, &Escape::marking(maze, order), max_steps),
            Self::Shortest => spread(maze, order, max_steps),
        }
    }
}

/// Depth first: the steps of the trace that move.
fn follow(maze: &Maze, escape: &Escape<'_>, max_steps: usize) -> Story {
    // Each move comes with at most three rejected directions, and the start has four.
    let room = max_steps.saturating_mul(4).saturating_add(5);
    let trace = Search::new(escape).max_solutions(1).trace(room);
    let next = |cell, direction| maze.next(cell, direction).expect("the search stays inside");
    let mut story = Story {
        steps: Vec::new(),
        route: None,
        is_complete: matches!(trace.end, End::Exhausted | End::Solutions),
    };
    let mut at = maze.start();
    let mut path = Vec::new();
    for event in &trace.events {
        match *event {
            Event::Enter(direction) => {
                at = next(at, direction);
                path.push(direction);
                story.steps.push(Step::Enter(at));
            }
            Event::Retreat(direction) => {
                story.steps.push(Step::Leave(at));
                path.pop();
                at = next(at, direction.reverse());
            }
            Event::Reject(..) => {}
            Event::Solution => {
                story.route = Some(path);
                break;
            }
        }
    }
    story.cut(max_steps)
}

fn spread(maze: &Maze, order: Order, max_steps: usize) -> Story {
    let mut steps = Vec::new();
    let route = shortest_watched(maze, order, |cell| {
        if cell != maze.start() && steps.len() <= max_steps {
            steps.push(Step::Enter(cell));
        }
    });
    let story = Story {
        steps,
        route,
        is_complete: true,
    };
    story.cut(max_steps)
}

impl Story {
    /// The beginning of the story, which does not know its end.
    fn cut(mut self, max_steps: usize) -> Self {
        if self.steps.len() > max_steps {
            self.steps.truncate(max_steps);
            self.route = None;
            self.is_complete = false;
        }
        self
    }

    /// How many cells were entered, the start included.
    pub fn entered(&self) -> usize {
        let entered = |step: &&Step| matches!(step, Step::Enter(_));
        1 + self.steps.iter().filter(entered).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(text: &str, runner: Runner, max_steps: usize) -> Story {
        let maze = Maze::parse(text.into()).unwrap();
        runner.run(&maze, Order::POST, max_steps)
    }

    #[test]
    fn all_find_the_way_and_tell_how() {
        // A dead end in the north, then the exit in the east.
        let text = " # \n #G\nS  \n";
        for &runner in Runner::ALL {
            let story = run(text, runner, 100);
            assert_eq!(story.route.as_ref().map(Vec::len), Some(3), "{runner:?}");
            assert_eq!(story.steps.last(), Some(&Step::Enter(5)));
            assert!(story.is_complete);
        }
        let back = run(text, Runner::Marking, 100).steps;
        assert_eq!(
            back[..4],
            [
                Step::Enter(3),
                Step::Enter(0),
                Step::Leave(0),
                Step::Leave(3)
            ]
        );
        assert_eq!(run(text, Runner::Marking, 100).entered(), 6);
    }

    #[test]
    fn forgetting_walks_more_than_remembering() {
        let room = "S   #G\n    ##\n    # \n    # \n";
        let long = run(room, Runner::Retreat, 100_000);
        let short = run(room, Runner::Marking, 100_000);
        assert!(long.is_complete && short.is_complete);
        assert_eq!((long.route, short.route), (None, None));
        assert!(long.steps.len() > 10 * short.steps.len());
    }

    #[test]
    fn a_story_cut_short_does_not_know_its_end() {
        for &runner in Runner::ALL {
            let story = run("S   G", runner, 3);
            assert_eq!((story.steps.len(), story.is_complete), (3, false));
            assert_eq!(story.route, None);
            assert!(run("S   G", runner, 4).is_complete);
        }
    }
}
