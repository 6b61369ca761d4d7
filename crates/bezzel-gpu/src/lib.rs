//! gpu
#![allow(missing_docs, dead_code)]
pub mod card;
pub mod compiler;
pub mod cuda;
mod error;
pub mod item;
#[cfg(test)]
mod model;
mod source;
pub mod tables;

pub use error::Error;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::{Card, Layout};
    use bezzel::job::Job;
    use bezzel::queens::{Board, Engine};
    use bezzel_count::*;
    #[test]
    fn agrees() {
        for n in [10u32, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22] {
            let t = std::time::Instant::now();
            let shape = Shape::new(n);
            let classes = Classes::new(&Board::new(n));
            let units = classes.identity().units;
            let job = Halves::FASTEST.job(&Board::new(n)).unwrap();
            let some: Vec<u64> = if n <= 12 { (0..units).collect() } else { (0..if n < 19 {8} else {1}).map(|k| (k * 7919 + 13) * 31 % units).collect() };
            for unit in some {
                let mut cls: Vec<Class> = classes.of(unit).collect();
                if n >= 20 { cls.truncate(1); }
                let items: Vec<_> = cls.iter().map(|c| item::Item::new(shape, c)).collect();
                let layout = Layout { first_rows: 0, items: 0, list: 1 << 20, own: 1 << 20, task_rows: shape.half.saturating_sub(8).min(1) };
                let sums = model::Model::new().count(shape, &items, &layout, &bezzel::Cancel::new()).unwrap().unwrap();
                assert!(sums.iter().all(|s| s.overflowed == 0));
                let found: u64 = sums.iter().map(|s| s.count).sum();
                if n >= 20 { eprintln!("{n} {unit}: {found}"); continue; }
                let mut w = job.worker().unwrap();
                let mut expected = None;
                w.work(unit..unit + 1, &bezzel::Cancel::new(), &mut |_, o| { expected = Some(o); Ok(()) }).unwrap();
                let e = expected.unwrap();
                assert_eq!(found, e.count, "{n} {unit}");
                for s in &sums { s.outcome().check(0).unwrap(); }
            }
            eprintln!("{n} {:?}", t.elapsed());
        }
    }
}
