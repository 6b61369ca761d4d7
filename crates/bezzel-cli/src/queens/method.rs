//! Ways of counting, from both crates in one list.

use std::time::{Duration, Instant};

use anyhow::Result;
use bezzel::queens::{ENGINES, Engine, Form, Masks, Run, engine};
use bezzel::{Cancel, Progress};
use bezzel_count::Path;

use crate::run;

/// A way of counting queens.
#[derive(Clone, Copy)]
pub enum Method {
    /// By walking the whole tree.
    Tree(&'static Engine),
    /// Unit by unit.
    Units(bezzel_count::Engine),
}

/// What a method found.
pub struct Counted {
    pub solutions: u128,
    /// Whether that is all.
    pub complete: bool,
}

impl Method {
    /// Every method, from the slowest to the fastest.
    pub fn all() -> impl Iterator<Item = Self> {
        let units = bezzel_count::ENGINES.into_iter().map(Self::Units);
        ENGINES.iter().map(Self::Tree).chain(units)
    }

    /// The method of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::all().find(|method| method.name() == name)
    }

    /// The fastest method for a board.
    pub fn auto(n: u32) -> Self {
        /// Smaller boards are counted before units are planned.
        const WORTH_UNITS: u32 = 10;
        let units = bezzel_count::engine("lanes").copied().map(Self::Units);
        let tree = engine(Masks::NAME).map(Self::Tree);
        let fastest = if n < WORTH_UNITS { tree } else { units };
        fastest.expect("both are in their tables")
    }

    /// The tree walked by masks.
    pub fn masks() -> Self {
        Self::auto(0)
    }

    /// What users call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Tree(engine) => engine.name,
            Self::Units(engine) => engine.name,
        }
    }

    /// One line on how it works.
    pub fn about(self) -> &'static str {
        match self {
            Self::Tree(engine) => engine.about,
            Self::Units(engine) => engine.about,
        }
    }

    /// The largest board it takes.
    pub fn limit(self) -> u32 {
        match self {
            Self::Tree(engine) => engine.limit,
            Self::Units(_) => bezzel_count::LIMIT,
        }
    }

    /// The same method on a path of the machine, if it has paths.
    pub fn on(self, path: &str) -> Result<Self> {
        Ok(match self {
            Self::Units(engine) => Self::Units(engine.on(Path::named(path)?)),
            tree => tree,
        })
    }

    /// Counts the solutions of `n` queens, or the essentially different ones.
    pub fn count(
        self,
        n: u32,
        unique: bool,
        cancel: &Cancel,
        watcher: &(dyn Fn(Progress) + Sync),
    ) -> Result<Counted> {
        match self {
            Self::Tree(engine) => {
                let run = Run {
                    unique,
                    cancel: cancel.clone(),
                    watcher: Some(watcher),
                    ..Run::default()
                };
                let tally = engine.count(n, &run)?;
                Ok(Counted {
                    solutions: tally.solutions.into(),
                    complete: tally.is_complete(),
                })
            }
            Self::Units(engine) => {
                let run = bezzel_count::Run {
                    cancel: cancel.clone(),
                    watcher: Some(watcher),
                };
                let total = bezzel_count::count(n, &engine, &run)?;
                let solutions = if unique {
                    let (half, quarter) =
                        (bezzel_count::half_turn(n), bezzel_count::quarter_turn(n));
                    bezzel_count::essentially_different(n, total.count, half, quarter)
                } else {
                    total.count
                };
                Ok(Counted {
                    solutions,
                    complete: total.is_complete(),
                })
            }
        }
    }

    /// The smallest board that might take a minute.
    pub fn worth_a_look(self) -> u32 {
        match self {
            Self::Tree(_) => 15,
            Self::Units(engine) if engine.name == "border" => 17,
            Self::Units(_) => 19,
        }
    }

    /// The time it would need on this machine.
    pub fn forecast(self, n: u32) -> Result<Duration> {
        let seconds = match self {
            // Beyond the masks even the estimate would take long.
            _ if n > Masks::LIMIT => f64::INFINITY,
            Self::Tree(engine) => {
                // From the rate at which it walks the first few million nodes.
                const PROBE: u64 = 2_000_000;
                let run = Run {
                    max_nodes: Some(PROBE),
                    ..Run::default()
                };
                let start = Instant::now();
                let walked = engine.count(n, &run)?.nodes.max(1);
                start.elapsed().as_secs_f64() * nodes(n)? / walked as f64
            }
            Self::Units(engine) => {
                // From some units of a board whose units are short; lanes twice as wide are half as
                // many.
                const MEASURED: u32 = 19;
                const WIDER: f64 = 1.9;
                let measured = n.min(MEASURED);
                let patience = Duration::from_millis(100);
                let alone = bezzel_count::forecast(measured, &engine, patience)?;
                let wider = if n > 20 { WIDER } else { 1.0 };
                let scale = wider * nodes(n)? / nodes(measured)?;
                alone.as_secs_f64() * scale / rayon::current_num_threads() as f64
            }
        };
        Ok(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
    }
}

/// The promising nodes of the tree, estimated.
fn nodes(n: u32) -> Result<f64> {
    Ok(run::estimate(n, 2_000, 1848)?.total.promising.mean)
}
