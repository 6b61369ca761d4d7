//! Tests the engine on a card if there is one, and its error message otherwise.

use std::collections::HashSet;

use bezzel::Cancel;
use bezzel::job::{CountOptions, Outcome};
use bezzel_count::Halves;
use bezzel_gpu::{Gpu, cards};
use bezzel_queens::{Board, Engine, Square, count, published};

/// Returns true if this machine has a card. Otherwise prints why not, and checks that the message
/// names what is missing.
fn has_card() -> bool {
    let Err(missing) = cards() else {
        return Gpu.check(&Board::new(12)) == Ok(());
    };
    let missing = missing.to_string();
    let named = [
        "libcuda.so",
        "finds no card",
        "libnvrtc.so",
        "version",
        "compute capability",
    ];
    assert!(named.iter().any(|name| missing.contains(name)), "{missing}");
    let refusal = Gpu.check(&Board::new(12)).unwrap_err();
    assert_eq!(
        refusal.to_string(),
        format!("`gpu` cannot start: {missing}")
    );
    assert_eq!(Gpu.job(&Board::new(12)).err(), Some(refusal));
    eprintln!("there is no card here: {missing}");
    false
}

/// Returns the outcomes of some units.
fn outcomes(engine: &dyn Engine, n: u32, units: std::ops::Range<u64>) -> Vec<Outcome> {
    let job = engine.job(&Board::new(n)).unwrap();
    let mut outcomes = Vec::new();
    let report = &mut |unit, outcome: Outcome| {
        assert_eq!(unit, units.start + outcomes.len() as u64);
        outcome.check(unit)?;
        outcomes.push(outcome);
        Ok(())
    };
    let mut worker = job.worker(0).unwrap();
    worker.work(units.clone(), &Cancel::new(), report).unwrap();
    outcomes
}

fn agree(n: u32, units: std::ops::Range<u64>) {
    let found = outcomes(&Gpu, n, units.clone());
    let expected = outcomes(&Halves::FASTEST, n, units.clone());
    assert_eq!(found.len() as u64, units.end - units.start);
    for ((unit, found), expected) in units.zip(found).zip(expected) {
        let same = (found.count, found.residues) == (expected.count, expected.residues);
        assert!(same, "unit {unit} of {n} queens: {found:?}, {expected:?}");
    }
}

#[test]
fn the_card_counts_every_unit_as_the_processor() {
    if !has_card() {
        return;
    }
    for n in 10..=16 {
        let job = Gpu.job(&Board::new(n)).unwrap();
        let processor = Halves::FASTEST.job(&Board::new(n)).unwrap();
        assert_eq!(job.identity(), processor.identity());
        agree(n, 0..job.units());
    }
    for n in 17..=22 {
        let units = Gpu.job(&Board::new(n)).unwrap().units();
        for place in [0, 1, 3, 7, 9] {
            let unit = place * (units - 1) / 9;
            agree(n, unit..unit + 1);
        }
    }
}

#[test]
fn the_card_counts_what_is_published() {
    if !has_card() {
        return;
    }
    for n in 10..=20 {
        let counted = count(&Gpu, &Board::new(n), false, &CountOptions::default()).unwrap();
        let expected = published::SOLUTIONS[n as usize];
        assert_eq!(counted.solutions(), expected.into(), "{n} queens");
        // The metrics report the run time of kernels.
        assert!(counted.remarks[0].value > 0.0);
    }
}

/// Units of 24 and 27 queens whose counts were stored by `halves` (`examples/agree.rs`): the first
/// of each file, which are a random sample.
#[test]
fn the_card_counts_what_is_on_file() {
    for (n, file) in [
        (24, include_str!("units/24.txt")),
        (27, include_str!("units/27.txt")),
    ] {
        let lines = file.lines().map(|line| {
            let numbers: Vec<u64> = line
                .split(' ')
                .map(|number| number.parse().unwrap())
                .collect();
            assert_eq!((numbers.len(), numbers[0]), (3, n.into()), "{line}");
            (numbers[1], numbers[2])
        });
        let lines: Vec<(u64, u64)> = lines.collect();
        let units: HashSet<u64> = lines.iter().map(|line| line.0).collect();
        assert_eq!(units.len(), lines.len(), "no unit twice");
        let all = Halves::FASTEST.job(&Board::new(n)).unwrap().units();
        assert!(units.iter().all(|&unit| unit < all));
        if !has_card() {
            continue;
        }
        for &(unit, count) in lines.iter().take(20) {
            let found = outcomes(&Gpu, n, unit..unit + 1);
            assert_eq!(found[0].count, count, "unit {unit} of {n} queens");
        }
    }
}

#[test]
fn the_card_listens() {
    if !has_card() {
        return;
    }
    // A count of a quarter of an hour stops when cancelled, and keeps what it has.
    let cancel = Cancel::new();
    let watcher = |_| cancel.cancel();
    let run = CountOptions {
        cancel: cancel.clone(),
        watcher: Some(&watcher),
        ..CountOptions::default()
    };
    let total = count(&Gpu, &Board::new(24), false, &run).unwrap().total;
    assert!(total.done > 0 && !total.is_complete() && total.count > 0);
}

/// Boards that cards do not count.
#[test]
fn some_boards_are_for_others() {
    let refusal = |board: Board| Gpu.check(&board).unwrap_err();
    let limit = bezzel_queens::Error::TooManyQueens {
        n: 29,
        method: "gpu",
        limit: 28,
    };
    assert_eq!(refusal(Board::new(29)), limit);
    assert_eq!(
        refusal(Board::new(9)).to_string(),
        "`gpu` counts 10 queens or more: the default method can count 9"
    );
    let sentence = "`gpu` joins the halves of an empty board: the default method can count others";
    let marked = Board::new(12).block(Square::new(0, 0)).unwrap();
    for board in [marked, Board::new(13).torus().unwrap()] {
        assert_eq!(refusal(board).to_string(), sentence);
    }
}
