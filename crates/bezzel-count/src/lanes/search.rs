//! Depth-first search by blocks: many partial boards advance together, one per lane.
//!
//! - Every row has a buffer of boards whose queens above it are placed.
//! - The search takes a block of boards from the deepest non-empty buffer. It places one queen on
//!   each board of a vector at a time, drops the boards on which some later row or column can no
//!   longer have a queen, and stores the others compressed in the buffer of the next row.
//! - A board that has tried all squares leaves its lane to the next board of the block.
//!
//! Taking the deepest buffer first keeps all buffers small.

use bezzel::Cancel;
use bezzel::job::Outcome;

use super::buffers::{Boards, Buffers, EXTRA_LANES};
use super::vector::{Lane, Vector};
use crate::constellations::Frame;

/// The number of boards taken from a buffer at a time: enough for vectors to be nearly always full.
pub(super) const BOARDS_PER_BLOCK: usize = 4096;
/// Frames with fewer rows are counted by `border`: the search needs two rows below every row it
/// expands.
pub(super) const FEWEST_ROWS: usize = 4;
/// The number of rows of look-ahead while many rows are left.
const LOOK_AHEAD_ROWS: usize = 3;
/// The largest number of rows of look-ahead.
const MAX_LOOK_AHEAD_ROWS: usize = 5;

/// Counts the solutions of a frame, interleaving `VECTORS` vectors to hide latencies. Returns
/// `None` if cancelled.
///
/// # Safety
/// The machine must support the instructions of `V`.
#[inline(always)]
pub unsafe fn search<V: Vector, const VECTORS: usize>(
    frame: &Frame,
    buffers: &mut Buffers<V::Lane>,
    cancel: &Cancel,
    outcome: &mut Outcome,
) -> Option<()> {
    const { assert!(V::LANES <= EXTRA_LANES) };
    assert!(frame.width <= V::Lane::BITS && frame.rows >= FEWEST_ROWS);
    buffers.make_room(frame);
    let mut waiting = [0_usize; 32];
    let mut row = 0;
    let rows = buffers.rows();
    // SAFETY: the buffer of the first row has room for a board.
    unsafe {
        let first = rows.row(0);
        first.columns.write(V::Lane::new(!frame.columns));
        first.rising.write(V::Lane::new(0));
        first.falling.write(V::Lane::new(0));
    }
    waiting[0] = 1;
    loop {
        while waiting[row] == 0 {
            if row == 0 {
                return Some(());
            }
            row -= 1;
        }
        if cancel.is_cancelled() {
            return None;
        }
        let count = waiting[row].min(BOARDS_PER_BLOCK);
        waiting[row] -= count;
        let left = frame.rows - row - 1;
        // SAFETY: the block is in the buffer of its row, followed by space for a vector. The buffer
        // of the next row exists, since at least two rows are left below; it is empty, since `row`
        // is the deepest that has boards, and has space for all children of a block.
        let (mut step, ground) = unsafe {
            let block = rows.row(row).from(waiting[row]);
            let step = BlockStep::<V>::new(block, count, rows.row(row + 1));
            (step, RowData::new(frame, row))
        };
        match left {
            2 => step.expand::<2, VECTORS>(&ground),
            3 => step.expand::<3, VECTORS>(&ground),
            4 => step.expand::<4, VECTORS>(&ground),
            5 => step.expand::<5, VECTORS>(&ground),
            _ => step.expand::<0, VECTORS>(&ground),
        }
        outcome.nodes += step.nodes;
        if left == 2 {
            outcome.add(step.solutions);
        } else {
            row += 1;
            waiting[row] = step.stored;
        }
    }
}

/// A vector of boards, and the untried squares of their row.
#[derive(Clone, Copy)]
struct ParentLanes<V> {
    columns: V,
    rising: V,
    falling: V,
    untried: V,
}

/// A vector of boards with one more queen.
#[derive(Clone, Copy)]
struct ChildLanes<V> {
    columns: V,
    rising: V,
    falling: V,
}

impl<V: Vector> ChildLanes<V> {
    /// Returns the squares that these queens leave free in a row `ahead` rows below.
    ///
    /// This is a method because closures are not inlined reliably, and outside of the compiled
    /// function the vector instructions would not be available.
    #[inline(always)]
    fn free(self, ahead: usize, ground: &RowData<V>) -> V {
        let below = ground.below[ahead];
        self.columns
            .nor(self.rising.down(below), self.falling.up(below))
    }
}

/// The data common to all boards of a row.
struct RowData<V: Vector> {
    /// The distance to the next row.
    gap: V::Distance,
    /// The squares not attacked by the frame's queens, in this row and those below.
    open: [V; MAX_LOOK_AHEAD_ROWS + 1],
    /// The distance from the next row to each row of the look-ahead.
    below: [V::Distance; MAX_LOOK_AHEAD_ROWS + 1],
    /// A mask of all columns.
    full: V,
}

impl<V: Vector> RowData<V> {
    /// # Safety
    /// The machine must support the instructions of `V`.
    #[inline(always)]
    unsafe fn new(frame: &Frame, row: usize) -> Self {
        let below = |ahead: usize| frame.gaps[row + 1..row + ahead.max(1)].iter().sum();
        // SAFETY: guaranteed by the caller.
        unsafe {
            let mut ground = Self {
                gap: V::distance(frame.gaps[row]),
                open: [V::splat(!frame.attacked[row]); MAX_LOOK_AHEAD_ROWS + 1],
                below: [V::distance(0); MAX_LOOK_AHEAD_ROWS + 1],
                full: V::splat(u32::MAX),
            };
            for ahead in 1..=MAX_LOOK_AHEAD_ROWS {
                ground.open[ahead] = V::splat(!frame.attacked[row + ahead]);
                ground.below[ahead] = V::distance(below(ahead));
            }
            ground
        }
    }
}

/// A block of boards and its children in the next row.
///
/// Invariant: the block is followed by space for a vector, and there is space for all children the
/// block can have. The caller of `new` guarantees this.
struct BlockStep<V: Vector> {
    block: Boards<V::Lane>,
    count: usize,
    /// The number of boards that have been loaded into a lane, at most `count`.
    next: usize,
    children: Boards<V::Lane>,
    stored: usize,
    solutions: u64,
    nodes: u64,
}

impl<V: Vector> BlockStep<V> {
    /// Returns the step for a block of `count` boards.
    ///
    /// # Safety
    /// The machine must support the instructions of `V`. The block must be followed by room for a
    /// vector, and the children must have room for as many boards as the block has squares, and a
    /// vector more.
    #[inline(always)]
    unsafe fn new(block: Boards<V::Lane>, count: usize, children: Boards<V::Lane>) -> Self {
        // Lanes read beyond the end of the block are turned into boards without free columns.
        // SAFETY: guaranteed by the caller.
        unsafe { V::splat(u32::MAX).store(block.from(count).columns) };
        Self {
            block,
            count,
            next: 0,
            children,
            stored: 0,
            solutions: 0,
            nodes: 0,
        }
    }

    /// Places a queen on every free square of every board. `LEFT` is the number of rows below, or 0
    /// for many.
    #[inline(always)]
    fn expand<const LEFT: usize, const VECTORS: usize>(&mut self, ground: &RowData<V>) {
        if self.count <= V::LANES {
            let mut parents = [self.take(ground)];
            return self.finish::<LEFT, 1>(&mut parents, ground);
        }
        let mut parents = [self.take(ground); VECTORS];
        for parent in &mut parents[1..] {
            *parent = self.take(ground);
        }
        // While the block can fill every lane, every lane has a square to try: a board is stored
        // only if its next row has one.
        while self.next + VECTORS * V::LANES <= self.count {
            for parent in &mut parents {
                self.place::<LEFT>(parent, parent.untried.all(), ground);
            }
            self.nodes += (VECTORS * V::LANES) as u64;
            for parent in &mut parents {
                self.refill(parent, ground);
            }
        }
        self.finish::<LEFT, VECTORS>(&mut parents, ground);
    }

    /// Continues the search until no board of the block is left and every square has been tried.
    #[inline(always)]
    fn finish<const LEFT: usize, const N: usize>(
        &mut self,
        parents: &mut [ParentLanes<V>; N],
        ground: &RowData<V>,
    ) {
        loop {
            let mut active = 0;
            for parent in parents.iter_mut() {
                let busy = parent.untried.meet(parent.untried, parent.untried.all());
                let lanes = V::count(busy);
                if N == 1 || lanes > 0 {
                    self.place::<LEFT>(parent, busy, ground);
                }
                active += lanes;
            }
            if active == 0 {
                return;
            }
            self.nodes += active as u64;
            for parent in parents.iter_mut() {
                self.refill(parent, ground);
            }
        }
    }

    /// Loads the next boards of the block.
    #[inline(always)]
    fn take(&mut self, ground: &RowData<V>) -> ParentLanes<V> {
        // SAFETY: `next` is at most the end of the block, after which another vector can be read.
        let [columns, rising, falling] = unsafe {
            let from = self.block.from(self.next);
            [
                V::load(from.columns),
                V::load(from.rising),
                V::load(from.falling),
            ]
        };
        self.next = (self.next + V::LANES).min(self.count);
        ParentLanes {
            columns,
            rising,
            falling,
            untried: columns.nor(rising, falling).and(ground.open[0]),
        }
    }

    /// Loads the next boards of the block into the lanes of finished boards.
    #[inline(always)]
    fn refill(&mut self, parents: &mut ParentLanes<V>, ground: &RowData<V>) {
        let done = parents.untried.miss(parents.untried, parents.untried.all());
        let boards = [parents.columns, parents.rising, parents.falling];
        // SAFETY: as in `take`.
        [parents.columns, parents.rising, parents.falling] =
            unsafe { V::expand(boards, done, self.block.from(self.next).arrays()) };
        let free = parents.columns.nor(parents.rising, parents.falling);
        parents.untried = free.and_where(ground.open[0], done, parents.untried);
        self.next = (self.next + V::count(done)).min(self.count);
    }

    /// Places a queen on the lowest untried square of every board in a mask.
    #[inline(always)]
    fn place<const LEFT: usize>(
        &mut self,
        parents: &mut ParentLanes<V>,
        mask: V::Mask,
        ground: &RowData<V>,
    ) {
        // `untried & !less` is the lowest set bit of `untried`.
        let less = parents.untried.minus_one();
        let columns = parents.columns.or_without(parents.untried, less);
        let rising = parents.rising.or_without(parents.untried, less);
        let falling = parents.falling.or_without(parents.untried, less);
        let (rising, falling) = (rising.down(ground.gap), falling.up(ground.gap));
        parents.untried = parents.untried.and(less);

        let child = ChildLanes {
            columns,
            rising,
            falling,
        };
        let (first, second) = (columns.nor(rising, falling), child.free(2, ground));
        let mut live = first.meet(ground.open[1], mask);
        live = second.meet(ground.open[2], live);
        if LEFT == 2 {
            // Two rows and two columns are left. If a diagonal joins the two columns between these
            // rows, both ways are impossible.
            let left = columns.nor(columns, columns);
            live = left.miss(left.up(ground.below[2]), live);
            let (first, second) = (first.and(ground.open[1]), second.and(ground.open[2]));
            // If the rows' free squares differ, there is one way; if both rows have both columns
            // free, there are two.
            let one = V::count(first.differ(second, live));
            let two = V::count(first.and(second).same(left, live));
            self.solutions += (one + 2 * two) as u64;
            return;
        }
        let rows = if LEFT == 0 { LOOK_AHEAD_ROWS } else { LEFT };
        let mut covered = columns
            .or_of_and(first, ground.open[1])
            .or_of_and(second, ground.open[2]);
        for ahead in 3..=rows {
            let free = child.free(ahead, ground);
            live = free.meet(ground.open[ahead], live);
            covered = covered.or_of_and(free, ground.open[ahead]);
        }
        if LEFT > 0 {
            // All remaining rows were examined: a column that is free in none of them would stay
            // empty.
            live = covered.same(ground.full, live);
        }
        // SAFETY: a block has at most as many children as squares, and there is space for those and
        // a vector.
        unsafe {
            let to = self.children.from(self.stored);
            V::compress([columns, rising, falling], live, to.arrays());
        }
        self.stored += V::count(live);
    }
}
