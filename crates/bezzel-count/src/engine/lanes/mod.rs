//! The champion: a board in every lane of a vector register.
//!
//! With the border placed, the board inside is n - 2 columns wide. Lanes of 16 bits serve to n = 18, and
//! to n = 20 with one more column at either side placed; lanes of 32 bits beyond.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod buffers;
mod portable;
mod search;
mod vector;

use std::fmt;

use bezzel::Cancel;

use self::buffers::Buffers;
use self::search::{FEWEST_ROWS, search};
use super::{Border, Counter};
use crate::frame::{Frame, shortest_turn};
use crate::plan::{Line, Square, fill};
use crate::{Error, Outcome, Unit};

/// The instructions a search is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Path {
    /// Whatever the compiler makes of plain arrays.
    Portable,
    /// AVX2.
    Avx2,
    /// AVX-512 with BW and VBMI2.
    Avx512,
}

impl Path {
    /// Every path, from the slowest to the fastest.
    pub const ALL: [Self; 3] = [Self::Portable, Self::Avx2, Self::Avx512];

    /// What users call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
        }
    }

    /// The path of that name, if this machine can take it.
    ///
    /// # Errors
    /// [`Error::UnknownPath`] if there is none or it cannot.
    pub fn named(name: &str) -> Result<Self, Error> {
        let mut all = Self::ALL.into_iter();
        all.find(|path| path.name() == name && path.available())
            .ok_or_else(|| Error::UnknownPath {
                path: name.to_owned(),
            })
    }

    /// Whether this machine can take it.
    pub fn available(self) -> bool {
        match self {
            Self::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt"),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => {
                is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512vbmi2")
                    && is_x86_feature_detected!("popcnt")
            }
            #[cfg(not(target_arch = "x86_64"))]
            _ => false,
        }
    }

    /// The fastest this machine can take.
    pub fn best() -> Self {
        let available = Self::ALL.into_iter().rev().find(|path| path.available());
        available.unwrap_or(Self::Portable)
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Block depth-first search in vector lanes.
pub struct Lanes {
    path: Path,
    /// The widest frame that is searched in lanes of 16 bits.
    narrow_to: u32,
    narrow: Buffers<u16>,
    wide: Buffers<u32>,
}

impl Lanes {
    /// A counter on a path.
    ///
    /// # Panics
    /// If this machine cannot take it.
    pub fn on(path: Path) -> Self {
        assert!(path.available(), "this machine cannot take the path {path}");
        Self {
            path,
            narrow_to: u16::BITS,
            narrow: Buffers::new(),
            wide: Buffers::new(),
        }
    }

    /// The same counter with lanes of 32 bits for every board: slower, to compare with.
    pub fn wide(self) -> Self {
        Self {
            narrow_to: 0,
            ..self
        }
    }

    /// Counts a frame in narrow lanes if it fits, else in wide ones.
    fn search(&mut self, frame: &Frame, cancel: &Cancel, outcome: &mut Outcome) -> Option<()> {
        if frame.rows < FEWEST_ROWS {
            *outcome += Border::complete(frame, cancel);
            return Some(());
        }
        let narrow = frame.width <= self.narrow_to;
        // SAFETY: `on` has found the path to be available.
        unsafe {
            match self.path {
                #[cfg(target_arch = "x86_64")]
                Path::Avx512 if narrow => avx512_narrow(frame, &mut self.narrow, cancel, outcome),
                #[cfg(target_arch = "x86_64")]
                Path::Avx512 => avx512_wide(frame, &mut self.wide, cancel, outcome),
                #[cfg(target_arch = "x86_64")]
                Path::Avx2 if narrow => avx2_narrow(frame, &mut self.narrow, cancel, outcome),
                #[cfg(target_arch = "x86_64")]
                Path::Avx2 => avx2_wide(frame, &mut self.wide, cancel, outcome),
                _ if narrow => portable_narrow(frame, &mut self.narrow, cancel, outcome),
                _ => portable_wide(frame, &mut self.wide, cancel, outcome),
            }
        }
    }
}

/// On the fastest path.
impl Default for Lanes {
    fn default() -> Self {
        Self::on(Path::best())
    }
}

impl Counter for Lanes {
    fn count(&mut self, unit: &Unit, cancel: &Cancel) -> Option<Outcome> {
        /// Boards on which two more columns make the rest narrow.
        const FILLED: std::ops::RangeInclusive<u8> = 19..=20;
        let mut outcome = Outcome::default();
        if !FILLED.contains(&unit.n) || Frame::new(unit, u16::BITS).is_some() {
            self.search(&narrowest(unit.n, &unit.queens), cancel, &mut outcome)?;
            return Some(outcome);
        }
        let queens = shortest_turn(unit.n, &unit.queens);
        for queens in fill(unit.n, &queens, Line::Left(1)) {
            for queens in fill(unit.n, &queens, Line::Right(1)) {
                self.search(&narrowest(unit.n, &queens), cancel, &mut outcome)?;
            }
        }
        Some(outcome)
    }
}

/// A frame for narrow lanes if there is one, else for wide ones.
fn narrowest(n: u8, queens: &[Square]) -> Frame {
    let narrow = Frame::of(n, queens, u16::BITS);
    let frame = narrow.or_else(|| Frame::of(n, queens, u32::BITS));
    frame.expect("a board is at most 32 wide")
}

/// The search compiled for a path: all of it is inlined here, where the instructions are allowed.
macro_rules! compiled {
    ($name:ident, $vector:ty, $lane:ty, $turns:literal $(, $features:literal)?) => {
        /// # Safety
        /// The machine must have the features.
        $(#[target_feature(enable = $features)])?
        unsafe fn $name(
            frame: &Frame,
            buffers: &mut Buffers<$lane>,
            cancel: &Cancel,
            outcome: &mut Outcome,
        ) -> Option<()> {
            // SAFETY: the caller has looked for the features.
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
compiled!(portable_narrow, portable::Array<u16>, u16, 1);
compiled!(portable_wide, portable::Array<u32>, u32, 1);
