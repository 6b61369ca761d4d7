//! Counts routes through a block of any shape: the frontier method on its graph.
//!
//! Corridors become edges. Edges are decided one at a time. A state records, for every vertex with
//! decided and undecided edges, the other end of the partial route that ends there (Knuth's
//! Simpath, The Art of Computer Programming 7.1.4, exercise 225). Equal states are merged by adding
//! their numbers.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::chain::Block;
use super::ring::Ring;
use crate::{Direction, Maze};
use bezzel::Cancel;

/// A block as a graph whose edges are corridors. Vertices are numbered in the order they are
/// processed.
pub(super) struct Graph {
    vertices: usize,
    entry: usize,
    exit: usize,
    /// The edges, sorted: two ends, the smaller first, and the number of corridors of each length.
    edges: Vec<Edge>,
    /// The largest number of vertices on the frontier.
    pub width: usize,
}

#[derive(Debug, Clone)]
struct Edge {
    ends: (usize, usize),
    /// The lengths of the corridors, and the number of corridors of each length.
    lengths: Vec<(usize, u32)>,
}

/// The largest number of vertices of a state.
pub(super) const WIDEST: usize = 32;
type State = [u8; WIDEST];
/// The memory of a state: the state, its number, and the empty slots of the hash table.
///
/// There are two tables, each up to half empty, and one of them may be growing to twice its size.
pub(super) const BYTES_PER_STATE: u64 = 5 * (WIDEST as u64 + 8 + 1);
/// The value stored for a vertex in the interior of a partial route, which has no mate.
const INSIDE_ROUTE: u8 = u8::MAX;

impl Graph {
    pub fn new(maze: &Maze, block: &Block) -> Self {
        let index = |cell: usize| block.cells.binary_search(&cell).ok();
        let out = block.cells.len();
        // All exits of the maze are the single vertex `out`. The exit of an inner block is an
        // ordinary cell with its own vertex.
        let vertex = |cell: usize| {
            let index = index(cell)?;
            Some(if maze.is_exit(cell) { out } else { index })
        };
        let entry = index(block.entry).expect("the entry is in the block");
        let exit = vertex(block.exits[0]).expect("the exit is in the block");
        let mut near: Vec<Vec<(usize, usize)>> = vec![Vec::new(); out + 1];
        for (here, &cell) in block
            .cells
            .iter()
            .enumerate()
            .filter(|(_, cell)| !maze.is_exit(**cell))
        {
            for direction in Direction::ALL {
                if let Some(next) = maze.next(cell, direction).and_then(vertex) {
                    near[here].push((next, 1));
                    if next == out {
                        near[out].push((here, 1));
                    }
                }
            }
        }
        contract(&mut near, entry, exit);

        let spots: Vec<(usize, usize)> = (0..=out)
            .map(|vertex| {
                block
                    .cells
                    .get(vertex)
                    .map_or((usize::MAX, usize::MAX), |cell| {
                        (cell / maze.width(), cell % maze.width())
                    })
            })
            .collect();
        let kept: Vec<usize> = (0..=out)
            .filter(|&vertex| !near[vertex].is_empty())
            .collect();
        let by_row = kept.clone();
        let mut by_column = kept;
        by_column.sort_by_key(|&vertex| (spots[vertex].1, spots[vertex].0));
        let by_distance = breadth_first(&near, entry);
        [by_row, by_column, by_distance]
            .map(|order| Self::ordered(&near, &order, entry, exit))
            .into_iter()
            .min_by_key(|graph| graph.width)
            .expect("there are three")
    }

    fn ordered(near: &[Vec<(usize, usize)>], order: &[usize], entry: usize, exit: usize) -> Self {
        let mut number = vec![usize::MAX; near.len()];
        for (position, &vertex) in order.iter().enumerate() {
            number[vertex] = position;
        }
        let mut ways: Vec<((usize, usize), usize)> = Vec::new();
        for &vertex in order {
            for &(next, length) in &near[vertex] {
                if number[vertex] < number[next] {
                    ways.push(((number[vertex], number[next]), length));
                }
            }
        }
        ways.sort_unstable();
        let mut edges: Vec<Edge> = Vec::new();
        for (ends, length) in ways {
            match edges.last_mut().filter(|edge| edge.ends == ends) {
                Some(edge) => match edge.lengths.last_mut().filter(|(last, _)| *last == length) {
                    Some((_, count)) => *count += 1,
                    None => edge.lengths.push((length, 1)),
                },
                None => edges.push(Edge {
                    ends,
                    lengths: vec![(length, 1)],
                }),
            }
        }
        let mut graph = Self {
            vertices: order.len(),
            entry: number[entry],
            exit: number[exit],
            edges,
            width: 0,
        };
        let mut frontier = Frontier::new(&graph);
        for index in 0..graph.edges.len() {
            frontier.reach(&graph.edges[index]);
            graph.width = graph.width.max(frontier.slots.len() - frontier.free.len());
            frontier.leave(&graph, index);
        }
        graph
    }

    /// Returns the sum over all routes of x to the power of their length; `None` if that takes more
    /// than `most` states, or was cancelled.
    pub fn evaluate<R: Ring>(
        &self,
        ring: &R,
        x: Option<R::Item>,
        most: usize,
        cancel: &Cancel,
    ) -> Option<R::Item> {
        let mut frontier = Frontier::new(self);
        let mut start = [0; WIDEST];
        let (entry, exit) = (frontier.slot(self.entry), frontier.slot(self.exit));
        // Exit and entry are joined outside of the maze, so that a complete route is a cycle.
        start[entry] = exit as u8;
        start[exit] = entry as u8;
        let mut states: States<R::Item> = States::default();
        states.insert(start, ring.one());
        let mut total = ring.zero();

        for (index, edge) in self.edges.iter().enumerate() {
            let fresh = frontier.reach(edge);
            let (a, b) = (frontier.slot(edge.ends.0), frontier.slot(edge.ends.1));
            let weight = edge
                .lengths
                .iter()
                .fold(ring.zero(), |sum, &(length, count)| {
                    let ways = ring.times_one(count);
                    let ways =
                        x.map_or(ways, |x| ring.multiply(ways, ring.power(x, length as u64)));
                    ring.add(sum, ways)
                });
            let plain = x.is_none() && edge.lengths.len() == 1 && edge.lengths[0].1 == 1;
            let left = frontier.leave(self, index);
            let mut next: States<R::Item> = States::default();
            let keep = |next: &mut States<R::Item>, mut state: State, count: R::Item| {
                for &slot in &left {
                    if state[slot] != slot as u8 && state[slot] != INSIDE_ROUTE {
                        return; // a partial route that ends nowhere
                    }
                    state[slot] = 0;
                }
                next.entry(state)
                    .and_modify(|sum| *sum = ring.add(*sum, count))
                    .or_insert(count);
            };
            if cancel.is_cancelled() {
                return None;
            }
            for (mut state, count) in states {
                if next.len() > most {
                    return None;
                }
                for &slot in &fresh {
                    state[slot] = slot as u8;
                }
                keep(&mut next, state, count);
                let (one, other) = (state[a], state[b]);
                if one == INSIDE_ROUTE || other == INSIDE_ROUTE {
                    continue;
                }
                let count = if plain {
                    count
                } else {
                    ring.multiply(count, weight)
                };
                if usize::from(one) == b {
                    // The edge closes the cycle. This completes a route if there is no other
                    // partial route.
                    let others = (0..WIDEST).filter(|&slot| slot != a && slot != b);
                    let mut begun = others.filter(|&slot| frontier.was_used(slot, &left));
                    if begun.all(|slot| state[slot] == slot as u8 || state[slot] == INSIDE_ROUTE) {
                        total = ring.add(total, count);
                    }
                    continue;
                }
                state[a] = INSIDE_ROUTE;
                state[b] = INSIDE_ROUTE;
                state[usize::from(one)] = other;
                state[usize::from(other)] = one;
                keep(&mut next, state, count);
            }
            states = next;
        }
        Some(total)
    }

    /// Returns an upper bound for the bits of the number of routes.
    pub fn bits(&self) -> f64 {
        let ways = |edge: &Edge| {
            edge.lengths
                .iter()
                .map(|&(_, count)| f64::from(count))
                .sum::<f64>()
        };
        let mut degrees = vec![0.0; self.vertices];
        for edge in &self.edges {
            degrees[edge.ends.0] += ways(edge);
            degrees[edge.ends.1] += ways(edge);
        }
        degrees
            .iter()
            .map(|degree: &f64| degree.max(1.0).log2())
            .sum()
    }
}

/// Returns the vertices in breadth-first order from `start`.
fn breadth_first(near: &[Vec<(usize, usize)>], start: usize) -> Vec<usize> {
    let mut met = vec![false; near.len()];
    met[start] = true;
    let mut order = vec![start];
    let mut done = 0;
    while let Some(&vertex) = order.get(done) {
        done += 1;
        for &(next, _) in &near[vertex] {
            if !std::mem::replace(&mut met[next], true) {
                order.push(next);
            }
        }
    }
    order
}

/// Replaces each vertex of degree two, except entry and exit, by an edge.
fn contract(near: &mut [Vec<(usize, usize)>], entry: usize, exit: usize) {
    for vertex in 0..near.len() {
        if vertex == entry || vertex == exit {
            continue;
        }
        let [(one, before), (other, behind)] = near[vertex][..] else {
            continue;
        };
        near[vertex].clear();
        if one == other {
            // A corridor that returns to its start is on no route.
            near[one].retain(|&(next, _)| next != vertex);
            continue;
        }
        for (end, far) in [(one, other), (other, one)] {
            let back = near[end].iter().position(|&(next, _)| next == vertex);
            near[end][back.expect("edges have two ends")] = (far, before + behind);
        }
    }
}

/// The vertices on the frontier, and for each one its position in a state.
struct Frontier {
    slots: Vec<Option<usize>>,
    free: Vec<usize>,
    place: HashMap<usize, usize>,
    /// The last edge of every vertex.
    last: Vec<usize>,
}

impl Frontier {
    /// Creates a frontier with entry and exit.
    fn new(graph: &Graph) -> Self {
        let mut last = vec![0; graph.vertices];
        for (index, edge) in graph.edges.iter().enumerate() {
            last[edge.ends.0] = index;
            last[edge.ends.1] = index;
        }
        let mut frontier = Self {
            slots: Vec::new(),
            free: Vec::new(),
            place: HashMap::new(),
            last,
        };
        frontier.put(graph.entry);
        frontier.put(graph.exit);
        frontier
    }

    fn put(&mut self, vertex: usize) -> Option<usize> {
        if self.place.contains_key(&vertex) {
            return None;
        }
        let slot = self.free.pop().unwrap_or_else(|| {
            self.slots.push(None);
            self.slots.len() - 1
        });
        self.slots[slot] = Some(vertex);
        self.place.insert(vertex, slot);
        Some(slot)
    }

    fn slot(&self, vertex: usize) -> usize {
        self.place[&vertex]
    }

    /// Adds the ends of an edge. Returns the slots of the new vertices.
    fn reach(&mut self, edge: &Edge) -> Vec<usize> {
        [edge.ends.0, edge.ends.1]
            .into_iter()
            .filter_map(|vertex| self.put(vertex))
            .collect()
    }

    /// Removes the vertices whose last edge this is. Returns their slots.
    fn leave(&mut self, graph: &Graph, index: usize) -> Vec<usize> {
        let ends = graph.edges[index].ends;
        let mut left = Vec::new();
        for vertex in [ends.0, ends.1] {
            if self.last[vertex] == index {
                let slot = self.place.remove(&vertex).expect("it was taken in");
                self.slots[slot] = None;
                self.free.push(slot);
                left.push(slot);
            }
        }
        left
    }

    /// Returns true if a slot has a vertex, or had one until the current edge.
    fn was_used(&self, slot: usize, left: &[usize]) -> bool {
        self.slots.get(slot).is_some_and(Option::is_some) || left.contains(&slot)
    }
}

type States<W> = HashMap<State, W, BuildHasherDefault<Mix>>;

/// A fast hash for short keys: multiply and fold.
#[derive(Default)]
struct Mix(u64);

impl Hasher for Mix {
    fn write(&mut self, bytes: &[u8]) {
        for word in bytes.chunks(8) {
            let mut padded = [0; 8];
            padded[..word.len()].copy_from_slice(word);
            let mixed =
                u128::from(self.0 ^ u64::from_le_bytes(padded)) * 0x9E37_79B9_7F4A_7C15_u128;
            self.0 = (mixed >> 64) as u64 ^ mixed as u64;
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
