//! How the work for a board is laid out on a card.

use bezzel_count::for_gpu::Shape;

use crate::Error;
use crate::card::Room;

/// How work is laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    /// Rows of the walked half that are filled before the card begins: the more, the shorter are lists.
    pub first_rows: u32,
    /// An item is cut into branches by the queens of so many rows more.
    pub branch_rows: u32,
    /// The words a list may have.
    pub list: u32,
    /// The words that a block's own lists may have together.
    pub own: u32,
    /// So many items fit at a time.
    pub items: usize,
}

/// The rows that a program fills: nearer to the end nothing is gained by cutting items up.
pub const LONGEST: u32 = 8;

/// Lists are read in strides of so many words, and filled up to them.
pub const STRIDE: u32 = 256;

/// Boards by the rows of a half, from five on: rows filled beforehand, rows that make branches, thousands of words for a list and for a
/// block's own lists. There is room for what nearly all classes need, by random ones listed on a processor (300 of 24 queens, 150 of 25,
/// 120 of 26, 60 of 27) and, for 28, by their growth; whichever is longer is split, and has then been counted in vain.
const BOARDS: [(u32, u32, u32, u32); 10] = [
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
    /// For boards of a shape, on a card that has so much room.
    ///
    /// # Errors
    /// [`Error::LittleMemory`] if not even one item of reasonable size fits.
    pub fn new(shape: Shape, room: &Room) -> Result<Self, Error> {
        let (first_rows, branch_rows, list, own) = BOARDS[shape.half as usize - 5];
        // Boards with a middle row have longer lists: one queen more is in them.
        let longer = if shape.is_odd() { 2 } else { 1 };
        let thousand = 4 * STRIDE;
        let (mut list, mut own) = (longer * thousand * list, longer * thousand * own);
        // Others use the card too; most of what is left goes to items, since many are counted faster than few.
        let memory = room.memory / 8 * 7;
        let bytes = |words: u32| 8 * u64::from(words);
        let blocks = u64::from(room.blocks);
        // On a small card more has to be split. With lists that are much shorter everything would be, in vain.
        let shortest = |words: u32, times: u32| (words / times).max(thousand);
        let (shortest_list, shortest_own) = (shortest(list, 16), shortest(own, 4));
        while bytes(own) * blocks > memory / 2 && own / 2 >= shortest_own {
            own = own / 2 / STRIDE * STRIDE;
        }
        while bytes(list) > memory / 8 && list / 2 >= shortest_list {
            list = list / 2 / STRIDE * STRIDE;
        }
        // Memory has to be taken and given back, and others may want some: with more a short count would be at most a hundredth faster.
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
    /// The branches that a class of a board has at most.
    pub fn branches(shape: Shape) -> f64 {
        let (first_rows, branch_rows, ..) = BOARDS[shape.half as usize - 5];
        let rows = 0..first_rows + branch_rows;
        rows.map(|row| f64::from(shape.half - row)).product()
    }

    /// The same for so many items in all.
    #[must_use]
    pub fn at_most(self, items: u64) -> Self {
        let items = usize::try_from(items).unwrap_or(usize::MAX);
        Self {
            items: self.items.min(items.max(1)),
            ..self
        }
    }
}

/// Beyond this nothing is gained.
const MOST_ITEMS: u64 = 100_000;

#[cfg(test)]
mod tests {
    use super::*;

    fn room(gigabytes: u64, blocks: u32) -> Room {
        Room {
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
                assert!(rows + LONGEST.min(n / 2) <= n / 2);
            }
        }
        assert_eq!(Layout::branches(Shape::new(27)), f64::from(13 * 12 * 11));
        // Many blocks with little memory are of no use for large boards.
        assert!(Layout::new(Shape::new(24), &room(4, 924)).is_ok());
        let refusal = Layout::new(Shape::new(28), &room(4, 924)).unwrap_err();
        assert_eq!(
            refusal.to_string(),
            "a card has 4096 MiB of free memory; 28 queens need 16715"
        );
    }
}
