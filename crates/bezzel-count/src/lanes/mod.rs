//! The fastest engine for medium boards: each lane of a vector register holds one board.
//!
//! With the border placed, the remaining board is n - 2 columns wide. Lanes of 16 bits suffice up
//! to n = 18, and up to n = 20 if one more column at either side is placed. Larger boards use lanes
//! of 32 bits.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod buffers;
#[cfg(any(
    target_arch = "x86_64",
    all(target_arch = "wasm32", target_feature = "simd128")
))]
mod moves;
#[cfg_attr(
    all(target_arch = "wasm32", target_feature = "simd128"),
    path = "simd128.rs"
)]
mod portable;
mod search;
mod vector;

use bezzel::Cancel;
use bezzel::job::{Job, Outcome};
use bezzel_queens::Error;
use bezzel_queens::{Board, Engine};
use std::sync::Arc;

use self::buffers::Buffers;
use self::search::{FEWEST_ROWS, search};
use crate::InstructionSet;
use crate::border::Border;
use crate::constellations::{
    self, BorderLine, CompletionCounter, Constellations, Frame, LIMIT, Position, shortest_turn,
};

/// The engine, on the fastest instruction set of the machine or on a given one.
#[derive(Debug, Clone, Copy)]
pub struct Lanes {
    instructions: Option<InstructionSet>,
}

impl Lanes {
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

const NAME: &str = "lanes";

impl Engine for Lanes {
    fn name(&self) -> &'static str {
        NAME
    }

    fn about(&self) -> &'static str {
        "like `border`, but counts several boards at once with vector instructions"
    }

    fn limit(&self) -> u32 {
        LIMIT
    }

    fn check(&self, board: &Board) -> Result<(), Error> {
        constellations::check(board, self.name())
    }

    fn cut(&self) -> &'static str {
        constellations::CUT
    }

    fn job(&self, board: &Board) -> Result<Box<dyn Job>, Error> {
        self.check(board)?;
        let instructions = self.instructions();
        let counter = move || Searching::on(instructions);
        Ok(Box::new(Constellations::new(board, counter)?))
    }

    fn estimated_seconds(&self, board: &Board, nodes: f64) -> f64 {
        // A vector has half as many lanes of twice the width.
        let wide = if board.n() > 20 { 1.9 } else { 1.0 };
        let node = match self.instructions() {
            InstructionSet::Portable => 0.6e-9,
            InstructionSet::Avx2 => 0.1e-9,
            InstructionSet::Avx512 => 0.035e-9,
        };
        constellations::estimated_seconds(board, nodes, 80e-9, wide * node)
    }

    fn variants(&self) -> Vec<&'static str> {
        InstructionSet::names()
    }

    fn variant(&self, name: &str) -> Option<Arc<dyn Engine>> {
        let instructions = InstructionSet::named(name)?;
        Some(Arc::new(Self::on(instructions)))
    }
}

/// A depth-first search over blocks of boards in vector lanes.
pub struct Searching {
    instructions: InstructionSet,
    /// The width of the widest frame searched in lanes of 16 bits.
    narrow_to: u32,
    narrow: Buffers<u16>,
    wide: Buffers<u32>,
}

impl std::fmt::Debug for Searching {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Searching").finish_non_exhaustive()
    }
}

impl Searching {
    /// Returns a search on this instruction set.
    ///
    /// # Errors
    /// [`bezzel::Error::CannotStart`] if this machine does not support it.
    pub fn on(instructions: InstructionSet) -> Result<Self, bezzel::Error> {
        if !instructions.is_available() {
            return Err(bezzel::Error::CannotStart {
                worker: NAME,
                reason: format!("this machine has no {instructions}"),
            });
        }
        Ok(Self {
            instructions,
            narrow_to: u16::BITS,
            narrow: Buffers::new(),
            wide: Buffers::new(),
        })
    }

    /// Returns the search with lanes of 32 bits for every board, for comparison.
    pub fn wide(self) -> Self {
        Self {
            narrow_to: 0,
            ..self
        }
    }

    /// Counts a frame in narrow lanes if it fits, otherwise in wide ones.
    fn search(&mut self, frame: &Frame, cancel: &Cancel, outcome: &mut Outcome) -> Option<()> {
        if frame.rows < FEWEST_ROWS {
            *outcome += Border::complete(frame, cancel);
            return Some(());
        }
        let narrow = frame.width <= self.narrow_to;
        // SAFETY: `on` has checked that the machine supports the instructions.
        unsafe {
            match self.instructions {
                #[cfg(target_arch = "x86_64")]
                InstructionSet::Avx512 if narrow => {
                    avx512_narrow(frame, &mut self.narrow, cancel, outcome)
                }
                #[cfg(target_arch = "x86_64")]
                InstructionSet::Avx512 => avx512_wide(frame, &mut self.wide, cancel, outcome),
                #[cfg(target_arch = "x86_64")]
                InstructionSet::Avx2 if narrow => {
                    avx2_narrow(frame, &mut self.narrow, cancel, outcome)
                }
                #[cfg(target_arch = "x86_64")]
                InstructionSet::Avx2 => avx2_wide(frame, &mut self.wide, cancel, outcome),
                _ if narrow => portable_narrow(frame, &mut self.narrow, cancel, outcome),
                _ => portable_wide(frame, &mut self.wide, cancel, outcome),
            }
        }
    }
}

impl CompletionCounter for Searching {
    fn count(&mut self, position: &Position, cancel: &Cancel) -> Option<Outcome> {
        /// The sides of boards that may fit into lanes of 16 bits only after queens are placed in
        /// two more columns.
        const FILLED: std::ops::RangeInclusive<u8> = 19..=20;
        let mut outcome = Outcome::default();
        if !FILLED.contains(&position.n) || Frame::new(position, u16::BITS).is_some() {
            self.search(&narrowest(position), cancel, &mut outcome)?;
            return Some(outcome);
        }
        for position in shortest_turn(position).filled(BorderLine::Left(1)) {
            for position in position.filled(BorderLine::Right(1)) {
                self.search(&narrowest(&position), cancel, &mut outcome)?;
            }
        }
        Some(outcome)
    }
}

/// Returns a frame for narrow lanes if there is one, else for wide ones.
fn narrowest(position: &Position) -> Frame {
    let narrow = Frame::new(position, u16::BITS);
    let frame = narrow.or_else(|| Frame::new(position, u32::BITS));
    frame.expect("a board is at most 32 wide")
}

/// Compiles the search for an instruction set: everything is inlined into these functions, where
/// the instructions are allowed.
macro_rules! compiled {
    ($name:ident, $vector:ty, $lane:ty, $turns:expr $(, $features:literal)?) => {
        /// # Safety
        /// The machine must support the features.
        $(#[target_feature(enable = $features)])?
        unsafe fn $name(
            frame: &Frame,
            buffers: &mut Buffers<$lane>,
            cancel: &Cancel,
            outcome: &mut Outcome,
        ) -> Option<()> {
            // SAFETY: the caller has checked that the machine has the features.
            unsafe { search::<$vector, $turns>(frame, buffers, cancel, outcome) }
        }
    };
}

#[cfg(target_arch = "x86_64")]
compiled!(
    avx512_narrow,
    avx512::Narrow,
    u16,
    2,
    "avx512f,avx512bw,avx512vbmi2,popcnt"
);
#[cfg(target_arch = "x86_64")]
compiled!(
    avx512_wide,
    avx512::Wide,
    u32,
    2,
    "avx512f,avx512bw,avx512vbmi2,popcnt"
);
#[cfg(target_arch = "x86_64")]
compiled!(avx2_narrow, avx2::Narrow, u16, 2, "avx2,popcnt");
#[cfg(target_arch = "x86_64")]
compiled!(avx2_wide, avx2::Wide, u32, 2, "avx2,popcnt");
// The fallback of this target. If the compiler already assumes vector instructions that are faster
// than arrays, the array version is not compiled.
compiled!(portable_narrow, portable::Narrow, u16, {
    portable::INTERLEAVED
});
compiled!(portable_wide, portable::Wide, u32, {
    portable::INTERLEAVED
});
