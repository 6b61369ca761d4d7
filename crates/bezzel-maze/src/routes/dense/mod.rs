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

mod language;
mod plan;
mod sweep;

use std::sync::OnceLock;

use super::chain::Block;
use super::ring::Ring;
use crate::Maze;
use bezzel::Cancel;
use language::{EXIT, Language, MARK, START};
use plan::Index;
use sweep::Sweep;

/// No room wider than this can be counted with any memory there is.
pub(super) const WIDEST: usize = 40;

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
    /// The lines and columns a block takes, from the first and the first.
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

    /// How wide a block's room would be.
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
        // Without an exit behind the cut its words are never made.
        let exits = if self.cells_after_an_exit() == 0 {
            0
        } else {
            size(2).saturating_add(size(3))
        };
        let words = size(0).saturating_add(size(1)).saturating_add(exits);
        if words > u64::from(u32::MAX) {
            return u64::MAX;
        }
        // The numbers, a second table while an end of the route is dealt with, and the prefixes.
        40 * words
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

    /// The sum over all routes of x to the power of their length; `None` if it was cancelled.
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
        let open = |&(row, column): &(usize, usize)| self.at(row, column) != Cell::Wall;
        let last = self.order().filter(open).last();
        for (row, column) in self.order() {
            if cancel.is_cancelled() {
                return None;
            }
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
        Some(sweep.total)
    }
}
