//! The reference: one board at a time, on one page.

use bezzel::Cancel;

use super::Counter;
use crate::frame::Frame;
use crate::{Outcome, Unit};

/// Row by row with three masks, from the frame that the queens on the border leave.
#[derive(Debug, Clone, Copy)]
pub struct Border;

impl Counter for Border {
    fn count(&mut self, unit: &Unit, cancel: &Cancel) -> Option<Outcome> {
        let frame = Frame::new(unit, u32::BITS).expect("a board is at most 32 wide");
        let outcome = Self::complete(&frame, cancel);
        (!cancel.is_cancelled()).then_some(outcome)
    }
}

impl Border {
    /// The solutions of a frame; fewer if it is cancelled.
    pub(super) fn complete(frame: &Frame, cancel: &Cancel) -> Outcome {
        let rows = frame.attacked.iter().zip(&frame.gaps).take(frame.rows);
        let rows: Vec<Row> = rows
            .map(|(&attacked, &gap)| Row { attacked, gap })
            .collect();
        let mut search = Search { cancel, nodes: 0 };
        let board = Board {
            columns: !frame.columns,
            rising: 0,
            falling: 0,
        };
        let mut outcome = Outcome::default();
        outcome.add(match &rows[..] {
            [] => 1,
            [first, ..] => search.complete(&rows, board, board.free(first)),
        });
        outcome.nodes = search.nodes;
        outcome
    }
}

/// A row of the frame: the squares its queens attack, and how far the next row lies below.
struct Row {
    attacked: u32,
    gap: u32,
}

/// The columns that are taken, and the squares of a row that queens above attack along the diagonals
/// `/` and `\`.
#[derive(Clone, Copy)]
struct Board {
    columns: u32,
    rising: u32,
    falling: u32,
}

impl Board {
    /// The free squares of a row.
    fn free(self, row: &Row) -> u32 {
        !(self.columns | self.rising | self.falling | row.attacked)
    }

    /// With a queen more in a row; seen from the next row.
    fn with(self, queen: u32, row: &Row) -> Self {
        Self {
            columns: self.columns | queen,
            rising: (self.rising | queen) << row.gap,
            falling: (self.falling | queen) >> row.gap,
        }
    }
}

struct Search<'c> {
    cancel: &'c Cancel,
    nodes: u64,
}

impl Search<'_> {
    /// The ways to place a queen in each of the rows, in the first of them on a free square.
    fn complete(&mut self, rows: &[Row], board: Board, mut free: u32) -> u64 {
        let [row, below @ ..] = rows else { return 1 };
        let Some(next) = below.first() else {
            // One column is left for the last row.
            self.nodes += u64::from(free.count_ones());
            return free.count_ones().into();
        };
        // Far from the leaves there is time to listen.
        if below.len() > 8 && self.cancel.is_cancelled() {
            return 0;
        }
        let mut solutions = 0;
        while free != 0 {
            let queen = free & free.wrapping_neg();
            free ^= queen;
            self.nodes += 1;
            // A row without a free square now will have none later.
            let board = board.with(queen, row);
            let open = board.free(next);
            let second = below.get(1);
            if open != 0 && second.is_none_or(|second| board.with(0, next).free(second) != 0) {
                solutions += self.complete(below, board, open);
            }
        }
        solutions
    }
}
