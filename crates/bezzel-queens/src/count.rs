//! How many solutions a board has, and how many that are no images of each other.

use serde::Serialize;

use super::{Board, Engine, Symmetric, Symmetry};
use crate::Error;
use crate::number::{as_text, as_text_if_any};
use bezzel::job::{self, Branches, Metric, Run, Total};

/// What was counted, or how far the count came.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Count {
    /// All solutions.
    pub total: Total,
    /// Whether only those were asked for that are no images of each other.
    pub unique: bool,
    /// The symmetries of the board: solutions that are images of each other under them count once, if `unique`.
    pub symmetries: usize,
    /// How the essentially different ones were found, if these were asked for and everything was counted.
    pub symmetry: Option<BySymmetry>,
    /// What the engine has to say about how all of them were counted.
    pub remarks: Vec<Metric>,
}

/// Solutions by what leaves them as they are: Q, P, R and F in the formula F = (Q + P + 2R) / 8, or
/// with fewer terms and a smaller divisor where the board has fewer symmetries.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct BySymmetry {
    /// All solutions.
    #[serde(rename = "Q", serialize_with = "as_text")]
    pub all: u128,
    /// Those a half turn leaves as they are; nothing if it does not leave the board as it is.
    #[serde(
        rename = "P",
        serialize_with = "as_text_if_any",
        skip_serializing_if = "Option::is_none"
    )]
    pub half_turn: Option<u128>,
    /// Those a quarter turn leaves as they are; nothing if it does not leave the board as it is.
    #[serde(
        rename = "R",
        serialize_with = "as_text_if_any",
        skip_serializing_if = "Option::is_none"
    )]
    pub quarter_turn: Option<u128>,
    /// The essentially different ones.
    #[serde(rename = "F", serialize_with = "as_text")]
    pub different: u128,
}

impl Count {
    /// The solutions asked for; if the count was stopped, there are at least so many.
    pub fn solutions(&self) -> u128 {
        match &self.symmetry {
            Some(symmetry) => symmetry.different,
            None if self.unique => self.total.count.div_ceil(self.symmetries as u128),
            None => self.total.count,
        }
    }

    /// Whether everything was counted.
    pub fn is_complete(&self) -> bool {
        self.total.is_complete() && (!self.unique || self.symmetry.is_some())
    }
}

/// Counts the solutions of a board, with all workers of the engine; if `unique`, also those that are not images
/// of each other under the symmetries of the board.
///
/// The latter by Burnside's lemma: their number is the mean, over all symmetries of the board, of the number of solutions
/// that a symmetry leaves as they are. On boards with more than one square no reflection leaves any.
///
/// ```
/// use bezzel::job::Run;
/// use bezzel_queens::{Board, count, tree_engines};
///
/// for engine in tree_engines() {
///     let counted = count(&*engine, &Board::new(8), true, &Run::default())?;
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
    run: &Run<'_>,
) -> Result<Count, Error> {
    let job = engine.job(board)?;
    let total = job::count(&*job, run)?;
    let mut counted = count_from(total, board, unique, run)?;
    counted.remarks = job.remarks();
    Ok(counted)
}

/// The same where the total of all solutions is known, from a ledger that outlives a process.
///
/// # Errors
/// Those of [`job::count`].
pub fn count_from(
    total: Total,
    board: &Board,
    unique: bool,
    run: &Run<'_>,
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
        let job = Branches::many(Symmetric::new(board, turn)?, format!("{turn:?}"), 1);
        Ok(Some(job::count(&job, run)?))
    };
    let half_turn = unchanged(Symmetry::HALF_TURN)?;
    let quarter_turn = unchanged(Symmetry::QUARTER_TURN)?;
    let turns = [half_turn, quarter_turn].into_iter().flatten();
    if turns.clone().all(|total| total.is_complete()) {
        let [half_turn, quarter_turn] = [half_turn, quarter_turn].map(|total| Some(total?.count));
        // A quarter turn either way leaves the same solutions.
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
