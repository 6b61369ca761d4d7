//! Which of the two frontier programs counts a block, and whether it fits into memory.

use super::Budget;
use super::chain::Block;
use super::dense::{self, Room};
use super::ring::{Magnitude, Ring};
use super::sparse::{self, Graph};
use crate::Error;
use crate::maze::Maze;

/// A block made ready for counting, by the way that suits its shape.
pub(super) enum Counter {
    /// A room: few corridors.
    Dense(Box<Room>),
    /// A web of corridors.
    Sparse {
        graph: Graph,
        /// How many states it may have.
        most: usize,
        /// What to say if it has more.
        too_wide: Error,
    },
}

impl Counter {
    pub fn new(maze: &Maze, block: &Block, budget: Budget) -> Result<Self, Error> {
        // Every thread makes a pass of its own.
        let share = budget.memory / rayon::current_num_threads() as u64;
        let (room, graph) = (Room::new(maze, block), Graph::new(maze, block));
        // A row of a room costs a little more than a vertex of the graph, a state far less.
        let fits = block.cells.len() >= 48 && room.width <= dense::WIDEST;
        if fits && room.width <= graph.width + 2 && room.memory() <= share {
            return Ok(Self::Dense(Box::new(room)));
        }
        let too_wide = Error::TooWide {
            width: room.width.min(graph.width),
            memory: budget.memory,
        };
        if graph.width > sparse::WIDEST {
            return Err(too_wide);
        }
        // Old states stand beside the new.
        let most = (share / (2 * sparse::BYTES_PER_STATE)) as usize;
        Ok(Self::Sparse {
            graph,
            most,
            too_wide,
        })
    }

    /// The sum over all routes of the block of x to the power of their length.
    pub fn evaluate<R: Ring>(&self, ring: &R, x: Option<R::Item>) -> Result<R::Item, Error> {
        match self {
            Self::Dense(room) => Ok(room.evaluate(ring, x)),
            Self::Sparse {
                graph,
                most,
                too_wide,
            } => graph.evaluate(ring, x, *most).map_err(|_| too_wide.clone()),
        }
    }

    /// The bits that the number of routes takes at the most.
    pub fn bits(&self) -> Result<f64, Error> {
        let magnitude = self.evaluate(&Magnitude, None)?;
        Ok(match self {
            _ if magnitude.is_finite() => magnitude.max(1.0).log2() + 1.0,
            // Three ways on from every cell.
            Self::Dense(room) => 1.6 * room.size() as f64,
            Self::Sparse { graph, .. } => graph.bits(),
        })
    }
}
