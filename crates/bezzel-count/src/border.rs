//! Reference engine: counts constellations one board at a time.

use bezzel::Cancel;
use bezzel::job::{Job, Outcome};
use bezzel_queens::Board;
use bezzel_queens::Engine;
use bezzel_queens::Error;

use crate::constellations::{self, CompletionCounter, Constellations, Frame, LIMIT, Position};

/// Searches row by row with three bit masks, starting from the frame that the queens on the border
/// leave.
#[derive(Debug, Clone, Copy)]
pub struct Border;

impl Engine for Border {
    fn name(&self) -> &'static str {
        "border"
    }

    fn about(&self) -> &'static str {
        "places queens on the border first, uses all symmetries"
    }

    fn limit(&self) -> u32 {
        LIMIT
    }

    fn check(&self, board: &Board) -> Result<(), Error> {
        constellations::check(board, self.name())
    }

    fn cut(&self) -> &'static str {
        constellations::CUT
    }

    fn job(&self, board: &Board) -> Result<Box<dyn Job>, Error> {
        self.check(board)?;
        Ok(Box::new(Constellations::new(board, || Ok(Border))?))
    }

    fn estimated_seconds(&self, board: &Board, nodes: f64) -> f64 {
        constellations::estimated_seconds(board, nodes, 30e-9, 1.5e-9)
    }
}

impl CompletionCounter for Border {
    fn count(&mut self, position: &Position, cancel: &Cancel) -> Option<Outcome> {
        let frame = Frame::new(position, u32::BITS).expect("a board is at most 32 wide");
        let outcome = Self::complete(&frame, cancel);
        (!cancel.is_cancelled()).then_some(outcome)
    }
}

impl Border {
    /// Returns the solutions of a frame; a lower bound if it is cancelled.
    pub(crate) fn complete(frame: &Frame, cancel: &Cancel) -> Outcome {
        let rows = frame.attacked.iter().zip(&frame.gaps).take(frame.rows);
        let rows: Vec<FrameRow> = rows
            .map(|(&attacked, &gap)| FrameRow { attacked, gap })
            .collect();
        let board = AttackedSquares {
            columns: !frame.columns,
            rising: 0,
            falling: 0,
        };
        let mut search = BorderSearch {
            cancel,
            outcome: Outcome::default(),
        };
        match &rows[..] {
            [] => search.outcome.add(1),
            [first, ..] => search.spread(&rows, board, board.free(first)),
        }
        search.outcome
    }
}

/// A row of the frame: the squares attacked by placed queens, and the distance to the next row.
struct FrameRow {
    attacked: u32,
    gap: u32,
}

/// The occupied columns, and the squares of a row that queens above attack along the diagonals `/`
/// and `\`.
#[derive(Clone, Copy)]
struct AttackedSquares {
    columns: u32,
    rising: u32,
    falling: u32,
}

impl AttackedSquares {
    /// Returns the free squares of a row.
    fn free(self, row: &FrameRow) -> u32 {
        !(self.columns | self.rising | self.falling | row.attacked)
    }

    /// Returns the state in the next row after placing a queen in this row.
    fn with(self, queen: u32, row: &FrameRow) -> Self {
        Self {
            columns: self.columns | queen,
            rising: (self.rising | queen) >> row.gap,
            falling: (self.falling | queen) << row.gap,
        }
    }

    /// Returns the number of ways to fill the last two rows, which have two columns left.
    fn last_two(self, next: &FrameRow, last: &FrameRow) -> u64 {
        let (first, second) = (self.free(next), self.with(0, next).free(last));
        let left = !self.columns;
        // If a diagonal joins the two columns between these rows, both ways are impossible. If the
        // rows' free squares differ, there is one way; if both rows have both columns free, there
        // are two.
        let barred = left & left << next.gap != 0;
        let one = (first != 0) & (second != 0) & (first != second);
        let two = (first == left) & (second == left);
        u64::from(!barred) * (u64::from(one) + 2 * u64::from(two))
    }
}

struct BorderSearch<'c> {
    cancel: &'c Cancel,
    outcome: Outcome,
}

impl BorderSearch<'_> {
    /// Solutions are added to the outcome in subtrees of this many rows: few enough that their
    /// number fits into 64 bits and that cancellation is polled often enough.
    const SUBTREE_ROWS: usize = 9;

    /// Counts the ways to place one queen in each row, the first on a square of `free`, and adds
    /// them to the outcome one subtree at a time.
    fn spread(&mut self, rows: &[FrameRow], board: AttackedSquares, free: u32) {
        if rows.len() <= Self::SUBTREE_ROWS {
            let solutions = self.complete(rows, board, free);
            self.outcome.add(solutions);
        } else if !self.cancel.is_cancelled() {
            self.outcome.nodes += u64::from(free.count_ones());
            for (board, open) in promising(rows, board, free) {
                self.spread(&rows[1..], board, open);
            }
        }
    }

    /// Returns the number of ways to place one queen in each row, the first on a square of `free`.
    fn complete(&mut self, rows: &[FrameRow], board: AttackedSquares, free: u32) -> u64 {
        let [row, below @ ..] = rows else { return 1 };
        self.outcome.nodes += u64::from(free.count_ones());
        let boards = bits(free).map(|queen| board.with(queen, row));
        match below {
            [] => free.count_ones().into(),
            [last] => boards
                .map(|board| u64::from(board.free(last).count_ones()))
                .sum(),
            [next, last] => boards.map(|board| board.last_two(next, last)).sum(),
            _ => {
                let mut solutions = 0;
                for (board, open) in promising(rows, board, free) {
                    solutions += self.complete(below, board, open);
                }
                solutions
            }
        }
    }
}

/// Returns the boards with a queen on a free square of the first row for which the next three rows
/// still have free squares, together with the free squares of the next row.
#[inline(always)]
fn promising(
    rows: &[FrameRow],
    board: AttackedSquares,
    free: u32,
) -> impl Iterator<Item = (AttackedSquares, u32)> {
    let [row, next, second, third, ..] = rows else {
        unreachable!("fewer than four rows are closed in other ways");
    };
    bits(free).filter_map(move |queen| {
        // Three rows are tested with one branch: separate branches would be hard to predict.
        let board = board.with(queen, row);
        let open = board.free(next);
        let later = board.with(0, next);
        let last = later.with(0, second);
        let promising = (open != 0) & (later.free(second) != 0) & (last.free(third) != 0);
        promising.then_some((board, open))
    })
}

/// Returns the bits of a mask, one by one.
fn bits(mut mask: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let lowest = mask & mask.wrapping_neg();
        mask ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}
