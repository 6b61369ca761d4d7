//! Mazes: a picture solved from bytes to bytes, and all routes of open rooms.
//!
//! For comparison, on a machine of the same kind (2 cores): mikepound/mazesolving takes 24.3 s for
//! a PNG of 4001 x 4001 pixels; Graphillion 2.1 takes 2.5 s for the routes of a room of 12 x 12
//! cells.

use bezzel::Search;
use bezzel_maze::drawing::{Drawing, format};
use bezzel_maze::{ALGORITHMS, Budget, Escape, Maze, Order, Plan, Routes, shortest};
use criterion::{Criterion, criterion_group, criterion_main};

fn plan(rooms: usize) -> Plan {
    Plan {
        width: rooms,
        height: rooms,
        loops: 0.0,
        exits: 1,
        seed: 1,
    }
}

fn draw(name: &str, drawing: &Drawing<'_>) -> Vec<u8> {
    let mut out = Vec::new();
    let format = format(name).expect("a known format");
    format
        .draw(&mut out, drawing)
        .expect("memory takes everything");
    out
}

fn pictures(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("a maze of 4001 x 4001");
    group.sample_size(10);
    let maze = ALGORITHMS[0]
        .generate(&plan(2000))
        .expect("a possible plan");
    let png = draw(
        "png",
        &Drawing {
            maze: &maze,
            route: None,
            steps: &[],
        },
    );
    group.bench_function("PNG decoded, solved, drawn as PNG", |bencher| {
        bencher.iter(|| {
            let maze = Maze::read(png.clone()).expect("our own picture");
            let route = Search::new(&Escape::marking(&maze, Order::POST)).first();
            draw(
                "png",
                &Drawing {
                    maze: &maze,
                    route: route.as_deref(),
                    steps: &[],
                },
            )
        });
    });
    group.bench_function("depth first, marking", |bencher| {
        bencher.iter(|| Search::new(&Escape::marking(&maze, Order::POST)).first());
    });
    group.bench_function("breadth first", |bencher| {
        bencher.iter(|| shortest(&maze, Order::POST))
    });
    for algorithm in ALGORITHMS {
        group.bench_function(format!("generate, {}", algorithm.name), |bencher| {
            bencher.iter(|| algorithm.generate(&plan(500)));
        });
    }
}

fn routes(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("all routes of an open room");
    group.sample_size(10);
    for k in [8_usize, 10, 12] {
        let mut cells = vec![b' '; k * k];
        cells[0] = b'S';
        cells[k * k - 1] = b'G';
        let text = cells.chunks(k).collect::<Vec<_>>().join(&b'\n');
        let maze = Maze::parse(text).expect("a room");
        group.bench_function(format!("{k} x {k}"), |bencher| {
            bencher.iter(|| Routes::new(&maze, Budget::bytes(1 << 30)).count());
        });
    }
}

criterion_group!(benches, pictures, routes);
criterion_main!(benches);
