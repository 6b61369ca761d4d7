//! Lists routes in order, as a [`Problem`] that enters only cells from which an exit can be
//! reached.

use std::cell::RefCell;

use crate::{Direction, Directions, Escape, Maze, Obstacle, Order, Walked};
use bezzel::Problem;

/// The problem of escaping by steps after which an exit can still be reached. Its solutions are all
/// routes, each found soon after the previous one.
#[derive(Debug)]
pub struct Onward<'m> {
    maze: &'m Maze,
    escape: Escape<'m>,
    /// The cells that some route visits; others count as walls.
    useful: Vec<bool>,
    /// For each cell, the number of the last look-ahead search that reached it; and the number of
    /// the current look-ahead search.
    met: RefCell<(Vec<u32>, u32)>,
    /// The exit towards which the look-ahead tries directions first.
    goal: usize,
}

impl<'m> Onward<'m> {
    pub(super) fn new(maze: &'m Maze, order: Order, useful: Vec<bool>) -> Self {
        Self {
            maze,
            escape: Escape::retreating(maze, order.northward()),
            met: RefCell::new((vec![0; useful.len()], 0)),
            goal: (0..useful.len())
                .rev()
                .find(|&cell| maze.is_exit(cell))
                .unwrap_or(0),
            useful,
        }
    }

    fn can_enter(&self, state: &Walked, cell: usize) -> bool {
        self.useful[cell] && !state.has(cell)
    }

    fn steps(&self, state: &Walked, from: usize) -> impl Iterator<Item = usize> {
        let next = Direction::ALL.map(|direction| self.maze.next(from, direction));
        next.into_iter()
            .flatten()
            .filter(|&cell| self.can_enter(state, cell))
    }

    /// Returns true if an exit can be reached from `cell`. Cells nearer to the exit are searched
    /// first, so that in open areas the search takes no more steps than the path to the exit.
    fn leads_out(&self, state: &Walked, cell: usize) -> bool {
        let (met, looks) = &mut *self.met.borrow_mut();
        *looks = looks.wrapping_add(1);
        if *looks == 0 {
            met.fill(0);
            *looks = 1;
        }
        let width = self.maze.width();
        let distance = |cell: usize| {
            (cell / width).abs_diff(self.goal / width) + (cell % width).abs_diff(self.goal % width)
        };
        let mut edge = vec![cell];
        met[cell] = *looks;
        while let Some(cell) = edge.pop() {
            if self.maze.is_exit(cell) {
                return true;
            }
            let first = edge.len();
            for next in self.steps(state, cell) {
                if std::mem::replace(&mut met[next], *looks) != *looks {
                    edge.push(next);
                }
            }
            edge[first..].sort_by_key(|&cell| std::cmp::Reverse(distance(cell)));
        }
        false
    }
}

/// The reason why a step is not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Hindrance {
    /// The cell cannot be entered.
    Obstacle(Obstacle),
    /// No exit can be reached from there any more.
    CutOff,
}

impl Problem for Onward<'_> {
    type Choice = Direction;
    type State = Walked;
    type Objection = Hindrance;
    type Choices = Directions;

    fn root(&self) -> Walked {
        self.escape.root()
    }

    fn choices(&self, state: &Walked) -> Directions {
        self.escape.choices(state)
    }

    fn objection(&self, state: &Walked, direction: Direction) -> Option<Hindrance> {
        if let Some(obstacle) = self.escape.objection(state, direction) {
            return Some(Hindrance::Obstacle(obstacle));
        }
        let next = self
            .maze
            .next(state.at(), direction)
            .expect("a step inside");
        if !self.useful[next] {
            return Some(Hindrance::CutOff);
        }
        // If there is only one way on, it was tested at the previous fork.
        let forks = self.steps(state, state.at()).nth(1).is_some();
        (forks && !self.leads_out(state, next)).then_some(Hindrance::CutOff)
    }

    fn advance(&self, state: &mut Walked, direction: Direction) {
        self.escape.advance(state, direction);
    }

    fn retreat(&self, state: &mut Walked, direction: Direction) {
        self.escape.retreat(state, direction);
    }

    fn solved(&self, state: &Walked) -> bool {
        self.escape.solved(state)
    }
}
