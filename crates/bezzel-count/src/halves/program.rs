//! The search of the last rows of the lower half, compiled into a program that runs on all listed
//! upper halves.

use super::instructions::Instructions;
use super::shape::{Rest, Shape};
use super::tails::{Five, SHARES, TAIL_ROWS};
use super::walk::{Sorted, Visitor};

/// The largest number of rows of a program.
pub const MAX_PROGRAM_ROWS: usize = 8;

/// The largest number of records: all permutations of eight columns.
const MAX_RECORDS: usize = 40_320;

/// A partial placement of the lower half. When the program runs, it gets the boards on which none
/// of its queens is attacked.
#[derive(Debug, Clone, Copy)]
pub struct ProgramNode {
    pub parent: u16,
    /// The square of its last queen, by row and index of the column.
    pub square: u16,
}

/// Completions of nodes in the last five rows. When the program runs, each selects the boards on
/// which none of its queens is attacked.
pub struct Records {
    nodes: Box<[u16]>,
    columns: Box<[Arrangement]>,
    len: usize,
}

/// The columns of the last five rows, three bits each, by their index among the program's columns.
type Arrangement = u16;

/// The inputs of a record: its node, the column of the first of the five rows, and the columns of
/// the next two and of the last two rows, as `8 * one + other`.
#[derive(Debug, Clone, Copy)]
pub struct ProgramRecord {
    pub node: usize,
    pub first: usize,
    pub middle: usize,
    pub last: usize,
}

impl Records {
    fn new() -> Self {
        Self {
            nodes: vec![0; MAX_RECORDS + 128].into(),
            columns: vec![0; MAX_RECORDS + 128].into(),
            len: 0,
        }
    }

    /// Adds the permutations of columns whose bit is set in a mask.
    ///
    /// # Safety
    /// The machine must support the instructions.
    #[inline(always)]
    unsafe fn add<I: Instructions>(&mut self, node: u16, shared: &[Arrangement; 128], ways: u128) {
        let to = self.columns[self.len..]
            .first_chunk_mut::<128>()
            .expect("there is room for all");
        // SAFETY: guaranteed by the caller; there is room for 128.
        let count = unsafe { I::pick(shared, ways, to.as_mut_ptr()) };
        let mut at = self.len;
        let end = at + count;
        // Nodes are written eight at a time: most nodes have at most eight records, so that the
        // number of iterations is easy to predict.
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
    pub fn chunks(&self, size: usize) -> impl Iterator<Item = impl Iterator<Item = ProgramRecord>> {
        let nodes = self.nodes[..self.len].chunks(size);
        let columns = self.columns[..self.len].chunks(size);
        nodes.zip(columns).map(|(nodes, columns)| {
            let records = nodes.iter().zip(columns);
            records.map(|(&node, &columns)| ProgramRecord {
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
    /// The first row, and the columns to fill.
    start: usize,
    columns: u32,
    /// The nodes. Node 0 is the root: all boards.
    pub nodes: Vec<ProgramNode>,
    /// Records with which the lower half exceeds the bound; `equal` holds those that reach it
    /// exactly.
    pub above: Records,
    pub equal: Records,
    /// For every set of five of the eight columns, its index in `shared`.
    sets: [u8; 1 << MAX_PROGRAM_ROWS],
    /// The permutations of every set of five columns.
    shared: Vec<[Arrangement; 128]>,
}

impl Program {
    pub fn new(shape: Shape) -> Self {
        let mut sets = [0; 1 << MAX_PROGRAM_ROWS];
        let mut shared = Vec::new();
        for set in
            (0..1_u32 << MAX_PROGRAM_ROWS).filter(|set| set.count_ones() as usize == TAIL_ROWS)
        {
            sets[set as usize] = shared.len() as u8;
            let places: Vec<u16> = (0..MAX_PROGRAM_ROWS as u16)
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
            nodes: Vec::with_capacity(
                MAX_PROGRAM_ROWS * (MAX_PROGRAM_ROWS - 1) * (MAX_PROGRAM_ROWS - 2) * 2,
            ),
            above: Records::new(),
            equal: Records::new(),
            sets,
            shared,
        }
    }

    /// Starts a new program at a row, for these columns.
    pub fn begin(&mut self, row: usize, columns: u32) {
        (self.start, self.columns) = (row, columns);
        self.nodes.clear();
        self.above.len = 0;
        self.equal.len = 0;
        self.nodes.push(ProgramNode {
            parent: 0,
            square: 0,
        });
    }

    /// Returns the number of rows it fills.
    pub fn rows(&self) -> usize {
        self.shape.half as usize - self.start
    }

    /// Returns the number of records.
    pub fn records(&self) -> usize {
        self.above.len + self.equal.len
    }
}

impl Visitor for Program {
    #[inline(always)]
    fn step(&mut self, row: usize, queen: u32, value: u64) -> u64 {
        let place = (self.columns & (queen - 1)).count_ones() as usize;
        let node = self.nodes.len();
        self.nodes.push(ProgramNode {
            parent: value as u16,
            square: (MAX_PROGRAM_ROWS * (row - self.start) + place) as u16,
        });
        node as u64
    }

    #[inline(always)]
    unsafe fn tail<I: Instructions>(&mut self, rest: &Rest, _: &Five, ways: Sorted, value: u64) {
        // SAFETY: guaranteed by the caller.
        unsafe {
            let set = I::extract(rest.free, self.columns) as usize % (1 << MAX_PROGRAM_ROWS);
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
