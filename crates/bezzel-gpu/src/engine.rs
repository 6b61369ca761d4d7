//! The engine `gpu`.

use std::ops::Range;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use bezzel::Cancel;
use bezzel::job::{Identity, Job, Metric, Worker, WorkerCount};
use bezzel_count::Halves;
use bezzel_count::for_gpu::{Classes, Shape};
use bezzel_queens::Error;
use bezzel_queens::{Board, Engine};

use crate::card::{Card, CardResources, ItemBatch, KernelTimes};
use crate::cuda::{self, Cuda};
use crate::item::ItemSum;
use crate::layout::Layout;
use crate::worker::{Account, CardCounter, CardSpeed};
use crate::{Description, compiler};

/// The name that users select it by.
const NAME: &str = "gpu";

/// The sides of the smallest and the largest board it takes.
const MIN_SIDE: u32 = 10;
const MAX_SIDE: u32 = 28;

/// The engine that counts the units of [`Halves`] on the NVIDIA cards of this machine.
#[derive(Debug, Clone, Copy)]
pub struct Gpu;

/// The usable cards of this machine, detected once.
static USABLE_CARDS: OnceLock<Result<Vec<Description>, crate::Error>> = OnceLock::new();

fn machine() -> &'static Result<Vec<Description>, crate::Error> {
    USABLE_CARDS.get_or_init(|| {
        let cards = cuda::cards()?;
        let check = |card: &Description| {
            card.check()?;
            compiler::check(card.capability)
        };
        let mut refusal = crate::Error::NoCard {
            reason: "it lists no card".into(),
        };
        // A card that cannot be used is skipped if there is another.
        let mut able = Vec::new();
        for card in cards {
            match check(&card) {
                Ok(()) => able.push(card),
                Err(reason) => refusal = reason,
            }
        }
        match able.is_empty() {
            true => Err(refusal),
            false => Ok(able),
        }
    })
}

/// Returns the cards that this machine can count with.
///
/// # Errors
/// If there is no usable card; the error names what is missing.
pub fn cards() -> Result<&'static [Description], crate::Error> {
    machine().as_deref().map_err(Clone::clone)
}

impl Engine for Gpu {
    fn name(&self) -> &'static str {
        NAME
    }

    fn about(&self) -> &'static str {
        "`halves` on NVIDIA graphics cards, 10 to 28 queens"
    }

    fn limit(&self) -> u32 {
        MAX_SIDE
    }

    fn check(&self, board: &Board) -> Result<(), Error> {
        let n = board.n();
        if n > MAX_SIDE {
            return Err(Error::TooManyQueens {
                n: n.into(),
                method: NAME,
                limit: MAX_SIDE.into(),
            });
        }
        // Conditions on the board are checked first, since detecting a card takes longer.
        let reason = if !board.is_plain() {
            "joins the halves of an empty board: the default method can count others".to_owned()
        } else if n < MIN_SIDE {
            format!("counts {MIN_SIDE} queens or more: the default method can count {n}")
        } else {
            cards().map_err(bezzel::Error::from)?;
            return Ok(());
        };
        Err(Error::Unsuited {
            engine: NAME,
            reason,
        })
    }

    fn cut(&self) -> &'static str {
        Halves::FASTEST.cut()
    }

    fn job(&self, board: &Board) -> Result<Box<dyn Job>, Error> {
        self.check(board)?;
        Ok(Box::new(CardJob {
            classes: Classes::new(board),
            shape: Shape::new(board.n()),
            cards: cards().map_err(bezzel::Error::from)?,
            processor: Halves::FASTEST.job(board)?,
            account: Account::default(),
        }))
    }

    fn estimated_seconds(&self, board: &Board, _nodes: f64) -> f64 {
        // Starting a card takes a quarter of a second. In that time a few processor threads finish
        // a board that is estimated at about three seconds, so the start is charged with three
        // seconds.
        const START_SECONDS: f64 = 3.0;
        // Cards are not detected for an estimate only. If they are already known, the card with the
        // most multiprocessors is used, otherwise an H200 is assumed.
        let known = USABLE_CARDS.get().and_then(|cards| cards.as_ref().ok());
        let largest = known.and_then(|cards| cards.iter().map(|card| card.processors).max());
        seconds(board.n(), largest.unwrap_or(H200_PROCESSORS)) + START_SECONDS
    }
}

/// The run time of the kernels on an H200 in seconds, for 18 to 28 queens (November 2026; from 23
/// queens on extrapolated from samples).
const H200_SECONDS: [f64; 11] = [
    0.006, 0.043, 0.21, 1.9, 11.0, 140.0, 900.0, 16_000.0, 89_000.0, 2.1e6, 1.4e7,
];

/// The number of multiprocessors of an H200.
const H200_PROCESSORS: u32 = 132;

/// Returns the expected seconds of a card with this many multiprocessors.
fn seconds(n: u32, processors: u32) -> f64 {
    let place = (n as usize).clamp(18, 28) - 18;
    H200_SECONDS[place] * f64::from(H200_PROCESSORS) / f64::from(processors.max(1))
}

/// A board as a job with the units of [`Halves`].
struct CardJob {
    classes: Classes,
    shape: Shape,
    cards: &'static [Description],
    processor: Box<dyn Job>,
    account: Account,
}

impl Job for CardJob {
    fn identity(&self) -> &Identity {
        self.classes.identity()
    }

    fn weight(&self, unit: u64) -> u32 {
        self.classes.weight(unit)
    }

    fn cost(&self, units: Range<u64>) -> f64 {
        self.classes.cost(units)
    }

    fn crew(&self, _threads: usize) -> WorkerCount {
        WorkerCount {
            size: self.cards.len(),
            kind: "card",
        }
    }

    fn worker(&self, number: usize) -> Result<Box<dyn Worker + '_>, bezzel::Error> {
        let description = &self.cards[number % self.cards.len()];
        let mut card = Borrowed::new(description)?;
        let room = card.room()?;
        let pace = CardSpeed::new(self.units(), seconds(self.shape.n, description.processors));
        let pace = pace.at_least(self.least(&room));
        let mut layout = self.layout(&room, &pace)?;
        // Other programs may allocate what was free a moment ago: then retry with half as much.
        for tries in 1.. {
            match card.reserve(&layout) {
                Ok(()) => break,
                Err(error) if tries == 4 => return Err(error.into()),
                Err(_) => {
                    let half = layout.items as u64 / 2;
                    layout = self.layout(&card.room()?, &pace)?.at_most(half);
                }
            }
        }
        Ok(Box::new(CardCounter {
            classes: &self.classes,
            shape: self.shape,
            card,
            layout,
            pace,
            account: &self.account,
            processor: &*self.processor,
        }))
    }

    fn metrics(&self) -> Vec<Metric> {
        self.account.metrics()
    }
}

impl CardJob {
    /// Returns the least number of units that gives every thread block about fifty branches. With
    /// fewer, blocks that have finished would wait too long for others.
    fn least(&self, room: &CardResources) -> u64 {
        let branches = Layout::branches(self.shape) * self.classes.count() as f64;
        let wanted = 50.0 * f64::from(room.blocks) / branches * self.units() as f64;
        (wanted.ceil() as u64).clamp(1, self.units())
    }

    /// Returns the layout of batches for a card with these resources and this speed.
    fn layout(&self, room: &CardResources, pace: &CardSpeed) -> Result<Layout, crate::Error> {
        let layout = Layout::new(self.shape, room)?;
        // Reserves space for twice as many classes as a batch is expected to have, since the speed
        // may increase. Most classes are split into a part for each open square of the rows that
        // are filled in advance.
        let batch = pace.batch().min(self.units()) as f64 / self.units() as f64;
        let classes = (2.0 * batch).min(1.0) * self.classes.count() as f64;
        let parts = u64::from(self.shape.half).pow(layout.first_rows);
        Ok(layout.at_most((classes.ceil() as u64).saturating_mul(parts)))
    }
}

/// A card in use. It is returned on drop and reused, since initialising a card takes a tenth of a
/// second.
struct Borrowed(Option<Cuda>);

/// The cards of this process.
static CARDS: Mutex<Cards> = Mutex::new(Cards {
    ready: Vec::new(),
    lost: Vec::new(),
});

struct Cards {
    /// Initialised cards that are not in use.
    ready: Vec<Cuda>,
    /// The indices of cards that have failed, with their errors. They are not used again by this
    /// process.
    lost: Vec<(usize, crate::Error)>,
}

fn all_cards() -> MutexGuard<'static, Cards> {
    CARDS.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Borrowed {
    fn new(description: &Description) -> Result<Self, crate::Error> {
        let mut cards = all_cards();
        let mut lost = cards.lost.iter();
        if let Some((_, error)) = lost.find(|(number, _)| *number == description.number) {
            return Err(error.clone());
        }
        let place = cards
            .ready
            .iter()
            .position(|card| card.description() == description);
        let ready = place.map(|place| cards.ready.swap_remove(place));
        drop(cards);
        let mut card = ready.map_or_else(|| Cuda::new(description), Ok)?;
        card.forget_time();
        Ok(Self(Some(card)))
    }

    fn card(&self) -> &Cuda {
        self.0.as_ref().expect("it was not given back")
    }

    fn card_mut(&mut self) -> &mut Cuda {
        self.0.as_mut().expect("it was not given back")
    }
}

impl Card for Borrowed {
    fn room(&self) -> Result<CardResources, crate::Error> {
        self.card().room()
    }

    fn reserve(&mut self, layout: &Layout) -> Result<(), crate::Error> {
        self.card_mut().reserve(layout)
    }

    fn count(
        &mut self,
        batch: &ItemBatch<'_>,
        cancel: &Cancel,
    ) -> Result<Option<Vec<ItemSum>>, crate::Error> {
        let card = self.card_mut();
        let counted = card.count(batch, cancel);
        if let Err(error) = &counted {
            let number = card.description().number;
            all_cards().lost.push((number, error.clone()));
            card.is_lost = true;
        }
        counted
    }

    fn kernels(&self) -> KernelTimes {
        self.card().kernels()
    }
}

impl Drop for Borrowed {
    fn drop(&mut self) {
        let card = self.0.take().filter(|card| !card.is_lost);
        all_cards().ready.extend(card);
    }
}
