//! Finding a route out of a maze, as a [`Problem`].

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Direction, Directions, Maze, Order};
use bezzel::Problem;

/// The reason why a step is rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Obstacle {
    /// It leads outside the maze.
    Outside,
    /// There is a wall.
    Wall,
    /// The cell is already on the path.
    Walked,
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Obstacle::Outside => "outside the maze",
            Obstacle::Wall => "a wall",
            Obstacle::Walked => "already walked",
        })
    }
}

/// The problem of escaping from a maze. A choice is a step.
///
/// - [`Escape::retreating`] is post 002's search. It unmarks the cells it retreats from, so that
///   its solutions are all routes. Proving that there is none may take exponential time.
/// - [`Escape::marking`] keeps them marked as dead ends. It takes linear time and has at most one
///   solution, the first of the other search.
///
/// Why both find the same first route: suppose a cell was left because every continuation from it
/// meets the current path. The last path cell on such a continuation has itself an open way out, so
/// it has not been left. Hence it is still on the path when the cell is met again, and still blocks
/// it.
///
/// `retreat` of the marking search does not undo `advance`, which deliberately breaks the first law
/// of [`Problem`]. Use it with `first`, `trace` and `tree` only.
#[derive(Debug, Clone)]
pub struct Escape<'m> {
    maze: &'m Maze,
    order: Order,
    remembers: bool,
}

impl<'m> Escape<'m> {
    /// Returns the search that unmarks cells when it retreats: it finds all routes.
    pub fn retreating(maze: &'m Maze, order: Order) -> Self {
        Self {
            maze,
            order,
            remembers: false,
        }
    }

    /// Returns the search that keeps dead ends marked: it finds the first route in linear time.
    pub fn marking(maze: &'m Maze, order: Order) -> Self {
        Self {
            maze,
            order,
            remembers: true,
        }
    }
}

/// The current cell and the marked cells, one bit each.
#[derive(Debug, Clone)]
pub struct Walked {
    at: usize,
    walked: Vec<u64>,
    /// The direction in which each cell of the path was entered, if the order depends on it.
    headings: Vec<Direction>,
}

impl Walked {
    /// Returns the current cell.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Returns true if a cell is marked.
    #[inline]
    pub fn has(&self, cell: usize) -> bool {
        self.walked[cell / 64] >> (cell % 64) & 1 == 1
    }

    #[inline]
    fn flip(&mut self, cell: usize) {
        self.walked[cell / 64] ^= 1 << (cell % 64);
    }
}

impl Problem for Escape<'_> {
    type Choice = Direction;
    type State = Walked;
    type Objection = Obstacle;
    type Choices = Directions;

    fn root(&self) -> Walked {
        let at = self.maze.start();
        let mut walked = Walked {
            at,
            walked: vec![0; self.maze.cells().len().div_ceil(64)],
            headings: Vec::new(),
        };
        walked.flip(at);
        walked
    }

    #[inline]
    fn choices(&self, state: &Walked) -> Directions {
        let heading = state.headings.last();
        self.order
            .heading(heading.copied().unwrap_or(Direction::North))
    }

    #[inline]
    fn objection(&self, state: &Walked, direction: Direction) -> Option<Obstacle> {
        let Some(next) = self.maze.next(state.at, direction) else {
            return Some(Obstacle::Outside);
        };
        if !self.maze.is_open(next) {
            return Some(Obstacle::Wall);
        }
        state.has(next).then_some(Obstacle::Walked)
    }

    #[inline]
    fn advance(&self, state: &mut Walked, direction: Direction) {
        state.at = self.maze.next(state.at, direction).expect("a step inside");
        if !state.has(state.at) {
            state.flip(state.at);
        }
        if self.order.turns() {
            state.headings.push(direction);
        }
    }

    #[inline]
    fn retreat(&self, state: &mut Walked, direction: Direction) {
        if !self.remembers {
            state.flip(state.at);
        }
        if self.order.turns() {
            state.headings.pop();
        }
        state.at = self
            .maze
            .next(state.at, direction.reverse())
            .expect("a step inside");
    }

    #[inline]
    fn solved(&self, state: &Walked) -> bool {
        self.maze.is_exit(state.at)
    }
}
