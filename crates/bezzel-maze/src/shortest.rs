//! Shortest route by breadth-first search.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use super::{Direction, Maze, Order};
use bezzel::End;

/// Returns a route with the fewest steps, of several the lexicographically first; `None` if there
/// is none.
///
/// Cells are visited by distance and, at equal distance, by their lexicographically first shortest
/// route, so the first exit visited is the right one. Takes one byte per cell, plus the cells at
/// the current distance.
pub fn shortest(maze: &Maze, order: Order) -> Option<Vec<Direction>> {
    spread(maze, order, |_| ControlFlow::Continue(())).0
}

/// Runs the search of [`shortest`], calling `visit` with every cell in order until it breaks.
/// Returns the route and why the search ended.
pub(super) fn spread(
    maze: &Maze,
    order: Order,
    mut visit: impl FnMut(usize) -> ControlFlow<()>,
) -> (Option<Vec<Direction>>, End) {
    /// Marks an unvisited cell. Visited cells hold the direction in which they were entered.
    const UNVISITED: u8 = u8::MAX;
    let mut came = vec![UNVISITED; maze.cells().len()];
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
            if maze.is_open(next) && came[next] == UNVISITED {
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
