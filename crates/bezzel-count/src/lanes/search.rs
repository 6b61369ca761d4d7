//! Depth-first search by blocks: many partial boards advance together, one in each lane.
//!
//! Every row has a buffer of boards whose queens stand above it. The search takes a block of boards
//! from the deepest buffer that has any, places one queen on each board of a vector at a time, drops
//! the boards on which a later row or column can no longer have a queen, and writes the others, closed up,
//! into the buffer of the next row. Boards that have had their last queen leave their lane to the
//! next board of the block. Taking the deepest buffer first keeps all buffers small.

use bezzel::Cancel;
use bezzel::job::Outcome;

use super::buffers::{BEYOND, Boards, Buffers};
use super::vector::{Lane, Vector};
use crate::constellations::Frame;

/// Boards taken from a buffer at a time: enough that vectors are full nearly always.
pub(super) const BLOCK: usize = 4096;
/// Frames with fewer rows are left to `border`: the search needs two rows below every row it expands.
pub(super) const FEWEST_ROWS: usize = 4;
/// Rows looked at ahead where many are left.
const AHEAD: usize = 3;
/// The most rows ahead that are looked at.
const FARTHEST: usize = 5;

/// Counts the solutions of a frame, `VECTORS` at a time, so that one need not wait for its own
/// results. Nothing if it was cancelled.
///
/// # Safety
/// The machine must have the instructions of `V`.
#[inline(always)]
pub unsafe fn search<V: Vector, const VECTORS: usize>(
    frame: &Frame,
    buffers: &mut Buffers<V::Lane>,
    cancel: &Cancel,
    outcome: &mut Outcome,
) -> Option<()> {
    const { assert!(V::LANES <= BEYOND) };
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
        let count = waiting[row].min(BLOCK);
        waiting[row] -= count;
        let left = frame.rows - row - 1;
        // SAFETY: the block lies in the buffer of its row, with room for a vector behind it. The buffer of
        // the next row is empty, `row` being the deepest that has boards, and there is room in it for
        // all children of a block; it exists, since at least two rows are left below.
        let (mut step, ground) = unsafe {
            let block = rows.row(row).from(waiting[row]);
            let step = Step::<V>::new(block, count, rows.row(row + 1));
            (step, Ground::new(frame, row))
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

/// A vector of boards, and the squares of their row that have not been tried.
#[derive(Clone, Copy)]
struct Parents<V> {
    columns: V,
    rising: V,
    falling: V,
    untried: V,
}

/// A vector of boards with a queen more.
#[derive(Clone, Copy)]
struct Child<V> {
    columns: V,
    rising: V,
    falling: V,
}

impl<V: Vector> Child<V> {
    /// The squares these queens leave free so many rows ahead.
    ///
    /// A method, not a closure: closures are not inlined reliably, and out of line the vector
    /// instructions would not be available.
    #[inline(always)]
    fn free(self, ahead: usize, ground: &Ground<V>) -> V {
        let below = ground.below[ahead];
        self.columns
            .nor(self.rising.down(below), self.falling.up(below))
    }
}

/// What holds for all boards of a row.
struct Ground<V: Vector> {
    /// How far the next row lies below.
    gap: V::Distance,
    /// The squares no queen of the frame attacks, in this row and those below.
    open: [V; FARTHEST + 1],
    /// How far the rows below lie below the next one.
    below: [V::Distance; FARTHEST + 1],
    /// Every bit.
    full: V,
}

impl<V: Vector> Ground<V> {
    /// # Safety
    /// The machine must have the instructions of `V`.
    #[inline(always)]
    unsafe fn new(frame: &Frame, row: usize) -> Self {
        let below = |ahead: usize| frame.gaps[row + 1..row + ahead.max(1)].iter().sum();
        // SAFETY: as the caller promises.
        unsafe {
            let mut ground = Self {
                gap: V::distance(frame.gaps[row]),
                open: [V::splat(!frame.attacked[row]); FARTHEST + 1],
                below: [V::distance(0); FARTHEST + 1],
                full: V::splat(u32::MAX),
            };
            for ahead in 1..=FARTHEST {
                ground.open[ahead] = V::splat(!frame.attacked[row + ahead]);
                ground.below[ahead] = V::distance(below(ahead));
            }
            ground
        }
    }
}

/// A block of boards on its way to the next row.
///
/// The block is followed by room for a vector, and the children have room for whatever the block may have:
/// who makes a step promises that.
struct Step<V: Vector> {
    block: Boards<V::Lane>,
    count: usize,
    /// How many boards of the block have had a lane: never more than there are.
    next: usize,
    children: Boards<V::Lane>,
    stored: usize,
    solutions: u64,
    nodes: u64,
}

impl<V: Vector> Step<V> {
    /// A block of so many boards, and where its children go.
    ///
    /// # Safety
    /// The machine must have the instructions of `V`. The block must be followed by room for a vector, and
    /// the children must have room for as many boards as the block has squares, and a vector more.
    #[inline(always)]
    unsafe fn new(block: Boards<V::Lane>, count: usize, children: Boards<V::Lane>) -> Self {
        // What is read behind the block, less than a vector, is made into boards without free columns.
        // SAFETY: as the caller promises.
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

    /// Places a queen on every board and square. `LEFT` rows are left below, or many if that is 0.
    #[inline(always)]
    fn expand<const LEFT: usize, const VECTORS: usize>(&mut self, ground: &Ground<V>) {
        if self.count <= V::LANES {
            let mut parents = [self.take(ground)];
            return self.finish::<LEFT, 1>(&mut parents, ground);
        }
        let mut parents = [self.take(ground); VECTORS];
        for parent in &mut parents[1..] {
            *parent = self.take(ground);
        }
        // As long as the block can fill every lane, every lane has a square to try: boards are only
        // stored if the next row has one.
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

    /// Goes on until the block is used up and every square was tried.
    #[inline(always)]
    fn finish<const LEFT: usize, const N: usize>(
        &mut self,
        parents: &mut [Parents<V>; N],
        ground: &Ground<V>,
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

    /// The next boards of the block.
    #[inline(always)]
    fn take(&mut self, ground: &Ground<V>) -> Parents<V> {
        // SAFETY: `next` is at most the end of the block, and a vector more is there to be read.
        let [columns, rising, falling] = unsafe {
            let from = self.block.from(self.next);
            [
                V::load(from.columns),
                V::load(from.rising),
                V::load(from.falling),
            ]
        };
        self.next = (self.next + V::LANES).min(self.count);
        Parents {
            columns,
            rising,
            falling,
            untried: columns.nor(rising, falling).and(ground.open[0]),
        }
    }

    /// Gives the lanes of boards that are done to the next boards of the block.
    #[inline(always)]
    fn refill(&mut self, parents: &mut Parents<V>, ground: &Ground<V>) {
        let done = parents.untried.miss(parents.untried, parents.untried.all());
        let boards = [parents.columns, parents.rising, parents.falling];
        // SAFETY: as in `take`.
        [parents.columns, parents.rising, parents.falling] =
            unsafe { V::expand(boards, done, self.block.from(self.next).arrays()) };
        let free = parents.columns.nor(parents.rising, parents.falling);
        parents.untried = free.and_where(ground.open[0], done, parents.untried);
        self.next = (self.next + V::count(done)).min(self.count);
    }

    /// Places a queen on the lowest untried square of every board of a mask.
    #[inline(always)]
    fn place<const LEFT: usize>(
        &mut self,
        parents: &mut Parents<V>,
        mask: V::Mask,
        ground: &Ground<V>,
    ) {
        // The lowest bit is the one that one less has not.
        let less = parents.untried.minus_one();
        let columns = parents.columns.or_without(parents.untried, less);
        let rising = parents.rising.or_without(parents.untried, less);
        let falling = parents.falling.or_without(parents.untried, less);
        let (rising, falling) = (rising.down(ground.gap), falling.up(ground.gap));
        parents.untried = parents.untried.and(less);

        let child = Child {
            columns,
            rising,
            falling,
        };
        let (first, second) = (columns.nor(rising, falling), child.free(2, ground));
        let mut live = first.meet(ground.open[1], mask);
        live = second.meet(ground.open[2], live);
        if LEFT == 2 {
            // Two rows and two columns are left. If a diagonal joins the columns between these rows,
            // both ways are barred.
            let left = columns.nor(columns, columns);
            live = left.miss(left.up(ground.below[2]), live);
            let (first, second) = (first.and(ground.open[1]), second.and(ground.open[2]));
            // Rows with different squares can be filled in one way, and rows that both have both
            // columns in two.
            let one = V::count(first.differ(second, live));
            let two = V::count(first.and(second).same(left, live));
            self.solutions += (one + 2 * two) as u64;
            return;
        }
        let rows = if LEFT == 0 { AHEAD } else { LEFT };
        let mut covered = columns
            .or_and(first, ground.open[1])
            .or_and(second, ground.open[2]);
        for ahead in 3..=rows {
            let free = child.free(ahead, ground);
            live = free.meet(ground.open[ahead], live);
            covered = covered.or_and(free, ground.open[ahead]);
        }
        if LEFT > 0 {
            // All rows were looked at: a column that is free in none of them will stay empty.
            live = covered.same(ground.full, live);
        }
        // SAFETY: a block has no more children than squares, and there is room for those and a vector.
        unsafe {
            let to = self.children.from(self.stored);
            V::compress([columns, rising, falling], live, to.arrays());
        }
        self.stored += V::count(live);
    }
}
