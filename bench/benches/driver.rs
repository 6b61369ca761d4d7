//! The overhead of the generic driver: the same bit masks, searched by it and by a hand-written
//! function.
//!
//! `cargo bench` in this folder measures both in one run. Compare the two lines of a group, not
//! different runs.

use std::hint::black_box;

use bezzel::Search;
use bezzel_queens::{Arrays, Masks, Promising};
use criterion::{Criterion, criterion_group, criterion_main};

/// Counts solutions with bit masks, as one would write it without a library.
fn place(columns: u64, falling: u64, rising: u64, board: u64) -> u64 {
    if columns == board {
        return 1;
    }
    let mut free = board & !(columns | falling | rising);
    let mut solutions = 0;
    while free != 0 {
        let queen = free & free.wrapping_neg();
        free ^= queen;
        solutions += place(
            columns | queen,
            (falling | queen) << 1,
            (rising | queen) >> 1,
            board,
        );
    }
    solutions
}

fn driver(criterion: &mut Criterion) {
    for n in [10, 12] {
        let mut group = criterion.benchmark_group(format!("count {n} queens"));
        group.sample_size(60);
        let board = (1 << n) - 1;
        group.bench_function("by hand, recursive", |bencher| {
            bencher.iter(|| place(0, 0, 0, black_box(board)));
        });
        let masks = Masks::new(n).expect("a small board");
        group.bench_function("driver, masks", |bencher| {
            bencher.iter(|| Search::new(black_box(&masks)).count().solutions);
        });
    }
}

fn forms(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("count 9 queens");
    let promising = Promising::new(9).expect("a small board");
    group.bench_function("promising", |bencher| {
        bencher.iter(|| Search::new(black_box(&promising)).count().solutions);
    });
    let arrays = Arrays::new(9).expect("a small board");
    group.bench_function("arrays", |bencher| {
        bencher.iter(|| Search::new(black_box(&arrays)).count().solutions);
    });
    let masks = Masks::new(9).expect("a small board");
    let search = Search::new(&masks);
    group.bench_function("masks", |bencher| bencher.iter(|| search.count().solutions));
    group.bench_function("masks, every solution as a list", |bencher| {
        bencher.iter(|| {
            search
                .solutions()
                .map(|columns| columns.len())
                .sum::<usize>()
        });
    });
    group.bench_function("masks, profile", |bencher| {
        bencher.iter(|| search.profile().visited())
    });
}

criterion_group!(benches, driver, forms);
criterion_main!(benches);
