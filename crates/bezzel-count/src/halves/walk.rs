//! Enumerates the placements of a half from the middle outwards; the last five rows come from
//! tables.

use super::instructions::Instructions;
use super::shape::{ROWS, Rest, Shape};
use super::tails::{ALLOWED, Five, TAIL_ROWS, at_least};

/// A lower bound of a half's pattern and of its complement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub struct Bound {
    least: u32,
    most: u32,
    /// `least` and `most` without the bits of the last five rows.
    edges: [u32; 2],
}

impl Bound {
    /// A bound that every pattern exceeds.
    pub const NONE: Self = Self {
        least: 0,
        most: u32::MAX,
        edges: [u32::MAX; 2],
    };

    /// Returns the bound that the lesser of a pattern and its complement must reach.
    pub fn at(least: u32, shape: Shape) -> Self {
        let most = shape.left() ^ least;
        Self {
            least,
            most,
            edges: [least >> TAIL_ROWS, most >> TAIL_ROWS],
        }
    }

    /// Returns true if a partial pattern can still reach the bound.
    #[inline(always)]
    pub fn admits(&self, pattern: u32, rows_left: usize) -> bool {
        (pattern | ((1 << rows_left) - 1)) >= self.least && pattern <= self.most
    }

    /// Divides permutations of the last five rows into those with which the half exceeds the bound,
    /// and those with which it reaches it exactly. `pattern` is the pattern of the earlier rows;
    /// `left` marks those of the five columns that are left of the middle.
    #[inline(always)]
    fn sort(&self, pattern: u32, left: u32, ways: u128) -> Sorted {
        let start = pattern >> TAIL_ROWS;
        let mut sorted = Sorted {
            above: ways,
            equal: 0,
        };
        if self.edges.contains(&start) {
            let last = |bound: u32| bound % (1 << TAIL_ROWS);
            if start == self.edges[0] {
                let least = last(self.least);
                sorted.equal |= at_least(left, least) & !at_least(left, least + 1);
                sorted.above &= at_least(left, least + 1);
            }
            if start == self.edges[1] {
                let most = last(self.most);
                sorted.equal |= at_least(left, most) & !at_least(left, most + 1);
                sorted.above &= !at_least(left, most);
            }
            sorted.equal &= ways;
        }
        sorted
    }
}

/// Permutations of the last five rows, divided by the bound.
#[derive(Debug, Clone, Copy)]
pub struct Sorted {
    pub above: u128,
    pub equal: u128,
}

/// Receives the placements of a walk. A value computed from the queens placed so far is passed from
/// step to step.
pub trait Visitor {
    /// Returns the value that is passed on after placing `queen` (one bit) in `row`.
    fn step(&mut self, row: usize, queen: u32, value: u64) -> u64;

    /// Called with all permutations of the last five rows, at least one.
    ///
    /// # Safety
    /// The machine must support the instructions.
    unsafe fn tail<I: Instructions>(&mut self, rest: &Rest, five: &Five, ways: Sorted, value: u64);

    /// Returns true if the walk must pause.
    fn is_full(&self) -> bool;

    /// Called when the walk pauses or ends.
    fn pause(&mut self) {}
}

/// A walk through the placements of a half, which can be paused and resumed.
pub struct HalfWalk {
    shape: Shape,
    bound: Bound,
    /// The columns of the whole half.
    columns: u32,
    /// Blocked squares, row by row.
    pub barred: [u32; ROWS],
    /// The sets of five columns, by their mask among the half's columns.
    fives: Vec<Five>,
    steps: [RowStep; ROWS],
    start: usize,
    row: usize,
    is_over: bool,
}

#[derive(Clone, Copy)]
struct RowStep {
    untried: u32,
    rest: Rest,
    value: u64,
}

impl HalfWalk {
    pub fn new(shape: Shape) -> Self {
        let step = RowStep {
            untried: 0,
            rest: Rest::new(0),
            value: 0,
        };
        Self {
            shape,
            bound: Bound::NONE,
            columns: 0,
            barred: [0; ROWS],
            // Off the centre a half has one column more than rows.
            fives: vec![Five::default(); 2 * shape.corners() as usize],
            steps: [step; ROWS],
            start: 0,
            row: 0,
            is_over: true,
        }
    }

    /// Prepares a half with these columns and this bound.
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
        // All sets of five columns, in increasing order.
        let mut five = (1_u32 << TAIL_ROWS) - 1;
        while five < 1 << count {
            let mut chosen = five;
            let mut columns = [0; TAIL_ROWS];
            for column in &mut columns {
                *column = numbers[chosen.trailing_zeros() as usize];
                chosen &= chosen - 1;
            }
            self.fives[five as usize] = Five::new(columns, self.shape.left());
            five = next_of_same_size(five);
        }
    }

    /// Starts at a row, with the rows before it filled.
    pub fn begin(&mut self, row: usize, rest: Rest, value: u64) {
        (self.start, self.row, self.is_over) = (row, row, false);
        let untried = rest.open() & !self.barred[row];
        self.steps[row] = RowStep {
            untried,
            rest,
            value,
        };
    }

    /// Walks until the end, or until the visitor is full. Returns true at the end.
    ///
    /// # Safety
    /// The machine must support the instructions.
    #[inline(always)]
    pub unsafe fn go<I: Instructions, V: Visitor>(&mut self, visitor: &mut V) -> bool {
        let last = self.shape.half as usize - TAIL_ROWS;
        if self.start == last && !self.is_over {
            self.is_over = true;
            let RowStep { rest, value, .. } = self.steps[last];
            // SAFETY: guaranteed by the caller.
            unsafe { self.finish::<I, V>(visitor, &rest, |_| value) };
        }
        while !self.is_over {
            let row = self.row;
            let step = self.steps[row];
            if row + 1 == last || step.untried == 0 {
                if row + 1 == last {
                    // SAFETY: guaranteed by the caller.
                    unsafe { self.fill::<I, V>(visitor, row, &step) };
                }
                if row == self.start {
                    self.is_over = true;
                } else {
                    self.row -= 1;
                }
                if visitor.is_full() {
                    break;
                }
                continue;
            }
            let queen = step.untried & step.untried.wrapping_neg();
            self.steps[row].untried ^= queen;
            if let Some((rest, untried)) = self.with(&step.rest, queen, row) {
                self.row += 1;
                self.steps[self.row] = RowStep {
                    untried,
                    rest,
                    value: visitor.step(row, queen, step.value),
                };
            }
        }
        visitor.pause();
        self.is_over
    }

    /// Returns the half with a queen in a row, and the open squares of the next row; `None` if
    /// there are none, or the bound cannot be reached.
    #[inline(always)]
    fn with(&self, rest: &Rest, queen: u32, row: usize) -> Option<(Rest, u32)> {
        let rest = rest.with(queen, row, self.shape);
        let open = rest.open() & !self.barred[row + 1];
        let rows_left = self.shape.half as usize - 1 - row;
        (open != 0 && self.bound.admits(rest.pattern, rows_left)).then_some((rest, open))
    }

    /// Fills the last row before the last five in all ways.
    ///
    /// # Safety
    /// The machine must support the instructions.
    #[inline(always)]
    unsafe fn fill<I: Instructions, V: Visitor>(
        &self,
        visitor: &mut V,
        row: usize,
        step: &RowStep,
    ) {
        let mut untried = step.untried;
        while untried != 0 {
            let queen = untried & untried.wrapping_neg();
            untried ^= queen;
            if let Some((rest, _)) = self.with(&step.rest, queen, row) {
                let value = |visitor: &mut V| visitor.step(row, queen, step.value);
                // SAFETY: guaranteed by the caller.
                unsafe { self.finish::<I, V>(visitor, &rest, value) };
            }
        }
    }

    /// Fills the last five rows in all ways.
    ///
    /// # Safety
    /// The machine must support the instructions.
    #[inline(always)]
    unsafe fn finish<I: Instructions, V: Visitor>(
        &self,
        visitor: &mut V,
        rest: &Rest,
        value: impl FnOnce(&mut V) -> u64,
    ) {
        let Rest { free, up, down, .. } = *rest;
        let start = self.shape.half as usize - TAIL_ROWS;
        let barred: &[u32; TAIL_ROWS] = self.barred[start % ROWS..]
            .first_chunk()
            .expect("five rows are left");
        // SAFETY: guaranteed by the caller.
        unsafe {
            let five = &self.fives[I::extract(free, self.columns) as usize];
            let mut ways = five.legal;
            for row in 0..TAIL_ROWS {
                let open = I::extract(!(up << row | down >> row | barred[row]), free);
                ways &= ALLOWED[row][open as usize % (1 << TAIL_ROWS)];
            }
            let ways = self.bound.sort(rest.pattern, five.left, ways);
            if ways.above | ways.equal != 0 {
                let value = value(visitor);
                visitor.tail::<I>(rest, five, ways, value);
            }
        }
    }
}

/// Returns the next larger number with as many bits.
pub fn next_of_same_size(number: u32) -> u32 {
    let lowest = number & number.wrapping_neg();
    let carried = number + lowest;
    carried | (number ^ carried) >> (lowest.trailing_zeros() + 2)
}
