//! Number of solutions of a board, in all and up to symmetry.

use serde::Serialize;

use super::{Board, Engine, Symmetric, Symmetry};
use crate::Error;
use crate::number::{as_text, as_text_if_any};
use bezzel::job::{self, Branches, CountOptions, Metric, Total};

/// The result of a count, complete or not.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Count {
    /// All solutions.
    pub total: Total,
    /// Whether solutions that are images of each other count once.
    pub unique: bool,
    /// The number of symmetries of the board. If `unique`, solutions that are images of each other
    /// under them count once.
    pub symmetries: usize,
    /// The solutions by symmetry, if `unique` and everything was counted.
    pub symmetry: Option<BySymmetry>,
    /// The engine's metrics of the count.
    pub remarks: Vec<Metric>,
}

/// Solutions by the symmetries that leave them unchanged: Q, P, R and F in the formula F = (Q + P +
/// 2R) / 8, or with fewer terms and a smaller divisor if the board has fewer symmetries.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct BySymmetry {
    /// All solutions.
    #[serde(rename = "Q", serialize_with = "as_text")]
    pub all: u128,
    /// The number of solutions that a half turn leaves unchanged; `None` if it changes the board
    /// itself.
    #[serde(
        rename = "P",
        serialize_with = "as_text_if_any",
        skip_serializing_if = "Option::is_none"
    )]
    pub half_turn: Option<u128>,
    /// The number of solutions that a quarter turn leaves unchanged; `None` if it changes the board
    /// itself.
    #[serde(
        rename = "R",
        serialize_with = "as_text_if_any",
        skip_serializing_if = "Option::is_none"
    )]
    pub quarter_turn: Option<u128>,
    /// The essentially different solutions.
    #[serde(rename = "F", serialize_with = "as_text")]
    pub different: u128,
}

impl Count {
    /// Returns the requested number of solutions; a lower bound if the count was stopped.
    pub fn solutions(&self) -> u128 {
        match &self.symmetry {
            Some(symmetry) => symmetry.different,
            None if self.unique => self.total.count.div_ceil(self.symmetries as u128),
            None => self.total.count,
        }
    }

    /// Returns true if everything was counted.
    pub fn is_complete(&self) -> bool {
        self.total.is_complete() && (!self.unique || self.symmetry.is_some())
    }
}

/// Counts the solutions of a board with all workers of the engine; if `unique`, also those that are
/// not images of each other under the symmetries of the board.
///
/// The latter use Burnside's lemma: their number is the mean, over all symmetries of the board, of
/// the number of solutions that the symmetry leaves unchanged. On boards with more than one square
/// no reflection leaves a solution unchanged.
///
/// ```
/// use bezzel::job::CountOptions;
/// use bezzel_queens::{Board, count, tree_engines};
///
/// for engine in tree_engines() {
///     let counted = count(&*engine, &Board::new(8), true, &CountOptions::default())?;
///     assert_eq!((counted.total.count, counted.solutions()), (92, 12));
/// }
/// # Ok::<(), bezzel_queens::Error>(())
/// ```
///
/// # Errors
/// Those of [`Engine::job`] and of [`job::count`].
pub fn count(
    engine: &dyn Engine,
    board: &Board,
    unique: bool,
    run: &CountOptions<'_>,
) -> Result<Count, Error> {
    let job = engine.job(board)?;
    let total = job::count(&*job, run)?;
    let mut counted = count_from(total, board, unique, run)?;
    counted.remarks = job.metrics();
    Ok(counted)
}

/// Like [`count()`], for a known total of all solutions, such as one from a ledger.
///
/// # Errors
/// Those of [`job::count`].
pub fn count_from(
    total: Total,
    board: &Board,
    unique: bool,
    run: &CountOptions<'_>,
) -> Result<Count, Error> {
    let symmetries = board.symmetries();
    let mut counted = Count {
        total,
        unique,
        symmetries: symmetries.len(),
        symmetry: None,
        remarks: Vec::new(),
    };
    if !unique || !total.is_complete() {
        return Ok(counted);
    }
    let all = total.count;
    if board.n() < 2 {
        counted.symmetry = Some(BySymmetry {
            all,
            half_turn: Some(all),
            quarter_turn: Some(all),
            different: all,
        });
        return Ok(counted);
    }
    let unchanged = |turn: Symmetry| -> Result<Option<Total>, Error> {
        if !symmetries.contains(&turn) {
            return Ok(None);
        }
        let job = Branches::with_many_units(Symmetric::new(board, turn)?, format!("{turn:?}"), 1);
        Ok(Some(job::count(&job, run)?))
    };
    let half_turn = unchanged(Symmetry::HALF_TURN)?;
    let quarter_turn = unchanged(Symmetry::QUARTER_TURN)?;
    let turns = [half_turn, quarter_turn].into_iter().flatten();
    if turns.clone().all(|total| total.is_complete()) {
        let [half_turn, quarter_turn] = [half_turn, quarter_turn].map(|total| Some(total?.count));
        // Both quarter turns leave the same solutions unchanged.
        let fixed = all + half_turn.unwrap_or(0) + 2 * quarter_turn.unwrap_or(0);
        counted.symmetry = Some(BySymmetry {
            all,
            half_turn,
            quarter_turn,
            different: fixed / symmetries.len() as u128,
        });
    }
    Ok(counted)
}
