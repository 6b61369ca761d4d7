//! Every engine of the table agrees with the others, unit by unit where they cut alike, and with
//! the published counts.

use bezzel::job::{CountOptions, Job, Outcome, Total};
use bezzel::{Cancel, Error, job};
use bezzel_count::{
    Border, CompletionCounter, Halves, InstructionSet, Plan, Position, Searching, engines,
    published,
};
use bezzel_queens::{Board, Engine, Square, count, tree_engines};
use proptest::prelude::*;
use std::sync::Arc;

/// The largest board that every engine counts.
const LARGEST: u32 = 13;

/// Returns every engine that can count a board, in all its variants, by name.
fn able(board: &Board) -> Vec<(String, Arc<dyn Engine>)> {
    let engines = engines();
    let able = engines.all().filter(|engine| engine.check(board).is_ok());
    able.flat_map(|engine| {
        let name = engine.name();
        let variants = engine.variants().into_iter();
        let variants: Vec<_> = variants
            .map(|variant| {
                let chosen = engine.variant(variant).unwrap();
                (format!("{name} on {variant}"), chosen)
            })
            .collect();
        [(name.to_owned(), engine)].into_iter().chain(variants)
    })
    .collect()
}

/// Returns the outcomes of all units.
fn outcomes(job: &dyn Job) -> Vec<Outcome> {
    let mut outcomes = Vec::new();
    let mut worker = job.worker(0).unwrap();
    let mut report = |unit: u64, outcome: Outcome| {
        assert_eq!(unit, outcomes.len() as u64);
        outcomes.push(outcome);
        Ok::<(), Error>(())
    };
    let cancel = Cancel::new();
    worker.work(0..job.units(), &cancel, &mut report).unwrap();
    assert_eq!(outcomes.len() as u64, job.units());
    outcomes
}

/// Returns the solutions of a board. All engines that can count it must agree, and those with the
/// same units on every unit.
fn agreed(board: &Board) -> u128 {
    let mut reported: Vec<(String, Box<dyn Job>, Vec<Outcome>)> = Vec::new();
    for (name, engine) in able(board) {
        let job = engine.job(board).unwrap();
        let outcomes = outcomes(&*job);
        let alike = reported
            .iter()
            .find(|(_, other, _)| other.identity() == job.identity());
        if let Some((other_name, _, others)) = alike {
            for (unit, (one, other)) in outcomes.iter().zip(others).enumerate() {
                assert_eq!(
                    (one.count, one.residues),
                    (other.count, other.residues),
                    "unit {unit} of {}: {name}, {other_name}",
                    job.identity()
                );
            }
        }
        reported.push((name, job, outcomes));
    }
    let totals: Vec<u128> = reported
        .iter()
        .map(|(name, job, outcomes)| {
            let mut total = Total::of(job.units());
            for (unit, outcome) in (0..).zip(outcomes) {
                total.add(unit, job.weight(unit), outcome).unwrap();
            }
            let residues = job::PRIMES.map(|prime| (total.count % u128::from(prime)) as u32);
            assert_eq!(total.residues, residues, "{name}");
            assert!(total.is_complete());
            total.count
        })
        .collect();
    for (total, (name, _, _)) in totals.iter().zip(&reported) {
        assert_eq!(*total, totals[0], "{name}: {board}");
    }
    totals[0]
}

#[test]
fn every_engine_counts_what_is_published() {
    for n in 0..=LARGEST {
        let expected = published::SOLUTIONS[n as usize];
        assert_eq!(agreed(&Board::new(n)), expected.into(), "{n} queens");
    }
}

/// Generates boards with placed queens and blocked squares, up to the largest number of them.
fn board() -> impl Strategy<Value = Board> {
    let squares = |most| prop::collection::vec((0..10_u32, 0..10_u32), 0..most);
    (1..=10_u32, squares(4), squares(14)).prop_map(|(n, standing, blocked)| {
        let mut board = Board::new(n);
        for (row, column) in standing {
            board = board
                .clone()
                .stand(Square::new(row, column))
                .unwrap_or(board);
        }
        for (row, column) in blocked {
            board = board
                .clone()
                .block(Square::new(row, column))
                .unwrap_or(board);
        }
        board
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn every_engine_fills_boards_with_queens_and_blocked_squares(board in board()) {
        agreed(&board);
    }

    #[test]
    fn any_split_sums_to_the_same(n in 4..=10_u32, units in 1..3_000_u64, cut: usize) {
        let plan = Plan::finer(&Board::new(n), units).unwrap();
        // Two workers count a part each, with different engines.
        let cut = cut as u64 % (plan.units() + 1);
        let mut lanes = Searching::on(InstructionSet::best()).unwrap();
        let sum = total(&plan, 0..cut, &mut lanes) + total(&plan, cut..plan.units(), &mut Border);
        prop_assert_eq!(sum, u128::from(published::SOLUTIONS[n as usize]));
    }
}

fn complete(counter: &mut dyn CompletionCounter, position: &Position) -> Outcome {
    counter
        .count(position, &Cancel::new())
        .expect("nobody cancels")
}

fn total(plan: &Plan, units: std::ops::Range<u64>, counter: &mut dyn CompletionCounter) -> u128 {
    let mut total = Total::default();
    for (unit, position) in plan.positions(units) {
        let outcome = complete(counter, &position);
        total.add(unit, plan.weight(unit).into(), &outcome).unwrap();
    }
    total.count
}

#[test]
fn symmetric_boards_with_marks_are_counted() {
    let block = |board: Board, row, column| board.block(Square::new(row, column)).unwrap();
    // A blocked corner leaves two symmetries, two opposite corners four, the centre all eight.
    let corner = block(Board::new(9), 0, 0);
    let corners = block(corner.clone(), 8, 8);
    let middle = block(Board::new(9), 4, 4);
    for (board, symmetries) in [(corner, 2), (corners, 4), (middle, 8)] {
        assert_eq!(board.symmetries().len(), symmetries);
        assert!(agreed(&board) > 0);
        for (name, engine) in able(&board) {
            let found = count(&*engine, &board, true, &CountOptions::default()).unwrap();
            let tree = tree_engines().pop().unwrap();
            let expected = count(&*tree, &board, true, &CountOptions::default()).unwrap();
            assert_eq!(found.solutions(), expected.solutions(), "{name}");
        }
    }
}

/// Returns the search in lanes as selected at run time, and with wide lanes for every board.
fn searches() -> Vec<(String, Searching)> {
    InstructionSet::available()
        .flat_map(|set| {
            let search = || Searching::on(set).unwrap();
            [
                (format!("lanes on {set}"), search()),
                (format!("wide lanes on {set}"), search().wide()),
            ]
        })
        .collect()
}

#[test]
fn wide_lanes_count_every_unit_as_the_reference() {
    for n in 0..=LARGEST {
        let plan = Plan::new(&Board::new(n)).unwrap();
        for (name, mut search) in searches() {
            for (unit, position) in plan.positions(0..plan.units()) {
                let found = complete(&mut search, &position).count;
                let expected = complete(&mut Border, &position).count;
                assert_eq!(found, expected, "{name}: unit {unit} of {n} queens");
            }
        }
    }
}

/// Compares some units of boards that are too large for the reference to count: those with
/// additional columns, and those that need wide lanes.
#[test]
fn lanes_count_units_of_large_boards_as_the_reference() {
    let sample = |plan: Plan, step: usize, count: usize| -> Vec<Position> {
        let positions = plan
            .positions(0..plan.units())
            .map(|(_, position)| position);
        positions.skip(step).step_by(step).take(count).collect()
    };
    let plan = |n, units| Plan::finer(&Board::new(n), units).unwrap();
    let mut positions = sample(plan(19, 0), 1_700, 3);
    positions.extend(sample(plan(20, 0), 5_000, 1));
    positions.extend(sample(plan(21, 1_000_000), 300_000, 3));
    assert_eq!(positions.len(), 7);
    for position in positions {
        let expected = complete(&mut Border, &position);
        assert!(expected.count > 0, "{position:?} tells nothing");
        for (name, mut search) in searches() {
            let found = complete(&mut search, &position);
            assert_eq!(found.count, expected.count, "{name}: {position:?}");
        }
    }
}

/// A search may be given frames of any shape, one after the other.
#[test]
fn buffers_fit_every_frame() {
    let position = |n: u8, queens: &[(u8, u8)]| Position {
        n,
        queens: queens.to_vec(),
        blocked: Vec::new(),
    };
    let positions = [
        position(8, &[]),
        position(10, &[(0, 9), (1, 0), (2, 8), (3, 1)]),
        position(11, &[(0, 0), (10, 9)]),
        position(9, &[(4, 4)]),
        position(7, &[]),
    ];
    for (name, mut search) in searches() {
        for position in &positions {
            let expected = complete(&mut Border, position).count;
            let found = complete(&mut search, position).count;
            assert_eq!(found, expected, "{name}: {position:?}");
        }
    }
}

#[test]
fn larger_boards_are_as_published() {
    let engines = engines();
    let variants = engines.all().flat_map(|engine| {
        let variants = engine.variants().into_iter();
        variants.map(move |variant| (variant, engine.variant(variant).unwrap()))
    });
    for (variant, engine) in variants {
        let largest = if variant == "portable" { 15 } else { 17 };
        for n in 15..=largest {
            let counted = count(&*engine, &Board::new(n), false, &CountOptions::default()).unwrap();
            let expected = published::SOLUTIONS[n as usize];
            assert_eq!(counted.solutions(), expected.into(), "{variant}: {n}");
        }
    }
}

#[test]
fn threads_never_change_a_count() {
    for (name, engine) in able(&Board::new(11)) {
        let total = |threads| {
            let run = CountOptions {
                threads: Some(threads),
                ..CountOptions::default()
            };
            let counted = count(&*engine, &Board::new(11), false, &run).unwrap();
            counted.total
        };
        assert_eq!(total(1), total(8), "{name}");
    }
}

#[test]
fn a_cancelled_count_says_what_was_done() {
    for (name, engine) in able(&Board::new(14)) {
        let run = CountOptions::default();
        run.cancel.cancel();
        let total = count(&*engine, &Board::new(14), false, &run).unwrap().total;
        assert!(!total.is_complete() && total.done == 0, "{name}");
        assert!(total.units > 500, "{name}");
    }
}

/// A count that is stopped midway keeps the units that were finished, and its total is their sum.
#[test]
fn a_count_stopped_halfway_keeps_what_it_has() {
    let board = Board::new(12);
    for (name, engine) in able(&board) {
        let job = engine.job(&board).unwrap();
        let cancel = Cancel::new();
        let watcher = |progress: bezzel::Progress| {
            if progress.done * 2 > progress.units {
                cancel.cancel();
            }
        };
        let run = CountOptions {
            cancel: cancel.clone(),
            watcher: Some(&watcher),
            ..CountOptions::default()
        };
        let total = job::count(&*job, &run).unwrap();
        assert!(
            total.done > total.units / 2 && total.done < total.units,
            "{name}"
        );
        assert!(
            total.share > 0.3 && total.share < 1.0,
            "{name}: {}",
            total.share
        );
        assert!(
            total.count > 0 && total.count < published::SOLUTIONS[12].into(),
            "{name}"
        );
    }
}

/// The units of `halves` are the same on every machine and in every version.
#[test]
fn classes_never_change() {
    let golden = include_str!("data/classes.txt");
    let mut plans = golden.lines();
    for n in 0..=32 {
        let job = Halves::FASTEST.job(&Board::new(n)).unwrap();
        let identity = job.identity();
        let reported = format!("{n} {} {}", identity.units, identity.hash);
        assert_eq!(Some(&*reported), plans.next());
    }
}

/// Plans are the same for every engine, machine and version, since workers exchange units by
/// number.
#[test]
fn plans_never_change() {
    let golden = include_str!("data/plans.txt");
    let mut plans = golden.lines();
    for n in 0..=32 {
        let plan = Plan::new(&Board::new(n)).unwrap();
        let identity = plan.identity();
        let reported = format!("{n} {} {}", identity.units, identity.hash);
        assert_eq!(Some(&*reported), plans.next());
    }
}
