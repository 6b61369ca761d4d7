//! measure: n stride task_rows list own items
use bezzel::Cancel;
use bezzel::queens::Board;
use bezzel_count::{Classes, Shape};
use bezzel_gpu::card::{Card, Layout};
use bezzel_gpu::cuda::{Cuda, cards};
use bezzel_gpu::item::Item;
use std::time::Instant;

fn main() {
    let args: Vec<u64> = std::env::args().skip(1).map(|a| a.parse().unwrap()).collect();
    let [n, stride, task_rows, list, own, items] = args[..] else { panic!("n stride task_rows list own items") };
    let n = n as u32;
    let t = Instant::now();
    let cards = cards().unwrap();
    let mut card = Cuda::new(cards[0].clone()).unwrap();
    let started = t.elapsed();
    let room = card.room().unwrap();
    let shape = Shape::new(n);
    let classes = Classes::new(&Board::new(n));
    let units = classes.identity().units;
    let layout = Layout { first_rows: 0, task_rows: task_rows as u32, list: list as u32, own: own as u32, items: items as usize };
    let all: Vec<(u32, Item)> = (0..units).flat_map(|u| { let w = classes.weight(u); classes.of(u).map(move |c| (w, c)) }).enumerate().filter(|(i, _)| (*i as u64 * 2654435761 >> 7) % stride == 0).map(|(_, (w, c))| (w, Item::new(shape, &c))).collect();
    let total_classes: u64 = (0..units).map(|u| classes.of(u).count() as u64).sum();
    let cancel = Cancel::new();
    let (mut total, mut over, mut nodes) = (0u128, 0u64, 0u64);
    let t = Instant::now();
    for chunk in all.chunks(items as usize) {
        let its: Vec<Item> = chunk.iter().map(|c| c.1).collect();
        let sums = card.count(shape, &its, &layout, &cancel).unwrap().unwrap();
        for (sum, (w, _)) in sums.iter().zip(chunk) {
            if sum.overflowed != 0 { over += 1; continue; }
            sum.outcome().check(0).unwrap();
            total += u128::from(sum.count) * u128::from(*w);
            nodes += sum.nodes;
        }
    }
    let wall = t.elapsed().as_secs_f64();
    let k = card.kernel_time().as_secs_f64();
    println!("n {n}: {} of {total_classes} classes, warps {}, started {:?}, kernel {:.4} s, wall {:.4} s, whole {:.3} s, total {total} over {over} nodes {nodes}",
        all.len(), room.warps, started, k, wall, k * total_classes as f64 / all.len() as f64);
}
