//! The upper half: every way to fill it, one word each.

use super::instructions::Instructions;
use super::shape::{ROWS, Shape};
use super::tails::{Five, SHIFTS, TAIL, WAYS};
use super::walk::{BATCH, Bound, Tail, Visitor, Way};

/// The mark of a placement that counts once where others count twice.
pub const ONCE: u64 = 1 << 63;

/// A word for boards that are not there: all squares are attacked.
pub const NOBODY: u64 = !ONCE;

/// Words that may be written behind the end of a list.
pub const SLACK: usize = 64;

/// A list of placements: the diagonals on which their queens stand, where they cross the middle.
pub struct List {
    shape: Shape,
    pub bound: Bound,
    /// The diagonals of a queen on every square, and the mark where a queen there makes a placement count once.
    pub diagonals: [[u64; 32]; ROWS],
    /// Placements that count twice from the beginning, those that count once from the end.
    words: Vec<u64>,
    twice: usize,
    once: usize,
    capacity: usize,
    heads: [Head; BATCH],
}

/// The rows before the last five.
#[derive(Clone, Copy, Default)]
struct Head {
    word: u64,
    /// The columns that are left, a byte each.
    columns: u64,
    /// What decides between the last five, if they do.
    close: bool,
    left: u32,
    pattern: u32,
}

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
            bound: Bound::NONE,
            diagonals,
            words: vec![0; Self::room(capacity)],
            twice: 0,
            once: 0,
            capacity,
            heads: [Head::default(); BATCH],
        }
    }

    /// The longest a list can become with what is written behind it.
    pub fn room(capacity: usize) -> usize {
        capacity + BATCH * WAYS + SLACK
    }

    /// Begins anew.
    pub fn clear(&mut self) {
        (self.twice, self.once) = (0, 0);
    }

    /// Lends the words and says how many there are. Those that count once come last, and behind them some that stand for nobody. The
    /// list cannot be used until they are given back.
    pub fn lend(&mut self) -> (Vec<u64>, usize) {
        let end = self.words.len();
        self.words.copy_within(end - self.once.., self.twice);
        let len = self.twice + self.once;
        self.words[len..][..SLACK].fill(NOBODY);
        (std::mem::take(&mut self.words), len)
    }

    /// Takes words back, to begin anew.
    pub fn give_back(&mut self, words: Vec<u64>) {
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
    unsafe fn tail<I: Instructions>(&mut self, number: usize, tail: &Tail, five: &Five, _: bool) {
        let pattern = tail.rest.pattern;
        let mut word = tail.value;
        if tail.queen != 0 {
            word = self.step(tail.row, tail.queen, word);
        }
        self.heads[number % BATCH] = Head {
            word,
            columns: five.columns,
            close: self.bound.is_close(pattern),
            left: five.left,
            pattern,
        };
    }

    #[inline(always)]
    fn fill(&mut self, ways: &[Way]) {
        let start = self.shape.half as usize - TAIL;
        let rows: &[[u64; 32]; TAIL] = self.diagonals[start..][..TAIL]
            .try_into()
            .expect("five rows are five rows");
        let words = &mut self.words[..];
        let (mut twice, mut once) = (self.twice, self.once);
        for &way in ways {
            let head = &self.heads[way.tail()];
            let mut word = head.word;
            let shifts = &SHIFTS[way.way()];
            for row in 0..TAIL {
                word |= rows[row][(head.columns >> (shifts[row] % 64)) as usize % 32];
            }
            let mut kept = true;
            if head.close {
                let standing = self.bound.standing(head.pattern, way.way(), head.left);
                kept = standing.above;
                if standing.equal {
                    word |= ONCE;
                }
            }
            if word & ONCE == 0 {
                words[twice] = word;
                twice += usize::from(kept);
            } else {
                once += 1;
                words[words.len() - once] = word;
            }
        }
        (self.twice, self.once) = (twice, once);
    }

    #[inline(always)]
    fn is_full(&self) -> bool {
        self.twice + self.once >= self.capacity
    }
}
