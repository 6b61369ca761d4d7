//! All ways to fill the rows of a half, from the middle outwards; the last five rows are settled at once.

use super::instructions::Instructions;
use super::shape::{ROWS, Rest, Shape};
use super::tails::{ALLOWED, Five, PATTERNS, TAIL, WAYS};

/// What a half's pattern must not be below, nor its complement.
#[derive(Debug, Clone, Copy)]
pub struct Bound {
    least: u32,
    most: u32,
    /// The patterns of the rows before the last five with which those decide.
    edges: [u32; 2],
}

/// Where a half stands, compared with its bound; below it if neither.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    pub above: bool,
    pub equal: bool,
}

impl Bound {
    /// Any pattern is above it.
    pub const NONE: Self = Self {
        least: 0,
        most: u32::MAX,
        edges: [u32::MAX; 2],
    };

    /// The lesser of a pattern and its complement must reach this number.
    pub fn at(least: u32, shape: Shape) -> Self {
        let most = shape.left() ^ least;
        Self {
            least,
            most,
            edges: [least >> TAIL, most >> TAIL],
        }
    }

    /// Whether a pattern can stay inside, whatever its last rows are.
    #[inline(always)]
    pub fn admits(&self, pattern: u32, rows_left: usize) -> bool {
        (pattern | ((1 << rows_left) - 1)) >= self.least && pattern <= self.most
    }

    /// Whether the last five rows decide.
    #[inline(always)]
    pub fn is_close(&self, pattern: u32) -> bool {
        self.edges.contains(&(pattern >> TAIL))
    }

    /// Where a whole half stands that shares its last columns out in some way, given which of them lie left of the middle.
    #[inline(always)]
    pub fn standing(&self, pattern: u32, way: usize, left: u32) -> Standing {
        let pattern = pattern | u32::from(PATTERNS[way][left as usize % (1 << TAIL)]);
        Standing {
            above: (pattern > self.least) & (pattern < self.most),
            equal: (pattern == self.least) | (pattern == self.most),
        }
    }
}

/// Someone who goes along. Values are handed down from queen to queen.
///
/// Tails come in batches: first all of them are told, by their number in the batch, then all ways to fill them. The
/// processor can foresee neither how many ways a tail has nor which: so there is one loop over the tails, and one over the ways.
pub trait Visitor {
    /// The value with a queen more in a row.
    fn step(&mut self, row: usize, queen: u32, value: u64) -> u64;

    /// Rows before the last five are filled. `alive` says whether there is a way at all to fill those.
    ///
    /// # Safety
    /// The machine must have the instructions.
    unsafe fn tail<I: Instructions>(
        &mut self,
        number: usize,
        tail: &Tail,
        five: &Five,
        alive: bool,
    );

    /// All ways to fill the tails of a batch.
    fn fill(&mut self, ways: &[Way]);

    /// Whether it needs a pause.
    fn is_full(&self) -> bool;
}

/// The number of a tail in its batch, and of a way to fill it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Way(u16);

impl Way {
    const BITS: u32 = 7;

    #[inline(always)]
    pub fn tail(self) -> usize {
        usize::from(self.0 >> Self::BITS) % BATCH
    }

    #[inline(always)]
    pub fn way(self) -> usize {
        usize::from(self.0) % (1 << Self::BITS)
    }
}

/// A half with all rows filled but the last five.
#[derive(Debug, Clone, Copy)]
pub struct Tail {
    pub rest: Rest,
    /// The last queen, 0 if the walk began here, its row, and the value before it.
    pub queen: u32,
    pub row: usize,
    pub value: u64,
}

/// So many tails make a batch.
pub const BATCH: usize = 128;

/// A walk through the ways to fill a half; it can be interrupted and taken up again.
pub struct Walk {
    shape: Shape,
    bound: Bound,
    /// The columns of the whole half.
    columns: u32,
    /// Squares on which no queen may stand, row by row.
    pub barred: [u32; ROWS],
    /// Every five columns, by which of the half's columns they are.
    fives: Vec<Five>,
    steps: [Step; ROWS],
    start: usize,
    row: usize,
    is_over: bool,
    batch: Batch,
}

/// Tails that wait, and their ways.
struct Batch {
    tails: [Tail; BATCH],
    len: usize,
    ways: Box<[Way]>,
}

#[derive(Clone, Copy)]
struct Step {
    untried: u32,
    rest: Rest,
    value: u64,
}

impl Walk {
    pub fn new(shape: Shape) -> Self {
        let step = Step {
            untried: 0,
            rest: Rest::new(0),
            value: 0,
        };
        Self {
            shape,
            bound: Bound::NONE,
            columns: 0,
            barred: [0; ROWS],
            // Off the centre a half has a column to choose from.
            fives: vec![Five::default(); 2 * shape.corners() as usize],
            steps: [step; ROWS],
            start: 0,
            row: 0,
            is_over: true,
            batch: Batch {
                tails: [Tail {
                    rest: Rest::new(0),
                    queen: 0,
                    row: 0,
                    value: 0,
                }; BATCH],
                len: 0,
                // Some more are written than there are.
                ways: vec![Way::default(); BATCH * WAYS + UNROLLED].into(),
            },
        }
    }

    /// Another half: these columns, and this bound.
    pub fn prepare(&mut self, columns: u32, bound: Bound) {
        self.bound = bound;
        if self.columns == columns {
            return;
        }
        self.columns = columns;
        let mut numbers = [0; ROWS + 1];
        let mut rest = columns;
        let count = columns.count_ones();
        for number in &mut numbers[..count as usize] {
            *number = rest.trailing_zeros();
            rest &= rest - 1;
        }
        // Every set of five, in order of number.
        let mut five = (1_u32 << TAIL) - 1;
        while five < 1 << count {
            let mut chosen = five;
            let mut columns = [0; TAIL];
            for column in &mut columns {
                *column = numbers[chosen.trailing_zeros() as usize];
                chosen &= chosen - 1;
            }
            self.fives[five as usize] = Five::new(columns, self.shape.left());
            five = next_of_same_size(five);
        }
    }

    /// Begins at a row, with the rows before it filled.
    pub fn begin(&mut self, row: usize, rest: Rest, value: u64) {
        (self.start, self.row, self.is_over) = (row, row, false);
        let untried = rest.open() & !self.barred[row];
        self.steps[row] = Step {
            untried,
            rest,
            value,
        };
    }

    /// Walks until it is over, or the visitor is full. Whether it is over.
    ///
    /// # Safety
    /// The machine must have the instructions.
    #[inline(always)]
    pub unsafe fn go<I: Instructions, V: Visitor>(&mut self, visitor: &mut V) -> bool {
        let last = self.shape.half as usize - TAIL;
        if self.start == last && !self.is_over {
            let Step { rest, value, .. } = self.steps[last];
            self.batch.tails[0] = Tail {
                rest,
                queen: 0,
                row: 0,
                value,
            };
            self.batch.len = 1;
            self.is_over = true;
        }
        while !self.is_over {
            let row = self.row;
            let step = self.steps[row];
            let rows_left = self.shape.half as usize - 1 - row;
            if row + 1 == last {
                let mut untried = step.untried;
                while untried != 0 {
                    let queen = untried & untried.wrapping_neg();
                    untried ^= queen;
                    let rest = step.rest.with(queen, row, self.shape);
                    let alive = rest.open() & !self.barred[row + 1] != 0
                        && self.bound.admits(rest.pattern, rows_left);
                    // Written in any case, and kept if it lives.
                    self.batch.tails[self.batch.len % BATCH] = Tail {
                        rest,
                        queen,
                        row,
                        value: step.value,
                    };
                    self.batch.len += usize::from(alive);
                }
            }
            if row + 1 == last || step.untried == 0 {
                if row == self.start {
                    self.is_over = true;
                } else {
                    self.row -= 1;
                }
                if self.batch.len > BATCH - ROWS {
                    // SAFETY: as the caller promises.
                    unsafe { self.settle::<I, V>(visitor) };
                    if visitor.is_full() {
                        return self.is_over;
                    }
                }
                continue;
            }
            let queen = step.untried & step.untried.wrapping_neg();
            self.steps[row].untried ^= queen;
            let rest = step.rest.with(queen, row, self.shape);
            let untried = rest.open() & !self.barred[row + 1];
            if untried != 0 && self.bound.admits(rest.pattern, rows_left) {
                self.row += 1;
                self.steps[self.row] = Step {
                    untried,
                    rest,
                    value: visitor.step(row, queen, step.value),
                };
            }
        }
        // SAFETY: as the caller promises.
        unsafe { self.settle::<I, V>(visitor) };
        true
    }

    /// Fills the tails that wait.
    ///
    /// # Safety
    /// The machine must have the instructions.
    #[inline(always)]
    unsafe fn settle<I: Instructions, V: Visitor>(&mut self, visitor: &mut V) {
        let mut count = 0;
        let ways = &mut self.batch.ways[..];
        for (number, tail) in self.batch.tails[..self.batch.len.min(BATCH)]
            .iter()
            .enumerate()
        {
            // SAFETY: as the caller promises.
            let (five, open) = unsafe {
                let number = I::extract(tail.rest.free, self.columns) as usize;
                let five = &self.fives[number];
                let start = self.shape.half as usize - TAIL;
                (five, open::<I>(five, &tail.rest, &self.barred, start))
            };
            // SAFETY: as the caller promises.
            unsafe { visitor.tail::<I>(number, tail, five, open != 0) };
            for (half, mut word) in [open as u64, (open >> 64) as u64].into_iter().enumerate() {
                let start = (number << Way::BITS | half << 6) as u16;
                let mut left = word.count_ones() as usize;
                // A few are written in any case, and kept if they are there: most words have no more.
                loop {
                    let next = ways[count..]
                        .first_chunk_mut::<UNROLLED>()
                        .expect("some more are written than there are");
                    for way in next {
                        *way = Way(start + word.trailing_zeros() as u16);
                        word &= word.wrapping_sub(1);
                    }
                    count += left.min(UNROLLED);
                    if left <= UNROLLED {
                        break;
                    }
                    left -= UNROLLED;
                }
            }
        }
        self.batch.len = 0;
        visitor.fill(&self.batch.ways[..count]);
    }
}

/// So many ways are written at a time.
const UNROLLED: usize = 4;

/// The ways to share five columns out that no queen before bars.
///
/// # Safety
/// The machine must have the instructions.
#[inline(always)]
unsafe fn open<I: Instructions>(
    five: &Five,
    rest: &Rest,
    barred: &[u32; ROWS],
    start: usize,
) -> u128 {
    let Rest { free, up, down, .. } = *rest;
    let barred: &[u32; TAIL] = barred[start % ROWS..]
        .first_chunk()
        .expect("five rows are left");
    // SAFETY: as the caller promises.
    unsafe {
        let row = |row: usize| {
            let open = !(up << row | down >> row | barred[row]);
            ALLOWED[row][I::extract(open, free) as usize % (1 << TAIL)]
        };
        five.legal & row(0) & row(1) & row(2) & row(3) & row(4)
    }
}

/// The next larger number with as many bits.
pub fn next_of_same_size(number: u32) -> u32 {
    let lowest = number & number.wrapping_neg();
    let carried = number + lowest;
    carried | (number ^ carried) >> (lowest.trailing_zeros() + 2)
}
