//! What the page asks about problems other than queens.

use bezzel_recording::StageTable;
use serde::Deserialize;

use crate::answer::{Answer, Refusal};
use crate::lab::language;
use crate::request::Asked;

/// A problem as it is written; the usual one unless given.
#[derive(Deserialize)]
struct Ask {
    problem: Option<String>,
    lang: Option<String>,
}

pub fn record(asked: &Asked) -> Result<Answer, Refusal> {
    let stage = StageTable::named(&asked.text()?)?;
    let ask: Ask = asked.query()?;
    let language = language(ask.lang.as_deref())?;
    let recording = stage.record(ask.problem.as_deref(), language)?;
    Ok(Answer::json(&recording))
}
