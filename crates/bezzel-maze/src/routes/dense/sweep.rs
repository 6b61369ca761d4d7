//! The dynamic program: tables of numbers, updated cell by cell.

use std::collections::HashMap;

use super::Room;
use super::language::{CLOSE, Context, EMPTY, EXIT, MARK, OPEN, START};
use super::plan::{EMPTY_RANGE, Index, JoinKind, Move, PieceJoin, rematch, rematch_prefix};
use crate::routes::ring::Ring;

/// Borrows two ranges of `count` numbers, starting at `one` and `other`. They must not overlap.
pub(super) fn two<W>(
    numbers: &mut [W],
    one: usize,
    other: usize,
    count: usize,
) -> (&mut [W], &mut [W]) {
    if one < other {
        let (front, back) = numbers.split_at_mut(other);
        (&mut front[one..one + count], &mut back[..count])
    } else {
        let (front, back) = numbers.split_at_mut(one);
        (&mut back[..count], &mut front[other..other + count])
    }
}

/// The numbers of all words of a language.
pub(super) struct WordTable<'r, W> {
    pub index: &'r Index,
    pub numbers: Vec<W>,
}

/// The state of the dynamic program.
pub(super) struct Sweep<'r, R: Ring> {
    pub ring: &'r R,
    pub x: Option<R::Item>,
    pub room: &'r Room,
    /// One table for each set of marks that words can contain at this point.
    pub tables: Vec<WordTable<'r, R::Item>>,
    pub total: R::Item,
}

impl<'r, R: Ring> Sweep<'r, R> {
    pub fn table(&self, marks: usize) -> WordTable<'r, R::Item> {
        let index = self.room.index(marks);
        let numbers = vec![self.ring.zero(); index.language.size() as usize];
        WordTable { index, numbers }
    }

    pub fn begin(&mut self) {
        let mut table = self.table(0);
        table.numbers[0] = self.ring.one();
        self.tables.push(table);
    }

    pub fn times_x(&self, number: R::Item) -> R::Item {
        self.x.map_or(number, |x| self.ring.multiply(number, x))
    }

    /// Processes an open cell: the route skips it, begins a piece, continues one, or joins two.
    pub fn pass(&mut self, at: usize, ways: [bool; 2]) {
        let mut tables = std::mem::take(&mut self.tables);
        for table in &mut tables {
            self.pass_table(table, at, ways);
        }
        self.tables = tables;
    }

    pub fn pass_table(&mut self, table: &mut WordTable<'_, R::Item>, at: usize, ways: [bool; 2]) {
        let WordTable { index, numbers } = table;
        let (prefixes, plans) = (&index.prefixes[at], &index.plans[at]);
        let ring = self.ring;
        let zero = ring.zero();

        // First the changes that keep the other letters.
        for prefix in prefixes {
            let base = prefix.base as usize;
            let plan = &plans[usize::from(prefix.context)];
            if let Some((to, count)) = plan.begin {
                // A word that would close a ring of cells is dropped, because a ring is not a
                // route.
                let (from, to) = two(numbers, base, base + to, count);
                if ways == [true, true] {
                    for (to, &from) in to.iter_mut().zip(&*from) {
                        *to = self.times_x(from);
                    }
                } else {
                    to.fill(zero);
                }
            }
            for &(second, first, count) in &plan.go_on {
                let (second, first) = two(numbers, base + second, base + first, count);
                for (second, first) in second.iter_mut().zip(first) {
                    let sum = self.times_x(ring.add(*first, *second));
                    *first = if ways[0] { sum } else { zero };
                    *second = if ways[1] { sum } else { zero };
                }
            }
        }

        // Then the joins, which may change other letters.
        for prefix in prefixes {
            let base = prefix.base as usize;
            for &PieceJoin {
                from,
                count,
                ref kind,
            } in &plans[usize::from(prefix.context)].joins
            {
                let from = base + from;
                let mut shift = |to: usize, from: usize, count: usize| {
                    let (to, from) = two(numbers, to, from, count);
                    for (to, &from) in to.iter_mut().zip(&*from) {
                        *to = ring.add(*to, self.times_x(from));
                    }
                };
                match kind {
                    JoinKind::Plain => shift(base, from, count),
                    JoinKind::Before(letter) => {
                        let to = prefix.rematched[letter - CLOSE];
                        if to != EMPTY_RANGE {
                            shift(to as usize, from, count);
                        }
                    }
                    JoinKind::Behind(moves) => {
                        for &(source, target, count) in moves {
                            shift(base + target, from + source, count);
                        }
                    }
                    JoinKind::Route if prefix.is_empty => {
                        self.total = ring.add(self.total, self.times_x(numbers[from]));
                    }
                    JoinKind::Route => {}
                }
                numbers[from..from + count].fill(zero);
            }
        }
    }

    /// Processes the start or an exit: an end of the route, at which a piece ends or begins.
    pub fn end(&mut self, at: usize, ways: [bool; 2], mark: usize, is_last: bool) {
        let bit = MARK[mark];
        let tables = std::mem::take(&mut self.tables);
        for table in &tables {
            self.arrive(table, at, mark);
        }
        if is_last {
            return; // a piece that begins here could not end
        }
        let mut after: Vec<WordTable<'r, R::Item>> = Vec::new();
        for table in tables {
            // A route has exactly one end of each kind.
            if table.index.language.marks & bit == 0 {
                let marks = table.index.language.marks | bit;
                let known = after
                    .iter()
                    .position(|other| other.index.language.marks == marks);
                let place = known.unwrap_or_else(|| {
                    after.push(self.table(marks));
                    after.len() - 1
                });
                self.end_table(&table, &mut after[place], at, ways, mark);
            }
            if mark == EXIT {
                // The cell may also be skipped.
                let marks = table.index.language.marks;
                let mut kept = table;
                leave_out(&mut kept, at, self.ring.zero());
                match after
                    .iter_mut()
                    .find(|other| other.index.language.marks == marks)
                {
                    Some(other) => {
                        for (sum, &number) in other.numbers.iter_mut().zip(&kept.numbers) {
                            *sum = self.ring.add(*sum, number);
                        }
                    }
                    None => after.push(kept),
                }
            }
        }
        self.tables = after;
    }

    /// Adds the routes that are completed here: the partial route from the other end arrives, and
    /// there is no other partial route. For each of the two edges of the cell this is a single
    /// word.
    pub fn arrive(&mut self, table: &WordTable<'_, R::Item>, at: usize, mark: usize) {
        let language = &table.index.language;
        let other_end = if mark == START { EXIT } else { START };
        for place in [at, at + 1] {
            let mut word = vec![EMPTY; language.length];
            word[place] = other_end;
            if let Some((
                word,
                Context {
                    height: 0,
                    marks: 0,
                },
            )) = language.locate(&word)
            {
                let number = table.numbers[word];
                // A route has one step fewer than it has cells: the start is not a step.
                let number = if mark == START {
                    number
                } else {
                    self.times_x(number)
                };
                self.total = self.ring.add(self.total, number);
            }
        }
    }

    pub fn end_table(
        &mut self,
        table: &WordTable<'_, R::Item>,
        after: &mut WordTable<'_, R::Item>,
        at: usize,
        ways: [bool; 2],
        mark: usize,
    ) {
        let (from, to) = (&table.index.language, &after.index.language);
        let ring = self.ring;
        let rest = from.length - at - 2;
        let weigh = |number| {
            if mark == START {
                number
            } else {
                self.times_x(number)
            }
        };
        let mut kept: HashMap<(usize, usize), Vec<Move>> = HashMap::new();
        from.prefixes(at, &mut |prefix, base, context| {
            let mut shift = |target: usize, source: usize, count: usize| {
                let sums = &mut after.numbers[target..target + count];
                for (sum, &number) in sums.iter_mut().zip(&table.numbers[source..source + count]) {
                    *sum = ring.add(*sum, weigh(number));
                }
            };
            let same = to.locate(prefix);
            // A piece begins here.
            if let Some((target, target_context)) = same {
                let count = from.count(rest, context) as usize;
                for (way, letters) in [(ways[0], [mark, EMPTY]), (ways[1], [EMPTY, mark])] {
                    if let Some((offset, _)) =
                        to.pair(rest, target_context, letters).filter(|_| way)
                    {
                        shift(target + offset, base, count);
                    }
                }
            }
            // A partial route ends here, and the letter of its other end becomes the mark.
            for letters in [[OPEN, EMPTY], [EMPTY, OPEN]] {
                let source = from.pair(rest, context, letters);
                let (Some((source, behind)), Some((target, target_context))) = (source, same)
                else {
                    continue;
                };
                let moves = kept
                    .entry((behind.index(), target_context.index()))
                    .or_insert_with(|| rematch((from, behind), (to, target_context), rest, mark));
                for &(source_move, target_move, count) in moves.iter() {
                    shift(target + target_move, base + source + source_move, count);
                }
            }
            for letters in [[CLOSE, EMPTY], [EMPTY, CLOSE]] {
                let source = from.pair(rest, context, letters);
                let target = rematch_prefix(prefix, mark).and_then(|prefix| to.locate(&prefix));
                if let (Some((source, behind)), Some((target, _))) = (source, target) {
                    shift(target, base + source, from.count(rest, behind) as usize);
                }
            }
        });
    }
}

/// Drops the words in which the route uses a skipped cell: only words with two empty letters there
/// are kept.
pub(super) fn leave_out<W: Copy>(table: &mut WordTable<'_, W>, at: usize, zero: W) {
    let WordTable { index, numbers } = table;
    let language = &index.language;
    let rest = language.length - at - 2;
    language.prefixes(at, &mut |_, base, context| {
        let all = language.count(rest + 2, context) as usize;
        let kept = language.count(rest, context) as usize;
        // Words with two empty letters come first within their prefix.
        numbers[base + kept..base + all].fill(zero);
    });
}
