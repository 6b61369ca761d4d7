//! A worker who has a card count: units become items, and what the card has counted of them becomes outcomes.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use bezzel::job::{Job, Outcome, Remark, Worker};
use bezzel::{Cancel, Error};
use bezzel_count::{Classes, Shape};

use crate::card::Card;
use crate::item::Item;
use crate::layout::{LONGEST, Layout};

/// What is worth knowing about how cards have counted.
#[derive(Debug, Default)]
pub struct Account {
    /// How long kernels ran, in nanoseconds.
    kernels: AtomicU64,
    /// Classes, or parts of them, whose lists did not fit and which were counted in parts.
    split: AtomicU64,
    /// Units that were counted again by the processor.
    recounted: AtomicU64,
}

impl Account {
    /// The same as remarks.
    pub fn remarks(&self) -> Vec<Remark> {
        let (split, recounted) = (self.split.load(Relaxed), self.recounted.load(Relaxed));
        let sentence = |count: u64, what: &str| (count > 0).then(|| format!("{count} {what}"));
        vec![
            Remark {
                name: "kernelSeconds",
                value: Duration::from_nanos(self.kernels.load(Relaxed)).as_secs_f64(),
                sentence: None,
            },
            Remark {
                name: "split",
                value: split as f64,
                sentence: sentence(split, "lists did not fit, and were counted in parts"),
            },
            Remark {
                name: "recounted",
                value: recounted as f64,
                sentence: sentence(recounted, "units were counted again by the processor"),
            },
        ]
    }
}

/// How much a card counts in a second, as far as one knows.
#[derive(Debug, Clone, Copy)]
pub struct Pace {
    units_per_second: f64,
}

impl Pace {
    /// So many units in so many seconds.
    pub fn new(units: u64, seconds: f64) -> Self {
        Self {
            units_per_second: units as f64 / seconds,
        }
    }

    /// The units that are counted in about so long, at least one.
    fn units(&self, seconds: f64) -> u64 {
        ((self.units_per_second * seconds) as u64).max(1)
    }

    /// The last that was seen says most.
    fn learn(&mut self, units: u64, time: Duration) {
        let seen = units as f64 / time.as_secs_f64().max(1e-6);
        self.units_per_second = (self.units_per_second + 3.0 * seen) / 4.0;
    }
}

/// Units that are counted at a time take about so long; claims are twice as long.
const BATCH: f64 = 1.0;

/// Has a card count units.
pub struct Counter<'j, C> {
    pub classes: &'j Classes,
    pub shape: Shape,
    pub card: C,
    pub layout: Layout,
    pub pace: Pace,
    pub account: &'j Account,
    /// Who counts what the card cannot.
    pub processor: &'j dyn Job,
}

/// A class, or a part of one, and which unit of the batch it belongs to.
type Owned = (usize, Item);

impl<C: Card> Counter<'_, C> {
    /// The outcomes of some units, in order; nothing if it was told to stop.
    fn count(&mut self, units: Range<u64>, cancel: &Cancel) -> Result<Option<Vec<Outcome>>, Error> {
        let mut outcomes = vec![Outcome::default(); (units.end - units.start) as usize];
        let mut again = vec![false; outcomes.len()];
        let mut waiting: Vec<Owned> = Vec::new();
        for (owner, unit) in units.clone().enumerate() {
            let items = self
                .classes
                .of(unit)
                .map(|class| Item::new(self.shape, &class));
            waiting.extend(items.map(|item| (owner, item)));
        }
        for _ in 0..self.layout.first_rows {
            waiting = self.parts(waiting);
        }
        while !waiting.is_empty() {
            let mut too_long: Vec<Owned> = Vec::new();
            for batch in waiting.chunks(self.layout.items) {
                let items: Vec<Item> = batch.iter().map(|&(_, item)| item).collect();
                let sums = self.card.count(self.shape, &items, &self.layout, cancel);
                let Some(sums) = sums.map_err(Error::from)? else {
                    return Ok(None);
                };
                for (&(owner, item), sum) in batch.iter().zip(sums) {
                    if sum.overflowed == 0 {
                        outcomes[owner] += sum.outcome();
                    } else if item.row + self.layout.task_rows + LONGEST < self.shape.half {
                        too_long.push((owner, item));
                    } else {
                        again[owner] = true;
                    }
                }
            }
            self.account.split.fetch_add(too_long.len() as u64, Relaxed);
            waiting = self.parts(too_long);
        }
        for (owner, unit) in units.enumerate() {
            // A bit that was lost on the way does not go on: the processor counts again.
            if again[owner] || outcomes[owner].check(unit).is_err() {
                self.account.recounted.fetch_add(1, Relaxed);
                match self.recount(unit, cancel)? {
                    Some(outcome) => outcomes[owner] = outcome,
                    None => return Ok(None),
                }
            }
        }
        Ok(Some(outcomes))
    }

    /// Items with one row more filled.
    fn parts(&self, items: Vec<Owned>) -> Vec<Owned> {
        let parts = |(owner, item): Owned| item.parts(self.shape).map(move |part| (owner, part));
        items.into_iter().flat_map(parts).collect()
    }

    /// What the processor counts.
    fn recount(&self, unit: u64, cancel: &Cancel) -> Result<Option<Outcome>, Error> {
        let mut counted = None;
        let mut worker = self.processor.worker(0)?;
        worker.work(unit..unit + 1, cancel, &mut |_, outcome| {
            counted = Some(outcome);
            Ok(())
        })?;
        Ok(counted)
    }
}

impl<C: Card> Worker for Counter<'_, C> {
    fn work(
        &mut self,
        units: Range<u64>,
        cancel: &Cancel,
        report: &mut dyn FnMut(u64, Outcome) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut rest = units;
        while !rest.is_empty() && !cancel.is_cancelled() {
            let batch = rest.start..rest.end.min(rest.start + self.pace.units(BATCH));
            let (start, kernels) = (Instant::now(), self.card.kernel_time());
            let counted = self.count(batch.clone(), cancel)?;
            let time = self.card.kernel_time() - kernels;
            self.account
                .kernels
                .fetch_add(time.as_nanos() as u64, Relaxed);
            let Some(outcomes) = counted else { break };
            self.pace.learn(batch.end - batch.start, start.elapsed());
            for (unit, outcome) in batch.clone().zip(outcomes) {
                report(unit, outcome)?;
            }
            rest.start = batch.end;
        }
        Ok(())
    }

    fn appetite(&self) -> u64 {
        self.pace.units(2.0 * BATCH)
    }
}

#[cfg(test)]
mod tests {
    use bezzel::queens::{Board, Engine};
    use bezzel_count::Halves;
    use proptest::prelude::*;

    use super::*;
    use crate::model::Model;

    /// Counts units of a board on the model of a card.
    fn count(n: u32, units: Range<u64>, layout: Layout, account: &Account) -> Vec<Outcome> {
        let board = Board::new(n);
        let classes = Classes::new(&board);
        let processor = Halves::FASTEST.job(&board).unwrap();
        let mut counter = Counter {
            classes: &classes,
            shape: Shape::new(n),
            card: Model::new(),
            layout,
            pace: Pace::new(100, 1.0),
            account,
            processor: &*processor,
        };
        let mut outcomes = Vec::new();
        let report = &mut |unit, outcome: Outcome| {
            assert_eq!(
                unit,
                units.start + outcomes.len() as u64,
                "units are told in order"
            );
            outcome.check(unit)?;
            outcomes.push(outcome);
            Ok(())
        };
        counter.work(units.clone(), &Cancel::new(), report).unwrap();
        outcomes
    }

    /// What `halves` counts.
    fn expected(n: u32, units: Range<u64>) -> Vec<u64> {
        let job = Halves::FASTEST.job(&Board::new(n)).unwrap();
        let mut counts = Vec::new();
        let report = &mut |_, outcome: Outcome| {
            counts.push(outcome.count);
            Ok(())
        };
        let mut worker = job.worker(0).unwrap();
        worker.work(units, &Cancel::new(), report).unwrap();
        counts
    }

    fn counts(outcomes: &[Outcome]) -> Vec<u64> {
        outcomes.iter().map(|outcome| outcome.count).collect()
    }

    fn layout(n: u32) -> Layout {
        let model = Model::new().room().unwrap();
        Layout::new(Shape::new(n), &model).unwrap()
    }

    fn units(n: u32) -> u64 {
        Classes::new(&Board::new(n)).identity().units
    }

    #[test]
    fn small_boards_are_counted_as_by_halves() {
        let t = std::time::Instant::now();
        for n in 10..=12 {
            let (all, account) = (0..units(n), Account::default());
            let found = count(n, all.clone(), layout(n), &account);
            assert_eq!(counts(&found), expected(n, all), "{n} queens");
            eprintln!("{n} {:?}", t.elapsed());
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(12))]

        #[test]
        fn some_units_of_larger_boards_are_counted_as_by_halves(n in 13..=20_u32, unit: u64) {
        let t = std::time::Instant::now();
            let unit = unit % units(n);
            let found = count(n, unit..unit + 1, layout(n), &Account::default());
            prop_assert_eq!(counts(&found), expected(n, unit..unit + 1), "{} queens, unit {}", n, unit);
            eprintln!("{n} {:?}", t.elapsed());
        }
    }
}
