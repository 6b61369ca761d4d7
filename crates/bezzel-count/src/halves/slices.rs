//! Bit-sliced boards: one bit per board, one word per 64 boards, one plane for each diagonal and
//! one for each square.

use super::instructions::{BLOCK, Instructions, PLANES, WORD};
use super::program::{MAX_PROGRAM_ROWS, Program, ProgramNode, Records};
use super::tails::TAIL_ROWS;

/// The number of blocks processed at a time.
pub const BLOCKS: usize = 2;

/// The number of boards processed at a time.
pub const CHUNK: usize = BLOCKS * BLOCK * WORD;

/// One bit for every board of a chunk.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub struct Plane([u64; BLOCKS * BLOCK]);

impl Plane {
    const EMPTY: Self = Self([0; BLOCKS * BLOCK]);

    #[inline(always)]
    fn block(&self, block: usize) -> *const u64 {
        debug_assert!(block < BLOCKS);
        // SAFETY: callers pass a `block` less than `BLOCKS`, the number of blocks in a plane.
        unsafe { self.0.as_ptr().add(block * BLOCK) }
    }

    #[inline(always)]
    fn block_mut(&mut self, block: usize) -> *mut u64 {
        debug_assert!(block < BLOCKS);
        // SAFETY: callers pass a `block` less than `BLOCKS`, the number of blocks in a plane.
        unsafe { self.0.as_mut_ptr().add(block * BLOCK) }
    }
}

/// A square to be tested: its plane, and the diagonals through it.
#[derive(Debug, Clone, Copy)]
pub struct TestedSquare {
    pub plane: u16,
    pub diagonals: [u8; 2],
}

/// A chunk of boards in bit-sliced form.
pub struct Slices {
    /// The boards with a queen on each diagonal; the last plane marks the boards that count once.
    diagonals: Box<[Plane; PLANES]>,
    /// For each square, the boards with a queen that attacks it.
    attacked: Box<[Plane; MAX_PROGRAM_ROWS * MAX_PROGRAM_ROWS]>,
    /// For each pair of columns, the boards that attack at least one of two squares in adjacent
    /// rows: first in the second and third, then in the fourth and fifth of the last five rows.
    pairs: Box<[[Plane; MAX_PROGRAM_ROWS * MAX_PROGRAM_ROWS]; 2]>,
    /// The boards that remain at each node of a program.
    left: Vec<Plane>,
    /// The number of blocks that contain boards.
    blocks: usize,
}

impl Slices {
    pub fn new() -> Self {
        Self {
            diagonals: Box::new([Plane::EMPTY; PLANES]),
            attacked: Box::new([Plane::EMPTY; MAX_PROGRAM_ROWS * MAX_PROGRAM_ROWS]),
            pairs: Box::new([[Plane::EMPTY; MAX_PROGRAM_ROWS * MAX_PROGRAM_ROWS]; 2]),
            left: vec![Plane::EMPTY; 1 + 8 + 8 * 7 + 8 * 7 * 6],
            blocks: 0,
        }
    }

    /// Cuts the first boards of a list into slices, up to the capacity of a chunk.
    ///
    /// # Safety
    /// The machine must support the instructions, and `words` must be readable up to a multiple of
    /// 64.
    #[inline(always)]
    pub unsafe fn cut<I: Instructions>(&mut self, words: &[u64], len: usize) {
        let groups = len.min(CHUNK).div_ceil(WORD);
        assert!(words.len() >= groups * WORD);
        self.blocks = groups.div_ceil(BLOCK);
        for block in 0..self.blocks {
            let groups = (groups - block * BLOCK).min(BLOCK);
            // SAFETY: the list has this many groups, and planes are contiguous.
            unsafe {
                let planes = self.diagonals.as_mut_ptr().cast::<u64>().add(block * BLOCK);
                let words = words.as_ptr().add(block * BLOCK * WORD);
                I::slice(words, groups, planes, BLOCKS * BLOCK);
            }
        }
    }

    /// Finds the boards that attack some squares.
    ///
    /// # Safety
    /// The machine must support the instructions.
    #[inline(always)]
    pub unsafe fn attack<I: Instructions>(&mut self, squares: &[TestedSquare]) {
        for square in squares {
            let one = &self.diagonals[usize::from(square.diagonals[0])];
            let other = &self.diagonals[usize::from(square.diagonals[1])];
            let attacked = &mut self.attacked[usize::from(square.plane)];
            for block in 0..self.blocks {
                // SAFETY: a plane has this many blocks.
                unsafe {
                    let either = I::or(I::load(one.block(block)), I::load(other.block(block)));
                    I::store(either, attacked.block_mut(block));
                }
            }
        }
    }

    /// Runs a program and counts: two for every completion above the bound in both halves, one for
    /// every completion that reaches it exactly.
    ///
    /// # Safety
    /// The machine must support the instructions.
    #[inline(always)]
    pub unsafe fn run<I: Instructions>(&mut self, program: &Program) -> u64 {
        // SAFETY: guaranteed by the caller.
        unsafe {
            if self.blocks == 1 {
                self.run_on::<I, 1>(program)
            } else {
                self.run_on::<I, BLOCKS>(program)
            }
        }
    }

    #[inline(always)]
    unsafe fn run_on<I: Instructions, const B: usize>(&mut self, program: &Program) -> u64 {
        let rows = program.rows();
        let first = MAX_PROGRAM_ROWS * (rows - TAIL_ROWS);
        // SAFETY: a plane has this many blocks; nodes and squares of the program are in the tables.
        unsafe {
            for (pairs, row) in self.pairs.iter_mut().zip([rows - 4, rows - 2]) {
                for one in 0..rows {
                    for other in (0..rows).filter(|&other| other != one) {
                        let above = &self.attacked[MAX_PROGRAM_ROWS * row + one];
                        let below = &self.attacked[MAX_PROGRAM_ROWS * (row + 1) + other];
                        let pair = &mut pairs[MAX_PROGRAM_ROWS * one + other];
                        for block in 0..B {
                            let either =
                                I::or(I::load(above.block(block)), I::load(below.block(block)));
                            I::store(either, pair.block_mut(block));
                        }
                    }
                }
            }
            self.left[0] = Plane([u64::MAX; BLOCKS * BLOCK]);
            for (at, &ProgramNode { parent, square }) in program.nodes.iter().enumerate().skip(1) {
                for block in 0..B {
                    let parent = I::load(self.left[usize::from(parent)].block(block));
                    let attacked = I::load(self.attacked[usize::from(square)].block(block));
                    let left = I::without(parent, [attacked; 3]);
                    I::store(left, self.left[at].block_mut(block));
                }
            }
            let once = &self.diagonals[PLANES - 1];
            let any_once = once.0[..B * BLOCK].iter().any(|&word| word != 0);
            let above = if any_once {
                self.count_records::<I, B, true>(&program.above, first)
            } else {
                2 * self.count_records::<I, B, false>(&program.above, first)
            };
            above + self.count_records::<I, B, false>(&program.equal, first)
        }
    }

    /// Returns the sum, over all records, of the boards that attack no queen of the record; with
    /// `TWICE`, boards that are not marked count twice.
    #[inline(always)]
    unsafe fn count_records<I: Instructions, const B: usize, const TWICE: bool>(
        &self,
        records: &Records,
        first: usize,
    ) -> u64 {
        // SAFETY: a plane has this many blocks; nodes and squares of the program are in the tables.
        unsafe {
            let once = &self.diagonals[PLANES - 1];
            let mut sums: [I::Block; B] = [I::zero(); B];
            for records in records.chunks(I::RECORDS_PER_SUM) {
                let mut tallies: [I::Block; B] = [I::zero(); B];
                for record in records {
                    let left = self.left.get_unchecked(record.node);
                    let one = self.attacked.get_unchecked(first + record.first);
                    let two = self.pairs[0].get_unchecked(record.middle);
                    let three = self.pairs[1].get_unchecked(record.last);
                    for (block, tally) in tallies.iter_mut().enumerate() {
                        let boards = I::without(
                            I::load(left.block(block)),
                            [
                                I::load(one.block(block)),
                                I::load(two.block(block)),
                                I::load(three.block(block)),
                            ],
                        );
                        *tally = I::count(*tally, boards);
                        if TWICE {
                            let once = I::load(once.block(block));
                            let twice = I::without(boards, [once, once, once]);
                            *tally = I::count(*tally, twice);
                        }
                    }
                }
                for (sum, tally) in sums.iter_mut().zip(tallies) {
                    *sum = I::add(*sum, tally);
                }
            }
            let mut count = 0;
            for sum in sums {
                let mut words = [0; BLOCK];
                I::store(sum, words.as_mut_ptr());
                count += words.iter().sum::<u64>();
            }
            count
        }
    }
}
