//! The interface of a graphics card that the engine uses.

use std::time::Duration;

use bezzel::Cancel;
use bezzel_count::for_gpu::Shape;

use crate::Error;
use crate::item::{Item, ItemSum};
use crate::layout::Layout;

/// The resources of a card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardResources {
    /// The card's name.
    pub card: String,
    /// Free memory in bytes.
    pub memory: u64,
    /// The number of thread blocks that run at the same time.
    pub blocks: u32,
}

/// A graphics card, or a model of one.
pub trait Card: Send {
    /// Returns its resources.
    fn room(&self) -> Result<CardResources, Error>;

    /// Allocates the memory for a layout.
    fn reserve(&mut self, layout: &Layout) -> Result<(), Error>;

    /// Counts the items of a batch. Returns `None` if cancelled.
    fn count(
        &mut self,
        batch: &ItemBatch<'_>,
        cancel: &Cancel,
    ) -> Result<Option<Vec<ItemSum>>, Error>;

    /// Returns the run time of this card's kernels since a worker started to use it.
    fn kernels(&self) -> KernelTimes;
}

/// The run time of kernels: the total, and the longest.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct KernelTimes {
    pub total: Duration,
    pub longest: Duration,
}

impl KernelTimes {
    /// Adds the run time of a kernel.
    pub fn add(&mut self, time: Duration) {
        self.total += time;
        self.longest = self.longest.max(time);
    }
}

/// Items counted together: at least one, at most what fits into memory, all with the same number of
/// filled rows.
#[derive(Clone, Copy)]
pub struct ItemBatch<'a> {
    pub shape: Shape,
    pub items: &'a [Item],
    pub layout: &'a Layout,
}

impl ItemBatch<'_> {
    /// Returns the number of branches each item is cut into: the number of ways to fill its next
    /// rows if queens did not attack each other.
    pub fn branches(&self) -> u32 {
        let filled = self.items[0].row;
        let rows = filled..filled + self.layout.branch_rows;
        rows.map(|row| self.shape.half - row).product()
    }

    /// Returns the number of branches of all items.
    pub fn all_branches(&self) -> u64 {
        u64::from(self.branches()) * self.items.len() as u64
    }
}

/// The argument of a kernel: `Work` of `kernels/block.cuh`. Addresses are device addresses.
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
    /// The time in nanoseconds after which a thread block takes no more branches.
    pub time_limit: u64,
    pub shape: Shape,
    pub count: u32,
    pub branches: u32,
    pub branch_rows: u32,
    pub list_capacity: u32,
    pub own_capacity: u32,
}
