//! The engine for large boards: joins upper and lower halves of solutions.
//!
//! A depth-first search pays for every partial board. Here the board is cut between two rows. If
//! the lower half uses a set of columns, the upper half uses the others, and queens of different
//! halves attack each other only along diagonals that cross the middle. Therefore
//!
//! 1. every placement of the upper half is listed as the set of diagonals occupied by its queens
//!    ([`list`]);
//! 2. the lower half is walked row by row, and each queen placed there removes from the list the
//!    placements that attack it ([`join`]);
//! 3. with eight rows left, the remaining list is cut into bit slices: a bit for each placement, a
//!    word for each square ([`slices`]). The rest of the lower half is compiled into a program that
//!    is the same for all placements ([`program`]). Three operations on words and one population
//!    count then decide 512 boards.
//!
//! Both halves are enumerated by the same walk, whose last five rows come from tables ([`walk`],
//! [`tails`]).
//!
//! # Terms
//!
//! - *class*: a set of columns for the lower half, up to symmetry; a unit is some classes.
//! - *corners*: the columns of a half left and right of the middle, each counted from the corner.
//! - *listed half, walked half*: the half whose placements are listed, and the one that is walked.
//! - *pattern*: the rows of a half whose queens are left of the middle, as a bit mask.
//! - *bound*: the number that a half's pattern and its complement must reach.
//! - *tail*: a half with all rows filled but the last five.
//! - *way*: one of the 120 permutations by which five columns are assigned to five rows.
//! - *node, record*: a partial placement of the last eight rows of the walked half, and its
//!   completion.
//!
//! # Symmetry: even boards
//!
//! Let `h = n / 2`.
//!
//! - `A` and `B` are the columns that the upper half uses left and right of the middle: subsets of
//!   `h` columns, counted from their corner.
//! - `P` and `Q` are the rows of the upper and of the lower half whose queens are left of the
//!   middle: subsets of `h` rows, counted from their corner.
//! - `~X` is the complement, subsets are ordered as numbers, and `mu(X, Y)` is the least of `X`,
//!   `~X`, `Y` and `~Y`.
//!
//! The symmetries act as follows:
//!
//! - Mirroring left to right exchanges `A` and `B`, and complements `P` and `Q`.
//! - Turning upside down complements `A` and `B` (the upper half uses the columns that the lower
//!   half does not), and exchanges `P` and `Q`.
//! - Reflecting in the main diagonal maps the upper left quarter to itself and exchanges its rows
//!   and columns, hence `A` and `P`. It exchanges the upper right and the lower left quarter, hence
//!   `B` and `Q`.
//!
//! So the first two preserve `mu(A, B)` and `mu(P, Q)`, and the third exchanges them. Hence there
//! are as many solutions with `mu(P, Q) < mu(A, B)` as with `>`, and
//!
//! ```text
//! all = 2 * #{mu(P, Q) > mu(A, B)} + #{mu(P, Q) = mu(A, B)}
//! ```
//!
//! Both numbers are the same for all sets of columns in an orbit under the first two symmetries. So
//! one set of each orbit is counted ([`classes`]) and multiplied by the size of the orbit, which
//! uses all eight symmetries. The condition `mu(P, Q) > t` means that `P`, `~P`, `Q` and `~Q` are
//! all above `t`: a condition on each half separately ([`walk::Bound`]). Rows are filled from the
//! middle outwards and the middle rows are the highest bits, so that most branches that would end
//! below the bound are never entered. A placement that reaches the bound exactly counts once,
//! others count twice.
//!
//! # Symmetry: odd boards
//!
//! Let the queen of the middle row be `c` columns right of the middle, and the queen of the middle
//! column `r` rows below it.
//!
//! If one of them is 0, so is the other: a queen is in the centre. Without it, its row and its
//! column, the four quarters are those of an even board, the same symmetries act on them in the
//! same way, and the identity above holds for these solutions.
//!
//! In all other solutions `c` and `r` are not 0. Mirroring negates `c`, turning upside down negates
//! `r`, and reflecting in the diagonal exchanges them. So each combination of signs has the same
//! number of solutions, and
//!
//! ```text
//! off centre = 4 * (2 * #{c < 0, r < 0, |r| > |c|} + #{c < 0, r < 0, |r| = |c|})
//! ```
//!
//! Both queens belong to the upper half if the middle row is counted as part of it, since `r < 0`.
//! So all conditions are on the upper half, whose list is reduced to an eighth, and the sum runs
//! over the sets of columns of the lower half without the middle one.

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
use self::join::ClassJoiner;
use self::kernels::CompiledLoops;
pub use self::shape::{Corners, Rest, Shape};
pub use self::walk::Bound;
use crate::InstructionSet;
use crate::constellations::LIMIT;

/// The engine, on the fastest instruction set of the machine or on a given one.
#[derive(Debug, Clone, Copy)]
pub struct Halves {
    instructions: Option<InstructionSet>,
}

const NAME: &str = "halves";

impl Halves {
    /// The engine on the fastest instruction set of the machine.
    pub const FASTEST: Self = Self { instructions: None };

    /// Returns the engine on this instruction set.
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
        "joins placements in the upper and the lower half of the board, 512 boards at once"
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
        Ok(Box::new(ClassesJob {
            classes: Classes::new(board),
            shape: Shape::new(board.n()),
            instructions: self.instructions(),
        }))
    }

    fn estimated_seconds(&self, board: &Board, _nodes: f64) -> f64 {
        let n = f64::from(board.n());
        // Odd boards gain less from symmetry.
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
        // The cost of filtering grows faster than the rest, and dominates from about 20 queens on.
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

/// A board as a job whose units are groups of classes.
struct ClassesJob {
    classes: Classes,
    shape: Shape,
    instructions: InstructionSet,
}

impl Job for ClassesJob {
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
        let kernels =
            CompiledLoops::on(self.instructions).ok_or_else(|| bezzel::Error::CannotStart {
                worker: NAME,
                reason: format!("this machine has no {}", self.instructions),
            })?;
        Ok(Box::new(Joiner {
            classes: &self.classes,
            join: ClassJoiner::new(self.shape, kernels),
        }))
    }
}

/// Counts classes.
struct Joiner<'c> {
    classes: &'c Classes,
    join: ClassJoiner,
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
