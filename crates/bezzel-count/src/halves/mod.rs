//! Halves joined.

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

use bezzel::job::{Identity, Job, Outcome, Worker};
use bezzel::queens::{Board, Engine};
use bezzel::{Cancel, Error};

use self::classes::Classes;
use self::join::Join;
use self::kernels::Kernels;
use self::shape::Shape;
use crate::InstructionSet;
use crate::constellations::LIMIT;

/// The engine: on the fastest instructions of the machine, or on some that are chosen.
#[derive(Debug, Clone, Copy)]
pub struct Halves {
    instructions: Option<InstructionSet>,
}

/// One for every instruction set, in their order.
static CHOSEN: [Halves; 3] = [
    Halves::on(InstructionSet::Portable),
    Halves::on(InstructionSet::Avx2),
    Halves::on(InstructionSet::Avx512),
];

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

    fn job(&self, board: &Board) -> Result<Box<dyn Job>, Error> {
        self.check(board)?;
        Ok(Box::new(Joining {
            classes: Classes::new(board),
            shape: Shape::new(board.n()),
            instructions: self.instructions(),
        }))
    }

    fn guess(&self, board: &Board, _nodes: f64) -> f64 {
        let beyond_18 = f64::from(board.n()) - 18.0;
        // Symmetry saves less where a row is in the middle.
        let odd = if Shape::new(board.n()).is_odd() {
            1.2
        } else {
            1.0
        };
        let whole = match self.instructions() {
            InstructionSet::Portable => 7.0,
            InstructionSet::Avx2 => 2.8,
            InstructionSet::Avx512 => 1.9,
        };
        // The joining, the classes, the memory.
        odd * (whole * 6.6_f64.powf(beyond_18) + 0.1 * 2_f64.powf(beyond_18)) + 0.003
    }

    fn variants(&self) -> Vec<&'static str> {
        InstructionSet::available()
            .map(InstructionSet::name)
            .collect()
    }

    fn variant(&self, name: &str) -> Option<&'static dyn Engine> {
        let chosen = CHOSEN.iter().zip(InstructionSet::ALL);
        let mut chosen = chosen.filter(|(_, set)| set.is_available() && set.name() == name);
        chosen.next().map(|(halves, _)| halves as &dyn Engine)
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

    fn worker(&self) -> Result<Box<dyn Worker + '_>, Error> {
        let kernels = Kernels::on(self.instructions).ok_or_else(|| Error::CannotStart {
            engine: NAME,
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
        report: &mut dyn FnMut(u64, Outcome) -> Result<(), Error>,
    ) -> Result<(), Error> {
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
