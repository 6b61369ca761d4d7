//! Runs of a ledger: status requests.

use std::sync::Arc;

use bezzel_lab::Runs;
use bezzel_ledger::{Error, Status, Store};
use bezzel_queens::Board;
use serde_json::{Value, json};

/// The runs of a store.
pub struct StoreRuns(pub Arc<dyn Store>);

impl Runs for StoreRuns {
    fn list(&self) -> Result<Value, bezzel_lab::Error> {
        let runs = self.0.list().map_err(refusal)?;
        let statuses = runs.iter().map(|name| self.0.status(name));
        let shown = statuses.map(|status| Ok(shown(&status.map_err(refusal)?)));
        shown.collect()
    }

    fn one(&self, name: &str) -> Result<Value, bezzel_lab::Error> {
        /// The number of squares in the map of a run.
        const MAP_PARTS: u32 = 600;
        let status = self.0.status(name).map_err(refusal)?;
        let map = self.0.map(name, MAP_PARTS).map_err(refusal)?;
        let mut answer = shown(&status);
        answer["map"] = json!(map);
        answer["workers"] = json!(status.workers);
        Ok(answer)
    }
}

fn shown(status: &Status) -> Value {
    // The question is a board, or the name of another problem.
    let board = Board::read(status.question.as_bytes()).ok();
    let queens = board
        .filter(|board| *board == Board::new(board.n()))
        .map(|board| board.n());
    let mut shown = json!(status);
    shown["queens"] = json!(queens);
    shown["workers"] = json!(status.workers.iter().filter(|worker| worker.alive).count());
    shown
}

/// Converts an error of a store.
pub fn refusal(error: Error) -> bezzel_lab::Error {
    bezzel_lab::Error::Ledger {
        status: match error {
            Error::Refused { .. } => 404,
            _ => 503,
        },
        reason: error.to_string(),
    }
}
