//! Ways of counting queens: an engine turns a board into a job.

use std::marker::PhantomData;
use std::sync::Arc;

use super::{Board, EachForm, Form, Masks, each_form, with_fastest_form};
use crate::Error;
use bezzel::job::{Branches, Job};
use bezzel::{Estimate, Search};

/// A way of counting queens.
pub trait Engine: Send + Sync {
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

    /// The way it cuts boards into units: the [`cut`](bezzel::job::Identity::cut) of its jobs.
    fn cut(&self) -> &'static str;

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
    fn variant(&self, _name: &str) -> Option<Arc<dyn Engine>> {
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

    fn cut(&self) -> &'static str {
        Branches::<F>::CUT
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
pub fn tree_engines() -> Vec<Arc<dyn Engine>> {
    struct Each;
    impl EachForm for Each {
        type Answer = Arc<dyn Engine>;

        fn with<F: Form + 'static>(&self) -> Self::Answer {
            tree_engine::<F>()
        }
    }
    each_form(&Each)
}

/// The engine that walks the tree in a form of the problem.
pub fn tree_engine<F: Form + 'static>() -> Arc<dyn Engine> {
    Arc::new(Tree::<F>(PhantomData))
}

/// Engines to choose from.
#[derive(Clone)]
pub struct Engines(Vec<Arc<dyn Engine>>);

impl std::fmt::Debug for Engines {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engines").finish_non_exhaustive()
    }
}

impl FromIterator<Arc<dyn Engine>> for Engines {
    fn from_iter<I: IntoIterator<Item = Arc<dyn Engine>>>(engines: I) -> Self {
        Self(engines.into_iter().collect())
    }
}

impl Engines {
    /// The largest board that anybody could count.
    pub const LIMIT: u32 = Masks::LIMIT;

    /// All of them, in the order they were given.
    pub fn all(&self) -> impl DoubleEndedIterator<Item = Arc<dyn Engine>> {
        self.0.iter().cloned()
    }

    /// The one of that name.
    pub fn named(&self, name: &str) -> Option<Arc<dyn Engine>> {
        self.all().find(|engine| engine.name() == name)
    }

    /// The fastest that can count a board whose tree has about `nodes` promising nodes: see [`nodes`].
    ///
    /// # Errors
    /// [`Error::TooManyQueens`] if none can.
    pub fn fastest(&self, board: &Board, nodes: f64) -> Result<Arc<dyn Engine>, Error> {
        // Only engines that would be chosen are checked: some have to look for a device.
        let mut engines = self.by_speed(board, nodes).into_iter();
        let fastest = engines.find(|engine| engine.check(board).is_ok());
        fastest.ok_or(Error::TooManyQueens {
            n: board.n().into(),
            method: "count",
            limit: Self::LIMIT.into(),
        })
    }

    /// All of them by the time they would take for a board, by rule of thumb, the fastest first; also those that cannot
    /// count it.
    pub fn by_speed(&self, board: &Board, nodes: f64) -> Vec<Arc<dyn Engine>> {
        let guess = |engine: &dyn Engine| engine.guess(board, nodes);
        let mut engines: Vec<_> = self.all().map(|engine| (guess(&*engine), engine)).collect();
        engines.sort_by(|one, other| one.0.total_cmp(&other.0));
        engines.into_iter().map(|(_, engine)| engine).collect()
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

/// Estimates the promising nodes of a board's tree in less than a millisecond; infinite beyond [`Engines::LIMIT`].
pub fn nodes(board: &Board) -> f64 {
    if board.n() > Engines::LIMIT {
        return f64::INFINITY;
    }
    const SAMPLES: u64 = 100;
    estimate(board, SAMPLES, 1848).map_or(f64::INFINITY, |tree| tree.total.promising.mean)
}

/// About how many seconds an engine needs for a board on one thread, told in less than a millisecond.
///
/// # Errors
/// Those of [`Engine::check`].
pub fn guess(engine: &dyn Engine, board: &Board) -> Result<f64, Error> {
    engine.check(board)?;
    Ok(engine.guess(board, nodes(board)))
}

/// The smallest empty board for which an engine may need so many seconds on one thread.
pub fn slow_from(engine: &dyn Engine, seconds: f64) -> u32 {
    let slow = |n: &u32| guess(engine, &Board::new(*n)).is_ok_and(|guess| guess >= seconds);
    (0..Engines::LIMIT).find(slow).unwrap_or(Engines::LIMIT)
}
