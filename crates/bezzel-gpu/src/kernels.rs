//! Tests each part of the kernels on the model, against simple arithmetic on squares.

use bezzel_count::for_gpu::{Bound, Class, Classes, Kind, Rest, Shape};
use bezzel_queens::Board;
use proptest::prelude::*;

use crate::item::Item;
use crate::model::Model;

/// The mark of boards that count once.
const ONCE: u64 = 1 << 63;

proptest! {
    #[test]
    fn lanes_add_up(numbers: [u32; 32]) {
        let numbers = numbers.map(|number| number >> 6);
        let sums = Model::new().scan(&numbers);
        let all: u32 = numbers.iter().sum();
        for lane in 0..32 {
            prop_assert_eq!(sums.before[lane], numbers[..lane].iter().sum::<u32>());
            prop_assert_eq!((sums.all[lane], sums.again[lane]), (all, all));
        }
    }

    #[test]
    fn squares_of_bits_are_turned(words: [u32; 16]) {
        let turned = Model::new().transpose(words);
        for (at, word) in words.iter().enumerate() {
            for bit in 0..32 {
                prop_assert_eq!(turned[bit % 16] >> (bit / 16 * 16 + at) & 1, word >> bit & 1);
            }
        }
    }

    /// A permutation is possible if its queens attack neither each other nor a queen placed before.
    #[test]
    fn tails_are_possible_ways(
        columns in prop::sample::subsequence((0..28_u32).collect::<Vec<_>>(), 5),
        up in 0..1_u32 << 28, down in 0..1_u32 << 28, column in 0..5_usize, rows in 0..32_u32,
    ) {
        let columns: [u32; 5] = columns.try_into().unwrap();
        let ways = Model::new().tail(columns, up, down, (columns[column], rows));
        for (way, share) in arrangements().iter().enumerate() {
            let possible = share.iter().enumerate().all(|(row, &place)| {
                let its = columns[place];
                let above = its.checked_sub(row as u32).is_some_and(|from| up >> from & 1 == 1);
                let below = down >> (its + row as u32).min(31) & 1 == 1;
                let barred = place == column && rows >> row & 1 == 1;
                let attacked = share[..row].iter().enumerate().any(|(other, &another)| {
                    columns[another].abs_diff(its) as usize == row - other
                });
                !above && !below && !barred && !attacked
            });
            prop_assert_eq!(ways >> way & 1 == 1, possible, "{:?}", share);
        }
        prop_assert_eq!(ways >> 120, 0);
    }

    #[test]
    fn lists_keep_what_is_on_no_diagonal(boards in boards(24, 0..2_000), barred in diagonals(24, 3)) {
        let expected = |board: &u64| board & barred == 0;
        let mut expected: Vec<u64> = boards.iter().copied().filter(expected).collect();
        expected.sort_unstable();
        let mut kept = Model::new().keep(&boards, barred, 4_096).unwrap();
        // Padding may be kept: it never counts.
        kept.retain(|&board| board != !ONCE);
        kept.sort_unstable();
        prop_assert_eq!(&kept, &expected);
        // A list that does not fit must be reported.
        if expected.len() > 256 {
            prop_assert_eq!(Model::new().keep(&boards, barred, 256), None);
        }
    }
}

/// Returns all permutations of five columns, in the order of the tables.
fn arrangements() -> Vec<Vec<usize>> {
    (0..5).fold(vec![Vec::new()], |shorter, _| {
        let longer = shorter.into_iter().flat_map(|taken| {
            let free = (0..5).filter(|next| !taken.contains(next));
            let longer = free.map(|next| [&taken[..], &[next]].concat());
            longer.collect::<Vec<_>>()
        });
        longer.collect()
    })
}

/// Generates sets of diagonals that cross the middle of a board.
fn diagonals(n: u32, most: usize) -> impl Strategy<Value = u64> {
    let right = prop::collection::vec(1..n, 0..=most);
    let left = prop::collection::vec(0..n - 1, 0..=most);
    (right, left).prop_map(|(right, left)| {
        let right = right.into_iter().fold(0, |bits, bit| bits | 1_u64 << bit);
        left.into_iter()
            .fold(right, |bits, bit| bits | 1 << (32 + bit))
    })
}

/// Generates boards as bit sets of occupied diagonals. Some have the mark of boards that count once
/// instead of twice.
fn boards(n: u32, length: std::ops::Range<usize>) -> impl Strategy<Value = Vec<u64>> {
    let board = (diagonals(n, 4), 0..8)
        .prop_map(|(board, once)| if once == 0 { board | ONCE } else { board });
    prop::collection::vec(board, length)
}

/// Returns all ways to fill the remaining rows of a half, with the diagonals of their queens and
/// their patterns.
fn placements(shape: Shape, rest: Rest, row: usize) -> Vec<(u64, u32)> {
    if row == shape.half as usize {
        return vec![(0, rest.pattern)];
    }
    let open = (0..shape.n).filter(|column| rest.open() >> column & 1 == 1);
    let all = open.flat_map(|column| {
        let bits = Shape::bits(shape.crossing(row, column));
        let below = placements(shape, rest.with(1 << column, row, shape), row + 1);
        below
            .into_iter()
            .map(move |(others, pattern)| (bits | others, pattern))
    });
    all.collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Tests the kernels' program, slices and evaluation against a direct comparison of every board
    /// with every way to fill the last rows.
    #[test]
    fn chunks_of_boards_are_worth_what_they_are(
        n in 10..=23_u32, rows in 5..=8_u32, columns: u32, up: u32, down: u32, least: u32, pattern: u32,
        many in boards(23, 0..1_400), barred in diagonals(23, 1),
    ) {
        let shape = Shape::new(n);
        let rows = rows.min(shape.half);
        let row = shape.half - rows;
        // Choose as many columns as there are rows.
        let mut free = columns % (1 << n);
        for column in (0..n).cycle().skip(columns as usize % 7) {
            match free.count_ones().cmp(&rows) {
                std::cmp::Ordering::Less => free |= 1 << column,
                std::cmp::Ordering::Equal => break,
                std::cmp::Ordering::Greater => free &= !(1 << column),
            }
        }
        let rest = Rest {
            free,
            // Most diagonals are free.
            up: up & up >> 7 & up >> 13 & ((1 << n) - 1),
            down: down & down >> 7 & down >> 13 & ((1 << n) - 1),
            pattern: (pattern % (1 << row)) << rows,
        };
        let least = least % shape.corners() / 2;
        let bound = Bound::at(least, shape);
        // No upper queen can be on the first diagonal that leads to the right, or on the last one
        // that leads to the left: these bits are cleared.
        let mask = ((1_u64 << n) - 2) | ((1_u64 << (n - 1)) - 1) << 32 | ONCE;
        let many: Vec<u64> = many.iter().map(|board| board & mask).collect();
        let below = placements(shape, rest, row as usize);
        let mut expected = 0;
        for board in many.iter().filter(|board| **board & barred == 0) {
            for &(bits, pattern) in &below {
                let lesser = pattern.min(shape.left() ^ pattern);
                expected += match (board & bits != 0 || lesser < least, lesser == least || board & ONCE != 0) {
                    (true, _) => 0,
                    (_, true) => 1,
                    (_, false) => 2,
                };
            }
        }
        let found = Model::new().finish(shape, &rest, row, &bound, &many, barred);
        prop_assert_eq!(found, expected);
    }
}

/// Returns the upper halves of a class by squares only: those that count twice, and those that
/// count once.
fn upper(shape: Shape, class: &Class) -> (Vec<u64>, Vec<u64>) {
    let sides = class.sides(shape);
    let half = shape.half as usize;
    let mut lists = (Vec::new(), Vec::new());
    let walk = |columns: u32,
                queen: u32,
                word: u64,
                least: Option<u32>,
                lists: &mut (Vec<u64>, Vec<u64>)| {
        let rest = Rest::new(columns).beside(queen);
        let mut path = vec![(rest, word, 0_usize, usize::MAX)];
        while let Some((rest, word, row, middle)) = path.pop() {
            if row == half {
                let lesser = rest.pattern.min(shape.left() ^ rest.pattern);
                let compared = match least {
                    Some(least) => lesser.cmp(&least),
                    // Off the centre, the distance of the middle column's queen from the centre is
                    // compared with that of the middle row's queen.
                    None => {
                        let across = half - queen.trailing_zeros() as usize;
                        (middle + 1).cmp(&across)
                    }
                };
                match compared {
                    std::cmp::Ordering::Greater => lists.0.push(word),
                    std::cmp::Ordering::Equal => lists.1.push(word | ONCE),
                    std::cmp::Ordering::Less => {}
                }
                continue;
            }
            for column in (0..shape.n).filter(|column| rest.open() >> column & 1 == 1) {
                let middle = if column == shape.half && shape.is_odd() {
                    row
                } else {
                    middle
                };
                let bits = shape.diagonals(shape.distance(row), column);
                path.push((
                    rest.with(1 << column, row, shape),
                    word | bits,
                    row + 1,
                    middle,
                ));
            }
        }
    };
    if class.kind == Kind::OffCentre {
        for column in (0..shape.half).filter(|column| sides.listed >> column & 1 == 1) {
            let queen = 1 << column;
            walk(
                sides.listed ^ queen,
                queen,
                shape.diagonals(1, column),
                None,
                &mut lists,
            );
        }
    } else {
        walk(sides.listed, sides.middle, 0, sides.bound, &mut lists);
    }
    lists
}

#[test]
fn lists_are_the_upper_halves() {
    let sort = |mut words: Vec<u64>| {
        words.sort_unstable();
        words
    };
    for n in 10..=19 {
        let shape = Shape::new(n);
        let classes = Classes::new(&Board::new(n));
        let units = classes.identity().units;
        for unit in (0..6).map(|place| place * (units - 1) / 5) {
            let class = classes.of(unit).next().unwrap();
            let (twice, once) = upper(shape, &class);
            let whole = Item::new(shape, &class);
            // A part lists only those upper halves that the queens in its filled rows do not
            // attack.
            let parts: Vec<Item> = whole.parts(shape).take(3).collect();
            let items: Vec<Item> = [whole].into_iter().chain(parts).collect();
            for (item, listed) in items.iter().zip(Model::new().list(shape, &items, 16_384)) {
                let spared = |words: &[u64]| {
                    let spared = words.iter().filter(|word| **word & item.barred == 0);
                    sort(spared.copied().collect())
                };
                let found = (sort(listed.0), sort(listed.1));
                assert_eq!(
                    found,
                    (spared(&twice), spared(&once)),
                    "{n} queens, {class:?}"
                );
            }
        }
    }
}
