//! Partition of a board by the queens on its border: the job of the engines `border` and `lanes`.

mod frame;
mod orbit;
mod plan;
mod position;

use std::ops::Range;

use bezzel::Cancel;
use bezzel::job::{Identity, Job, Outcome, Worker};
use bezzel_queens::Board;
use bezzel_queens::Error;

pub use frame::Frame;
pub(crate) use frame::shortest_turn;
pub(crate) use plan::check;
pub use plan::{LIMIT, Plan};
pub(crate) use position::BorderLine;
pub use position::{Position, Square};

/// Counts the completions of positions, reusing its memory.
pub trait CompletionCounter {
    /// Returns the completions of a position, or `None` if cancelled.
    fn count(&mut self, position: &Position, cancel: &Cancel) -> Option<Outcome>;
}

/// A board as a job whose units are constellations.
pub(crate) struct Constellations<C> {
    plan: Plan,
    counter: C,
}

/// The name of the partition of a board into constellations.
pub(crate) const CUT: &str = "constellations";

impl<C> Constellations<C> {
    /// Cuts a board into units. `counter` creates the counter of a thread.
    pub fn new(board: &Board, counter: C) -> Result<Self, Error> {
        /// The largest side for which every unit is one whole constellation; larger boards are
        /// divided into smaller units.
        const BORDER_TO: u32 = 20;
        const MIN_UNITS: u64 = 100_000;
        let plan = match board.n() {
            0..=BORDER_TO => Plan::new(board)?,
            _ => Plan::finer(board, MIN_UNITS)?,
        };
        Ok(Self { plan, counter })
    }
}

/// Returns the expected seconds on one thread: `unit` times n^4 plus `node` times the number of
/// promising nodes, and proportionally more if the board has fewer than eight symmetries.
pub(crate) fn estimated_seconds(board: &Board, nodes: f64, unit: f64, node: f64) -> f64 {
    let images = 8.0 / board.symmetries().len() as f64;
    (unit * f64::from(board.n()).powi(4) + node * nodes) * images
}

impl<C, R> Job for Constellations<C>
where
    C: Fn() -> Result<R, bezzel::Error> + Sync,
    R: CompletionCounter + Send + 'static,
{
    fn identity(&self) -> &Identity {
        self.plan.identity()
    }

    fn weight(&self, unit: u64) -> u32 {
        self.plan.weight(unit).into()
    }

    fn cost(&self, units: Range<u64>) -> f64 {
        self.plan.cost(units)
    }

    fn worker(&self, _number: usize) -> Result<Box<dyn Worker + '_>, bezzel::Error> {
        Ok(Box::new(Completing {
            plan: &self.plan,
            counter: (self.counter)()?,
        }))
    }
}

/// Counts the completions of constellations.
struct Completing<'p, C> {
    plan: &'p Plan,
    counter: C,
}

impl<C: CompletionCounter + Send> Worker for Completing<'_, C> {
    fn work(
        &mut self,
        units: Range<u64>,
        cancel: &Cancel,
        report: &mut dyn FnMut(u64, Outcome) -> Result<(), bezzel::Error>,
    ) -> Result<(), bezzel::Error> {
        for (unit, position) in self.plan.positions(units) {
            let Some(outcome) = self.counter.count(&position, cancel) else {
                break;
            };
            report(unit, outcome)?;
        }
        Ok(())
    }
}
