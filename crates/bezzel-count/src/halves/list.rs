//! Lists of upper halves: each placement is one word.

use super::instructions::Instructions;
use super::shape::{ROWS, Rest, Shape};
use super::tails::{Five, NUMBERS, SHIFTS, TAIL_ROWS, WAYS};
use super::walk::{Sorted, Visitor};
use super::words::Words;

/// Marks a placement that counts once; others count twice.
pub const COUNTS_ONCE: u64 = 1 << 63;

/// The word used as padding: it occupies all diagonals, so that every square is attacked.
pub const NO_BOARD: u64 = !COUNTS_ONCE;

/// The number of words that may be written after the end of a list.
pub const EXTRA_WORDS: usize = 64;

/// A list of placements: the diagonals of their queens, by where they cross the middle.
pub struct List {
    shape: Shape,
    /// The diagonals of a queen on every square, and the mark if a queen there makes a placement
    /// count once.
    pub diagonals: [[u64; 32]; ROWS],
    /// Placements that count twice grow from the front, those that count once from the back.
    words: Words,
    twice: usize,
    once: usize,
    capacity: usize,
    batch: TailBatch,
}

/// Upper halves whose last five rows are not filled yet: the word of the rows above, and the
/// remaining columns, a byte each.
struct TailBatch {
    tails: [(u64, u64); MAX_BATCH_TAILS],
    len: usize,
    /// The ways of all tails, one after another; `of` holds the index of the tail of each way.
    ways: [u16; BATCH_WAYS],
    of: [u8; BATCH_WAYS],
    count: usize,
}

/// The largest number of tails in a batch, and about the largest number of ways. The number of ways
/// of a single tail is hard to predict, so one loop runs over all ways of many tails.
const MAX_BATCH_TAILS: usize = 256;
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
            batch: TailBatch {
                tails: [(0, 0); MAX_BATCH_TAILS],
                len: 0,
                ways: [0; BATCH_WAYS],
                of: [0; BATCH_WAYS],
                count: 0,
            },
        }
    }

    /// Returns the space for a list of this capacity: including a waiting batch, and the tails that
    /// are added before `is_full` is called again.
    pub fn room(capacity: usize) -> usize {
        capacity + BATCH_WAYS + ROWS * WAYS + EXTRA_WORDS
    }

    /// Clears the list.
    pub fn clear(&mut self) {
        (self.twice, self.once) = (0, 0);
    }

    /// Moves the words out and returns their number. Placements that count once come last, followed
    /// by padding. The list cannot be used until [`give_back`](Self::give_back).
    pub fn lend(&mut self) -> (Words, usize) {
        let end = self.words.len();
        self.words.copy_within(end - self.once.., self.twice);
        let len = self.twice + self.once;
        self.words[len..][..EXTRA_WORDS].fill(NO_BOARD);
        (std::mem::take(&mut self.words), len)
    }

    /// Takes words back and clears the list.
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
        // SAFETY: the caller guarantees that the machine supports the instructions; the test below
        // leaves room for two more tails and 256 ways.
        unsafe {
            self.batch.add::<I>(value, five.columns, ways.above);
            if ways.equal != 0 {
                self.batch
                    .add::<I>(value | COUNTS_ONCE, five.columns, ways.equal);
            }
        }
        if self.batch.len > MAX_BATCH_TAILS - 2 || self.batch.count > BATCH_WAYS - 256 {
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

impl TailBatch {
    /// Adds a tail and its ways, fewer than 128.
    ///
    /// # Safety
    /// The machine must support the instructions, and there must be room for a tail and for 128
    /// ways.
    #[inline(always)]
    unsafe fn add<I: Instructions>(&mut self, word: u64, columns: u64, ways: u128) {
        self.tails[self.len % MAX_BATCH_TAILS] = (word, columns);
        let to = self.ways[self.count..]
            .first_chunk_mut::<128>()
            .expect("there is room");
        // SAFETY: guaranteed by the caller.
        let count = unsafe { I::pick(&NUMBERS, ways, to.as_mut_ptr()) };
        let mut at = self.count;
        let end = at + count;
        // Indices are written eight at a time: most tails have at most eight ways, so that the
        // number of iterations is easy to predict.
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
    /// Appends all ways of the batch to the list.
    #[inline(always)]
    fn list(&mut self) {
        let start = self.shape.half as usize - TAIL_ROWS;
        let rows: &[[u64; 32]; TAIL_ROWS] = self.diagonals[start..]
            .first_chunk()
            .expect("five rows are left");
        let words = &mut self.words[..];
        let (mut twice, mut once) = (self.twice, self.once);
        let batch = &mut self.batch;
        for (&way, &of) in batch.ways[..batch.count].iter().zip(&batch.of) {
            let (mut word, columns) = batch.tails[usize::from(of)];
            let shifts = &SHIFTS[usize::from(way) % 128];
            for row in 0..TAIL_ROWS {
                word |= rows[row][(columns >> (shifts[row] % 64)) as usize % 32];
            }
            if word & COUNTS_ONCE == 0 {
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
