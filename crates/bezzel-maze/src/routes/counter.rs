//! Chooses the frontier algorithm for a block (dynamic programming over a cut), and checks that its
//! tables fit into memory.

use super::Budget;
use super::chain::Block;
use super::dense::{self, Room};
use super::ring::{Magnitude, Ring};
use super::sparse::{self, Graph};
use crate::Error;
use crate::Maze;
use bezzel::Cancel;

/// A block prepared for counting, by the program that suits its shape.
pub(super) enum BlockCounter {
    /// A room (a block with few walls), and the number of passes (runs of the dynamic program) that
    /// fit into memory at the same time.
    Dense(Box<Room>, usize),
    /// A graph of corridors.
    Sparse {
        graph: Graph,
        passes: usize,
        /// The largest number of states of a pass.
        most: usize,
        /// The error if a pass has more.
        too_wide: Error,
    },
}

/// Smaller blocks are counted faster as a graph.
const MIN_ROOM_CELLS: usize = 48;
/// A graph with more forks than this has no narrow frontier, and would not fit into memory.
const MAX_FORKS: usize = 4_000_000;

impl BlockCounter {
    pub fn new(maze: &Maze, block: &Block, budget: Budget) -> Result<Self, Error> {
        let threads = rayon::current_num_threads();
        let memory = budget.memory;
        let side = Room::short_side(maze, block);
        let too_wide = |width| Error::TooWide { width, memory };
        if block.forks(maze) > MAX_FORKS && side > dense::WIDEST {
            return Err(too_wide(side));
        }
        let graph = Graph::new(maze, block);
        // A row of a room costs slightly more than a vertex of the graph, but a state costs far
        // less.
        if block.cells.len() >= MIN_ROOM_CELLS && side <= graph.width + 2 {
            if side > dense::WIDEST {
                return Err(too_wide(side));
            }
            let room = Room::new(maze, block);
            return match (memory / room.memory()) as usize {
                0 => Err(too_wide(side)),
                passes => Ok(Self::Dense(Box::new(room), passes.min(threads))),
            };
        }
        if graph.width > sparse::WIDEST {
            return Err(Error::FrontierLimit {
                width: graph.width,
                limit: sparse::WIDEST,
            });
        }
        let passes = threads.min(4);
        Ok(Self::Sparse {
            passes,
            most: (memory / passes as u64 / sparse::BYTES_PER_STATE) as usize,
            too_wide: too_wide(graph.width),
            graph,
        })
    }

    /// Returns the number of passes that may run at once.
    pub fn passes(&self) -> usize {
        match self {
            Self::Dense(_, passes) | Self::Sparse { passes, .. } => *passes,
        }
    }

    /// Returns the sum of `x^length` over all routes of the block.
    pub fn evaluate<R: Ring>(
        &self,
        ring: &R,
        x: Option<R::Item>,
        cancel: &Cancel,
    ) -> Result<R::Item, Error> {
        match self {
            Self::Dense(room, _) => room.evaluate(ring, x, cancel).ok_or(Error::Cancelled),
            Self::Sparse {
                graph,
                most,
                too_wide,
                ..
            } => graph.evaluate(ring, x, *most, cancel).ok_or_else(|| {
                if cancel.is_cancelled() {
                    Error::Cancelled
                } else {
                    too_wide.clone()
                }
            }),
        }
    }

    /// Returns an upper bound for the bits of the number of routes.
    pub fn bits(&self, cancel: &Cancel) -> Result<f64, Error> {
        let magnitude = self.evaluate(&Magnitude, None, cancel)?;
        Ok(match self {
            _ if magnitude.is_finite() => magnitude.max(1.0).log2() + 1.0,
            // Every cell has at most three ways on; 1.6 is just above the logarithm of 3 to base 2.
            Self::Dense(room, _) => 1.6 * room.size() as f64,
            Self::Sparse { graph, .. } => graph.bits(),
        })
    }
}
