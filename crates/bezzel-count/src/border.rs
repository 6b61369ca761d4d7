//! The reference: one board at a time, on one page.

use bezzel::Cancel;
use bezzel::job::{Job, Outcome};
use bezzel_queens::Board;
use bezzel_queens::Engine;
use bezzel_queens::Error;

use crate::constellations::{self, Constellations, Counter, Frame, LIMIT, Position};

/// Row by row with three masks, from the frame that the queens on the border leave.
#[derive(Debug, Clone, Copy)]
pub struct Border;

impl Engine for Border {
    fn name(&self) -> &'static str {
        "border"
    }

    fn about(&self) -> &'static str {
        "queens on the border first, eight-fold symmetry, one board at a time"
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

    fn guess(&self, board: &Board, nodes: f64) -> f64 {
        constellations::guess(board, nodes, 30e-9, 1.5e-9)
    }
}

impl Counter for Border {
    fn count(&mut self, position: &Position, cancel: &Cancel) -> Option<Outcome> {
        let frame = Frame::new(position, u32::BITS).expect("a board is at most 32 wide");
        let outcome = Self::complete(&frame, cancel);
        (!cancel.is_cancelled()).then_some(outcome)
    }
}

impl Border {
    /// The solutions of a frame; fewer if it is cancelled.
    pub(crate) fn complete(frame: &Frame, cancel: &Cancel) -> Outcome {
        let rows = frame.attacked.iter().zip(&frame.gaps).take(frame.rows);
        let rows: Vec<Row> = rows
            .map(|(&attacked, &gap)| Row { attacked, gap })
            .collect();
        let board = Taken {
            columns: !frame.columns,
            rising: 0,
            falling: 0,
        };
        let mut search = Search {
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

/// A row of the frame: the squares its queens attack, and how far the next row lies below.
struct Row {
    attacked: u32,
    gap: u32,
}

/// The columns that are taken, and the squares of a row that queens above attack along the diagonals
/// `/` and `\`.
#[derive(Clone, Copy)]
struct Taken {
    columns: u32,
    rising: u32,
    falling: u32,
}

impl Taken {
    /// The free squares of a row.
    fn free(self, row: &Row) -> u32 {
        !(self.columns | self.rising | self.falling | row.attacked)
    }

    /// With a queen more in a row; seen from the next row.
    fn with(self, queen: u32, row: &Row) -> Self {
        Self {
            columns: self.columns | queen,
            rising: (self.rising | queen) >> row.gap,
            falling: (self.falling | queen) << row.gap,
        }
    }

    /// The ways to fill the last two rows, which have two columns left.
    fn last_two(self, next: &Row, last: &Row) -> u64 {
        let (first, second) = (self.free(next), self.with(0, next).free(last));
        let left = !self.columns;
        // If a diagonal joins the columns between the rows, both ways are barred. Rows with different
        // squares can be filled in one way, rows that both have both columns in two.
        let barred = left & left << next.gap != 0;
        let one = (first != 0) & (second != 0) & (first != second);
        let two = (first == left) & (second == left);
        u64::from(!barred) * (u64::from(one) + 2 * u64::from(two))
    }
}

struct Search<'c> {
    cancel: &'c Cancel,
    outcome: Outcome,
}

impl Search<'_> {
    /// Subtrees of so many rows are added up before they are accounted for: no more solutions than 64
    /// bits can count, and time to listen in between.
    const SUBTREE: usize = 9;

    /// Places a queen in each of the rows, in the first of them on a free square, and accounts for the
    /// solutions subtree by subtree.
    fn spread(&mut self, rows: &[Row], board: Taken, free: u32) {
        if rows.len() <= Self::SUBTREE {
            let solutions = self.complete(rows, board, free);
            self.outcome.add(solutions);
        } else if !self.cancel.is_cancelled() {
            self.outcome.nodes += u64::from(free.count_ones());
            for (board, open) in promising(rows, board, free) {
                self.spread(&rows[1..], board, open);
            }
        }
    }

    /// The ways to place a queen in each of the rows, in the first of them on a free square.
    fn complete(&mut self, rows: &[Row], board: Taken, free: u32) -> u64 {
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

/// The boards with a queen on a free square of the first row, if the next three still have free squares,
/// and the free squares of the next one.
#[inline(always)]
fn promising(rows: &[Row], board: Taken, free: u32) -> impl Iterator<Item = (Taken, u32)> {
    let [row, next, second, third, ..] = rows else {
        unreachable!("fewer than four rows are closed in other ways");
    };
    bits(free).filter_map(move |queen| {
        // Three rows are looked at before a branch is taken: each branch alone would be hard to predict.
        let board = board.with(queen, row);
        let open = board.free(next);
        let later = board.with(0, next);
        let last = later.with(0, second);
        let promising = (open != 0) & (later.free(second) != 0) & (last.free(third) != 0);
        promising.then_some((board, open))
    })
}

/// The bits of a mask, one by one.
fn bits(mut mask: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let lowest = mask & mask.wrapping_neg();
        mask ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}
