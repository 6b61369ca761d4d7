//! What the kernels look up instead of computing: the last five rows of a half, and the first ones of a program.

/// So many rows are settled at once.
const TAIL: usize = 5;

/// The ways to share five columns out among five rows.
const WAYS: usize = 120;

/// The most rows a program fills.
const LONGEST: usize = 8;

/// Columns further apart than this cannot attack each other within five rows.
const APART: usize = 5;

/// Ways, one bit each.
type Ways = u128;

/// `Tables` of `kernels/half.cuh`, where the fields are explained.
#[repr(C, align(16))]
pub struct Tables {
    peaceful: [[u32; 4]; APART * APART * APART * APART],
    spared: [[[u32; 4]; 1 << TAIL]; TAIL],
    shares: [u32; 128],
    prefixes: [u32; 1 + 6 + 42 + 336],
}

impl Tables {
    /// The same tables for all boards.
    pub fn new() -> Self {
        let shares: Vec<Vec<usize>> = arrangements(TAIL, TAIL);
        let mut tables = Self {
            peaceful: [[0; 4]; APART.pow(4)],
            spared: [[[0; 4]; 1 << TAIL]; TAIL],
            shares: [0; 128],
            prefixes: [0; 1 + 6 + 42 + 336],
        };
        // The ways that a law allows.
        let allowed = |law: &dyn Fn(&[usize]) -> bool| -> [u32; 4] {
            let ways = (0..WAYS).filter(|&way| law(&shares[way]));
            words(ways.fold(0, |ways, way| ways | 1 << way))
        };
        for (code, ways) in tables.peaceful.iter_mut().enumerate() {
            let mut columns = [0; TAIL];
            for at in 1..TAIL {
                let gap = 1 + code / APART.pow((TAIL - 1 - at) as u32) % APART;
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
        let prefixes = (TAIL..=LONGEST).flat_map(|rows| {
            arrangements(rows, rows - TAIL)
                .into_iter()
                .map(move |walked| {
                    let none = std::iter::repeat_n(0, LONGEST - rows);
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

/// All ways to pick `rows` of the first so many numbers, in order, the first of them first.
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

/// Numbers below 16 packed into one, the first lowest.
fn nibbles(numbers: impl Iterator<Item = usize>) -> u32 {
    let places = (0..).step_by(4);
    numbers.zip(places).fold(0, |packed, (number, place)| {
        packed | (number as u32) << place
    })
}

fn words(ways: Ways) -> [u32; 4] {
    std::array::from_fn(|word| (ways >> (32 * word)) as u32)
}
