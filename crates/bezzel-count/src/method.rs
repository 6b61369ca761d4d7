//! Ways of counting, those that walk the tree and those that count units, in one list.

use bezzel::queens::{self, Form, Masks};
use bezzel::report::SymmetryReport;
use bezzel::{Cancel, Progress};

use crate::{
    ENGINES, Engine, Error, LIMIT, Run, count, engine, essentially_different, half_turn,
    quarter_turn,
};

/// A way of counting queens.
#[derive(Clone, Copy)]
pub enum Method {
    /// By walking the whole tree.
    Tree(&'static queens::Engine),
    /// Unit by unit.
    Units(Engine),
}

/// What a method found.
pub struct Counted {
    /// The solutions, or the essentially different ones.
    pub solutions: u128,
    /// Where essentially different solutions were asked for: how they were found.
    pub symmetry: Option<SymmetryReport>,
}

impl Method {
    /// Every method, from the slowest to the fastest.
    pub fn all() -> impl Iterator<Item = Self> {
        let units = ENGINES.into_iter().map(Self::Units);
        queens::ENGINES.iter().map(Self::Tree).chain(units)
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
        let lanes = engine("lanes").copied().map(Self::Units);
        lanes.expect("lanes are in the table")
    }

    /// The tree walked by masks.
    pub fn masks() -> Self {
        let masks = queens::engine(Masks::NAME).map(Self::Tree);
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
            Self::Units(_) => LIMIT,
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

    /// Counts the solutions of `n` queens, or the essentially different ones, on every thread of the current
    /// rayon pool. Nothing if it was cancelled.
    ///
    /// ```
    /// use bezzel::Cancel;
    /// use bezzel_count::Method;
    ///
    /// for method in Method::all() {
    ///     let counted = method.count(8, false, &Cancel::new(), &|_| {})?;
    ///     assert_eq!(counted.unwrap().solutions, 92);
    /// }
    /// # Ok::<(), bezzel_count::Error>(())
    /// ```
    ///
    /// # Errors
    /// Boards beyond the method's limit; those of [`count`].
    pub fn count(
        self,
        n: u32,
        unique: bool,
        cancel: &Cancel,
        watcher: &(dyn Fn(Progress) + Sync),
    ) -> Result<Option<Counted>, Error> {
        let (solutions, complete) = match self {
            Self::Tree(engine) => {
                let run = queens::Run {
                    unique,
                    cancel: cancel.clone(),
                    watcher: Some(watcher),
                    ..queens::Run::default()
                };
                let tally = engine.count(n, &run)?;
                (tally.solutions.into(), tally.is_complete())
            }
            Self::Units(engine) => {
                let run = Run {
                    cancel: cancel.clone(),
                    watcher: Some(watcher),
                };
                let total = count(n, &engine, &run)?;
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
}
