//! Lookup tables of the kernels: the last five rows of a half, and the first ones of a program.

/// The number of rows that come from tables.
const TAIL_ROWS: usize = 5;

/// The number of permutations of five columns.
const WAYS: usize = 120;

/// The largest number of rows of a program.
const MAX_PROGRAM_ROWS: usize = 8;

/// Columns this far apart cannot attack each other within five rows.
const MAX_ATTACK_DISTANCE: usize = 5;

/// Permutations, one bit each.
type Ways = u128;

/// The tables of `kernels/half.cuh`, which describes the fields.
#[repr(C, align(16))]
pub struct Tables {
    peaceful: [[u32; 4];
        MAX_ATTACK_DISTANCE * MAX_ATTACK_DISTANCE * MAX_ATTACK_DISTANCE * MAX_ATTACK_DISTANCE],
    spared: [[[u32; 4]; 1 << TAIL_ROWS]; TAIL_ROWS],
    shares: [u32; 128],
    prefixes: [u32; 1 + 6 + 42 + 336],
}

impl Tables {
    /// Returns the tables, which are the same for all boards.
    pub fn new() -> Self {
        let shares: Vec<Vec<usize>> = arrangements(TAIL_ROWS, TAIL_ROWS);
        let mut tables = Self {
            peaceful: [[0; 4]; MAX_ATTACK_DISTANCE.pow(4)],
            spared: [[[0; 4]; 1 << TAIL_ROWS]; TAIL_ROWS],
            shares: [0; 128],
            prefixes: [0; 1 + 6 + 42 + 336],
        };
        // Returns the permutations that satisfy a condition.
        let allowed = |law: &dyn Fn(&[usize]) -> bool| -> [u32; 4] {
            let ways = (0..WAYS).filter(|&way| law(&shares[way]));
            words(ways.fold(0, |ways, way| ways | 1 << way))
        };
        for (code, ways) in tables.peaceful.iter_mut().enumerate() {
            let mut columns = [0; TAIL_ROWS];
            for at in 1..TAIL_ROWS {
                let gap = 1 + code / MAX_ATTACK_DISTANCE.pow((TAIL_ROWS - 1 - at) as u32)
                    % MAX_ATTACK_DISTANCE;
                columns[at] = columns[at - 1] + gap;
            }
            *ways = allowed(&|share| {
                let queens = || share.iter().map(|&place| columns[place]).enumerate();
                queens().all(|(row, column)| {
                    queens().all(|(other, its)| other <= row || column.abs_diff(its) != other - row)
                })
            });
        }
        for (place, spared) in tables.spared.iter_mut().enumerate() {
            for (attacked, ways) in spared.iter_mut().enumerate() {
                *ways = allowed(&|share| {
                    let row = share.iter().position(|&taken| taken == place);
                    row.is_some_and(|row| attacked >> row & 1 == 0)
                });
            }
        }
        for (share, packed) in shares.iter().zip(&mut tables.shares) {
            *packed = nibbles(share.iter().copied());
        }
        let prefixes = (TAIL_ROWS..=MAX_PROGRAM_ROWS).flat_map(|rows| {
            arrangements(rows, rows - TAIL_ROWS)
                .into_iter()
                .map(move |walked| {
                    let none = std::iter::repeat_n(0, MAX_PROGRAM_ROWS - rows);
                    let left = (0..rows).filter(|place| !walked.contains(place));
                    nibbles(none.chain(walked.iter().copied()).chain(left))
                })
        });
        for (prefix, packed) in prefixes.zip(&mut tables.prefixes) {
            *packed = prefix;
        }
        tables
    }
}

/// Returns all ordered selections of `rows` different numbers below `of`, in lexicographic order.
fn arrangements(of: usize, rows: usize) -> Vec<Vec<usize>> {
    (0..rows).fold(vec![Vec::new()], |shorter, _| {
        let longer = shorter.into_iter().flat_map(|taken| {
            let free = (0..of).filter(|next| !taken.contains(next));
            let longer = free.map(|next| [&taken[..], &[next]].concat());
            longer.collect::<Vec<_>>()
        });
        longer.collect()
    })
}

/// Packs numbers below 16 into one, the first in the lowest bits.
fn nibbles(numbers: impl Iterator<Item = usize>) -> u32 {
    let places = (0..).step_by(4);
    numbers.zip(places).fold(0, |packed, (number, place)| {
        packed | (number as u32) << place
    })
}

fn words(ways: Ways) -> [u32; 4] {
    std::array::from_fn(|word| (ways >> (32 * word)) as u32)
}
