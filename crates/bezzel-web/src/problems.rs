//! What the page asks about problems other than queens.

use axum::Json;
use axum::extract::State;
use bezzel_recording::{StageRecording, StageTable};
use serde::Deserialize;

use crate::answer::{Place, Query, Refusal, WorkPool, language};

/// A problem as it is written; the usual one unless given.
#[derive(Deserialize)]
pub struct Ask {
    problem: Option<String>,
    lang: Option<String>,
}

pub async fn record(
    State(pool): State<WorkPool>,
    Place(name): Place<String>,
    Query(ask): Query<Ask>,
) -> Result<Json<StageRecording>, Refusal> {
    let stage = StageTable::named(&name)?;
    let language = language(ask.lang.as_deref())?;
    let record = move |_: &_| Ok(stage.record(ask.problem.as_deref(), language)?);
    pool.work(record).await.map(Json)
}
