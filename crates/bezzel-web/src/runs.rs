//! Runs: how far the counts of a ledger are.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use bezzel::queens::Board;
use bezzel_ledger::{Error, Status, Store};
use serde_json::{Value, json};

use crate::answer::{Place, Refusal, WorkPool};

/// Squares of the map of a plan.
const STRETCHES: u32 = 600;

/// The names of all runs, and how far each is.
pub async fn list(State(pool): State<WorkPool>) -> Result<Json<Value>, Refusal> {
    let Some(store) = pool.runs.clone() else {
        return Ok(Json(json!([])));
    };
    let list = move |_: &_| {
        let runs = store.list()?;
        let statuses = runs.iter().map(|name| Ok(told(&store.status(name)?)));
        statuses.collect::<Result<Value, Refusal>>()
    };
    Ok(Json(pool.work(list).await?))
}

/// One run, with who takes part and what is done where.
pub async fn one(
    State(pool): State<WorkPool>,
    Place(name): Place<String>,
) -> Result<Json<Value>, Refusal> {
    let nothing = || {
        Refusal::new(
            StatusCode::NOT_FOUND,
            format!("there is no run named {name}"),
        )
    };
    let store: Arc<dyn Store> = pool.runs.clone().ok_or_else(nothing)?;
    let look = move |_: &_| {
        let status = store.status(&name)?;
        let map = store.map(&name, STRETCHES)?;
        let mut answer = told(&status);
        answer["map"] = json!(map);
        answer["workers"] = json!(status.workers);
        Ok(answer)
    };
    Ok(Json(pool.work(look).await?))
}

fn told(status: &Status) -> Value {
    // A board is asked for, or whatever the author of a problem calls it.
    let board = Board::read(status.question.as_bytes()).ok();
    let queens = board
        .filter(|board| *board == Board::new(board.n()))
        .map(|board| board.n());
    let mut told = json!(status);
    told["queens"] = json!(queens);
    told["workers"] = json!(status.workers.iter().filter(|worker| worker.alive).count());
    told
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        let status = match error {
            Error::Refused { .. } => StatusCode::NOT_FOUND,
            _ => StatusCode::SERVICE_UNAVAILABLE,
        };
        Self::new(status, error.to_string())
    }
}
