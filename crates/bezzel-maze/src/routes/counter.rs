//! Which of the two frontier programs counts a block, and whether it fits into memory.

use super::Budget;
use super::chain::Block;
use super::dense::{self, Room};
use super::ring::{Magnitude, Ring};
use super::sparse::{self, Graph};
use crate::Error;
use crate::Maze;
use bezzel::Cancel;

/// A block made ready for counting, by the way that suits its shape.
pub(super) enum Counter {
    /// A room: few corridors. And how many passes memory has room for at once.
    Dense(Box<Room>, usize),
    /// A web of corridors.
    Sparse {
        graph: Graph,
        passes: usize,
        /// How many states a pass may have.
        most: usize,
        /// What to say if it has more.
        too_wide: Error,
    },
}

/// Blocks below this are counted before a room is laid out.
const SMALL: usize = 48;
/// No web of corridors with more forks has a narrow frontier, and its graph alone would fill memory.
const FORKS: usize = 4_000_000;

impl Counter {
    pub fn new(maze: &Maze, block: &Block, budget: Budget) -> Result<Self, Error> {
        let threads = rayon::current_num_threads();
        let memory = budget.memory;
        let side = Room::short_side(maze, block);
        let too_wide = |width| Error::TooWide { width, memory };
        if block.forks(maze) > FORKS && side > dense::WIDEST {
            return Err(too_wide(side));
        }
        let graph = Graph::new(maze, block);
        // A row of a room costs a little more than a vertex of the graph, a state far less.
        if block.cells.len() >= SMALL && side <= graph.width + 2 {
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

    /// How many passes may be made at once.
    pub fn passes(&self) -> usize {
        match self {
            Self::Dense(_, passes) | Self::Sparse { passes, .. } => *passes,
        }
    }

    /// The sum over all routes of the block of x to the power of their length.
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

    /// The bits that the number of routes takes at the most.
    pub fn bits(&self, cancel: &Cancel) -> Result<f64, Error> {
        let magnitude = self.evaluate(&Magnitude, None, cancel)?;
        Ok(match self {
            _ if magnitude.is_finite() => magnitude.max(1.0).log2() + 1.0,
            // Three ways on from every cell.
            Self::Dense(room, _) => 1.6 * room.size() as f64,
            Self::Sparse { graph, .. } => graph.bits(),
        })
    }
}
