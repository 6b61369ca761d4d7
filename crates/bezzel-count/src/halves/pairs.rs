//! Compares every upper placement with every lower one: slow and simple, using nothing but squares.
//! It counts boards that are too small for the engine, and tests check the engine against it.

use super::classes::{Class, Kind};
use super::shape::Shape;

/// A square, row and column counted from the corner.
type CornerSquare = (u32, u32);

/// Counts a class: two for every solution above its bound, one for every solution that reaches it
/// exactly.
pub fn count(shape: Shape, class: &Class) -> u64 {
    let Shape { n, half } = shape;
    let chosen = shape.of(class.corners);
    let others = shape.columns() ^ chosen ^ shape.middle();
    let (upper, lower) = match class.kind {
        Kind::Even => (
            placements(0..half, others, vec![]),
            placements(half..n, chosen, vec![]),
        ),
        Kind::Centre => (
            placements(0..half, others, vec![(half, half)]),
            placements(half + 1..n, chosen, vec![]),
        ),
        Kind::OffCentre => (
            placements(0..half + 1, others | shape.middle(), vec![]),
            placements(half + 1..n, chosen, vec![]),
        ),
    };
    let mut count = 0;
    for above in &upper {
        for below in &lower {
            let apart = above
                .iter()
                .all(|&one| below.iter().all(|&other| !attack(one, other)));
            if apart {
                let queens: Vec<CornerSquare> = above.iter().chain(below).copied().collect();
                count += worth(shape, class.kind, &queens);
            }
        }
    }
    count
}

/// Returns how many solutions of the board a solution stands for: 2 if it is above the bound of its
/// class, 1 if it reaches it exactly, else 0.
pub fn worth(shape: Shape, kind: Kind, queens: &[CornerSquare]) -> u64 {
    if kind == Kind::OffCentre {
        let (c, r) = offsets(shape, queens);
        let kept = c < 0 && r < 0;
        return if kept { compare(r.abs(), c.abs()) } else { 0 };
    }
    let (columns, rows) = corners(shape, queens);
    compare(rows, columns)
}

/// Returns 2 if one number is above another, 1 if they are equal, else 0.
fn compare<T: Ord>(one: T, other: T) -> u64 {
    match one.cmp(&other) {
        std::cmp::Ordering::Less => 0,
        std::cmp::Ordering::Equal => 1,
        std::cmp::Ordering::Greater => 2,
    }
}

/// Returns the distances of the queens of the middle row and of the middle column from the middle.
fn offsets(shape: Shape, queens: &[CornerSquare]) -> (i64, i64) {
    let half = i64::from(shape.half);
    let (mut c, mut r) = (0, 0);
    for &(row, column) in queens {
        if row == shape.half {
            c = i64::from(column) - half;
        }
        if column == shape.half {
            r = i64::from(row) - half;
        }
    }
    (c, r)
}

/// Returns two numbers: the least of the column sets of the two upper quarters and their
/// complements, and the least of the row sets of the two left quarters and their complements.
fn corners(shape: Shape, queens: &[CornerSquare]) -> (u32, u32) {
    let (mut columns, mut rows) = ([0, 0], [0, 0]);
    for &(row, column) in queens {
        let (up, left) = (row < shape.half, column < shape.half);
        if up && column != shape.n - 1 - column {
            columns[usize::from(!left)] |= 1 << column.min(shape.n - 1 - column);
        }
        if left && row != shape.n - 1 - row {
            rows[usize::from(!up)] |= 1 << row.min(shape.n - 1 - row);
        }
    }
    let least = |sets: [u32; 2]| {
        let sets = sets.into_iter();
        let all = sets.flat_map(|set| [set, set ^ shape.left()]);
        all.min().expect("four sets")
    };
    (least(columns), least(rows))
}

/// Returns the ways to place a queen in each of the rows on these columns, together with queens
/// already placed.
pub fn placements(
    rows: std::ops::Range<u32>,
    columns: u32,
    standing: Vec<CornerSquare>,
) -> Vec<Vec<CornerSquare>> {
    rows.fold(vec![standing], |placements, row| {
        let longer = placements.iter().flat_map(|placement| {
            let free = (0..u32::BITS).filter(|column| columns >> column & 1 == 1);
            let squares = free.map(move |column| (row, column));
            let open = squares.filter(|&square| !placement.iter().any(|&one| attack(one, square)));
            open.map(|square| {
                let mut longer = placement.clone();
                longer.push(square);
                longer
            })
        });
        longer.collect()
    })
}

fn attack(one: CornerSquare, other: CornerSquare) -> bool {
    let (down, across) = (one.0.abs_diff(other.0), one.1.abs_diff(other.1));
    down == 0 || across == 0 || down == across
}
