//! Finding a way out, as a [`Problem`].

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Direction, Directions, Maze, Order};
use bezzel::Problem;

/// Why a step is not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Obstacle {
    /// It leads outside the maze.
    Outside,
    /// There is a wall.
    Wall,
    /// The way has been there already.
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

/// The problem of escaping from a maze, a choice being a step.
///
/// [`Escape::retreating`] is post 002's search: it forgets the cells it retreats from, so that its
/// solutions are all routes, and proving that there is none may take exponential time.
///
/// [`Escape::marking`] remembers them as dead ends, takes linear time, and has one solution at most,
/// the same as the first of the other. That is no accident: if a cell was left because every way on
/// from it meets the path walked so far, then the last cell of that path on such a way has itself
/// a free way out, and would not have been left either. So it is still on the path when the cell is
/// met again, and still in the way. (Its `retreat` does not undo `advance`: of the laws of
/// [`Problem`] this breaks the first, on purpose. Ask it for `first`, `trace` and `tree`.)
#[derive(Debug, Clone)]
pub struct Escape<'m> {
    maze: &'m Maze,
    order: Order,
    remembers: bool,
}

impl<'m> Escape<'m> {
    /// The search that forgets: all routes.
    pub fn retreating(maze: &'m Maze, order: Order) -> Self {
        Self {
            maze,
            order,
            remembers: false,
        }
    }

    /// The search that remembers dead ends: the first route, in linear time.
    pub fn marking(maze: &'m Maze, order: Order) -> Self {
        Self {
            maze,
            order,
            remembers: true,
        }
    }
}

/// Where one stands and has been. One bit a cell.
#[derive(Debug, Clone)]
pub struct Walked {
    at: usize,
    walked: Vec<u64>,
    /// How each cell of the path was entered, if that decides where to go next.
    headings: Vec<Direction>,
}

impl Walked {
    /// The cell one stands in.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Whether a cell is marked as walked.
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
