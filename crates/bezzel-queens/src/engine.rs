//! Counting engines: an engine turns a board into a job.

use std::marker::PhantomData;
use std::sync::Arc;

use super::{Board, EachForm, Form, Masks, each_form, with_fastest_form};
use crate::Error;
use bezzel::job::{Branches, Job};
use bezzel::{Estimate, Search};

/// An algorithm that counts the solutions of a board.
pub trait Engine: Send + Sync {
    /// Returns the name that users select it by.
    fn name(&self) -> &'static str;

    /// Returns one line on how it works.
    fn about(&self) -> &'static str;

    /// Returns the side of the largest board it takes.
    fn limit(&self) -> u32;

    /// Returns an error if it cannot count this board.
    ///
    /// # Errors
    /// The reason, as a sentence.
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

    /// Returns the name of the method by which this engine cuts boards into units: the
    /// [`cut`](bezzel::job::Identity::cut) of its jobs.
    fn cut(&self) -> &'static str;

    /// Cuts a board into units.
    ///
    /// # Errors
    /// Those of [`check`](Engine::check).
    fn job(&self, board: &Board) -> Result<Box<dyn Job>, Error>;

    /// Returns the approximate number of seconds that one worker (a thread or a graphics card)
    /// needs for a board whose tree has `nodes` promising nodes. A rule of thumb for choosing an
    /// engine.
    fn estimated_seconds(&self, board: &Board, nodes: f64) -> f64;

    /// Returns the names of its variants on this machine, the slowest first, if there are several.
    fn variants(&self) -> Vec<&'static str> {
        Vec::new()
    }

    /// Returns the variant with the given name, or `None` if there is none.
    fn variant(&self, _name: &str) -> Option<Arc<dyn Engine>> {
        None
    }
}

/// The engine that walks the tree in one of the forms of the problem.
struct TreeEngine<F>(PhantomData<fn() -> F>);

impl<F: Form + 'static> Engine for TreeEngine<F> {
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
        /// The version of the tree, in which each level is a row and each child a column.
        const VERSION: u32 = 1;
        let question = serde_json::to_string(board).expect("a board is plain data");
        Ok(Box::new(Branches::with_many_units(
            F::of(board)?,
            question,
            VERSION,
        )))
    }

    fn estimated_seconds(&self, _board: &Board, nodes: f64) -> f64 {
        nodes * F::SECONDS_PER_NODE
    }
}

/// Returns the engines that walk the tree, the slowest first.
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

/// Returns the engine that walks the tree in a form of the problem.
pub fn tree_engine<F: Form + 'static>() -> Arc<dyn Engine> {
    Arc::new(TreeEngine::<F>(PhantomData))
}

/// The engines of a program.
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
    /// The side of the largest board that any engine could count.
    pub const LIMIT: u32 = Masks::LIMIT;

    /// Returns all engines, in the order they were given.
    pub fn all(&self) -> impl DoubleEndedIterator<Item = Arc<dyn Engine>> {
        self.0.iter().cloned()
    }

    /// Returns the engine of that name.
    pub fn named(&self, name: &str) -> Option<Arc<dyn Engine>> {
        self.all().find(|engine| engine.name() == name)
    }

    /// Returns the fastest engine for a board whose tree has about `nodes` promising nodes: see
    /// [`nodes`].
    ///
    /// # Errors
    /// [`Error::TooManyQueens`] if none can count it.
    pub fn fastest(&self, board: &Board, nodes: f64) -> Result<Arc<dyn Engine>, Error> {
        // Check the fastest engine first and stop at the first usable one, because checking some
        // engines means looking for a device, which takes time.
        let mut engines = self.by_speed(board, nodes).into_iter();
        let fastest = engines.find(|engine| engine.check(board).is_ok());
        fastest.ok_or(Error::TooManyQueens {
            n: board.n().into(),
            method: "count",
            limit: Self::LIMIT.into(),
        })
    }

    /// Returns all engines by their estimated time for a board, the fastest first, including those
    /// that cannot count it.
    pub fn by_speed(&self, board: &Board, nodes: f64) -> Vec<Arc<dyn Engine>> {
        let estimate = |engine: &dyn Engine| engine.estimated_seconds(board, nodes);
        let mut engines: Vec<_> = self
            .all()
            .map(|engine| (estimate(&*engine), engine))
            .collect();
        engines.sort_by(|one, other| one.0.total_cmp(&other.0));
        engines.into_iter().map(|(_, engine)| engine).collect()
    }
}

/// Estimates the size of a board's tree by random walks (Knuth 1975), in the fastest form.
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

/// Estimates the promising nodes of a board's tree in less than a millisecond; infinite beyond
/// [`Engines::LIMIT`].
pub fn nodes(board: &Board) -> f64 {
    if board.n() > Engines::LIMIT {
        return f64::INFINITY;
    }
    const SAMPLES: u64 = 100;
    estimate(board, SAMPLES, 1848).map_or(f64::INFINITY, |tree| tree.total.promising.mean)
}

/// Returns about how many seconds an engine needs for a board on one thread. Takes less than a
/// millisecond.
///
/// # Errors
/// Those of [`Engine::check`].
pub fn estimated_seconds(engine: &dyn Engine, board: &Board) -> Result<f64, Error> {
    engine.check(board)?;
    Ok(engine.estimated_seconds(board, nodes(board)))
}

/// Returns the side of the smallest empty board for which an engine is estimated to need at least
/// `seconds` on one thread.
pub fn slow_from(engine: &dyn Engine, seconds: f64) -> u32 {
    let slow = |n: &u32| {
        estimated_seconds(engine, &Board::new(*n)).is_ok_and(|estimate| estimate >= seconds)
    };
    (0..Engines::LIMIT).find(slow).unwrap_or(Engines::LIMIT)
}
