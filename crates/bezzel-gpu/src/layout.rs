//! Memory layout of the work for a board on a card.

use bezzel_count::for_gpu::Shape;

use crate::Error;
use crate::card::CardResources;

/// The layout of work in the memory of a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    /// The number of rows of the walked half that are filled before the card starts. More rows mean
    /// shorter lists.
    pub first_rows: u32,
    /// The number of further rows whose queens cut an item into branches.
    pub branch_rows: u32,
    /// The capacity of a list, in words.
    pub list: u32,
    /// The capacity of a block's own lists, in words.
    pub own: u32,
    /// The number of items that fit at a time.
    pub items: usize,
}

/// The largest number of rows of a program. An item is split only if more than this many rows are
/// left below its branches.
pub const MAX_PROGRAM_ROWS: u32 = 8;

/// Lists are read in strides of this many words, and padded to a multiple of it.
pub const STRIDE: u32 = 256;

/// For each number of rows in a half from five on: rows filled in advance, rows that make branches,
/// and the capacities of a list and of a block's own lists in thousands of words. They are large
/// enough for nearly all classes. Measured by listing random classes on a processor (300 of 24
/// queens, 150 of 25, 120 of 26, 60 of 27), extrapolated for 28. A class with a longer list is
/// split, and its first count is wasted.
const LAYOUTS: [(u32, u32, u32, u32); 10] = [
    (0, 0, 16, 1),
    (0, 0, 16, 1),
    (0, 0, 16, 1),
    (0, 0, 16, 1),
    (0, 1, 32, 1),
    (0, 1, 128, 64),
    (0, 1, 768, 400),
    (0, 2, 3_500, 1_500),
    (1, 2, 11_000, 3_000),
    (2, 2, 24_000, 8_000),
];

impl Layout {
    /// Returns the layout for boards of a shape on a card with these resources.
    ///
    /// # Errors
    /// [`Error::LittleMemory`] if not even one item of reasonable size fits.
    pub fn new(shape: Shape, room: &CardResources) -> Result<Self, Error> {
        let (first_rows, branch_rows, list, own) = LAYOUTS[shape.half as usize - 5];
        // Odd boards have longer lists, since these contain one more queen.
        let longer = if shape.is_odd() { 2 } else { 1 };
        let thousand = 4 * STRIDE;
        let (mut list, mut own) = (longer * thousand * list, longer * thousand * own);
        // Leave an eighth to other programs. Most of the rest is used for items, since many are
        // counted faster than few.
        let memory = room.memory / 8 * 7;
        let bytes = |words: u32| 8 * u64::from(words);
        let blocks = u64::from(room.blocks);
        // On a card with little memory the capacities are reduced, down to these minimums, so that
        // more items are split. Much smaller capacities would split every item, and waste its first
        // count.
        let shortest = |words: u32, times: u32| (words / times).max(thousand);
        let (shortest_list, shortest_own) = (shortest(list, 16), shortest(own, 4));
        while bytes(own) * blocks > memory / 2 && own / 2 >= shortest_own {
            own = own / 2 / STRIDE * STRIDE;
        }
        while bytes(list) > memory / 8 && list / 2 >= shortest_list {
            list = list / 2 / STRIDE * STRIDE;
        }
        // The most memory that is used: allocating and freeing it takes time, other programs need
        // memory too, and more would speed up short counts by at most 1 %.
        let worthwhile = match shape.half {
            ..=9 => 8 << 30,
            10..=11 => 32 << 30,
            _ => u64::MAX,
        };
        let lists = memory.saturating_sub(bytes(own) * blocks).min(worthwhile);
        let items = lists / bytes(list);
        if items == 0 {
            return Err(Error::LittleMemory {
                card: room.card.clone(),
                n: shape.n,
                free: room.memory >> 20,
                needed: ((bytes(own) * blocks + bytes(list)) / 7 * 8).div_ceil(1 << 20),
            });
        }
        Ok(Self {
            first_rows,
            branch_rows,
            list,
            own,
            items: items.min(MOST_ITEMS) as usize,
        })
    }
}

impl Layout {
    /// Returns the largest number of branches of a class.
    pub fn branches(shape: Shape) -> f64 {
        let (first_rows, branch_rows, ..) = LAYOUTS[shape.half as usize - 5];
        let rows = 0..first_rows + branch_rows;
        rows.map(|row| f64::from(shape.half - row)).product()
    }

    /// Returns the layout for at most this many items.
    #[must_use]
    pub fn at_most(self, items: u64) -> Self {
        let items = usize::try_from(items).unwrap_or(usize::MAX);
        Self {
            items: self.items.min(items.max(1)),
            ..self
        }
    }
}

/// More items than this gain nothing.
const MOST_ITEMS: u64 = 100_000;

#[cfg(test)]
mod tests {
    use super::*;

    fn room(gigabytes: u64, blocks: u32) -> CardResources {
        CardResources {
            card: "a card".into(),
            memory: gigabytes << 30,
            blocks,
        }
    }

    #[test]
    fn every_board_fits_cards_of_every_size() {
        for n in 10..=28 {
            for (gigabytes, blocks) in [(139, 924), (22, 300), (7, 80), (2, 30)] {
                let layout = Layout::new(Shape::new(n), &room(gigabytes, blocks)).unwrap();
                let words = u64::from(layout.list) * layout.items as u64
                    + u64::from(layout.own) * u64::from(blocks);
                assert!(8 * words <= gigabytes << 30, "{n}: {layout:?}");
                assert!(layout.list.is_multiple_of(STRIDE) && layout.own >= STRIDE);
                let rows = layout.first_rows + layout.branch_rows;
                assert!(rows + MAX_PROGRAM_ROWS.min(n / 2) <= n / 2);
            }
        }
        assert_eq!(Layout::branches(Shape::new(27)), f64::from(13 * 12 * 11));
        // A card with many thread blocks and little memory can count 24 queens, but not larger
        // boards.
        assert!(Layout::new(Shape::new(24), &room(4, 924)).is_ok());
        let refusal = Layout::new(Shape::new(28), &room(4, 924)).unwrap_err();
        assert_eq!(
            refusal.to_string(),
            "a card has 4096 MiB of free memory; 28 queens need 16715"
        );
    }
}
