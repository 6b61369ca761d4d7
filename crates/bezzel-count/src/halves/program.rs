//! The last rows of the lower half, written down once for all boards that reach them.

use super::instructions::Instructions;
use super::shape::{Rest, Shape};
use super::tails::{Five, SHARES, TAIL};
use super::walk::{Sorted, Visitor};

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

/// Records of the last five rows: the boards of a node on which none of their queens is attacked.
pub struct Records {
    nodes: Box<[u16]>,
    columns: Box<[Shared]>,
    len: usize,
}

/// Columns shared out among the last five rows, three bits each, by their places among those the program fills.
type Shared = u16;

/// What attacks the queens of a record: the node it begins with, the place of the first row's column, and those of the next
/// two and of the last two, as `8 * one + other`.
#[derive(Debug, Clone, Copy)]
pub struct Record {
    pub node: usize,
    pub first: usize,
    pub middle: usize,
    pub last: usize,
}

impl Records {
    fn new() -> Self {
        Self {
            nodes: vec![0; MOST + 128].into(),
            columns: vec![0; MOST + 128].into(),
            len: 0,
        }
    }

    /// Adds those of the ways to share columns out that a mask has.
    ///
    /// # Safety
    /// The machine must have the instructions.
    #[inline(always)]
    unsafe fn add<I: Instructions>(&mut self, node: u16, shared: &[Shared; 128], ways: u128) {
        let to = self.columns[self.len..]
            .first_chunk_mut::<128>()
            .expect("there is room for all");
        // SAFETY: as the caller promises; there is room for 128.
        let count = unsafe { I::pick(shared, ways, to.as_mut_ptr()) };
        let mut at = self.len;
        let end = at + count;
        // Some are written in any case: most nodes have no more.
        while at < end {
            let nodes = self.nodes[at..]
                .first_chunk_mut::<8>()
                .expect("there is room for all");
            *nodes = [node; 8];
            at += 8;
        }
        self.len = end;
    }

    #[inline(always)]
    pub fn chunks(&self, size: usize) -> impl Iterator<Item = impl Iterator<Item = Record>> {
        let nodes = self.nodes[..self.len].chunks(size);
        let columns = self.columns[..self.len].chunks(size);
        nodes.zip(columns).map(|(nodes, columns)| {
            let records = nodes.iter().zip(columns);
            records.map(|(&node, &columns)| Record {
                node: node.into(),
                first: usize::from(columns >> 12),
                middle: usize::from(columns >> 6 & 0x3f),
                last: usize::from(columns & 0x3f),
            })
        })
    }
}

/// A list of nodes, parents first, and of records.
pub struct Program {
    shape: Shape,
    /// The first row, and the columns that are filled.
    start: usize,
    columns: u32,
    /// Node 0 is the root: all boards.
    pub nodes: Vec<Node>,
    /// Records whose half stands above the bound, and those that equal it.
    pub above: Records,
    pub equal: Records,
    /// For every set of five of eight places, its number in the next table.
    sets: [u8; 1 << LONGEST],
    /// The ways to share out every set of five places.
    shared: Vec<[Shared; 128]>,
}

impl Program {
    pub fn new(shape: Shape) -> Self {
        let mut sets = [0; 1 << LONGEST];
        let mut shared = Vec::new();
        for set in (0..1_u32 << LONGEST).filter(|set| set.count_ones() as usize == TAIL) {
            sets[set as usize] = shared.len() as u8;
            let places: Vec<u16> = (0..LONGEST as u16)
                .filter(|place| set >> place & 1 == 1)
                .collect();
            let mut ways = [0; 128];
            for (way, share) in ways.iter_mut().zip(&SHARES) {
                *way = share
                    .iter()
                    .fold(0, |columns, &one| columns << 3 | places[usize::from(one)]);
            }
            shared.push(ways);
        }
        Self {
            shape,
            start: 0,
            columns: 0,
            nodes: Vec::with_capacity(LONGEST * (LONGEST - 1) * (LONGEST - 2) * 2),
            above: Records::new(),
            equal: Records::new(),
            sets,
            shared,
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
    unsafe fn tail<I: Instructions>(&mut self, rest: &Rest, _: &Five, ways: Sorted, value: u64) {
        // SAFETY: as the caller promises.
        unsafe {
            let set = I::extract(rest.free, self.columns) as usize % (1 << LONGEST);
            let shared = &self.shared[usize::from(self.sets[set])];
            self.above.add::<I>(value as u16, shared, ways.above);
            if ways.equal != 0 {
                self.equal.add::<I>(value as u16, shared, ways.equal);
            }
        }
    }

    #[inline(always)]
    fn is_full(&self) -> bool {
        false
    }
}
