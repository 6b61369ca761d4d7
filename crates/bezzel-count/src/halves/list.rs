//! The upper half: every way to fill it, one word each.

use super::instructions::Instructions;
use super::shape::{ROWS, Rest, Shape};
use super::tails::{Five, NUMBERS, SHIFTS, TAIL, WAYS};
use super::walk::{Sorted, Visitor};
use super::words::Words;

/// The mark of a placement that counts once where others count twice.
pub const ONCE: u64 = 1 << 63;

/// A word for boards that are not there: all squares are attacked.
pub const NOBODY: u64 = !ONCE;

/// Words that may be written behind the end of a list.
pub const SLACK: usize = 64;

/// A list of placements: the diagonals on which their queens stand, where they cross the middle.
pub struct List {
    shape: Shape,
    /// The diagonals of a queen on every square, and the mark where a queen there makes a placement count once.
    pub diagonals: [[u64; 32]; ROWS],
    /// Placements that count twice from the beginning, those that count once from the end.
    words: Words,
    twice: usize,
    once: usize,
    capacity: usize,
    batch: Batch,
}

/// Tails whose ways are not listed yet: all rows but the last five, and the columns that are left, a byte each.
struct Batch {
    tails: [(u64, u64); BATCH],
    len: usize,
    /// The ways to fill them, one after the other, and which tail each belongs to.
    ways: [u16; BATCH_WAYS],
    of: [u8; BATCH_WAYS],
    count: usize,
}

/// So many tails at most are listed at a time, and about so many ways. Nobody can foresee how many ways a tail has: so there is
/// one loop over all ways of many tails.
const BATCH: usize = 256;
const BATCH_WAYS: usize = 2048;

impl List {
    pub fn new(shape: Shape, capacity: usize) -> Self {
        let mut diagonals = [[0; 32]; ROWS];
        for (row, diagonals) in (0..shape.half as usize).zip(&mut diagonals) {
            for column in 0..shape.n {
                let distance = shape.distance(row);
                diagonals[column as usize] = shape.diagonals(distance, column);
            }
        }
        Self {
            shape,
            diagonals,
            words: Words::new(Self::room(capacity)),
            twice: 0,
            once: 0,
            capacity,
            batch: Batch {
                tails: [(0, 0); BATCH],
                len: 0,
                ways: [0; BATCH_WAYS],
                of: [0; BATCH_WAYS],
                count: 0,
            },
        }
    }

    /// The longest a list can become with what is written behind it: one that is nearly full, a batch that waits, and the tails that
    /// come before somebody asks whether it is full.
    pub fn room(capacity: usize) -> usize {
        capacity + BATCH_WAYS + ROWS * WAYS + SLACK
    }

    /// Begins anew.
    pub fn clear(&mut self) {
        (self.twice, self.once) = (0, 0);
    }

    /// Lends the words and says how many there are. Those that count once come last, and behind them some that stand for nobody. The
    /// list cannot be used until they are given back.
    pub fn lend(&mut self) -> (Words, usize) {
        let end = self.words.len();
        self.words.copy_within(end - self.once.., self.twice);
        let len = self.twice + self.once;
        self.words[len..][..SLACK].fill(NOBODY);
        (std::mem::take(&mut self.words), len)
    }

    /// Takes words back, to begin anew.
    pub fn give_back(&mut self, words: Words) {
        self.words = words;
        self.clear();
    }
}

impl Visitor for List {
    #[inline(always)]
    fn step(&mut self, row: usize, queen: u32, value: u64) -> u64 {
        value | self.diagonals[row % ROWS][queen.trailing_zeros() as usize % 32]
    }

    #[inline(always)]
    unsafe fn tail<I: Instructions>(&mut self, _: &Rest, five: &Five, ways: Sorted, value: u64) {
        // SAFETY: as the caller promises.
        unsafe {
            self.batch.add::<I>(value, five.columns, ways.above);
            if ways.equal != 0 {
                self.batch.add::<I>(value | ONCE, five.columns, ways.equal);
            }
        }
        if self.batch.len > BATCH - 2 || self.batch.count > BATCH_WAYS - 256 {
            self.list();
        }
    }

    #[inline(always)]
    fn is_full(&self) -> bool {
        self.twice + self.once >= self.capacity
    }

    #[inline(always)]
    fn pause(&mut self) {
        self.list();
    }
}

impl Batch {
    /// Adds a tail and its ways, fewer than 128.
    ///
    /// # Safety
    /// The machine must have the instructions, and there must be room for a tail and for 128 ways.
    #[inline(always)]
    unsafe fn add<I: Instructions>(&mut self, word: u64, columns: u64, ways: u128) {
        self.tails[self.len % BATCH] = (word, columns);
        let to = self.ways[self.count..]
            .first_chunk_mut::<128>()
            .expect("there is room");
        // SAFETY: as the caller promises.
        let count = unsafe { I::pick(&NUMBERS, ways, to.as_mut_ptr()) };
        let mut at = self.count;
        let end = at + count;
        // Some are written in any case: most tails have no more.
        while at < end {
            let of = self.of[at..].first_chunk_mut::<8>().expect("there is room");
            *of = [self.len as u8; 8];
            at += 8;
        }
        self.len += 1;
        self.count = end;
    }
}

impl List {
    /// Lists all ways of the batch.
    #[inline(always)]
    fn list(&mut self) {
        let start = self.shape.half as usize - TAIL;
        let rows: &[[u64; 32]; TAIL] = self.diagonals[start..]
            .first_chunk()
            .expect("five rows are left");
        let words = &mut self.words[..];
        let (mut twice, mut once) = (self.twice, self.once);
        let batch = &mut self.batch;
        for (&way, &of) in batch.ways[..batch.count].iter().zip(&batch.of) {
            let (mut word, columns) = batch.tails[usize::from(of)];
            let shifts = &SHIFTS[usize::from(way) % 128];
            for row in 0..TAIL {
                word |= rows[row][(columns >> (shifts[row] % 64)) as usize % 32];
            }
            if word & ONCE == 0 {
                words[twice] = word;
                twice += 1;
            } else {
                once += 1;
                words[words.len() - once] = word;
            }
        }
        (batch.len, batch.count) = (0, 0);
        (self.twice, self.once) = (twice, once);
    }
}
