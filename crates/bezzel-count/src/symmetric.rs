//! Solutions that a turn of the board leaves as they are.
//!
//! Such solutions are built of whole orbits: two queens at once for the half turn, four for the
//! quarter turn. The search is that much shorter.

use crate::plan::Square;

/// How many solutions of `n` queens a half turn leaves as they are (OEIS A032522).
///
/// # Panics
/// Beyond [`crate::LIMIT`] queens.
pub fn half_turn(n: u32) -> u64 {
    count(n, |n, (row, column)| {
        vec![(row, column), (n - 1 - row, n - 1 - column)]
    })
}

/// How many solutions of `n` queens a quarter turn leaves as they are (OEIS A033148).
///
/// # Panics
/// Beyond [`crate::LIMIT`] queens.
pub fn quarter_turn(n: u32) -> u64 {
    count(n, |n, (row, column)| {
        vec![
            (row, column),
            (column, n - 1 - row),
            (n - 1 - row, n - 1 - column),
            (n - 1 - column, row),
        ]
    })
}

/// The images of a square under a turn, itself first.
type Orbit = fn(u8, Square) -> Vec<Square>;

/// Rows, columns and diagonals that are taken.
#[derive(Clone, Copy, Default)]
struct Taken {
    rows: u32,
    columns: u32,
    rising: u64,
    falling: u64,
}

impl Taken {
    /// With a queen more, unless she would be attacked.
    fn with(self, n: u8, (row, column): Square) -> Option<Self> {
        let (row_bit, column_bit) = (1 << row, 1 << column);
        let (rising, falling) = (1 << (row + column), 1 << (n - 1 + row - column));
        let free = self.rows & row_bit == 0
            && self.columns & column_bit == 0
            && self.rising & rising == 0
            && self.falling & falling == 0;
        free.then_some(Self {
            rows: self.rows | row_bit,
            columns: self.columns | column_bit,
            rising: self.rising | rising,
            falling: self.falling | falling,
        })
    }
}

fn count(n: u32, orbit: Orbit) -> u64 {
    assert!(n <= crate::LIMIT, "{n} queens are more than can be counted");
    // For each row and column the orbit, each square once.
    let orbits: Vec<Vec<Vec<Square>>> = (0..n as u8)
        .map(|row| {
            (0..n as u8)
                .map(|column| {
                    let mut squares = orbit(n as u8, (row, column));
                    squares.sort_unstable();
                    squares.dedup();
                    squares
                })
                .collect()
        })
        .collect();
    complete(&orbits, Taken::default())
}

/// The ways to complete a board by whole orbits, the uppermost row without queen first.
fn complete(orbits: &[Vec<Vec<Square>>], taken: Taken) -> u64 {
    let n = orbits.len();
    let row = taken.rows.trailing_ones() as usize;
    if row >= n {
        return 1;
    }
    let place = |orbit: &Vec<Square>| {
        let mut squares = orbit.iter();
        squares.try_fold(taken, |taken, &square| taken.with(n as u8, square))
    };
    orbits[row]
        .iter()
        .filter_map(place)
        .map(|taken| complete(orbits, taken))
        .sum()
}

/// The number of essentially different solutions, from the number of all, of those a half turn
/// leaves as they are, and of those a quarter turn does (Burnside): no reflection leaves any as it
/// is on boards with more than one square.
pub fn essentially_different(n: u32, all: u128, half_turn: u64, quarter_turn: u64) -> u128 {
    match n {
        0 | 1 => all,
        _ => (all + u128::from(half_turn) + 2 * u128::from(quarter_turn)) / 8,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_values() {
        let half = [1, 0, 0, 2, 2, 4, 8, 4, 16, 12, 48, 80, 136, 420, 1240, 3000];
        assert_eq!((1..=16).map(half_turn).collect::<Vec<_>>(), half);
        for (n, quarter) in [(1, 1), (4, 2), (5, 2), (8, 0), (9, 0), (12, 8), (16, 64)] {
            assert_eq!(quarter_turn(n), quarter, "{n}");
        }
        for n in [2, 3, 6, 7, 10, 11, 14, 15] {
            assert_eq!(quarter_turn(n), 0, "{n}");
        }
    }
}
