//! Ways of counting, from both crates in one list.

use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use bezzel::queens::{ENGINES, Engine, Form, Masks, Run, engine};
use bezzel::report::SymmetryReport;
use bezzel::{Cancel, Progress};
use bezzel_count::{Path, essentially_different, half_turn, quarter_turn};

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
    /// Where essentially different solutions were asked for: how they were found.
    pub symmetry: Option<SymmetryReport>,
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
        if n < WORTH_UNITS {
            return Self::masks();
        }
        let lanes = bezzel_count::engine("lanes").copied().map(Self::Units);
        lanes.expect("lanes are in the table")
    }

    /// The tree walked by masks.
    pub fn masks() -> Self {
        let masks = engine(Masks::NAME).map(Self::Tree);
        masks.expect("masks are in the table")
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

    /// The same method on a path of the machine.
    pub fn on(self, path: &str) -> Result<Self> {
        match self {
            Self::Units(engine) if engine.name == "lanes" => {
                Ok(Self::Units(engine.on(Path::named(path)?)))
            }
            _ => bail!("--path goes with --method lanes"),
        }
    }

    /// Counts the solutions of `n` queens, or the essentially different ones. Nothing if it was
    /// cancelled.
    pub fn count(
        self,
        n: u32,
        unique: bool,
        cancel: &Cancel,
        watcher: &(dyn Fn(Progress) + Sync),
    ) -> Result<Option<Counted>> {
        let (solutions, complete) = match self {
            Self::Tree(engine) => {
                let run = Run {
                    unique,
                    cancel: cancel.clone(),
                    watcher: Some(watcher),
                    ..Run::default()
                };
                let tally = engine.count(n, &run)?;
                (tally.solutions.into(), tally.is_complete())
            }
            Self::Units(engine) => {
                let run = bezzel_count::Run {
                    cancel: cancel.clone(),
                    watcher: Some(watcher),
                };
                let total = bezzel_count::count(n, &engine, &run)?;
                (total.count, total.is_complete())
            }
        };
        if !complete {
            return Ok(None);
        }
        if !unique {
            let symmetry = None;
            return Ok(Some(Counted {
                solutions,
                symmetry,
            }));
        }
        let (half_turn, quarter_turn) = (half_turn(n), quarter_turn(n));
        let (all, different) = match self {
            Self::Units(_) => {
                let all = solutions;
                (all, essentially_different(n, all, half_turn, quarter_turn))
            }
            // The tree was searched for one of each kind: the formula backwards.
            Self::Tree(_) if n < 2 => (solutions, solutions),
            Self::Tree(_) => {
                let symmetric = u128::from(half_turn) + 2 * u128::from(quarter_turn);
                (8 * solutions - symmetric, solutions)
            }
        };
        Ok(Some(Counted {
            solutions: different,
            symmetry: Some(SymmetryReport {
                all,
                half_turn,
                quarter_turn,
                different,
            }),
        }))
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
                alone.as_secs_f64() * scale / run::threads_at_work() as f64
            }
        };
        Ok(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
    }
}

/// The promising nodes of the tree, estimated.
fn nodes(n: u32) -> Result<f64> {
    Ok(run::estimate(n, 2_000, 1848)?.total.promising.mean)
}
