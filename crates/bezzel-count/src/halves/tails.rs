//! Tables for the last five rows of a half: which of the 120 permutations of five columns are
//! possible.

/// The number of rows that come from tables.
pub const TAIL_ROWS: usize = 5;

/// The number of permutations of five columns.
pub const WAYS: usize = 120;

/// For each permutation, the index of the column of each row.
pub static SHARES: [[u8; TAIL_ROWS]; WAYS] = shares();

/// `SHARES` as shift distances into [`Five::columns`], padded to 128 entries.
pub static SHIFTS: [[u8; 8]; 128] = {
    let shares = shares();
    let mut shifts = [[0; 8]; 128];
    let mut way = 0;
    while way < WAYS {
        let mut row = 0;
        while row < TAIL_ROWS {
            shifts[way][row] = 8 * shares[way][row];
            row += 1;
        }
        way += 1;
    }
    shifts
};

/// For each row and each set of columns, the permutations (a bit each) that give the row one of
/// these columns.
pub static ALLOWED: [[u128; 1 << TAIL_ROWS]; TAIL_ROWS] = allowed();

/// For each set of columns, the permutations (a bit each) whose pattern is at least a number. The
/// pattern of a permutation has a bit for every row that takes one of these columns, the first
/// row's being the highest of five.
static PERMUTATIONS_AT_LEAST: [[u128; (1 << TAIL_ROWS) + 1]; 1 << TAIL_ROWS] = table_at_least();

/// Returns the permutations whose pattern is at least `number`, for a set of columns.
#[inline(always)]
pub fn at_least(columns: u32, number: u32) -> u128 {
    PERMUTATIONS_AT_LEAST[columns as usize % (1 << TAIL_ROWS)][number as usize]
}

/// The indices of the permutations, padded to 128.
pub static NUMBERS: [u16; 128] = {
    let mut numbers = [0; 128];
    let mut way = 0;
    while way < 128 {
        numbers[way] = way as u16;
        way += 1;
    }
    numbers
};

/// The permutations in which the queens of two columns at a given distance do not attack each
/// other.
static PEACEFUL: [[[u128; TAIL_ROWS]; TAIL_ROWS]; TAIL_ROWS] = peaceful();

const fn shares() -> [[u8; TAIL_ROWS]; WAYS] {
    let mut shares = [[0; TAIL_ROWS]; WAYS];
    let mut way = 0;
    while way < WAYS {
        // The digits in the factorial number system select the remaining column of each row.
        let mut left = [0, 1, 2, 3, 4];
        let (mut row, mut rest, mut parts) = (0, way, WAYS);
        while row < TAIL_ROWS {
            parts /= TAIL_ROWS - row;
            let mut at = rest / parts;
            rest %= parts;
            shares[way][row] = left[at];
            while at + 1 < TAIL_ROWS {
                left[at] = left[at + 1];
                at += 1;
            }
            row += 1;
        }
        way += 1;
    }
    shares
}

const fn allowed() -> [[u128; 1 << TAIL_ROWS]; TAIL_ROWS] {
    let shares = shares();
    let mut allowed = [[0; 1 << TAIL_ROWS]; TAIL_ROWS];
    let mut way = 0;
    while way < WAYS {
        let mut row = 0;
        while row < TAIL_ROWS {
            let mut columns = 0;
            while columns < 1 << TAIL_ROWS {
                if columns >> shares[way][row] & 1 == 1 {
                    allowed[row][columns] |= 1 << way;
                }
                columns += 1;
            }
            row += 1;
        }
        way += 1;
    }
    allowed
}

const fn table_at_least() -> [[u128; (1 << TAIL_ROWS) + 1]; 1 << TAIL_ROWS] {
    let shares = shares();
    let mut at_least = [[0; (1 << TAIL_ROWS) + 1]; 1 << TAIL_ROWS];
    let mut way = 0;
    while way < WAYS {
        let mut columns = 0;
        while columns < 1 << TAIL_ROWS {
            let (mut pattern, mut row) = (0, 0);
            while row < TAIL_ROWS {
                pattern |= (columns >> shares[way][row] & 1) << (TAIL_ROWS - 1 - row);
                row += 1;
            }
            let mut number = 0;
            while number <= pattern {
                at_least[columns][number] |= 1 << way;
                number += 1;
            }
            columns += 1;
        }
        way += 1;
    }
    at_least
}

const fn peaceful() -> [[[u128; TAIL_ROWS]; TAIL_ROWS]; TAIL_ROWS] {
    let shares = shares();
    let mut peaceful = [[[0; TAIL_ROWS]; TAIL_ROWS]; TAIL_ROWS];
    let mut way = 0;
    while way < WAYS {
        let mut row = 0;
        while row < TAIL_ROWS {
            let mut below = row + 1;
            while below < TAIL_ROWS {
                let (one, other) = (shares[way][row] as usize, shares[way][below] as usize);
                let mut apart = 0;
                while apart < TAIL_ROWS {
                    if below - row != apart {
                        peaceful[one][other][apart] |= 1 << way;
                        peaceful[other][one][apart] |= 1 << way;
                    }
                    apart += 1;
                }
                below += 1;
            }
            row += 1;
        }
        way += 1;
    }
    peaceful
}

/// A set of five columns.
#[derive(Debug, Clone, Copy, Default)]
pub struct Five {
    /// The permutations in which queens on them do not attack each other.
    pub legal: u128,
    /// The columns, a byte each.
    pub columns: u64,
    /// Which of the columns are left of the middle, one bit per column.
    pub left: u32,
}

impl Five {
    pub fn new(columns: [u32; TAIL_ROWS], left: u32) -> Self {
        let mut five = Self {
            legal: legal(columns),
            ..Self::default()
        };
        for (at, column) in columns.into_iter().enumerate() {
            five.columns |= u64::from(column) << (8 * at);
            five.left |= (left >> column & 1) << at;
        }
        five
    }
}

/// Returns the permutations in which queens on these five columns do not attack each other.
fn legal(columns: [u32; TAIL_ROWS]) -> u128 {
    let mut legal = (1 << WAYS) - 1;
    for one in 0..TAIL_ROWS {
        for other in one + 1..TAIL_ROWS {
            let apart = (columns[other] - columns[one]) as usize;
            if apart < TAIL_ROWS {
                legal &= PEACEFUL[one][other][apart];
            }
        }
    }
    legal
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_are_all_different_and_legal_ones_do_not_attack() {
        let mut all = SHARES.to_vec();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), WAYS);
        for columns in [[0, 1, 2, 3, 4], [0, 2, 3, 7, 8], [1, 5, 9, 13, 17]] {
            let legal = legal(columns);
            for (way, share) in SHARES.iter().enumerate() {
                let queens: Vec<(u32, u32)> = (0..)
                    .zip(share)
                    .map(|(row, &column)| (row, columns[usize::from(column)]))
                    .collect();
                let peaceful = queens.iter().all(|one| {
                    let others = queens.iter().filter(|other| other.0 > one.0);
                    others
                        .into_iter()
                        .all(|other| other.0 - one.0 != other.1.abs_diff(one.1))
                });
                assert_eq!(legal >> way & 1 == 1, peaceful, "{columns:?} {share:?}");
                for (row, &column) in share.iter().enumerate() {
                    assert_eq!(ALLOWED[row][1 << column] >> way & 1, 1);
                    for number in 0..=1 << TAIL_ROWS {
                        let result = at_least(1 << column, number) >> way & 1 == 1;
                        assert_eq!(result, 1 << (TAIL_ROWS - 1 - row) >= number);
                    }
                }
            }
        }
        // The 5 queens problem has ten solutions.
        assert_eq!(legal([0, 1, 2, 3, 4]).count_ones(), 10);
    }
}
