//! Joins halves: walks the lower half row by row, with the list of upper placements that its queens
//! do not attack.

use bezzel::Cancel;
use bezzel::job::Outcome;

use super::classes::{Class, Kind, Sides};
use super::kernels::CompiledLoops;
use super::list::{COUNTS_ONCE, List};
use super::pairs;
use super::program::{MAX_PROGRAM_ROWS, Program};
use super::shape::{ROWS, Rest, Shape};
use super::slices::{CHUNK, Slices, TestedSquare};
use super::tails::TAIL_ROWS;
use super::walk::{Bound, HalfWalk, Visitor};
use super::words::Words;

/// Counts classes, reusing its memory.
pub struct ClassJoiner {
    shape: Shape,
    kernels: CompiledLoops,
    list: List,
    upper: HalfWalk,
    lower: HalfWalk,
    bound: Bound,
    program: Program,
    slices: Slices,
    squares: Vec<TestedSquare>,
    /// Lists are cut into slices when this many rows are left.
    cut_at: usize,
    /// The boards left after each row.
    levels: Vec<Words>,
}

/// The state of counting one class.
struct ClassCount<'c> {
    cancel: &'c Cancel,
    outcome: Outcome,
    /// The lower half before its first row.
    lower: Rest,
}

impl ClassJoiner {
    /// The maximum length of a list. A full list is joined and then refilled, at the cost of
    /// another walk through the lower half.
    const LONGEST_LIST: usize = 1 << 20;

    pub fn new(shape: Shape, kernels: CompiledLoops) -> Self {
        Self::cutting_at(MAX_PROGRAM_ROWS, shape, kernels)
    }

    /// Creates a counter that cuts lists into slices when `cut_at` rows (five to eight) are left.
    /// The smaller `cut_at`, the more rows are filtered first.
    fn cutting_at(cut_at: usize, shape: Shape, kernels: CompiledLoops) -> Self {
        // Small boards have short lists.
        let capacity = Self::LONGEST_LIST >> (12 - shape.half.min(12));
        let filtered = (shape.half as usize).saturating_sub(cut_at);
        Self {
            shape,
            kernels,
            list: List::new(shape, capacity),
            upper: HalfWalk::new(shape),
            lower: HalfWalk::new(shape),
            bound: Bound::NONE,
            program: Program::new(shape),
            slices: Slices::new(),
            squares: Vec::with_capacity(MAX_PROGRAM_ROWS * MAX_PROGRAM_ROWS),
            cut_at,
            levels: vec![Words::new(List::room(capacity)); filtered],
        }
    }

    /// Counts a class: two for every solution above its bound, one for every solution that reaches
    /// it exactly. Returns `None` if cancelled.
    pub fn count(&mut self, class: &Class, cancel: &Cancel) -> Option<Outcome> {
        let shape = self.shape;
        let Sides {
            listed: upper,
            walked: lower,
            middle,
            bound,
        } = class.sides(shape);
        let mut counting = ClassCount {
            cancel,
            outcome: Outcome::default(),
            lower: Rest::new(lower).beside(middle),
        };
        if (shape.half as usize) < TAIL_ROWS {
            counting.outcome.add(pairs::count(shape, class));
            return Some(counting.outcome);
        }
        self.list.clear();
        let bound = bound.map_or(Bound::NONE, |least| Bound::at(least, shape));
        self.prepare(upper, lower, bound);
        if class.kind == Kind::OffCentre {
            for column in (0..shape.half).filter(|column| upper >> column & 1 == 1) {
                self.off_centre(column, upper, &mut counting)?;
            }
            self.upper.barred = [0; ROWS];
        } else {
            self.join(Rest::new(upper).beside(middle), 0, &mut counting)?;
        }
        self.flush(&mut counting)?;
        Some(counting.outcome)
    }

    fn prepare(&mut self, upper: u32, lower: u32, bound: Bound) {
        self.upper.prepare(upper, bound);
        self.lower.prepare(lower, bound);
        self.bound = bound;
    }

    /// Counts the solutions with the queen of the middle row in `column`, left of the middle, and
    /// the queen of the middle column in the upper half, at least as far from the centre.
    fn off_centre(&mut self, column: u32, upper: u32, counting: &mut ClassCount<'_>) -> Option<()> {
        let shape = self.shape;
        let middle = shape.half as usize;
        // The row as far above the centre as `column` is left of it: rows are counted from 0,
        // distances from 1.
        let equal = middle - column as usize - 1;
        for (row, barred) in self.upper.barred.iter_mut().enumerate() {
            *barred = if row < equal { shape.middle() } else { 0 };
        }
        let queen = 1 << column;
        self.list.diagonals[equal][middle] |= COUNTS_ONCE;
        let joined = self.join(
            Rest::new(upper ^ queen).beside(queen),
            shape.diagonals(1, column),
            counting,
        );
        self.list.diagonals[equal][middle] &= !COUNTS_ONCE;
        joined
    }

    /// Lists an upper half, and joins the list each time it is full.
    fn join(&mut self, upper: Rest, value: u64, counting: &mut ClassCount<'_>) -> Option<()> {
        self.upper.begin(0, upper, value);
        loop {
            let over = self.kernels.list(&mut self.upper, &mut self.list);
            if self.list.is_full() {
                self.flush(counting)?;
            }
            if over {
                return Some(());
            }
        }
    }

    /// Joins the list with the lower half.
    fn flush(&mut self, counting: &mut ClassCount<'_>) -> Option<()> {
        let (words, len) = self.list.lend();
        counting.outcome.nodes += len as u64;
        let joined = self.descend(0, counting.lower, &words[..], len, counting);
        self.list.give_back(words);
        joined
    }

    /// Joins boards with the rest of the lower half.
    fn descend(
        &mut self,
        row: usize,
        rest: Rest,
        words: &[u64],
        len: usize,
        counting: &mut ClassCount<'_>,
    ) -> Option<()> {
        if counting.cancel.is_cancelled() {
            return None;
        }
        if len == 0 {
            return Some(());
        }
        counting.outcome.nodes += 1;
        let rows = self.shape.half as usize - row;
        if rows <= self.cut_at {
            self.finish(row, rest, words, len, &mut counting.outcome);
            return Some(());
        }
        let mut kept = std::mem::take(&mut self.levels[row]);
        let mut open = rest.open();
        let mut joined = Some(());
        while open != 0 && joined.is_some() {
            let queen = open & open.wrapping_neg();
            open ^= queen;
            let child = rest.with(queen, row, self.shape);
            if child.open() != 0 && self.bound.admits(child.pattern, rows - 1) {
                let square = self.shape.crossing(row, queen.trailing_zeros());
                let diagonals = Shape::bits(square);
                let len = self.kernels.filter(words, len, diagonals, &mut kept);
                joined = self.descend(row + 1, child, &kept, len, counting);
            }
        }
        self.levels[row] = kept;
        joined
    }

    /// Counts the boards that remain in the last rows of the lower half.
    fn finish(&mut self, row: usize, rest: Rest, words: &[u64], len: usize, outcome: &mut Outcome) {
        self.program.begin(row, rest.free);
        self.lower.begin(row, rest, 0);
        self.kernels.program(&mut self.lower, &mut self.program);
        if self.program.records() == 0 {
            return;
        }
        outcome.nodes += (self.program.nodes.len() + self.program.records()) as u64;
        self.squares.clear();
        let rows = self.program.rows();
        for down in 0..rows {
            let mut free = rest.free;
            for place in 0..rows {
                let column = free.trailing_zeros();
                free &= free - 1;
                self.squares.push(TestedSquare {
                    plane: (MAX_PROGRAM_ROWS * down + place) as u16,
                    diagonals: self.shape.crossing(row + down, column),
                });
            }
        }
        for start in (0..len).step_by(CHUNK) {
            let (words, left) = (&words[start..], len - start);
            self.kernels
                .cut(&mut self.slices, words, left, &self.squares);
            outcome.add(self.kernels.run(&mut self.slices, &self.program));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use bezzel::Search;
    use bezzel_queens::{Board, Masks};
    use proptest::prelude::*;

    use super::super::classes::Classes;
    use super::super::classes::tests::orbit;
    use super::*;
    use crate::InstructionSet;

    /// Counts a class on every instruction set of this machine, filtering as many rows as possible,
    /// some, and none.
    fn counts(shape: Shape, class: &Class) -> Vec<u64> {
        let kernels = InstructionSet::available().filter_map(CompiledLoops::on);
        let ways = kernels.flat_map(|kernels| {
            [
                (TAIL_ROWS, kernels),
                (6, kernels),
                (MAX_PROGRAM_ROWS, kernels),
            ]
        });
        ways.map(|(cut_at, kernels)| {
            let mut join = ClassJoiner::cutting_at(cut_at, shape, kernels);
            let outcome = join.count(class, &Cancel::new()).unwrap();
            outcome.check(0).unwrap();
            outcome.count
        })
        .collect()
    }

    #[test]
    fn classes_are_counted_as_by_pairs() {
        for n in 0..=12 {
            let (shape, classes) = (Shape::new(n), Classes::new(&Board::new(n)));
            for unit in 0..classes.identity().units {
                for class in classes.of(unit) {
                    let expected = pairs::count(shape, &class);
                    for found in counts(shape, &class) {
                        assert_eq!(found, expected, "{n}: {class:?}");
                    }
                }
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn random_classes_of_larger_boards_are_counted_as_by_pairs(n in 13..=17_u32, unit: u64) {
            let (shape, classes) = (Shape::new(n), Classes::new(&Board::new(n)));
            for class in classes.of(unit % classes.identity().units) {
                let expected = pairs::count(shape, &class);
                for found in counts(shape, &class) {
                    prop_assert_eq!(found, expected, "{}: {:?}", n, class);
                }
            }
        }
    }

    /// The count of a class equals the sum over the solutions of all sets of columns in its orbit,
    /// each found by a search that does not use halves.
    #[test]
    fn classes_count_the_solutions_of_their_orbits() {
        for n in 0..=12 {
            let (shape, classes) = (Shape::new(n), Classes::new(&Board::new(n)));
            let (mut worth, mut off_centre): (HashMap<[u32; 2], u64>, u64) = Default::default();
            for solution in Search::new(&Masks::new(n).unwrap()).solutions() {
                let queens: Vec<(u32, u32)> = (0..).zip(solution).collect();
                let half = shape.half;
                if shape.is_odd() && queens[half as usize].1 != half {
                    off_centre += 1;
                    continue;
                }
                let mut corners = [0, 0];
                for &(row, column) in &queens {
                    if row + half >= n && column != n - 1 - column {
                        corners[usize::from(column >= half)] |= 1 << column.min(n - 1 - column);
                    }
                }
                let kind = if shape.is_odd() {
                    Kind::Centre
                } else {
                    Kind::Even
                };
                *worth.entry(corners).or_default() += pairs::worth(shape, kind, &queens);
            }
            let mut found_off_centre = 0;
            for unit in 0..classes.identity().units {
                let weight = u64::from(classes.weight(unit));
                for class in classes.of(unit) {
                    let found = weight * counts(shape, &class)[0];
                    if class.kind == Kind::OffCentre {
                        found_off_centre += found;
                        continue;
                    }
                    let images = orbit(shape, class.corners);
                    let expected: u64 = images.iter().filter_map(|image| worth.get(image)).sum();
                    assert_eq!(found, expected, "{n}: {class:?}");
                }
            }
            assert_eq!(found_off_centre, off_centre, "{n}");
        }
    }

    /// If a list is full it is joined early: lists of every capacity must give the same count.
    #[test]
    fn short_lists_do() {
        let shape = Shape::new(16);
        let class = Class {
            kind: Kind::Even,
            corners: [0b0010_0110, 0b1010_1011],
        };
        let expected = pairs::count(shape, &class);
        assert!(expected > 0);
        for kernels in InstructionSet::available().filter_map(CompiledLoops::on) {
            for capacity in [1, 7, 64, 100, 511, 512, 513] {
                let mut join = ClassJoiner::new(shape, kernels);
                join.list = List::new(shape, capacity);
                let outcome = join.count(&class, &Cancel::new()).unwrap();
                assert_eq!(outcome.count, expected, "{capacity}");
            }
        }
    }
}
