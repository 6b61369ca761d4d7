//! Ways of counting queens by walking the tree, in one table.

use super::{Arrays, Form, Masks, Promising, is_canonical};
use crate::{Cancel, Error, Progress, Search, Tally};

/// What a count should do beside counting.
#[derive(Clone, Default)]
pub struct Run<'a> {
    /// Count essentially different solutions: one for each orbit under the square's symmetries.
    pub unique: bool,
    /// Stop after so many promising nodes.
    pub max_nodes: Option<u64>,
    /// Stop when this is thrown.
    pub cancel: Cancel,
    /// Whom to tell about finished units.
    pub watcher: Option<&'a (dyn Fn(Progress) + Sync)>,
}

/// A way of counting queens, on every thread of the current rayon pool.
pub struct Engine {
    /// What users call it.
    pub name: &'static str,
    /// One line on how it works.
    pub about: &'static str,
    /// The largest board it takes.
    pub limit: u32,
    count: fn(u32, &Run<'_>) -> Result<Tally, Error>,
}

/// Every engine, from the slowest to the fastest.
pub const ENGINES: &[Engine] = &[
    Engine::backtracking::<Promising>(),
    Engine::backtracking::<Arrays>(),
    Engine::backtracking::<Masks>(),
];

/// The engine of that name.
pub fn engine(name: &str) -> Option<&'static Engine> {
    ENGINES.iter().find(|engine| engine.name == name)
}

impl Engine {
    /// The engine that searches a form of the problem.
    const fn backtracking<F: Form>() -> Self {
        Engine {
            name: F::NAME,
            about: F::ABOUT,
            limit: F::LIMIT,
            count: backtrack::<F>,
        }
    }

    /// Counts the solutions of `n` queens.
    ///
    /// # Errors
    /// [`Error::TooManyQueens`] beyond the engine's limit.
    pub fn count(&self, n: u32, run: &Run<'_>) -> Result<Tally, Error> {
        (self.count)(n, run)
    }
}

fn backtrack<F: Form>(n: u32, run: &Run<'_>) -> Result<Tally, Error> {
    let problem = F::of_size(n)?;
    let mut search = Search::new(&problem).cancelled_by(&run.cancel);
    if let Some(nodes) = run.max_nodes {
        search = search.max_nodes(nodes);
    }
    let mut parallel = search.parallel();
    if let Some(watcher) = run.watcher {
        parallel = parallel.watched_by(watcher);
    }
    Ok(if run.unique {
        parallel.count_where(is_canonical)
    } else {
        parallel.count()
    })
}
