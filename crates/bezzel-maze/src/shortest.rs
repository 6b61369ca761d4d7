//! The shortest way out, breadth first.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use super::{Direction, Maze, Order};
use bezzel::End;

/// A route of the fewest steps; of those the first in lexicographic order. `None` if there is none.
///
/// Cells are met in the order of their distance and, among equals, of the first shortest way to them:
/// the first exit met is the one. One byte a cell, and the cells of the growing edge.
pub fn shortest(maze: &Maze, order: Order) -> Option<Vec<Direction>> {
    spread(maze, order, |_| ControlFlow::Continue(())).0
}

/// [`shortest`], calling `visit` with every cell as the search comes to it, until it breaks; and why the search
/// ended.
pub(super) fn spread(
    maze: &Maze,
    order: Order,
    mut visit: impl FnMut(usize) -> ControlFlow<()>,
) -> (Option<Vec<Direction>>, End) {
    /// Not met yet; otherwise the direction one came in.
    const UNMET: u8 = u8::MAX;
    let mut came = vec![UNMET; maze.cells().len()];
    let mut edge = VecDeque::from([maze.start() as u32]);
    came[maze.start()] = 0;
    while let Some(cell) = edge.pop_front() {
        let cell = cell as usize;
        if visit(cell).is_break() {
            return (None, End::Stopped);
        }
        if maze.is_exit(cell) {
            return (Some(way_back(maze, &came, cell)), End::Solutions);
        }
        for direction in order.directions() {
            let Some(next) = maze.next(cell, direction) else {
                continue;
            };
            if maze.is_open(next) && came[next] == UNMET {
                came[next] = direction as u8;
                edge.push_back(next as u32);
            }
        }
    }
    (None, End::Exhausted)
}

fn way_back(maze: &Maze, came: &[u8], exit: usize) -> Vec<Direction> {
    let mut route = Vec::new();
    let mut cell = exit;
    while cell != maze.start() {
        let direction = Direction::ALL[usize::from(came[cell])];
        route.push(direction);
        cell = maze
            .next(cell, direction.reverse())
            .expect("a route stays inside");
    }
    route.reverse();
    route
}
