//! Routes through a block that is a room rather than a web of corridors: a broken profile whose
//! states are ranked, not looked up.
//!
//! Cells are dealt with row by row, there and back. The cut between cells dealt with and others
//! crosses w + 1 edges; a state says for each whether the route takes it, and how the pieces of
//! route behind the cut are joined: a word of `0`, of brackets `(` `)` for the two ends of a piece,
//! and of `S` and `T` for the pieces that come from the start and from an exit.
//!
//! All words stand in lexicographic order in one array. A cell changes two neighbouring letters, and
//! where that is all, whole stretches of words (those with the same letters before) move as one:
//! no hashing, no searching, and memory is passed through from front to back. Where a bracket
//! further on changes its meaning too, it does so in the same way after all words with the same
//! letters before, and the moves are worked out once for all of them.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::chain::Block;
use super::ring::Ring;
use crate::maze::Maze;

/// The letters, in their order.
const NONE: usize = 0;
const OPEN: usize = 1;
const CLOSE: usize = 2;
const START: usize = 3;
const EXIT: usize = 4;
const LETTERS: usize = 5;

/// No room wider than this can be counted with any memory there is.
pub(super) const WIDEST: usize = 40;

/// The marks `S` and `T` as bits: which of them are still to come in a word.
const MARK: [usize; LETTERS] = [0, 0, 0, 1, 2];

/// The words of one length that hold given marks.
struct Language {
    length: usize,
    /// The marks every word holds.
    marks: usize,
    /// Marks that no bracket encloses, since their ends of the route lie on the border.
    outer: usize,
    /// `counts[rest][height][marks]`: words of `rest` letters that close `height` brackets and hold
    /// these marks.
    counts: Vec<Vec<[u64; 4]>>,
    /// `offsets[rest][context][letter]`: words of `rest` letters before those that start with
    /// `letter`.
    offsets: Vec<Vec<[u32; LETTERS]>>,
}

/// Where a word stands after some letters: open brackets, marks still to come.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Context {
    height: usize,
    marks: usize,
}

impl Context {
    fn index(self) -> usize {
        self.height * 4 + self.marks
    }
}

impl Language {
    fn new(length: usize, marks: usize, outer: usize) -> Self {
        let mut language = Self {
            length,
            marks,
            outer,
            counts: vec![vec![[0; 4]; length + 3]; length + 1],
            offsets: Vec::new(),
        };
        language.counts[0][0][0] = 1;
        for rest in 1..=length {
            for height in 0..=length {
                for marks in 0..4 {
                    let context = Context { height, marks };
                    let count = (0..LETTERS)
                        .filter_map(|letter| language.after(context, letter))
                        .map(|next| language.count(rest - 1, next))
                        .fold(0, u64::saturating_add);
                    language.counts[rest][height][marks] = count;
                }
            }
        }
        let offsets = |rest: usize| {
            let contexts =
                (0..=length).flat_map(|height| (0..4).map(move |marks| Context { height, marks }));
            contexts
                .map(|context| language.offsets_in(rest, context))
                .collect()
        };
        language.offsets = (0..=length).map(offsets).collect();
        language
    }

    fn count(&self, rest: usize, context: Context) -> u64 {
        self.counts[rest][context.height][context.marks]
    }

    fn start(&self) -> Context {
        Context {
            height: 0,
            marks: self.marks,
        }
    }

    /// How many words there are.
    fn size(&self) -> u64 {
        self.count(self.length, self.start())
    }

    /// The context behind a letter, if it may stand there.
    #[inline]
    fn after(&self, context: Context, letter: usize) -> Option<Context> {
        let Context { height, marks } = context;
        match letter {
            NONE => Some(context),
            OPEN => Some(Context {
                height: height + 1,
                marks,
            }),
            CLOSE => Some(Context {
                height: height.checked_sub(1)?,
                marks,
            }),
            mark => {
                let bit = MARK[mark];
                let allowed = marks & bit != 0 && (height == 0 || self.outer & bit == 0);
                allowed.then_some(Context {
                    height,
                    marks: marks & !bit,
                })
            }
        }
    }

    fn offsets_in(&self, rest: usize, context: Context) -> [u32; LETTERS] {
        let mut offsets = [0; LETTERS];
        let mut sum = 0_u32;
        for letter in (0..LETTERS).filter(|_| rest > 0) {
            offsets[letter] = sum;
            if let Some(next) = self.after(context, letter) {
                // Beyond 32 bits there is not the memory to count in, and nobody will ask.
                sum = sum.saturating_add(self.count(rest - 1, next).try_into().unwrap_or(u32::MAX));
            }
        }
        offsets
    }

    /// Words of `rest` letters that come before those which start with `letter`.
    #[inline]
    fn offset(&self, rest: usize, context: Context, letter: usize) -> usize {
        self.offsets[rest][context.index()][letter] as usize
    }

    /// The words with these two letters before the last `rest`: the offset of the first, and the
    /// context behind the letters.
    fn pair(&self, rest: usize, context: Context, letters: [usize; 2]) -> Option<(usize, Context)> {
        let between = self.after(context, letters[0])?;
        let offset =
            self.offset(rest + 2, context, letters[0]) + self.offset(rest + 1, between, letters[1]);
        Some((offset, self.after(between, letters[1])?))
    }

    /// The stretch of words that start with `prefix`: its first and the context behind it.
    fn locate(&self, prefix: &[usize]) -> Option<(usize, Context)> {
        let mut context = self.start();
        let mut base = 0;
        for (position, &letter) in prefix.iter().enumerate() {
            base += self.offset(self.length - position, context, letter);
            context = self.after(context, letter)?;
        }
        Some((base, context))
    }

    /// Calls `visit` with every prefix of `length` letters, its base and context.
    fn prefixes(&self, length: usize, visit: &mut impl FnMut(&[usize], usize, Context)) {
        let mut word = Vec::with_capacity(length);
        self.prefixes_from(length, &mut word, 0, self.start(), visit);
    }

    fn prefixes_from(
        &self,
        length: usize,
        word: &mut Vec<usize>,
        mut base: usize,
        context: Context,
        visit: &mut impl FnMut(&[usize], usize, Context),
    ) {
        if word.len() == length {
            return visit(word, base, context);
        }
        let rest = self.length - word.len();
        for letter in 0..LETTERS {
            let Some(next) = self.after(context, letter) else {
                continue;
            };
            let count = self.count(rest - 1, next) as usize;
            if count > 0 {
                word.push(letter);
                self.prefixes_from(length, word, base, next, visit);
                word.pop();
            }
            base += count;
        }
    }
}

/// A stretch of words that moves: from, to, how many.
type Move = (usize, usize, usize);

/// The moves of the words of `rest` letters behind a cell where a bracket `(` ended: its mate, the
/// first `)` that has no partner here, becomes `letter`.
fn rematch(
    (from, source): (&Language, Context),
    (to, target): (&Language, Context),
    rest: usize,
    letter: usize,
) -> Vec<Move> {
    let mut moves = Vec::new();
    let mut waiting = vec![(0, 0, source, target, 0, rest)];
    while let Some((source_base, target_base, source, target, level, rest)) = waiting.pop() {
        if rest == 0 {
            continue;
        }
        for next in 0..LETTERS {
            let Some(source_next) = from.after(source, next) else {
                continue;
            };
            let count = from.count(rest - 1, source_next) as usize;
            if count == 0 {
                continue;
            }
            let source_base = source_base + from.offset(rest, source, next);
            if next == CLOSE && level == 0 {
                if let Some(target_next) = to.after(target, letter) {
                    debug_assert!(target_next == source_next);
                    moves.push((
                        source_base,
                        target_base + to.offset(rest, target, letter),
                        count,
                    ));
                }
                continue;
            }
            let level = match next {
                OPEN => level + 1,
                CLOSE => level - 1,
                _ => level,
            };
            if let Some(target_next) = to.after(target, next) {
                let target_base = target_base + to.offset(rest, target, next);
                waiting.push((
                    source_base,
                    target_base,
                    source_next,
                    target_next,
                    level,
                    rest - 1,
                ));
            }
        }
    }
    moves
}

/// A prefix in which the last bracket without partner becomes `letter`.
fn rematch_prefix(prefix: &[usize], letter: usize) -> Option<Vec<usize>> {
    let mut closed = 0;
    for (position, &here) in prefix.iter().enumerate().rev() {
        match here {
            CLOSE => closed += 1,
            OPEN if closed == 0 => {
                let mut changed = prefix.to_vec();
                changed[position] = letter;
                return Some(changed);
            }
            OPEN => closed -= 1,
            _ => {}
        }
    }
    None
}

/// A block laid out in rows, the shorter side across.
pub(super) struct Room {
    pub width: usize,
    cells: Vec<Cell>,
    outer: usize,
    /// The languages met so far, by their marks.
    indexes: [OnceLock<Index>; 4],
}

/// What stands in a place of the room.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cell {
    Wall,
    Way,
    Start,
    Exit,
}

impl Room {
    pub fn new(maze: &Maze, block: &Block) -> Self {
        let spots = block
            .cells
            .iter()
            .map(|cell| (cell / maze.width(), cell % maze.width()));
        let rows = || spots.clone().map(|(row, _)| row);
        let columns = || spots.clone().map(|(_, column)| column);
        let (top, left) = (rows().min().unwrap_or(0), columns().min().unwrap_or(0));
        let height = rows().max().unwrap_or(0) - top + 1;
        let width = columns().max().unwrap_or(0) - left + 1;
        let across = width.min(height);
        let place = |cell: usize| {
            let (row, column) = (cell / maze.width() - top, cell % maze.width() - left);
            let (down, right) = if width <= height {
                (row, column)
            } else {
                (column, row)
            };
            down * across + right
        };
        let mut cells = vec![Cell::Wall; width * height];
        for &cell in &block.cells {
            cells[place(cell)] = Cell::Way;
        }
        for &exit in &block.exits {
            cells[place(exit)] = Cell::Exit;
        }
        cells[place(block.entry)] = Cell::Start;
        let laid = |upside_down: bool, mirrored: bool| {
            let mut rows: Vec<Vec<Cell>> = cells.chunks(across).map(<[Cell]>::to_vec).collect();
            if upside_down {
                rows.reverse();
            }
            if mirrored {
                rows.iter_mut().for_each(|row| row.reverse());
            }
            let mut room = Self {
                width: across,
                cells: rows.concat(),
                outer: 0,
                indexes: [const { OnceLock::new() }; 4],
            };
            room.outer = room.marks_on_the_border();
            room
        };
        // The fewer cells are dealt with after an exit, the less there is to remember.
        [(false, false), (false, true), (true, false), (true, true)]
            .map(|(upside_down, mirrored)| laid(upside_down, mirrored))
            .into_iter()
            .min_by_key(|room| room.cells_after_an_exit())
            .expect("there are four")
    }

    fn cells_after_an_exit(&self) -> usize {
        let order = self.order().map(|(row, column)| self.at(row, column));
        let mut open = order.filter(|&cell| cell != Cell::Wall);
        let exit = open.position(|cell| cell == Cell::Exit);
        exit.map_or(0, |_| open.count())
    }

    fn index(&self, marks: usize) -> &Index {
        self.indexes[marks]
            .get_or_init(|| Index::new(Language::new(self.width + 1, marks, self.outer)))
    }

    /// How many cells it has, walls included.
    pub fn size(&self) -> usize {
        self.cells.len()
    }

    fn height(&self) -> usize {
        self.cells.len() / self.width
    }

    /// The marks whose cells all lie on the border, where no piece of a route can pass behind them.
    fn marks_on_the_border(&self) -> usize {
        let inner = |cell: usize| {
            let (row, column) = (cell / self.width, cell % self.width);
            row > 0 && row + 1 < self.height() && column > 0 && column + 1 < self.width
        };
        let all =
            |kind: Cell| (0..self.cells.len()).all(|cell| self.cells[cell] != kind || !inner(cell));
        let start = if all(Cell::Start) { MARK[START] } else { 0 };
        let exit = if all(Cell::Exit) { MARK[EXIT] } else { 0 };
        start | exit
    }

    /// The bytes a pass takes at the most, its numbers being of 8 bytes.
    pub fn memory(&self) -> u64 {
        let size = |marks| Language::new(self.width + 1, marks, self.outer).size();
        let exit_last = self.cells_after_an_exit() == 0;
        let with_exit = if exit_last { 0 } else { size(3) };
        // The numbers, a second table while an end of the route is dealt with, and the prefixes.
        let words = size(1).saturating_add(with_exit);
        if words > u64::from(u32::MAX) {
            u64::MAX
        } else {
            32 * words
        }
    }

    /// The places in the order they are dealt with: there and back.
    fn order(&self) -> impl Iterator<Item = (usize, usize)> {
        let width = self.width;
        (0..self.height()).flat_map(move |row| {
            (0..width).map(move |step| (row, if row % 2 == 0 { step } else { width - 1 - step }))
        })
    }

    fn at(&self, row: usize, column: usize) -> Cell {
        self.cells
            .get(row * self.width + column)
            .copied()
            .unwrap_or(Cell::Wall)
    }

    /// The sum over all routes of x to the power of their length.
    pub fn evaluate<R: Ring>(&self, ring: &R, x: Option<R::Item>) -> R::Item {
        let mut sweep = Sweep {
            ring,
            x,
            room: self,
            tables: Vec::new(),
            total: ring.zero(),
        };
        sweep.begin();
        let open = |&(row, column): &(usize, usize)| self.at(row, column) != Cell::Wall;
        let last = self.order().filter(open).last();
        for (row, column) in self.order() {
            let is_last = Some((row, column)) == last;
            let sideways = if row % 2 == 0 {
                column + 1 < self.width && self.at(row, column + 1) != Cell::Wall
            } else {
                column > 0 && self.at(row, column - 1) != Cell::Wall
            };
            let down = self.at(row + 1, column) != Cell::Wall;
            // The two letters of the cell, and which of them the ways on become.
            let ways = if row % 2 == 0 {
                [down, sideways]
            } else {
                [sideways, down]
            };
            match self.at(row, column) {
                Cell::Wall => {}
                Cell::Way => sweep.pass(column, ways),
                Cell::Start => sweep.end(column, ways, START, is_last),
                Cell::Exit => sweep.end(column, ways, EXIT, is_last),
            }
        }
        sweep.total
    }
}

/// A language with its prefixes listed, so that a cell goes through an array.
struct Index {
    language: Language,
    /// For each number of letters the prefixes, in order.
    prefixes: Vec<Vec<Prefix>>,
    /// For each number of letters the plan of each context.
    plans: Vec<Vec<Plan>>,
}

/// The words with one prefix.
struct Prefix {
    /// The first of them.
    base: u32,
    /// The first of those in whose prefix the last bracket without partner is another letter: `)`,
    /// `S` or `T`.
    rematched: [u32; 3],
    context: u8,
    /// Whether it has no letters but empty ones.
    is_empty: bool,
}

/// There are no such words.
const NOWHERE: u32 = u32::MAX;

impl Index {
    fn new(language: Language) -> Self {
        let lengths = 0..language.length - 1;
        let prefixes = lengths.clone().map(|length| {
            let mut prefixes = Vec::new();
            language.prefixes(length, &mut |word, base, context| {
                let rematched = [CLOSE, START, EXIT].map(|letter| {
                    let place =
                        rematch_prefix(word, letter).and_then(|word| language.locate(&word));
                    place.map_or(NOWHERE, |(base, _)| base as u32)
                });
                prefixes.push(Prefix {
                    base: base as u32,
                    rematched,
                    context: context.index() as u8,
                    is_empty: word.iter().all(|&letter| letter == NONE),
                });
            });
            prefixes
        });
        Self {
            prefixes: prefixes.collect(),
            plans: lengths.map(|length| Plan::all(&language, length)).collect(),
            language,
        }
    }
}

/// What a cell does to the words with one prefix: stretches by their offset from its first word. The
/// words with two empty letters are the first.
struct Plan {
    /// Where a piece begins: the words with `()`.
    begin: Option<(usize, usize)>,
    /// Where a piece goes on: the words with an empty letter before and behind the same other one.
    go_on: Vec<(usize, usize, usize)>,
    joins: Vec<Join>,
}

/// Two pieces meet: `count` words from `from` on.
struct Join {
    from: usize,
    count: usize,
    kind: JoinKind,
}

/// Which words they become.
enum JoinKind {
    /// Those with empty letters there.
    Plain,
    /// And the last bracket before without partner becomes this letter.
    Before(usize),
    /// And the first bracket behind without partner turns into another letter.
    Behind(Vec<Move>),
    /// None: the start meets an exit, and if nothing else was begun that is a route.
    Route,
}

impl Plan {
    /// The plans of all contexts in which a prefix of `at` letters can end.
    fn all(language: &Language, at: usize) -> Vec<Self> {
        let contexts =
            (0..=at).flat_map(|height| (0..4).map(move |marks| Context { height, marks }));
        contexts
            .map(|context| Self::new(language, language.length - at - 2, context))
            .collect()
    }

    fn new(language: &Language, rest: usize, context: Context) -> Self {
        let pair = |first: usize, second: usize| {
            let (offset, behind) = language.pair(rest, context, [first, second])?;
            let count = language.count(rest, behind) as usize;
            (count > 0).then_some((offset, behind, count))
        };
        let begin = pair(OPEN, CLOSE).map(|(offset, _, count)| (offset, count));
        let go_on = (OPEN..LETTERS).filter_map(|letter| {
            let ((second, _, count), (first, _, _)) = (pair(NONE, letter)?, pair(letter, NONE)?);
            Some((second, first, count))
        });
        let mut joins = Vec::new();
        for first in OPEN..LETTERS {
            for second in OPEN..LETTERS {
                let Some((from, behind, count)) = pair(first, second) else {
                    continue;
                };
                let kind = match (first, second) {
                    (OPEN, CLOSE) => continue,
                    (CLOSE, OPEN) => JoinKind::Plain,
                    // Of two brackets the inner one's partner turns round.
                    (CLOSE, letter) | (letter, CLOSE) => JoinKind::Before(letter),
                    (OPEN, letter) | (letter, OPEN) => JoinKind::Behind(rematch(
                        (language, behind),
                        (language, context),
                        rest,
                        letter,
                    )),
                    _ => JoinKind::Route,
                };
                joins.push(Join { from, count, kind });
            }
        }
        Self {
            begin,
            go_on: go_on.collect(),
            joins,
        }
    }
}

/// Two stretches that do not overlap.
fn two<W>(numbers: &mut [W], one: usize, other: usize, count: usize) -> (&mut [W], &mut [W]) {
    if one < other {
        let (front, back) = numbers.split_at_mut(other);
        (&mut front[one..one + count], &mut back[..count])
    } else {
        let (front, back) = numbers.split_at_mut(one);
        (&mut back[..count], &mut front[other..other + count])
    }
}

/// The numbers of all words of a language.
struct Table<'r, W> {
    index: &'r Index,
    numbers: Vec<W>,
}

/// The state of the dynamic program.
struct Sweep<'r, R: Ring> {
    ring: &'r R,
    x: Option<R::Item>,
    room: &'r Room,
    /// One table for each set of marks that words can hold now.
    tables: Vec<Table<'r, R::Item>>,
    total: R::Item,
}

impl<'r, R: Ring> Sweep<'r, R> {
    fn table(&self, marks: usize) -> Table<'r, R::Item> {
        let index = self.room.index(marks);
        let numbers = vec![self.ring.zero(); index.language.size() as usize];
        Table { index, numbers }
    }

    fn begin(&mut self) {
        let mut table = self.table(0);
        table.numbers[0] = self.ring.one();
        self.tables.push(table);
    }

    fn times_x(&self, number: R::Item) -> R::Item {
        self.x.map_or(number, |x| self.ring.multiply(number, x))
    }

    /// A cell the route may pass: it is left out, begins a piece, goes on with one, or joins two.
    fn pass(&mut self, at: usize, ways: [bool; 2]) {
        let mut tables = std::mem::take(&mut self.tables);
        for table in &mut tables {
            self.pass_table(table, at, ways);
        }
        self.tables = tables;
    }

    fn pass_table(&mut self, table: &mut Table<'_, R::Item>, at: usize, ways: [bool; 2]) {
        let Table { index, numbers } = table;
        let (prefixes, plans) = (&index.prefixes[at], &index.plans[at]);
        let ring = self.ring;
        let zero = ring.zero();

        // First what stays among words with the same letters before and behind.
        for prefix in prefixes {
            let base = prefix.base as usize;
            let plan = &plans[usize::from(prefix.context)];
            if let Some((to, count)) = plan.begin {
                // A ring of cells is no route: what stood there is lost.
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

        // Then the joins, which may reach words with other letters before or behind.
        for prefix in prefixes {
            let base = prefix.base as usize;
            for &Join {
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
                        if to != NOWHERE {
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

    /// The start or an exit: the end of a route, on which a piece ends or begins.
    fn end(&mut self, at: usize, ways: [bool; 2], mark: usize, is_last: bool) {
        let bit = MARK[mark];
        let tables = std::mem::take(&mut self.tables);
        for table in &tables {
            self.arrive(table, at, mark);
        }
        if is_last {
            return; // what begins now will never end
        }
        let mut after: Vec<Table<'r, R::Item>> = Vec::new();
        for table in tables {
            // A route has one end of each kind.
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
                // It may as well be left out.
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

    /// The piece from the other end arrives: a route, if nothing else was begun. That is one word.
    fn arrive(&mut self, table: &Table<'_, R::Item>, at: usize, mark: usize) {
        let language = &table.index.language;
        let other_end = if mark == START { EXIT } else { START };
        for place in [at, at + 1] {
            let mut word = vec![NONE; language.length];
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
                // A route has one step less than cells: the start does not count.
                let number = if mark == START {
                    number
                } else {
                    self.times_x(number)
                };
                self.total = self.ring.add(self.total, number);
            }
        }
    }

    fn end_table(
        &mut self,
        table: &Table<'_, R::Item>,
        after: &mut Table<'_, R::Item>,
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
                for (way, letters) in [(ways[0], [mark, NONE]), (ways[1], [NONE, mark])] {
                    if let Some((offset, _)) =
                        to.pair(rest, target_context, letters).filter(|_| way)
                    {
                        shift(target + offset, base, count);
                    }
                }
            }
            // A piece ends here, and its other end is now the mark's.
            for letters in [[OPEN, NONE], [NONE, OPEN]] {
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
            for letters in [[CLOSE, NONE], [NONE, CLOSE]] {
                let source = from.pair(rest, context, letters);
                let target = rematch_prefix(prefix, mark).and_then(|prefix| to.locate(&prefix));
                if let (Some((source, behind)), Some((target, _))) = (source, target) {
                    shift(target, base + source, from.count(rest, behind) as usize);
                }
            }
        });
    }
}

/// Keeps the words without letters at a cell that is left out.
fn leave_out<W: Copy>(table: &mut Table<'_, W>, at: usize, zero: W) {
    let Table { index, numbers } = table;
    let language = &index.language;
    let rest = language.length - at - 2;
    language.prefixes(at, &mut |_, base, context| {
        let all = language.count(rest + 2, context) as usize;
        let kept = language.count(rest, context) as usize;
        // Words with two empty letters are the first of their prefix.
        numbers[base + kept..base + all].fill(zero);
    });
}
