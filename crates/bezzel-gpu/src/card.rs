//! What the engine asks of a card.

use std::time::Duration;

use bezzel::Cancel;
use bezzel_count::for_gpu::Shape;

use crate::Error;
use crate::item::{Item, Sum};
use crate::layout::Layout;

/// What a card has to offer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Room {
    /// The card's name.
    pub card: String,
    /// Free memory in bytes.
    pub memory: u64,
    /// Thread blocks that count at the same time.
    pub blocks: u32,
}

/// A graphics card, or a model of one.
pub trait Card: Send {
    /// What it has to offer.
    fn room(&self) -> Result<Room, Error>;

    /// Takes the memory that a layout asks for.
    fn reserve(&mut self, layout: &Layout) -> Result<(), Error>;

    /// Counts the items of a batch; nothing if it was told to stop.
    fn count(&mut self, batch: &Batch<'_>, cancel: &Cancel) -> Result<Option<Vec<Sum>>, Error>;

    /// How long its kernels ran since it was taken.
    fn kernels(&self) -> Kernels;
}

/// How long kernels ran: all together, and the longest of them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Kernels {
    pub total: Duration,
    pub longest: Duration,
}

impl Kernels {
    /// One more.
    pub fn add(&mut self, time: Duration) {
        self.total += time;
        self.longest = self.longest.max(time);
    }
}

/// Items that are counted at a time: at least one, no more than there is room for, and all with as many rows filled.
#[derive(Clone, Copy)]
pub struct Batch<'a> {
    pub shape: Shape,
    pub items: &'a [Item],
    pub layout: &'a Layout,
}

impl Batch<'_> {
    /// The branches of the walked half that each item is cut into: as many as its next rows could be filled in ways, if no queen attacked
    /// another.
    pub fn branches(&self) -> u32 {
        let filled = self.items[0].row;
        let rows = filled..filled + self.layout.branch_rows;
        rows.map(|row| self.shape.half - row).product()
    }

    /// The branches of all items.
    pub fn all_branches(&self) -> u64 {
        u64::from(self.branches()) * self.items.len() as u64
    }
}

/// What thread blocks are told when they start: `Work` of `kernels/block.cuh`. Addresses are those of the card.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct Work {
    pub tables: u64,
    pub items: u64,
    pub lists: u64,
    pub lengths: u64,
    pub own_lists: u64,
    pub next_branch: u64,
    pub sums: u64,
    /// In nanoseconds.
    pub time_limit: u64,
    pub shape: Shape,
    pub count: u32,
    pub branches: u32,
    pub branch_rows: u32,
    pub list_capacity: u32,
    pub own_capacity: u32,
}
