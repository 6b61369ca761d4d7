//! From a maze to what matters for its routes: the chain of blocks between start and exits.
//!
//! All exits are one vertex, since a route ends at the first it meets. A cell lies on a route
//! exactly if it belongs to a block (a biconnected component) on the way from the start to that
//! vertex; everything else, dead ends first of all, is left out. Routes are chosen block by block,
//! so that their number is the product of the blocks' (Tarjan 1972; Hopcroft and Tarjan 1973).

use crate::{Direction, EXIT, Maze, START, WALL, WAY};

/// A part of the maze every route passes from `entry` to one of `exits`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Block {
    /// Its cells, in reading order, entry and exits included.
    pub cells: Vec<usize>,
    pub entry: usize,
    /// One cell, or the exits of the maze next to the block.
    pub exits: Vec<usize>,
}

impl Block {
    /// The block as a maze of its own.
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

    /// How many of its cells have more than two neighbours in it.
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
/// The vertex all exits are: it has no cell.
const OUT: usize = usize::MAX;

/// The blocks from the start to the exits, in order; none if there is no route.
///
/// `closed` cells count as walls, and the search starts at `start`: so the rest of a route begun can
/// be looked at.
pub(super) fn chain(maze: &Maze, start: usize, closed: &[bool]) -> Vec<Block> {
    let size = maze.cells().len();
    let doors = doors(maze, closed);
    // The order of discovery and the earliest vertex reached from below; the last place is `OUT`'s.
    let mut seen = vec![UNSEEN; size + 1];
    let mut low = vec![UNSEEN; size + 1];
    let place = |vertex: usize| vertex.min(size);
    let mut time = 0;
    let mut discover = |vertex: usize, seen: &mut [u32], low: &mut [u32]| {
        seen[place(vertex)] = time;
        low[place(vertex)] = time;
        time += 1;
    };
    // The way down: a vertex, the next edge to try, and whether the edge to its parent was met.
    let mut trail = vec![(start, 0_usize, false)];
    let mut waiting = vec![start];
    let mut chain: Vec<Block> = Vec::new();
    discover(start, &mut seen, &mut low);

    while let Some(&(vertex, tried, met_parent)) = trail.last() {
        let edges = if vertex == OUT { doors.len() } else { 4 };
        if tried < edges {
            let at = trail.len() - 1;
            trail[at].1 += 1;
            let next = if vertex == OUT {
                doors[tried]
            } else {
                match maze.next(vertex, Direction::ALL[tried]) {
                    Some(cell) if !maze.is_open(cell) || closed[cell] => continue,
                    Some(cell) if maze.is_exit(cell) => OUT,
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
        // Everything found since `vertex` forms a block below `above`.
        let first = waiting
            .iter()
            .rposition(|&other| other == vertex)
            .expect("it waits");
        let inner = waiting.split_off(first);
        let leads_out = match chain.last() {
            None => inner.contains(&OUT),
            Some(below) => inner.contains(&below.entry),
        };
        if leads_out {
            let exits = match chain.last() {
                None => exits_next_to(maze, &inner, above, closed),
                Some(below) => vec![below.entry],
            };
            let mut cells: Vec<usize> = inner.into_iter().filter(|&vertex| vertex != OUT).collect();
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

/// The cells beside exits, once for each exit beside them.
fn doors(maze: &Maze, closed: &[bool]) -> Vec<usize> {
    let exits = (0..maze.cells().len()).filter(|&cell| maze.is_exit(cell) && !closed[cell]);
    let beside = exits.flat_map(|exit| Direction::ALL.map(|direction| maze.next(exit, direction)));
    let is_door = |&cell: &usize| maze.is_open(cell) && !maze.is_exit(cell) && !closed[cell];
    beside.flatten().filter(is_door).collect()
}

/// The maze's exits beside the cells of a block.
fn exits_next_to(maze: &Maze, inner: &[usize], above: usize, closed: &[bool]) -> Vec<usize> {
    let cells = inner
        .iter()
        .copied()
        .filter(|&cell| cell != OUT)
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
