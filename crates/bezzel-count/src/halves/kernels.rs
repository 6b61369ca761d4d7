//! The hot loops, compiled for each instruction set.

use super::instructions::{Instructions, WORD};
use super::list::{EXTRA_WORDS, List, NO_BOARD};
use super::program::Program;
use super::slices::{Slices, TestedSquare};
use super::walk::HalfWalk;
use crate::instruction_set::InstructionSet;

/// The loops compiled for an instruction set that this machine supports.
#[derive(Clone, Copy)]
pub struct CompiledLoops(&'static LoopTable);

struct LoopTable {
    list: unsafe fn(&mut HalfWalk, &mut List) -> bool,
    program: unsafe fn(&mut HalfWalk, &mut Program),
    cut: unsafe fn(&mut Slices, &[u64], usize, &[TestedSquare]),
    filter: unsafe fn(&[u64], usize, u64, &mut [u64]) -> usize,
    run: unsafe fn(&mut Slices, &Program) -> u64,
}

impl CompiledLoops {
    /// Returns the loops for an instruction set, if this machine supports it.
    pub fn on(instructions: InstructionSet) -> Option<Self> {
        let table = match instructions {
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx512 => &avx512::TABLE,
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2 => &avx2::TABLE,
            _ => &portable::TABLE,
        };
        instructions.is_available().then_some(Self(table))
    }

    /// Lists the upper half until it is complete or the list is full. Returns true if it is
    /// complete.
    pub fn list(self, walk: &mut HalfWalk, list: &mut List) -> bool {
        // SAFETY: `on` has checked that the machine supports the instructions.
        unsafe { (self.0.list)(walk, list) }
    }

    /// Writes the program for the rest of the lower half.
    pub fn program(self, walk: &mut HalfWalk, program: &mut Program) {
        // SAFETY: `on` has checked that the machine supports the instructions.
        unsafe { (self.0.program)(walk, program) }
    }

    /// Cuts the first boards of a list into slices, and finds for each of `squares` the boards that
    /// attack it.
    pub fn cut(self, slices: &mut Slices, words: &[u64], len: usize, squares: &[TestedSquare]) {
        // SAFETY: `on` has checked that the machine supports the instructions.
        unsafe { (self.0.cut)(slices, words, len, squares) }
    }

    /// Copies the words of a list that share no bit with `bits`, and appends the padding that every
    /// list ends with. Returns the number of words without the padding.
    pub fn filter(self, words: &[u64], len: usize, bits: u64, to: &mut [u64]) -> usize {
        // SAFETY: `on` has checked that the machine supports the instructions.
        unsafe { (self.0.filter)(words, len, bits, to) }
    }

    /// See [`Slices::run`].
    pub fn run(self, slices: &mut Slices, program: &Program) -> u64 {
        // SAFETY: `on` has checked that the machine supports the instructions.
        unsafe { (self.0.run)(slices, program) }
    }
}

/// # Safety
/// The machine must support the instructions.
#[inline(always)]
unsafe fn filter<I: Instructions>(words: &[u64], len: usize, bits: u64, to: &mut [u64]) -> usize {
    let groups = len.div_ceil(WORD);
    assert!(words.len() >= groups * WORD && to.len() >= groups * WORD + EXTRA_WORDS);
    let mut count = 0;
    for group in 0..groups {
        // SAFETY: both lengths were checked above, and `count` is at most `64 * group`, so that 64
        // more words fit into `to`.
        unsafe {
            let words = words.as_ptr().add(group * WORD);
            count += I::filter(words, bits, to.as_mut_ptr().add(count));
        }
    }
    to[count..][..EXTRA_WORDS].fill(NO_BOARD);
    count
}

/// Compiles the loops for an instruction set: everything is inlined into these functions, where the
/// instructions are allowed.
macro_rules! compiled {
    ($name:ident, $instructions:ty $(, $features:literal)?) => {
        mod $name {
            use super::*;

            pub static TABLE: LoopTable = LoopTable {
                list,
                program,
                cut,
                filter,
                run,
            };

            $(#[target_feature(enable = $features)])?
            unsafe fn list(walk: &mut HalfWalk, list: &mut List) -> bool {
                // SAFETY: the caller has checked that the machine has the features.
                unsafe { walk.go::<$instructions, _>(list) }
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn program(walk: &mut HalfWalk, program: &mut Program) {
                // SAFETY: the caller has checked that the machine has the features.
                unsafe { walk.go::<$instructions, _>(program) };
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn cut(slices: &mut Slices, words: &[u64], len: usize, squares: &[TestedSquare]) {
                // SAFETY: the caller has checked that the machine has the features.
                unsafe {
                    slices.cut::<$instructions>(words, len);
                    slices.attack::<$instructions>(squares);
                }
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn filter(words: &[u64], len: usize, bits: u64, to: &mut [u64]) -> usize {
                // SAFETY: the caller has checked that the machine has the features.
                unsafe { super::filter::<$instructions>(words, len, bits, to) }
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn run(slices: &mut Slices, program: &Program) -> u64 {
                // SAFETY: the caller has checked that the machine has the features.
                unsafe { slices.run::<$instructions>(program) }
            }
        }
    };
}

compiled!(portable, super::super::portable::Portable);
#[cfg(target_arch = "x86_64")]
compiled!(avx2, super::super::avx2::Avx2, "avx2,bmi1,bmi2,popcnt");
#[cfg(target_arch = "x86_64")]
compiled!(
    avx512,
    super::super::avx512::Avx512,
    "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vpopcntdq,gfni,bmi1,bmi2,popcnt"
);
