//! The last rows of the lower half, written down once for all boards that reach them.

use super::instructions::Instructions;
use super::shape::Shape;
use super::tails::{Five, SHARES, TAIL};
use super::walk::{BATCH, Bound, Tail, Visitor, Way};

/// The most rows a program can fill.
pub const LONGEST: usize = 8;

/// The most records a program can have: all ways to share eight columns out.
const MOST: usize = 40_320;

/// A queen more: the boards of a node on which it is not attacked.
#[derive(Debug, Clone, Copy)]
pub struct Node {
    pub parent: u16,
    /// The square, by row and place of the column.
    pub square: u16,
}

/// The last five rows: the boards of a node on which none of their queens is attacked.
#[derive(Debug, Clone, Copy, Default)]
pub struct Record {
    pub node: u16,
    pub columns: Shared,
}

/// Columns shared out among the last five rows, by their places among those the program fills: the first row's, those of the next
/// two and those of the last two, as `8 * one + other`.
#[derive(Debug, Clone, Copy, Default)]
pub struct Shared(u16);

impl Shared {
    fn new([a, b, c, d, e]: [u16; TAIL]) -> Self {
        Self(a << 12 | b << 9 | c << 6 | d << 3 | e)
    }

    #[inline(always)]
    pub fn first(self) -> usize {
        usize::from(self.0 >> 12)
    }

    #[inline(always)]
    pub fn middle(self) -> usize {
        usize::from(self.0 >> 6 & 0x3f)
    }

    #[inline(always)]
    pub fn last(self) -> usize {
        usize::from(self.0 & 0x3f)
    }
}

/// Records, with room for all there can be.
pub struct Records {
    all: Box<[Record]>,
    len: usize,
}

impl Records {
    fn new() -> Self {
        Self {
            all: vec![Record::default(); MOST + 1].into(),
            len: 0,
        }
    }

    #[inline(always)]
    fn push(&mut self, record: Record) {
        self.all[self.len] = record;
        self.len += 1;
    }

    pub fn as_slice(&self) -> &[Record] {
        &self.all[..self.len]
    }
}

/// A list of nodes, parents first, and of records.
pub struct Program {
    shape: Shape,
    pub bound: Bound,
    /// The first row, and the columns that are filled.
    start: usize,
    columns: u32,
    /// Node 0 is the root: all boards.
    pub nodes: Vec<Node>,
    /// Records whose half stands above the bound, and those that equal it.
    pub above: Records,
    pub equal: Records,
    /// For every set of five of eight places, where its sets begin in the next table.
    sets: [u16; 1 << LONGEST],
    /// The ways to share out every set of five places.
    shared: Vec<Shared>,
    heads: [Head; BATCH],
}

/// The rows before the last five.
#[derive(Clone, Copy, Default)]
struct Head {
    node: u16,
    /// Where the ways to share out the columns that are left begin.
    shared: u16,
    /// What decides between the last five, if they do.
    close: bool,
    left: u32,
    pattern: u32,
}

impl Program {
    pub fn new(shape: Shape) -> Self {
        let mut sets = [0; 1 << LONGEST];
        let mut shared = Vec::new();
        for set in (0..1_u32 << LONGEST).filter(|set| set.count_ones() as usize == TAIL) {
            sets[set as usize] = shared.len() as u16;
            let places: Vec<u16> = (0..LONGEST as u16)
                .filter(|place| set >> place & 1 == 1)
                .collect();
            shared.extend(
                SHARES
                    .iter()
                    .map(|share| Shared::new(share.map(|one| places[usize::from(one)]))),
            );
        }
        Self {
            shape,
            bound: Bound::NONE,
            start: 0,
            columns: 0,
            nodes: Vec::with_capacity(LONGEST * (LONGEST - 1) * (LONGEST - 2) * 2),
            above: Records::new(),
            equal: Records::new(),
            sets,
            shared,
            heads: [Head::default(); BATCH],
        }
    }

    /// A new program from a row on, for these columns.
    pub fn begin(&mut self, row: usize, columns: u32) {
        (self.start, self.columns) = (row, columns);
        self.nodes.clear();
        self.above.len = 0;
        self.equal.len = 0;
        self.nodes.push(Node {
            parent: 0,
            square: 0,
        });
    }

    /// How many rows it fills.
    pub fn rows(&self) -> usize {
        self.shape.half as usize - self.start
    }

    /// How many records there are.
    pub fn records(&self) -> usize {
        self.above.len + self.equal.len
    }
}

impl Visitor for Program {
    #[inline(always)]
    fn step(&mut self, row: usize, queen: u32, value: u64) -> u64 {
        let place = (self.columns & (queen - 1)).count_ones() as usize;
        let node = self.nodes.len();
        self.nodes.push(Node {
            parent: value as u16,
            square: (LONGEST * (row - self.start) + place) as u16,
        });
        node as u64
    }

    #[inline(always)]
    unsafe fn tail<I: Instructions>(
        &mut self,
        number: usize,
        tail: &Tail,
        five: &Five,
        alive: bool,
    ) {
        let pattern = tail.rest.pattern;
        let mut node = tail.value;
        if tail.queen != 0 && alive {
            node = self.step(tail.row, tail.queen, node);
        }
        // SAFETY: as the caller promises.
        let set = unsafe { I::extract(tail.rest.free, self.columns) };
        self.heads[number % BATCH] = Head {
            node: node as u16,
            shared: self.sets[set as usize % (1 << LONGEST)],
            close: self.bound.is_close(pattern),
            left: five.left,
            pattern,
        };
    }

    #[inline(always)]
    fn fill(&mut self, ways: &[Way]) {
        let above = &mut self.above.all[self.above.len..];
        let mut len = 0;
        for &way in ways {
            let head = &self.heads[way.tail()];
            let record = Record {
                node: head.node,
                columns: self.shared[usize::from(head.shared) + way.way()],
            };
            let mut kept = true;
            if head.close {
                let standing = self.bound.standing(head.pattern, way.way(), head.left);
                kept = standing.above;
                if standing.equal {
                    self.equal.push(record);
                }
            }
            above[len] = record;
            len += usize::from(kept);
        }
        self.above.len += len;
    }

    #[inline(always)]
    fn is_full(&self) -> bool {
        false
    }
}
