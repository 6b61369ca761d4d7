//! Reports as plain data, for terminal, JSON and pictures.

use std::collections::BTreeMap;
use std::time::Duration;

use num_bigint::BigUint;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use crate::number::as_text;
use crate::race::Finish;
use crate::{Board, BySymmetry, Count, Lineup, Placement, is_solution};
use bezzel::End;
use bezzel::job::{Forecast, WorkerCount};
use bezzel::{Estimate, LevelEstimate};
use bezzel::{Level, Profile};

/// The board of a report, and its side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Question<'b> {
    /// The number of queens.
    pub n: u32,
    /// The board. In JSON it is omitted if it is empty and has edges.
    #[serde(skip_serializing_if = "is_plain")]
    pub board: &'b Board,
}

impl<'b> Question<'b> {
    fn of(board: &'b Board) -> Self {
        Self {
            n: board.n(),
            board,
        }
    }
}

/// The number of solutions.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct CountReport<'b> {
    /// The board.
    #[serde(flatten)]
    pub question: Question<'b>,
    /// The name of the engine.
    pub method: &'static str,
    /// Whether solutions that are images of each other count once.
    pub unique: bool,
    /// The solutions.
    #[serde(serialize_with = "as_text")]
    pub count: u128,
    /// The solutions by symmetry, if `unique`.
    #[serde(flatten)]
    pub symmetry: Option<SymmetryReport>,
    /// The engine's metrics, by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub remarks: BTreeMap<&'static str, f64>,
}

/// The solutions by symmetry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct SymmetryReport {
    /// Solutions by the symmetries that leave them unchanged.
    #[serde(flatten)]
    pub solutions: BySymmetry,
    /// The number of symmetries of the board.
    pub symmetries: usize,
}

/// The estimated duration of a count.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ForecastReport<'b> {
    /// The board.
    #[serde(flatten)]
    pub question: Question<'b>,
    /// The name of the engine.
    pub method: &'static str,
    /// The seconds that one core of this machine, or one worker of another kind, would need for all
    /// units.
    pub core_seconds: f64,
    /// The standard error of `core_seconds`.
    pub core_seconds_error: f64,
    /// The kind of workers: threads or cards.
    pub counted_by: &'static str,
    /// The number of units counted for the estimate.
    pub sampled: u64,
    /// The number of all units.
    pub units: u64,
    /// The number of workers.
    pub threads: usize,
    /// The seconds that all workers together would need.
    pub seconds: f64,
}

/// The progress of a count that was stopped.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct StoppedReport<'b> {
    /// The board.
    #[serde(flatten)]
    pub question: Question<'b>,
    /// The name of the engine.
    pub method: &'static str,
    /// Whether solutions that are images of each other count once.
    pub unique: bool,
    /// Always false.
    pub complete: bool,
    /// Units finished.
    pub done: u64,
    /// Units in all.
    pub units: u64,
    /// The share of the work that is done, from 0 to 1.
    pub share: f64,
    /// A lower bound of the number of solutions.
    #[serde(serialize_with = "as_text")]
    pub at_least: u128,
    /// The engine's metrics, by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub remarks: BTreeMap<&'static str, f64>,
}

fn is_true(flag: &bool) -> bool {
    *flag
}

fn is_plain(board: &&Board) -> bool {
    board.is_plain()
}

fn metrics(counted: &Count) -> BTreeMap<&'static str, f64> {
    let remarks = counted.remarks.iter();
    remarks.map(|remark| (remark.name, remark.value)).collect()
}

impl<'b> CountReport<'b> {
    /// Returns the report on a count that is complete.
    pub fn new(board: &'b Board, method: &'static str, counted: &Count) -> Self {
        let symmetry = counted.symmetry.as_ref().map(|solutions| SymmetryReport {
            solutions: solutions.clone(),
            symmetries: counted.symmetries,
        });
        Self {
            question: Question::of(board),
            method,
            unique: counted.unique,
            count: counted.solutions(),
            symmetry,
            remarks: metrics(counted),
        }
    }
}

impl<'b> ForecastReport<'b> {
    /// Returns the report on a forecast.
    pub fn new(
        board: &'b Board,
        method: &'static str,
        forecast: &Forecast,
        crew: WorkerCount,
    ) -> Self {
        Self {
            question: Question::of(board),
            method,
            core_seconds: forecast.seconds.mean,
            core_seconds_error: forecast.seconds.error,
            sampled: forecast.sampled,
            units: forecast.units,
            counted_by: crew.kind,
            threads: crew.size,
            seconds: forecast.seconds.mean / crew.size as f64,
        }
    }
}

impl<'b> StoppedReport<'b> {
    /// Returns the report on a count that was stopped.
    pub fn new(board: &'b Board, method: &'static str, counted: &Count) -> Self {
        let total = &counted.total;
        Self {
            question: Question::of(board),
            method,
            unique: counted.unique,
            complete: false,
            done: total.done,
            units: total.units,
            share: total.share,
            at_least: counted.solutions(),
            remarks: metrics(counted),
        }
    }
}

/// The size of the state-space tree: post 004's table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct TreeReport<'b> {
    /// The board.
    #[serde(flatten)]
    pub question: Question<'b>,
    /// The nodes of the complete tree: 1 + n + n^2 + … + n^n.
    #[serde(serialize_with = "as_text")]
    pub all_nodes: BigUint,
    /// The nodes visited by backtracking.
    #[serde(serialize_with = "as_text")]
    pub visited: u64,
    /// The promising nodes among them.
    #[serde(serialize_with = "as_text")]
    pub promising: u64,
    /// The solutions among them.
    #[serde(serialize_with = "as_text")]
    pub solutions: u64,
    /// Whether the whole tree was searched. Otherwise the numbers cover a part of it.
    #[serde(skip_serializing_if = "is_true")]
    pub complete: bool,
    /// An upper bound of the promising nodes, since no two queens share a column: 1 + n + n(n-1) +
    /// … + n!.
    #[serde(serialize_with = "as_text")]
    pub upper_bound: BigUint,
    /// The levels, starting with the root's.
    pub levels: Vec<LevelReport>,
}

/// One level of the tree.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct LevelReport {
    /// Its number; the root has level 0.
    pub level: usize,
    /// Visited nodes.
    #[serde(serialize_with = "as_text")]
    pub visited: u64,
    /// Promising nodes.
    #[serde(serialize_with = "as_text")]
    pub promising: u64,
    /// Solutions.
    #[serde(serialize_with = "as_text")]
    pub solutions: u64,
}

impl<'b> TreeReport<'b> {
    /// Returns the report on a board whose tree has this profile.
    pub fn new(board: &'b Board, profile: &Profile) -> Self {
        let n = board.n();
        let levels = profile.levels.iter().enumerate();
        let level = |(level, counts): (usize, &Level)| LevelReport {
            level,
            visited: counts.visited,
            promising: counts.promising,
            solutions: counts.solutions,
        };
        Self {
            question: Question::of(board),
            all_nodes: (0..=n).map(|level| BigUint::from(n).pow(level)).sum(),
            visited: profile.visited(),
            promising: profile.promising(),
            solutions: profile.solutions(),
            complete: profile.end == End::Exhausted,
            upper_bound: (0..=n).map(|level| falling_factorial(n, level)).sum(),
            levels: levels.map(level).collect(),
        }
    }
}

/// Returns n (n-1) (n-2) … with `factors` factors.
fn falling_factorial(n: u32, factors: u32) -> BigUint {
    (n - factors + 1..=n).map(BigUint::from).product()
}

/// The estimated size of the state-space tree.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct EstimateReport<'b> {
    /// The board.
    #[serde(flatten)]
    pub question: Question<'b>,
    /// The number of random walks.
    pub samples: u64,
    /// The seed of the walks.
    pub seed: u64,
    /// The whole tree.
    pub total: LevelEstimate,
    /// The levels, starting with the root's.
    pub levels: Vec<LevelEstimate>,
}

impl<'b> EstimateReport<'b> {
    /// Returns the report on an estimate.
    pub fn new(board: &'b Board, estimate: Estimate) -> Self {
        Self {
            question: Question::of(board),
            samples: estimate.samples,
            seed: estimate.seed,
            total: estimate.total,
            levels: estimate.levels,
        }
    }
}

/// The result of an evolution of queens.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct EvolveReport {
    /// The number of queens.
    pub n: u32,
    /// The seed. The same seed gives the same evolution.
    pub seed: u64,
    /// Whether the best board is a solution.
    pub solved: bool,
    /// The number of the last generation.
    pub generations: u64,
    /// The fitness of the best board: the pairs of queens that do not attack each other.
    pub fitness: f64,
    /// The pairs of queens that attack each other on the best board.
    pub attacks: u64,
    /// The columns of its queens, row by row, from 0.
    pub columns: Vec<u32>,
}

impl EvolveReport {
    /// Returns the report on an evolution whose best board so far is `best`.
    pub fn new(seed: u64, generations: u64, best: &Lineup) -> Self {
        Self {
            n: best.columns().len() as u32,
            seed,
            solved: is_solution(best.columns()),
            generations,
            fitness: best.peaceful_pairs() as f64,
            attacks: best.attacks(),
            columns: best.columns().to_vec(),
        }
    }
}

/// The results of all methods that find one solution.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct RaceReport {
    /// The number of queens.
    pub n: u32,
    /// The seed of all random numbers.
    pub seed: u64,
    /// The time limit of each method, in seconds.
    pub seconds: f64,
    /// The methods, in the order they started.
    pub ways: Vec<Finish>,
}

impl RaceReport {
    /// Returns the report on a race before its start, with this time limit for each method.
    pub fn new(n: u32, seed: u64, time: Duration) -> Self {
        Self {
            n,
            seed,
            seconds: time.as_secs_f64(),
            ways: Vec::new(),
        }
    }
}

/// The report on whether a placement is a solution.
///
/// A crowded board may have more attacking pairs than fit in memory: they are found while they are
/// written.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct CheckReport<'p> {
    /// The board.
    pub placement: &'p Placement,
    /// Whether it is a solution.
    pub solution: bool,
}

impl<'p> CheckReport<'p> {
    /// Checks a placement.
    pub fn new(placement: &'p Placement) -> Self {
        Self {
            placement,
            solution: placement.is_solution(),
        }
    }
}

/// The JSON form is `{"n", "queens", "solution", "empty_rows", "attacks"}`, with rows and columns
/// from 0, and empty rows as ranges from a first to a last row.
impl Serialize for CheckReport<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let placement = self.placement;
        let mut report = serializer.serialize_struct("CheckReport", 5)?;
        report.serialize_field("n", &placement.n())?;
        report.serialize_field("queens", &placement.queens().len())?;
        report.serialize_field("solution", &self.solution)?;
        report.serialize_field("empty_rows", &ListedWhileWritten(|| placement.empty_rows()))?;
        report.serialize_field("attacks", &ListedWhileWritten(|| placement.attacks()))?;
        report.end()
    }
}

/// Serializes an iterator as a list.
struct ListedWhileWritten<F>(F);

impl<F, I> Serialize for ListedWhileWritten<F>
where
    F: Fn() -> I,
    I: Iterator<Item: Serialize>,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((self.0)())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Masks;
    use bezzel::Search;

    fn report(n: u32) -> TreeReport<'static> {
        let board: &Board = Box::leak(Box::new(Board::new(n)));
        TreeReport::new(board, &Search::new(&Masks::new(n).unwrap()).profile())
    }

    #[test]
    fn post_004_table() {
        let four = report(4);
        assert_eq!(
            (four.all_nodes, four.upper_bound),
            (341_u32.into(), 65_u32.into())
        );
        let eight = report(8);
        assert_eq!(eight.all_nodes, 19_173_961_u32.into());
        assert_eq!(
            (eight.visited, eight.promising, eight.solutions),
            (15_721, 2_057, 92)
        );
        assert_eq!(eight.upper_bound, 109_601_u32.into());
    }

    #[test]
    fn boards_without_room() {
        let none = report(0);
        assert_eq!(
            (none.all_nodes, none.visited, none.solutions),
            (1_u32.into(), 1, 1)
        );
        let one = report(1);
        assert_eq!(
            (one.all_nodes, one.visited, one.solutions),
            (2_u32.into(), 2, 1)
        );
        assert_eq!((report(2).solutions, report(3).solutions), (0, 0));
    }

    #[test]
    fn counts_are_text_in_json() {
        let json = serde_json::to_value(report(4)).unwrap();
        assert_eq!(json["all_nodes"], "341");
        assert_eq!(json["levels"][4]["solutions"], "2");
    }
}
