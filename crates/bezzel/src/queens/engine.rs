//! Ways of counting queens: an engine turns a board into a job.

use std::marker::PhantomData;
use std::time::Duration;

use super::together::Together;
use super::{Board, EachForm, Form, Masks, each_form, with_fastest_form};
use crate::job::{self, Branches, Crew, Job};
use crate::{Cancel, Error, Estimate, Search};

/// A way of counting queens.
pub trait Engine: Sync {
    /// What users call it.
    fn name(&self) -> &'static str;

    /// One line on how it works.
    fn about(&self) -> &'static str;

    /// The largest board it takes.
    fn limit(&self) -> u32;

    /// Whether it can count a board.
    ///
    /// # Errors
    /// Why not, in a sentence.
    fn check(&self, board: &Board) -> Result<(), Error> {
        if board.n() > self.limit() {
            return Err(Error::TooManyQueens {
                n: board.n().into(),
                method: self.name(),
                limit: self.limit().into(),
            });
        }
        Ok(())
    }

    /// Cuts a board up.
    ///
    /// # Errors
    /// Those of [`check`](Engine::check).
    fn job(&self, board: &Board) -> Result<Box<dyn Job>, Error>;

    /// About how many seconds one thread of a machine like this, or one of whatever else it counts with, needs for a board whose tree has so
    /// many promising nodes. A rule of thumb, to choose between engines.
    fn guess(&self, board: &Board, nodes: f64) -> f64;

    /// The ways in which this machine can run it, the slowest first, if there are several.
    fn variants(&self) -> Vec<&'static str> {
        Vec::new()
    }

    /// The same engine run in one of these ways.
    fn variant(&self, _name: &str) -> Option<&'static dyn Engine> {
        None
    }
}

/// The engine that walks the tree in one of the problem's forms.
struct Tree<F>(PhantomData<fn() -> F>);

impl<F: Form + 'static> Engine for Tree<F> {
    fn name(&self) -> &'static str {
        F::NAME
    }

    fn about(&self) -> &'static str {
        F::ABOUT
    }

    fn limit(&self) -> u32 {
        F::LIMIT
    }

    fn job(&self, board: &Board) -> Result<Box<dyn Job>, Error> {
        /// The version of the tree: one row a level, all its columns children.
        const VERSION: u32 = 1;
        let question = serde_json::to_string(board).expect("a board is plain data");
        Ok(Box::new(Branches::many(F::of(board)?, question, VERSION)))
    }

    fn guess(&self, _board: &Board, nodes: f64) -> f64 {
        nodes * F::NODE
    }
}

/// The engines that walk the tree, the slowest first.
pub fn tree_engines() -> Vec<&'static dyn Engine> {
    struct Each;
    impl EachForm for Each {
        type Answer = &'static dyn Engine;

        fn with<F: Form + 'static>(&self) -> Self::Answer {
            tree_engine::<F>()
        }
    }
    each_form(&Each)
}

/// The engine that walks the tree in a form of the problem.
pub fn tree_engine<F: Form + 'static>() -> &'static dyn Engine {
    &Tree::<F>(PhantomData)
}

/// Engines to choose from.
#[derive(Clone)]
pub struct Engines(Vec<&'static dyn Engine>);

impl FromIterator<&'static dyn Engine> for Engines {
    fn from_iter<I: IntoIterator<Item = &'static dyn Engine>>(engines: I) -> Self {
        Self(engines.into_iter().collect())
    }
}

impl Engines {
    /// The largest board that anybody could count.
    pub const LIMIT: u32 = Masks::LIMIT;

    /// All of them, in the order they were given.
    pub fn all(&self) -> impl DoubleEndedIterator<Item = &'static dyn Engine> {
        self.0.iter().copied()
    }

    /// The one of that name.
    pub fn named(&self, name: &str) -> Option<&'static dyn Engine> {
        self.all().find(|engine| engine.name() == name)
    }

    /// The fastest that can count a board.
    ///
    /// # Errors
    /// [`Error::TooManyQueens`] if nobody could.
    pub fn fastest(&self, board: &Board) -> Result<&'static dyn Engine, Error> {
        let too_many = Error::TooManyQueens {
            n: board.n().into(),
            method: "count",
            limit: Self::LIMIT.into(),
        };
        if board.n() > Self::LIMIT {
            return Err(too_many);
        }
        // Only who would be taken is asked: some have to look for a device first.
        let mut engines = self.by_speed(board)?.into_iter();
        let fastest = engines.find(|engine| engine.check(board).is_ok());
        fastest.ok_or(too_many)
    }

    /// All of them by how long they would take for a board, by rule of thumb, the fastest first; also those that cannot count it.
    ///
    /// # Errors
    /// Those of an estimate.
    pub fn by_speed(&self, board: &Board) -> Result<Vec<&'static dyn Engine>, Error> {
        let nodes = nodes(board)?;
        let guess = |engine: &dyn Engine| engine.guess(board, nodes);
        let mut engines: Vec<_> = self.all().map(|engine| (guess(engine), engine)).collect();
        engines.sort_by(|one, other| one.0.total_cmp(&other.0));
        Ok(engines.into_iter().map(|(_, engine)| engine).collect())
    }

    /// Several of them, that count together. They live as long as the program.
    ///
    /// # Errors
    /// [`Error::Unsuited`] if one of the names is not in the table.
    pub fn together(&self, names: &[&str]) -> Result<&'static dyn Engine, Error> {
        let engines: Result<Vec<_>, Error> = names
            .iter()
            .map(|name| {
                self.named(name).ok_or_else(|| Error::Unsuited {
                    engine: "count",
                    reason: format!("has no method {name:?}"),
                })
            })
            .collect();
        match engines?[..] {
            [alone] => Ok(alone),
            ref several => Ok(Box::leak(Box::new(Together::new(several.to_vec())))),
        }
    }
}

/// Knuth's estimate of a board's tree, in the form that is fastest.
///
/// # Errors
/// [`Error::TooManyQueens`] beyond the limits of all forms.
pub fn estimate(board: &Board, samples: u64, seed: u64) -> Result<Estimate, Error> {
    struct Walks<'b>(&'b Board, u64, u64);
    impl EachForm for Walks<'_> {
        type Answer = Result<Estimate, Error>;

        fn with<F: Form>(&self) -> Self::Answer {
            let &Self(board, samples, seed) = self;
            Ok(Search::new(&F::of(board)?).estimate(samples, seed))
        }
    }
    with_fastest_form(board, &Walks(board, samples, seed))
}

/// The promising nodes of a board's tree, estimated in less than a millisecond; without end where nobody could walk it.
fn nodes(board: &Board) -> Result<f64, Error> {
    if board.n() > Masks::LIMIT {
        return Ok(f64::INFINITY);
    }
    Ok(estimate(board, 100, 1848)?.total.promising.mean)
}

/// About how many seconds an engine needs for a board on one thread, told in less than a millisecond.
///
/// # Errors
/// Those of [`Engine::check`].
pub fn guess(engine: &dyn Engine, board: &Board) -> Result<f64, Error> {
    engine.check(board)?;
    Ok(engine.guess(board, nodes(board)?))
}

/// The smallest empty board for which an engine may need so many seconds on one thread.
pub fn slow_from(engine: &dyn Engine, seconds: f64) -> u32 {
    let slow = |n: &u32| guess(engine, &Board::new(*n)).is_ok_and(|guess| guess >= seconds);
    (0..Engines::LIMIT).find(slow).unwrap_or(Engines::LIMIT)
}

/// The time an engine would need for a board, where there are so many threads, or longer than anybody could wait; and who would count.
///
/// It is told from some units of the job, or of a smaller board's where the units of this one are too large; that takes
/// `patience` at the most, and no time at all for boards that an engine counts in less.
///
/// # Errors
/// Those of [`Engine::check`]; workers that cannot start.
pub fn forecast(
    engine: &dyn Engine,
    board: &Board,
    threads: usize,
    patience: Duration,
    cancel: &Cancel,
) -> Result<(Duration, Crew), Error> {
    let whole = guess(engine, board)?;
    let mut crew = Crew::threads(threads);
    let seconds = if whole < patience.as_secs_f64() || whole.is_infinite() {
        whole
    } else {
        // Boards that take hours have no unit that can be counted in a moment.
        const HOURS: f64 = 10_000.0;
        let mut probe = board.clone();
        while guess(engine, &probe)? > HOURS {
            probe = Board::new(probe.n().min(Engines::LIMIT + 1) - 1);
        }
        let scale = whole / guess(engine, &probe)?;
        let given_up = job::UnderWay::GivenUp;
        let job = engine.job(&probe)?;
        crew = job.crew(threads);
        let told = job::forecast(&*job, patience, given_up, cancel)?;
        told.map_or(whole, |told| told.seconds.mean * scale)
    };
    let seconds = seconds / crew.size as f64;
    let time = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
    Ok((time, crew))
}
