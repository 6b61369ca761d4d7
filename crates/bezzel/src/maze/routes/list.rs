//! Routes one after the other, as a [`Problem`] that never enters a place without a way out.

use crate::Problem;
use crate::maze::{Direction, Directions, Escape, Maze, Obstacle, Order, Walked};

/// Escaping by steps after which an exit can still be reached: its solutions are all routes, each
/// found soon after the one before.
pub struct Onward<'m> {
    maze: &'m Maze,
    escape: Escape<'m>,
    /// Cells that some route passes; the others are as good as walls.
    useful: Vec<bool>,
}

impl<'m> Onward<'m> {
    pub(super) fn new(maze: &'m Maze, order: Order, useful: Vec<bool>) -> Self {
        Self {
            maze,
            escape: Escape::retreating(maze, order),
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

    /// Whether an exit can be reached from `cell`.
    fn leads_out(&self, state: &Walked, cell: usize) -> bool {
        let mut met = vec![false; self.useful.len()];
        let mut edge = vec![cell];
        met[cell] = true;
        while let Some(cell) = edge.pop() {
            if self.maze.is_exit(cell) {
                return true;
            }
            for next in self.steps(state, cell) {
                if !std::mem::replace(&mut met[next], true) {
                    edge.push(next);
                }
            }
        }
        false
    }
}

/// Why a step is not taken on the way to the next route.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hindrance {
    /// One cannot walk there.
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
        // Where there is one way only, it was looked at further up.
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
