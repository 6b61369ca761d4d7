//! Counts routes through a block with few walls (a *room*) by dynamic programming over a broken
//! profile whose states are ranked instead of hashed.
//!
//! # States
//! Cells are processed row by row, in alternating direction. The cut between processed and
//! remaining cells crosses w + 1 edges. A state records for each of them whether the route uses it,
//! and how the partial routes behind the cut connect them. It is a word over `0`, the brackets `(`
//! `)` for the two ends of a partial route, and `S` and `T` for the partial routes from the start
//! and from an exit.
//!
//! # Terms
//! - *word*: a state. *Prefix*: its first letters.
//! - *mark*: `S` or `T`, the letter of the partial route from the start or from an exit.
//! - *context*: what may follow a prefix: the number of open brackets, and the marks still missing.
//! - *pass*: one run over all cells, with numbers of one type (see `ring`).
//!
//! # Moves
//! All words are kept in one array in lexicographic order. A cell changes two adjacent letters.
//! - Usually nothing else changes. Then whole ranges of words (those with the same prefix) move
//!   together, without hashing or searching, and memory is read sequentially.
//! - If a bracket further to the right changes too, it changes in the same way for all words with
//!   the same prefix. These moves are computed once for all of them.

mod language;
mod plan;
mod sweep;

use std::sync::OnceLock;

use super::chain::Block;
use super::ring::Ring;
use crate::Maze;
use bezzel::Cancel;
use language::{EXIT, MARK, START, WordLanguage};
use plan::Index;
use sweep::Sweep;

/// A wider room needs more memory than any machine has.
pub(super) const WIDEST: usize = 40;

/// A block laid out in rows, with the shorter side as width.
pub(super) struct Room {
    pub width: usize,
    cells: Vec<RoomCell>,
    outer: usize,
    /// The languages used so far, by their marks.
    indexes: [OnceLock<Index>; 4],
}

/// The content of a place of the room.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RoomCell {
    Wall,
    Way,
    Start,
    Exit,
}

impl Room {
    /// Returns the bounding box of a block: top line, left column, height and width.
    fn bounds(maze: &Maze, block: &Block) -> [usize; 4] {
        let spots = block
            .cells
            .iter()
            .map(|cell| (cell / maze.width(), cell % maze.width()));
        let rows = || spots.clone().map(|(row, _)| row);
        let columns = || spots.clone().map(|(_, column)| column);
        let (top, left) = (rows().min().unwrap_or(0), columns().min().unwrap_or(0));
        let height = rows().max().unwrap_or(0) - top + 1;
        let width = columns().max().unwrap_or(0) - left + 1;
        [top, left, height, width]
    }

    /// Returns the width of a block's room.
    pub fn short_side(maze: &Maze, block: &Block) -> usize {
        let [_, _, height, width] = Self::bounds(maze, block);
        width.min(height)
    }

    pub fn new(maze: &Maze, block: &Block) -> Self {
        let [top, left, height, width] = Self::bounds(maze, block);
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
        let mut cells = vec![RoomCell::Wall; width * height];
        for &cell in &block.cells {
            cells[place(cell)] = RoomCell::Way;
        }
        for &exit in &block.exits {
            cells[place(exit)] = RoomCell::Exit;
        }
        cells[place(block.entry)] = RoomCell::Start;
        let laid = |upside_down: bool, mirrored: bool| {
            let mut rows: Vec<Vec<RoomCell>> =
                cells.chunks(across).map(<[RoomCell]>::to_vec).collect();
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
        // The fewer cells are processed after an exit, the fewer states there are.
        [(false, false), (false, true), (true, false), (true, true)]
            .map(|(upside_down, mirrored)| laid(upside_down, mirrored))
            .into_iter()
            .min_by_key(|room| room.cells_after_an_exit())
            .expect("there are four")
    }

    fn cells_after_an_exit(&self) -> usize {
        let order = self.order().map(|(row, column)| self.at(row, column));
        let mut open = order.filter(|&cell| cell != RoomCell::Wall);
        let exit = open.position(|cell| cell == RoomCell::Exit);
        exit.map_or(0, |_| open.count())
    }

    fn index(&self, marks: usize) -> &Index {
        self.indexes[marks]
            .get_or_init(|| Index::new(WordLanguage::new(self.width + 1, marks, self.outer)))
    }

    /// Returns the number of cells, including walls.
    pub fn size(&self) -> usize {
        self.cells.len()
    }

    fn height(&self) -> usize {
        self.cells.len() / self.width
    }

    /// Returns the marks whose cells all lie on the border, so that no partial route can pass
    /// behind them.
    fn marks_on_the_border(&self) -> usize {
        let inner = |cell: usize| {
            let (row, column) = (cell / self.width, cell % self.width);
            row > 0 && row + 1 < self.height() && column > 0 && column + 1 < self.width
        };
        let all = |kind: RoomCell| {
            (0..self.cells.len()).all(|cell| self.cells[cell] != kind || !inner(cell))
        };
        let start = if all(RoomCell::Start) { MARK[START] } else { 0 };
        let exit = if all(RoomCell::Exit) { MARK[EXIT] } else { 0 };
        start | exit
    }

    /// Returns an upper bound for the bytes of a pass whose numbers take 8 bytes.
    pub fn memory(&self) -> u64 {
        let size = |marks| WordLanguage::new(self.width + 1, marks, self.outer).size();
        // If no cell is processed after an exit, words with an exit are never built.
        let exits = if self.cells_after_an_exit() == 0 {
            0
        } else {
            size(2).saturating_add(size(3))
        };
        let words = size(0).saturating_add(size(1)).saturating_add(exits);
        if words > u64::from(u32::MAX) {
            return u64::MAX;
        }
        // Bytes per word: its number, its number in a second table while the start or an exit is
        // processed, and its share of the prefix lists.
        40 * words
    }

    /// Returns the places in the order they are processed: rows in alternating direction.
    fn order(&self) -> impl Iterator<Item = (usize, usize)> {
        let width = self.width;
        (0..self.height()).flat_map(move |row| {
            (0..width).map(move |step| (row, if row % 2 == 0 { step } else { width - 1 - step }))
        })
    }

    fn at(&self, row: usize, column: usize) -> RoomCell {
        self.cells
            .get(row * self.width + column)
            .copied()
            .unwrap_or(RoomCell::Wall)
    }

    /// Returns the sum over all routes of x to the power of their length, or `None` if it was
    /// cancelled.
    pub fn evaluate<R: Ring>(
        &self,
        ring: &R,
        x: Option<R::Item>,
        cancel: &Cancel,
    ) -> Option<R::Item> {
        let mut sweep = Sweep {
            ring,
            x,
            room: self,
            tables: Vec::new(),
            total: ring.zero(),
        };
        sweep.begin();
        let open = |&(row, column): &(usize, usize)| self.at(row, column) != RoomCell::Wall;
        let last = self.order().filter(open).last();
        for (row, column) in self.order() {
            if cancel.is_cancelled() {
                return None;
            }
            let is_last = Some((row, column)) == last;
            let sideways = if row % 2 == 0 {
                column + 1 < self.width && self.at(row, column + 1) != RoomCell::Wall
            } else {
                column > 0 && self.at(row, column - 1) != RoomCell::Wall
            };
            let down = self.at(row + 1, column) != RoomCell::Wall;
            // For each of the two edges that the cell adds to the cut: whether the neighbour there
            // is open.
            let ways = if row % 2 == 0 {
                [down, sideways]
            } else {
                [sideways, down]
            };
            match self.at(row, column) {
                RoomCell::Wall => {}
                RoomCell::Way => sweep.pass(column, ways),
                RoomCell::Start => sweep.end(column, ways, START, is_last),
                RoomCell::Exit => sweep.end(column, ways, EXIT, is_last),
            }
        }
        Some(sweep.total)
    }
}
