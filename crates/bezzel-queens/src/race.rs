//! Compares all methods that find one solution.
//!
//! ```
//! use bezzel::Named;
//! use bezzel_queens::Board;
//! use bezzel_queens::race::{RaceLimits, RaceResult, Way};
//!
//! for way in Way::all() {
//!     let finish = way.run(&Board::new(12), 1848, &RaceLimits::default());
//!     assert_eq!(finish.result, RaceResult::Found, "{}", way.name());
//! }
//! ```

use std::ops::ControlFlow;
use std::time::Duration;

use serde::{Serialize, Serializer};

use crate::Error;
use crate::evolve::{Encoding, Evolution, Queens, Settings};
use crate::repair::Repair;
use crate::{Arrays, Board, Construction, Form, Shuffled, is_solution};
use bezzel::{Cancel, End, Named, Problem, Search};
use std::time::Instant;

/// A method that finds one solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Way {
    /// Backtracking as in the posts.
    Backtrack,
    /// Backtracking in a random order.
    RandomOrder,
    /// The genetic algorithm.
    Evolve,
    /// Local search.
    Repair,
    /// The closed formula.
    Construct,
}

impl Named for Way {
    const TABLE: &'static [(Self, &'static str, &'static str)] = &[
        (
            Self::Backtrack,
            "backtrack",
            "backtracking with columns from left to right",
        ),
        (
            Self::RandomOrder,
            "random-order",
            "backtracking that tries the columns of each row in a random order",
        ),
        (Self::Evolve, "evolve", "a genetic algorithm"),
        (
            Self::Repair,
            "repair",
            "local search: swaps columns until no queen attacks another",
        ),
        (
            Self::Construct,
            "construct",
            "a closed formula (Pauls 1874)",
        ),
    ];
}

impl Way {
    /// Returns the side of the largest board it takes.
    pub fn limit(self) -> u32 {
        match self {
            Self::Backtrack | Self::RandomOrder | Self::Construct => Arrays::LIMIT,
            Self::Evolve => Queens::LIMIT,
            Self::Repair => Repair::LIMIT,
        }
    }
}

/// Limits of a contestant.
#[derive(Debug, Clone, Default)]
pub struct RaceLimits {
    /// The time limit; `None` for no limit.
    pub time: Option<Duration>,
    /// The cancellation token.
    pub cancel: Cancel,
}

impl RaceLimits {
    /// Starts the clock. Returns a closure that is true while the limits are not reached.
    fn start(&self) -> impl Fn() -> bool + Send + use<> {
        let deadline = self.time.and_then(|time| Instant::now().checked_add(time));
        let cancel = self.cancel.clone();
        move || !cancel.is_cancelled() && deadline.is_none_or(|deadline| Instant::now() < deadline)
    }
}

/// The result of a method within the limits.
struct Attempt {
    columns: Option<Vec<u32>>,
    work: u64,
}

/// The result of a contestant.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Finish {
    /// Its name.
    pub name: &'static str,
    /// How it ended.
    pub result: RaceResult,
    /// The time it took.
    #[serde(rename = "seconds", serialize_with = "as_seconds")]
    pub time: Duration,
    /// The amount of work.
    #[serde(serialize_with = "crate::number::as_text")]
    pub work: u64,
    /// The unit of `work`, in the singular.
    pub unit: &'static str,
    /// The columns of the solution, row by row.
    #[serde(skip)]
    pub columns: Option<Vec<u32>>,
}

/// How a contestant ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum RaceResult {
    /// It found a solution, which was verified.
    Found,
    /// A limit was reached before it found one.
    OutOfTime,
    /// It was cancelled.
    Cancelled,
    /// It cannot take this board, for this reason.
    Unable(String),
}

fn as_seconds<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(time.as_secs_f64())
}

impl Way {
    /// Returns the unit of its work, in the singular.
    fn unit(self) -> &'static str {
        match self {
            Self::Backtrack | Self::RandomOrder => "node",
            Self::Evolve => "generation",
            Self::Repair => "swap",
            Self::Construct => "queen",
        }
    }

    /// Returns true if it uses random numbers.
    pub fn is_random(self) -> bool {
        matches!(self, Self::RandomOrder | Self::Evolve | Self::Repair)
    }

    /// Returns an error if it cannot fill a board.
    ///
    /// # Errors
    /// [`Error::Unsuited`] for boards with placed queens, blocked squares or joined edges, unless
    /// it backtracks.
    pub fn check(self, board: &Board) -> Result<(), Error> {
        if board.is_plain() || matches!(self, Self::Backtrack | Self::RandomOrder) {
            return Ok(());
        }
        Err(Error::Unsuited {
            engine: self.name(),
            reason: "supports only empty boards without --torus; `backtrack` supports all boards"
                .into(),
        })
    }

    fn find(self, board: &Board, seed: u64, patience: &RaceLimits) -> Result<Attempt, Error> {
        self.check(board)?;
        let n = board.n();
        match self {
            Self::Backtrack => backtrack(n, || Arrays::new(board), patience),
            Self::RandomOrder => backtrack(n, || Shuffled::new(board, seed), patience),
            Self::Evolve => evolve(n, seed, patience),
            Self::Repair => repair(n, seed, patience),
            Self::Construct => construct(n),
        }
    }

    /// Runs this method on a board.
    ///
    /// # Panics
    /// If its result is not a solution, which would be a bug.
    pub fn run(self, board: &Board, seed: u64, patience: &RaceLimits) -> Finish {
        let start = Instant::now();
        let attempt = self.find(board, seed, patience);
        let time = start.elapsed();
        let (result, work, columns) = match attempt {
            Err(error) => (RaceResult::Unable(error.to_string()), 0, None),
            Ok(Attempt {
                columns: None,
                work,
            }) if patience.cancel.is_cancelled() => (RaceResult::Cancelled, work, None),
            Ok(Attempt {
                columns: None,
                work,
            }) => (RaceResult::OutOfTime, work, None),
            Ok(Attempt {
                columns: Some(columns),
                work,
            }) => {
                assert!(is_solution(&columns), "{} found no solution", self.name());
                // Some methods poll the clock rarely: check the limit again.
                match patience.time {
                    Some(most) if time > most => (RaceResult::OutOfTime, work, None),
                    _ => (RaceResult::Found, work, Some(columns)),
                }
            }
        };
        Finish {
            name: self.name(),
            result,
            time,
            work,
            unit: self.unit(),
            columns,
        }
    }
}

/// Returns the first solution that backtracking finds.
fn backtrack<P: Problem<Choice = u32>>(
    n: u32,
    problem: impl FnOnce() -> Result<P, Error>,
    patience: &RaceLimits,
) -> Result<Attempt, Error> {
    /// The side of the largest board for backtracking in a race. The search polls the clock every
    /// few thousand nodes, which is too rare to respect the time limit on larger boards.
    const MAX_BACKTRACK_SIDE: u32 = 10_000;
    if n > MAX_BACKTRACK_SIDE {
        return Err(Error::TooManyQueens {
            n: n.into(),
            method: "backtracking in a race",
            limit: MAX_BACKTRACK_SIDE.into(),
        });
    }
    let problem = problem()?;
    let mut search = Search::new(&problem).cancelled_by(&patience.cancel);
    if let Some(time) = patience.time {
        search = search.max_time(time);
    }
    let mut columns = None;
    let tally = search.for_each(|solution| {
        columns = Some(solution.to_vec());
        ControlFlow::Break(())
    });
    if tally.end == End::Exhausted {
        return Err(Error::NoSolution { n: n.into() });
    }
    Ok(Attempt {
        columns,
        work: tally.nodes,
    })
}

fn evolve(n: u32, seed: u64, patience: &RaceLimits) -> Result<Attempt, Error> {
    let go_on = patience.start();
    let problem = Queens::new(n, Encoding::Columns)?;
    let mut evolution = Evolution::new(&problem, Settings::default(), seed)?;
    let solved = evolution.run(|_| go_on());
    Ok(Attempt {
        columns: solved.then(|| evolution.best().columns().to_vec()),
        work: evolution.number(),
    })
}

fn repair(n: u32, seed: u64, patience: &RaceLimits) -> Result<Attempt, Error> {
    let go_on = patience.start();
    let mut repair = Repair::new(n, seed)?;
    let solved = repair.run(|_| go_on());
    Ok(Attempt {
        columns: solved.then(|| repair.columns().to_vec()),
        work: repair.swaps(),
    })
}

fn construct(n: u32) -> Result<Attempt, Error> {
    let columns = Construction::new(n.into())?.columns();
    Ok(Attempt {
        columns: Some(columns.map(|column| column as u32).collect()),
        work: n.into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_says_why_it_finds_nothing() {
        for way in Way::all() {
            for n in [2, 3] {
                let finish = way.run(&Board::new(n), 1, &RaceLimits::default());
                let reason = format!("{n} queens have no solution");
                assert_eq!(finish.result, RaceResult::Unable(reason), "{}", way.name());
            }
        }
        let finish = Way::Backtrack.run(&Board::new(1_000_000), 1, &RaceLimits::default());
        assert!(matches!(finish.result, RaceResult::Unable(_)));
    }

    #[test]
    fn patience_runs_out() {
        let patience = RaceLimits {
            time: Some(Duration::ZERO),
            ..RaceLimits::default()
        };
        for way in Way::all() {
            let finish = way.run(&Board::new(200), 1, &patience);
            assert_eq!(finish.result, RaceResult::OutOfTime, "{}", way.name());
        }
        let patience = RaceLimits::default();
        patience.cancel.cancel();
        let finish = Way::Backtrack.run(&Board::new(200), 1, &patience);
        assert_eq!(finish.result, RaceResult::Cancelled);
    }
}
