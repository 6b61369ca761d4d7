//! Every engine on every path agrees with the reference unit by unit, and with the published counts.

use bezzel::Cancel;
use bezzel::queens::{ENGINES as TREES, Run as TreeRun};
use bezzel_count::{
    Border, Counter, ENGINES, Engine, Lanes, Outcome, Path, Plan, Run, Total, Unit, count, engine,
    essentially_different, half_turn, published, quarter_turn,
};
use proptest::prelude::*;

/// Debug builds walk smaller trees.
const LARGEST: u32 = if cfg!(debug_assertions) { 12 } else { 14 };

fn counters() -> Vec<(String, Box<dyn Counter>)> {
    let paths = Path::ALL.into_iter().filter(|path| path.available());
    let mut counters: Vec<(String, Box<dyn Counter>)> = vec![("border".into(), Box::new(Border))];
    for path in paths {
        counters.push((format!("lanes on {path}"), Box::new(Lanes::on(path))));
        let wide = Lanes::on(path).wide();
        counters.push((format!("wide lanes on {path}"), Box::new(wide)));
    }
    counters
}

fn outcome(counter: &mut dyn Counter, unit: &Unit) -> Outcome {
    counter.count(unit, &Cancel::new()).expect("nobody cancels")
}

fn total(units: impl Iterator<Item = Unit>, counter: &mut dyn Counter) -> Total {
    let mut total = Total::default();
    for unit in units {
        total.add(&unit, &outcome(counter, &unit)).unwrap();
    }
    total
}

#[test]
fn every_path_counts_every_unit_as_the_reference() {
    for n in 0..=LARGEST {
        let plan = Plan::new(n).unwrap();
        for (name, mut counter) in counters() {
            let mut sum = Total::default();
            for unit in plan.units() {
                let found = outcome(&mut *counter, &unit);
                let expected = outcome(&mut Border, &unit);
                assert_eq!(
                    (found.count, found.residues),
                    (expected.count, expected.residues),
                    "{name}: {unit:?}"
                );
                sum.add(&unit, &found).unwrap();
            }
            assert_eq!(
                sum.count,
                published::SOLUTIONS[n as usize].into(),
                "{name}: {n} queens"
            );
        }
    }
}

/// Some units of boards that are too large to be counted by the reference: those with columns beside
/// the border to fill, and those that need wide lanes.
#[test]
fn every_path_counts_units_of_large_boards_as_the_reference() {
    let sample = |plan: Plan, step: usize, count: usize| -> Vec<Unit> {
        plan.units().skip(step).step_by(step).take(count).collect()
    };
    let mut units = sample(Plan::new(19).unwrap(), 3_000, 1);
    if !cfg!(debug_assertions) {
        units.extend(sample(Plan::new(19).unwrap(), 1_700, 3));
        units.extend(sample(Plan::new(20).unwrap(), 5_000, 1));
        units.extend(sample(Plan::finer(21, 1_000_000).unwrap(), 300_000, 3));
        assert_eq!(units.len(), 8);
    }
    for unit in units {
        let expected = outcome(&mut Border, &unit);
        assert!(expected.count > 0, "{unit:?} tells nothing");
        for (name, mut counter) in counters() {
            let found = outcome(&mut *counter, &unit);
            assert_eq!(found.count, expected.count, "{name}: {unit:?}");
        }
    }
}

/// A counter may meet frames of any shape, one after the other.
#[test]
fn buffers_fit_every_frame() {
    let empty = |n: u8, queens: Vec<(u8, u8)>| Unit {
        number: 0,
        n,
        weight: 1,
        queens,
    };
    let units = [
        empty(8, vec![]),
        empty(10, vec![(0, 9), (1, 0), (2, 8), (3, 1)]),
        empty(11, vec![(0, 0), (10, 9)]),
        empty(9, vec![(4, 4)]),
        empty(7, vec![]),
    ];
    for (name, mut counter) in counters() {
        for unit in &units {
            let expected = outcome(&mut Border, unit).count;
            assert_eq!(
                outcome(&mut *counter, unit).count,
                expected,
                "{name}: {unit:?}"
            );
        }
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "for the release build")]
fn larger_boards_are_as_published() {
    for path in Path::ALL.into_iter().filter(|path| path.available()) {
        let lanes = engine("lanes").unwrap().on(path);
        let largest = if path == Path::Portable { 15 } else { 17 };
        for n in 15..=largest {
            let total = count(n, &lanes, &Run::default()).unwrap();
            assert!(total.is_complete());
            assert_eq!(
                total.count,
                published::SOLUTIONS[n as usize].into(),
                "{path}: {n}"
            );
        }
    }
}

#[test]
fn engines_agree_with_walking_the_tree() {
    for n in 0..=9 {
        for tree in TREES {
            let expected = tree.count(n, &TreeRun::default()).unwrap().solutions;
            for engine in &ENGINES {
                let total = count(n, engine, &Run::default()).unwrap();
                assert_eq!(total.count, expected.into(), "{}: {n}", engine.name);
            }
        }
    }
}

#[test]
fn essentially_different_solutions_are_as_published() {
    // OEIS A002562, from 1 queen on.
    let different = [
        1, 0, 0, 1, 2, 1, 6, 12, 46, 92, 341, 1_787, 9_233, 45_752, 285_053, 1_846_955,
    ];
    for (n, expected) in (1..).zip(different) {
        let all = published::SOLUTIONS[n as usize].into();
        let found = essentially_different(n, all, half_turn(n), quarter_turn(n));
        assert_eq!(found, expected, "{n} queens");
    }
}

#[test]
fn threads_never_change_a_count() {
    let lanes: &Engine = engine("lanes").unwrap();
    let run = |threads| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        pool.install(|| count(11, lanes, &Run::default()).unwrap())
    };
    assert_eq!(run(1), run(8));
}

#[test]
fn a_cancelled_count_says_what_was_done() {
    let run = Run::default();
    run.cancel.cancel();
    let total = count(14, engine("lanes").unwrap(), &run).unwrap();
    assert!(!total.is_complete() && total.done == 0 && total.units == 1_632);
}

/// Plans are the same for every engine, machine and day: units may be handed out by number.
#[test]
fn plans_never_change() {
    let golden = include_str!("data/plans.txt");
    let mut plans = golden.lines();
    for n in 0..=32 {
        let plan = Plan::new(n).unwrap();
        let (units, hash) = plan.units().fold((0_u64, FNV), |(units, hash), unit| {
            let queens = unit.queens.iter().flat_map(|&(row, column)| [row, column]);
            let number = unit.number.to_le_bytes();
            let bytes = number
                .into_iter()
                .chain([unit.n, unit.weight])
                .chain(queens);
            (
                units + 1,
                bytes.fold(hash, |hash, byte| {
                    (hash ^ u64::from(byte)).wrapping_mul(PRIME)
                }),
            )
        });
        assert_eq!(Some(&*format!("{n} {units} {hash:016x}")), plans.next());
    }
}

/// The constants of the hash FNV-1a.
const FNV: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0100_0000_01b3;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn any_split_sums_to_the_same(n in 4..=10_u32, units in 1..3_000_u64, cut: usize) {
        let plan = Plan::finer(n, units).unwrap();
        let units: Vec<Unit> = plan.units().collect();
        // Two workers with a part each, on different engines.
        let (first, second) = units.split_at(cut % (units.len() + 1));
        let mut lanes = Lanes::default();
        let sum = total(first.iter().cloned(), &mut lanes).count
            + total(second.iter().cloned(), &mut Border).count;
        prop_assert_eq!(sum, u128::from(published::SOLUTIONS[n as usize]));
    }

    #[test]
    fn a_board_and_its_residues_agree(n in 4..=11_u32) {
        let total = count(n, engine("lanes").unwrap(), &Run::default()).unwrap();
        let residues = bezzel_count::PRIMES.map(|prime| (total.count % u128::from(prime)) as u32);
        prop_assert_eq!(total.residues, residues);
    }
}
