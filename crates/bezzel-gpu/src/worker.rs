//! A worker that uses a card: converts units to items, and the card's sums to outcomes.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use bezzel::job::{Job, Metric, Outcome, Worker};
use bezzel::{Cancel, Error};
use bezzel_count::for_gpu::{Classes, Shape};

use crate::card::{Card, ItemBatch};
use crate::item::Item;
use crate::layout::{Layout, MAX_PROGRAM_ROWS};

/// Metrics of a count on cards.
#[derive(Debug, Default)]
pub struct Account {
    /// The total run time of all kernels in nanoseconds; `longest` is that of the longest one.
    kernels: AtomicU64,
    longest: AtomicU64,
    /// Classes, or parts of classes, whose lists did not fit and which were counted in parts.
    split: AtomicU64,
    /// Units whose parts did not fit either, and which were counted by the processor.
    recounted: AtomicU64,
    /// Units whose count contradicted its residues, and which the processor counted again.
    contradicted: AtomicU64,
}

impl Account {
    /// Adds the run time of kernels, and the longest.
    fn note(&self, time: Duration, longest: Duration) {
        self.kernels.fetch_add(time.as_nanos() as u64, Relaxed);
        self.longest.fetch_max(longest.as_nanos() as u64, Relaxed);
    }

    /// Returns the metrics.
    pub fn metrics(&self) -> Vec<Metric> {
        let seconds = |name, nanoseconds: &AtomicU64| Metric {
            name,
            value: Duration::from_nanos(nanoseconds.load(Relaxed)).as_secs_f64(),
            sentence: None,
        };
        let incidents = |name, one: &str, what, count: &AtomicU64| {
            let count = count.load(Relaxed);
            let plural = if count == 1 { "" } else { "s" };
            Metric {
                name,
                value: count as f64,
                sentence: (count > 0).then(|| format!("{count} {one}{plural}: {what}")),
            }
        };
        vec![
            seconds("kernelSeconds", &self.kernels),
            seconds("longestKernelSeconds", &self.longest),
            incidents(
                "split",
                "list",
                "too long for the card, and counted in parts",
                &self.split,
            ),
            incidents(
                "recounted",
                "unit",
                "too large for the card, and counted by the processor",
                &self.recounted,
            ),
            incidents(
                "contradicted",
                "unit",
                "the card contradicted itself, and the processor counted again",
                &self.contradicted,
            ),
        ]
    }
}

/// The estimated speed of a card.
#[derive(Debug, Clone, Copy)]
pub struct CardSpeed {
    units_per_second: f64,
    least: u64,
}

impl CardSpeed {
    /// Returns the speed of `units` in `seconds`.
    pub fn new(units: u64, seconds: f64) -> Self {
        Self {
            units_per_second: units as f64 / seconds,
            least: 1,
        }
    }

    /// Sets the least number of units per batch. Small batches are slow, since thread blocks run
    /// out of branches one after the other towards the end of a batch.
    #[must_use]
    pub fn at_least(self, least: u64) -> Self {
        Self { least, ..self }
    }

    /// Returns the number of units to count at a time.
    pub fn batch(&self) -> u64 {
        ((self.units_per_second * BATCH_SECONDS) as u64).max(self.least)
    }

    /// Updates the estimate with a measurement, which has more weight than the previous estimate.
    fn learn(&mut self, units: u64, time: Duration) {
        let seen = units as f64 / time.as_secs_f64().max(1e-6);
        self.units_per_second = (self.units_per_second + 3.0 * seen) / 4.0;
    }
}

/// The intended duration of a batch in seconds. A batch takes longer if `CardSpeed::least` requires
/// more units.
const BATCH_SECONDS: f64 = 1.0;

/// Counts units on a card.
pub struct CardCounter<'j, C> {
    pub classes: &'j Classes,
    pub shape: Shape,
    pub card: C,
    pub layout: Layout,
    pub pace: CardSpeed,
    pub account: &'j Account,
    /// The job that counts, on the processor, the units that the card cannot count.
    pub processor: &'j dyn Job,
}

/// A class, or a part of one, and the index of its unit in the batch.
type Owned = (usize, Item);

impl<C: Card> CardCounter<'_, C> {
    /// Returns the outcomes of some units, in order, or `None` if cancelled.
    fn count(&mut self, units: Range<u64>, cancel: &Cancel) -> Result<Option<Vec<Outcome>>, Error> {
        let mut outcomes = vec![Outcome::default(); (units.end - units.start) as usize];
        let mut again = vec![false; outcomes.len()];
        let classes = self.classes.between(units.clone());
        let items = classes.map(|(unit, class)| {
            let owner = (unit - units.start) as usize;
            (owner, Item::new(self.shape, &class))
        });
        let mut waiting: Vec<Owned> = items.collect();
        for _ in 0..self.layout.first_rows {
            waiting = self.parts(waiting);
        }
        while !waiting.is_empty() {
            let mut too_long: Vec<Owned> = Vec::new();
            // If they do not fit at once, they are divided evenly.
            let calls = waiting.len().div_ceil(self.layout.items);
            for owned in waiting.chunks(waiting.len().div_ceil(calls)) {
                let items: Vec<Item> = owned.iter().map(|&(_, item)| item).collect();
                let batch = ItemBatch {
                    shape: self.shape,
                    items: &items,
                    layout: &self.layout,
                };
                let sums = self.card.count(&batch, cancel);
                let Some(sums) = sums.map_err(Error::from)? else {
                    return Ok(None);
                };
                for (&(owner, item), sum) in owned.iter().zip(sums) {
                    if sum.overflowed == 0 {
                        outcomes[owner] += sum.outcome();
                    } else if item.row + self.layout.branch_rows + MAX_PROGRAM_ROWS
                        < self.shape.half
                    {
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
            // Units that are too large for the card, and units whose count contradicts its
            // residues, are counted again by the processor.
            let why = match (again[owner], outcomes[owner].check(unit)) {
                (true, _) => &self.account.recounted,
                (false, Err(_)) => &self.account.contradicted,
                (false, Ok(())) => continue,
            };
            why.fetch_add(1, Relaxed);
            match self.recount(unit, cancel)? {
                Some(outcome) => outcomes[owner] = outcome,
                None => return Ok(None),
            }
        }
        Ok(Some(outcomes))
    }

    /// Returns the parts of some items, with one more row filled.
    fn parts(&self, items: Vec<Owned>) -> Vec<Owned> {
        let parts = |(owner, item): Owned| item.parts(self.shape).map(move |part| (owner, part));
        items.into_iter().flat_map(parts).collect()
    }

    /// Counts a unit on the processor.
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

impl<C: Card> Worker for CardCounter<'_, C> {
    fn work(
        &mut self,
        units: Range<u64>,
        cancel: &Cancel,
        report: &mut dyn FnMut(u64, Outcome) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut rest = units;
        while !rest.is_empty() && !cancel.is_cancelled() {
            let batch = rest.start..rest.end.min(rest.start + self.pace.batch());
            let (start, before) = (Instant::now(), self.card.kernels());
            let counted = self.count(batch.clone(), cancel)?;
            let after = self.card.kernels();
            self.account.note(after.total - before.total, after.longest);
            let Some(outcomes) = counted else { break };
            self.pace.learn(batch.end - batch.start, start.elapsed());
            for (unit, outcome) in batch.clone().zip(outcomes) {
                report(unit, outcome)?;
            }
            rest.start = batch.end;
        }
        Ok(())
    }

    fn claim_size(&self) -> u64 {
        2 * self.pace.batch()
    }
}

#[cfg(test)]
mod tests {
    use bezzel_count::Halves;
    use bezzel_queens::{Board, Engine};
    use proptest::prelude::*;

    use super::*;
    use crate::model::Model;

    /// Counts units of a board on a card.
    fn count_on(
        card: impl Card,
        n: u32,
        units: Range<u64>,
        layout: Layout,
        account: &Account,
    ) -> Result<Vec<Outcome>, Error> {
        let board = Board::new(n);
        let classes = Classes::new(&board);
        let processor = Halves::FASTEST.job(&board).unwrap();
        let mut counter = CardCounter {
            classes: &classes,
            shape: Shape::new(n),
            card,
            layout,
            pace: CardSpeed::new(100, 1.0),
            account,
            processor: &*processor,
        };
        let mut outcomes = Vec::new();
        let report = &mut |unit, outcome: Outcome| {
            let place = units.start + outcomes.len() as u64;
            assert_eq!(unit, place, "units are told in order");
            outcome.check(unit)?;
            outcomes.push(outcome);
            Ok(())
        };
        counter.work(units.clone(), &Cancel::new(), report)?;
        Ok(outcomes)
    }

    /// Counts units on the model of a card.
    fn count(n: u32, units: Range<u64>, layout: Layout, account: &Account) -> Vec<u64> {
        let outcomes = count_on(Model::new(), n, units, layout, account).unwrap();
        outcomes.iter().map(|outcome| outcome.count).collect()
    }

    /// Counts units with `halves`.
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

    fn layout(n: u32) -> Layout {
        let model = Model::new().room().unwrap();
        Layout::new(Shape::new(n), &model).unwrap()
    }

    fn units(n: u32) -> u64 {
        Classes::new(&Board::new(n)).identity().units
    }

    fn remarked(account: &Account) -> Vec<f64> {
        let remarks = account.metrics();
        remarks[2..].iter().map(|remark| remark.value).collect()
    }

    #[test]
    fn batches_are_neither_long_nor_idle() {
        let mut pace = CardSpeed::new(1_000, 10.0);
        assert_eq!(pace.batch(), 100, "a second");
        assert_eq!(pace.at_least(300).batch(), 300);
        pace.learn(1_000, Duration::from_secs(1));
        assert_eq!(pace.batch(), 775, "the last that was seen says most");
        assert_eq!(CardSpeed::new(1, 10.0).batch(), 1);
    }

    #[test]
    fn small_boards_are_counted_as_by_halves() {
        for n in 10..=13 {
            let (all, account) = (0..units(n), Account::default());
            let found = count(n, all.clone(), layout(n), &account);
            assert_eq!(found, expected(n, all), "{n} queens");
            assert_eq!(remarked(&account), [0.0; 3]);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(16))]

        #[test]
        fn some_units_of_larger_boards_are_counted_as_by_halves(n in 14..=19_u32, unit: u64) {
            let unit = unit % units(n);
            let found = count(n, unit..unit + 1, layout(n), &Account::default());
            prop_assert_eq!(found, expected(n, unit..unit + 1), "{} queens, unit {}", n, unit);
        }
    }

    /// Lists that do not fit are split; if that does not suffice, the processor counts the unit.
    /// Nothing is lost, and the metrics report it.
    #[test]
    fn whatever_does_not_fit_is_counted_otherwise() {
        let (n, unit) = (20, 5_000..5_001);
        let expected = expected(n, unit.clone());
        let roomy = layout(n);
        let (shape, classes) = (Shape::new(n), Classes::new(&Board::new(n)));
        let items = classes.of(unit.start).map(|class| Item::new(shape, &class));
        let lists = Model::new().list(shape, &items.collect::<Vec<_>>(), roomy.list);
        let longest = lists.iter().map(|(twice, once)| twice.len() + once.len());
        let longest = longest.max().unwrap() as u32;
        let with_lists = |list| Layout { list, ..roomy };
        let cases = [
            // The longest list does not fit, but its parts do.
            (with_lists(longest / 4 * 3), true, false),
            // The parts do not fit either.
            (with_lists(512), true, true),
            // A block's own lists do not fit, but parts need none.
            (
                Layout {
                    own: 1_024,
                    ..roomy
                },
                true,
                false,
            ),
            // Few items at a time.
            (Layout { items: 3, ..roomy }, false, false),
        ];
        for (layout, split, recounted) in cases {
            let account = Account::default();
            assert_eq!(
                count(n, unit.clone(), layout, &account),
                expected,
                "{layout:?}"
            );
            let remarks = remarked(&account);
            assert_eq!(
                (remarks[0] > 0.0, remarks[1] > 0.0),
                (split, recounted),
                "{layout:?}"
            );
            let sentences = account
                .metrics()
                .into_iter()
                .filter_map(|remark| remark.sentence);
            assert_eq!(
                sentences.count(),
                usize::from(split) + usize::from(recounted)
            );
        }
    }

    /// A card that reports a wrong bit, or fails, at the n-th call.
    struct Broken {
        model: Model,
        calls: u32,
        lost: bool,
    }

    impl Card for Broken {
        fn room(&self) -> Result<crate::card::CardResources, crate::Error> {
            self.model.room()
        }

        fn reserve(&mut self, layout: &Layout) -> Result<(), crate::Error> {
            self.model.reserve(layout)
        }

        fn count(
            &mut self,
            batch: &ItemBatch<'_>,
            cancel: &Cancel,
        ) -> Result<Option<Vec<crate::item::ItemSum>>, crate::Error> {
            let mut sums = self.model.count(batch, cancel)?;
            let is_time = self.calls == 1;
            self.calls = self.calls.saturating_sub(1);
            if is_time && self.lost {
                return Err(crate::Error::Failed {
                    card: "a card".into(),
                    reason: "uncorrectable ECC error".into(),
                });
            }
            if let (true, Some(sums)) = (is_time, &mut sums) {
                sums[0].count ^= 1 << 7;
            }
            Ok(sums)
        }

        fn kernels(&self) -> crate::card::KernelTimes {
            self.model.kernels()
        }
    }

    fn broken(lost: bool) -> Broken {
        Broken {
            model: Model::new(),
            calls: 2,
            lost,
        }
    }

    #[test]
    fn a_lost_bit_is_counted_again() {
        let account = Account::default();
        let layout = Layout {
            items: 40,
            ..layout(12)
        };
        let outcomes = count_on(broken(false), 12, 0..90, layout, &account).unwrap();
        let found: Vec<u64> = outcomes.iter().map(|outcome| outcome.count).collect();
        assert_eq!(found, expected(12, 0..90));
        assert_eq!(remarked(&account), [0.0, 0.0, 1.0]);
        let sentence = "1 unit: the card contradicted itself, and the processor counted again";
        assert_eq!(account.metrics()[4].sentence.as_deref(), Some(sentence));
    }

    #[test]
    fn an_ecc_error_of_a_card_is_error_lost() {
        let layout = Layout {
            items: 40,
            ..layout(12)
        };
        let error = count_on(broken(true), 12, 0..90, layout, &Account::default()).unwrap_err();
        let sentence = "a card is lost: uncorrectable ECC error";
        assert!(matches!(error, Error::Lost { .. }));
        assert_eq!(error.to_string(), sentence);
    }

    #[test]
    fn a_stopped_worker_reports_no_more_units() {
        let board = Board::new(12);
        let (classes, account) = (Classes::new(&board), Account::default());
        let processor = Halves::FASTEST.job(&board).unwrap();
        let mut counter = CardCounter {
            classes: &classes,
            shape: Shape::new(12),
            card: Model::new(),
            layout: layout(12),
            pace: CardSpeed::new(10, 1.0),
            account: &account,
            processor: &*processor,
        };
        assert_eq!(counter.claim_size(), 20);
        let cancel = Cancel::new();
        let mut reported = 0;
        let report = &mut |_, _| {
            reported += 1;
            cancel.cancel();
            Ok(())
        };
        counter.work(0..100, &cancel, report).unwrap();
        // What was counted before is reported.
        assert_eq!(reported, 10);
    }
}
