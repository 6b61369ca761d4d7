//! The engine for large boards: the upper and the lower halves of all solutions, joined.
//!
//! A depth-first search pays for every partial board. Here the board is cut between two rows. For a set of columns that the lower half
//! takes, the upper half takes the others, and the two meet only where diagonals cross the middle. So
//!
//! 1. every placement of the upper half is listed, as the set of diagonals that its queens stand on ([`list`]);
//! 2. the lower half is walked row by row, and each queen in it drops the placements that attack it from the list ([`join`]);
//! 3. with eight rows left what remains of the list is cut into bit slices: a bit for each placement, a word for each square
//!    ([`slices`]), and the rest of the lower half is written down as a program, the same for all of them ([`program`]). Three words joined
//!    and one population count then settle 512 boards.
//!
//! Both halves are filled by one walk, whose last five rows are looked up ([`walk`], [`tails`]).
//!
//! # Symmetry: even boards
//!
//! Let `h = n / 2`. The columns that the upper half takes left of the middle, and those it takes right of it, are two subsets of `h`
//! columns, both counted from their corner: `A` and `B`. The rows that have their queens in the left half of the board are two subsets of
//! `h` rows, of the upper half and of the lower, counted from their corners too: `P` and `Q`. Write `~X` for the complement, subsets as
//! numbers, and `mu(X, Y)` for the least of `X`, `~X`, `Y` and `~Y`.
//!
//! - Mirroring left to right exchanges `A` and `B`, and turns `P` and `Q` into their complements.
//! - Turning upside down turns `A` and `B` into their complements (what the upper half takes, the lower half does not), and exchanges `P`
//!   and `Q`.
//! - Reflecting at the main diagonal maps the upper left quarter to itself and exchanges its rows and columns, so `A` and `P`; it
//!   exchanges the upper right and the lower left quarter, so `B` and `Q`.
//!
//! So the first two leave `mu(A, B)` and `mu(P, Q)` as they are, and the third exchanges them. Hence there are as many solutions with
//! `mu(P, Q) < mu(A, B)` as with `>`, and
//!
//! ```text
//! all = 2 * #{mu(P, Q) > mu(A, B)} + #{mu(P, Q) = mu(A, B)}
//! ```
//!
//! and both numbers are the same for all sets of columns in an orbit under the first two. Count one set of each orbit ([`classes`]), times
//! the size of the orbit: all eight symmetries. And `mu(P, Q) > t` holds if `P` and `~P` are above `t`, and `Q` and `~Q`: a condition on each
//! half alone ([`walk::Bound`]). Rows are filled from the middle outwards and the middle rows are the highest bits, so that most branches that
//! would end below the bound are never entered. A placement that equals the bound counts once, others twice.
//!
//! # Symmetry: odd boards
//!
//! Let the queen of the middle row stand `c` columns right of the middle and that of the middle column `r` rows below it. If one is 0 the
//! other is too: a queen in the centre. Take it away with its row and column: the four quarters are those of an even board, the
//! same symmetries act on them in the same way, and the identity above holds for these solutions.
//!
//! In all others `c` and `r` are not 0. Mirroring turns `c` into `-c` and leaves `r`; turning upside down turns `r` into `-r` and leaves `c`;
//! reflecting at the diagonal exchanges them. So each of the four signs has as many solutions, and
//!
//! ```text
//! off centre = 4 * (2 * #{c < 0, r < 0, |r| > |c|} + #{c < 0, r < 0, |r| = |c|})
//! ```
//!
//! Both queens belong to the upper half if that has the middle row too: `r < 0` says so of the middle column's. So all conditions are on
//! the upper half, whose list is cut to an eighth, and the sum goes over the sets of columns of the lower half without the middle
//! one.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod classes;
mod instructions;
mod join;
mod kernels;
mod list;
mod pairs;
mod portable;
mod program;
mod shape;
mod slices;
mod tails;
mod walk;
mod words;

use std::ops::Range;
use std::sync::Arc;

use bezzel::Cancel;
use bezzel::job::{Identity, Job, Outcome, Worker};
use bezzel_queens::Error;
use bezzel_queens::{Board, Engine};

pub use self::classes::{Class, Classes, Kind, Sides};
use self::join::Join;
use self::kernels::Kernels;
pub use self::shape::{Corners, Rest, Shape};
pub use self::walk::Bound;
use crate::InstructionSet;
use crate::constellations::LIMIT;

/// The engine: on the fastest instructions of the machine, or on some that are chosen.
#[derive(Debug, Clone, Copy)]
pub struct Halves {
    instructions: Option<InstructionSet>,
}

const NAME: &str = "halves";

impl Halves {
    /// The engine on the fastest instructions of the machine.
    pub const FASTEST: Self = Self { instructions: None };

    /// The engine on these instructions.
    pub const fn on(instructions: InstructionSet) -> Self {
        Self {
            instructions: Some(instructions),
        }
    }

    fn instructions(&self) -> InstructionSet {
        self.instructions.unwrap_or_else(InstructionSet::best)
    }
}

impl Engine for Halves {
    fn name(&self) -> &'static str {
        NAME
    }

    fn about(&self) -> &'static str {
        "upper and lower halves joined, 512 boards at once"
    }

    fn limit(&self) -> u32 {
        LIMIT
    }

    fn check(&self, board: &Board) -> Result<(), Error> {
        if board.n() > LIMIT {
            return Err(Error::TooManyQueens {
                n: board.n().into(),
                method: NAME,
                limit: LIMIT.into(),
            });
        }
        if !board.is_plain() {
            let reason = "joins the halves of an empty board: the default method can count others";
            return Err(Error::Unsuited {
                engine: NAME,
                reason: reason.into(),
            });
        }
        Ok(())
    }

    fn cut(&self) -> &'static str {
        NAME
    }

    fn job(&self, board: &Board) -> Result<Box<dyn Job>, Error> {
        self.check(board)?;
        Ok(Box::new(Joining {
            classes: Classes::new(board),
            shape: Shape::new(board.n()),
            instructions: self.instructions(),
        }))
    }

    fn guess(&self, board: &Board, _nodes: f64) -> f64 {
        let n = f64::from(board.n());
        // Symmetry saves less where a row is in the middle.
        let odd = if Shape::new(board.n()).is_odd() {
            1.2
        } else {
            1.0
        };
        let whole = match self.instructions() {
            InstructionSet::Portable => 7.0,
            InstructionSet::Avx2 => 2.8,
            InstructionSet::Avx512 => 1.6,
        };
        // Filtering grows faster than the rest, and takes over at about 20 queens.
        let joining = 6_f64.powf(n.min(20.0) - 18.0) * 8.5_f64.powf((n - 20.0).max(0.0));
        let classes = 0.1 * 2_f64.powf(n - 18.0);
        let memory = 0.003;
        odd * (whole * joining + classes) + memory
    }

    fn variants(&self) -> Vec<&'static str> {
        InstructionSet::names()
    }

    fn variant(&self, name: &str) -> Option<Arc<dyn Engine>> {
        let instructions = InstructionSet::named(name)?;
        Some(Arc::new(Self::on(instructions)))
    }
}

/// A board as a job, its units groups of classes.
struct Joining {
    classes: Classes,
    shape: Shape,
    instructions: InstructionSet,
}

impl Job for Joining {
    fn identity(&self) -> &Identity {
        self.classes.identity()
    }

    fn weight(&self, unit: u64) -> u32 {
        self.classes.weight(unit)
    }

    fn cost(&self, units: Range<u64>) -> f64 {
        self.classes.cost(units)
    }

    fn worker(&self, _number: usize) -> Result<Box<dyn Worker + '_>, bezzel::Error> {
        let kernels = Kernels::on(self.instructions).ok_or_else(|| bezzel::Error::CannotStart {
            worker: NAME,
            reason: format!("this machine has no {}", self.instructions),
        })?;
        Ok(Box::new(Joiner {
            classes: &self.classes,
            join: Join::new(self.shape, kernels),
        }))
    }
}

/// Counts classes.
struct Joiner<'c> {
    classes: &'c Classes,
    join: Join,
}

impl Worker for Joiner<'_> {
    fn work(
        &mut self,
        units: Range<u64>,
        cancel: &Cancel,
        report: &mut dyn FnMut(u64, Outcome) -> Result<(), bezzel::Error>,
    ) -> Result<(), bezzel::Error> {
        for unit in units {
            let mut sum = Outcome::default();
            for class in self.classes.of(unit) {
                let Some(outcome) = self.join.count(&class, cancel) else {
                    return Ok(());
                };
                sum += outcome;
            }
            report(unit, sum)?;
        }
        Ok(())
    }
}
