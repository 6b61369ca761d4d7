//! Decomposition of a maze into the chain of biconnected blocks between start and exits.
//!
//! - All exits are contracted to one vertex, since a route ends at the first exit it reaches.
//! - A cell lies on a route if and only if it belongs to a block (a biconnected component) between
//!   the start and that vertex. All other cells, such as dead ends, are removed.
//! - The route through each block can be chosen independently, so the number of routes is the
//!   product of the blocks' (Tarjan 1972; Hopcroft and Tarjan 1973).

use crate::{Direction, EXIT, Maze, START, WALL, WAY};

/// A part of the maze that every route enters at `entry` and leaves at one of `exits`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Block {
    /// Its cells, in reading order, entry and exits included.
    pub cells: Vec<usize>,
    pub entry: usize,
    /// The cells at which a route may leave the block: a single cell or, for the last block, the
    /// exits of the maze.
    pub exits: Vec<usize>,
}

impl Block {
    /// Returns the block as a maze of its own.
    pub fn cut_out(&self, maze: &Maze) -> Maze {
        let row = |cell: usize| cell / maze.width();
        let column = |cell: usize| cell % maze.width();
        let rows = self.cells.iter().map(|&cell| row(cell));
        let columns = self.cells.iter().map(|&cell| column(cell));
        let (top, left) = (
            rows.clone().min().unwrap_or(0),
            columns.clone().min().unwrap_or(0),
        );
        let height = rows.max().unwrap_or(0) - top + 1;
        let width = columns.max().unwrap_or(0) - left + 1;
        let mut cells = vec![WALL; width * height];
        let mut put = |cell: usize, letter: u8| {
            cells[(row(cell) - top) * width + column(cell) - left] = letter;
        };
        self.cells.iter().for_each(|&cell| put(cell, WAY));
        self.exits.iter().for_each(|&cell| put(cell, EXIT));
        put(self.entry, START);
        Maze::from_cells(width, cells)
    }

    /// Returns the number of cells with more than two neighbours in the block.
    pub fn forks(&self, maze: &Maze) -> usize {
        let inside = |cell: usize| self.cells.binary_search(&cell).is_ok();
        let neighbours = |cell: usize| {
            let next = Direction::ALL.map(|direction| maze.next(cell, direction));
            next.into_iter()
                .flatten()
                .filter(|&next| inside(next))
                .count()
        };
        self.cells
            .iter()
            .filter(|&&cell| neighbours(cell) > 2)
            .count()
    }
}

const UNSEEN: u32 = u32::MAX;
/// The vertex that represents all exits; it has no cell.
const EXITS_VERTEX: usize = usize::MAX;

/// Returns the blocks from the start to the exits, in order; none if there is no route.
///
/// `closed` cells count as walls and the search starts at `start`, so that the continuation of a
/// partial route can be examined.
pub(super) fn chain(maze: &Maze, start: usize, closed: &[bool]) -> Vec<Block> {
    let size = maze.cells().len();
    let doors = doors(maze, closed);
    // Discovery times and lowest reachable discovery times; the last entry is `EXITS_VERTEX`'s.
    let mut seen = vec![UNSEEN; size + 1];
    let mut low = vec![UNSEEN; size + 1];
    let place = |vertex: usize| vertex.min(size);
    let mut time = 0;
    let mut discover = |vertex: usize, seen: &mut [u32], low: &mut [u32]| {
        seen[place(vertex)] = time;
        low[place(vertex)] = time;
        time += 1;
    };
    // The stack: a vertex, the next edge to try, and whether the edge to its parent was seen.
    let mut trail = vec![(start, 0_usize, false)];
    let mut waiting = vec![start];
    let mut chain: Vec<Block> = Vec::new();
    discover(start, &mut seen, &mut low);

    while let Some(&(vertex, tried, met_parent)) = trail.last() {
        let edges = if vertex == EXITS_VERTEX {
            doors.len()
        } else {
            4
        };
        if tried < edges {
            let at = trail.len() - 1;
            trail[at].1 += 1;
            let next = if vertex == EXITS_VERTEX {
                doors[tried]
            } else {
                match maze.next(vertex, Direction::ALL[tried]) {
                    Some(cell) if !maze.is_open(cell) || closed[cell] => continue,
                    Some(cell) if maze.is_exit(cell) => EXITS_VERTEX,
                    Some(cell) => cell,
                    None => continue,
                }
            };
            let parent = at.checked_sub(1).map(|above| trail[above].0);
            if Some(next) == parent && !met_parent {
                trail[at].2 = true;
            } else if seen[place(next)] == UNSEEN {
                discover(next, &mut seen, &mut low);
                trail.push((next, 0, false));
                waiting.push(next);
            } else {
                low[place(vertex)] = low[place(vertex)].min(seen[place(next)]);
            }
            continue;
        }
        trail.pop();
        let Some(&(above, _, _)) = trail.last() else {
            break;
        };
        low[place(above)] = low[place(above)].min(low[place(vertex)]);
        if low[place(vertex)] < seen[place(above)] {
            continue;
        }
        // The cells discovered since `vertex` form a block below `above`.
        let first = waiting
            .iter()
            .rposition(|&other| other == vertex)
            .expect("it waits");
        let inner = waiting.split_off(first);
        let leads_out = match chain.last() {
            None => inner.contains(&EXITS_VERTEX),
            Some(below) => inner.contains(&below.entry),
        };
        if leads_out {
            let exits = match chain.last() {
                None => exits_next_to(maze, &inner, above, closed),
                Some(below) => vec![below.entry],
            };
            let mut cells: Vec<usize> = inner
                .into_iter()
                .filter(|&vertex| vertex != EXITS_VERTEX)
                .collect();
            cells.push(above);
            cells.extend(exits.iter().filter(|&&exit| maze.is_exit(exit)));
            cells.sort_unstable();
            cells.dedup();
            chain.push(Block {
                cells,
                entry: above,
                exits,
            });
        }
    }
    chain.reverse();
    chain
}

/// Returns the cells next to exits. A cell next to several exits is listed once for each of them.
fn doors(maze: &Maze, closed: &[bool]) -> Vec<usize> {
    let exits = (0..maze.cells().len()).filter(|&cell| maze.is_exit(cell) && !closed[cell]);
    let beside = exits.flat_map(|exit| Direction::ALL.map(|direction| maze.next(exit, direction)));
    let is_door = |&cell: &usize| maze.is_open(cell) && !maze.is_exit(cell) && !closed[cell];
    beside.flatten().filter(is_door).collect()
}

/// Returns the maze's exits next to the cells of a block.
fn exits_next_to(maze: &Maze, inner: &[usize], above: usize, closed: &[bool]) -> Vec<usize> {
    let cells = inner
        .iter()
        .copied()
        .filter(|&cell| cell != EXITS_VERTEX)
        .chain([above]);
    let beside = cells.flat_map(|cell| Direction::ALL.map(|direction| maze.next(cell, direction)));
    let mut exits: Vec<usize> = beside
        .flatten()
        .filter(|&cell| maze.is_exit(cell) && !closed[cell])
        .collect();
    exits.sort_unstable();
    exits.dedup();
    exits
}
