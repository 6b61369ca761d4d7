//! API of problems other than queens.

use crate::DemoEntry;
use serde::Deserialize;

use super::answer::Answer;
use super::request::RoutedRequest;
use crate::Error;
use crate::Language;

/// The text of a problem; the default one if missing.
#[derive(Deserialize)]
struct ProblemQuery {
    problem: Option<String>,
    lang: Option<String>,
}

pub fn record(asked: &RoutedRequest) -> Result<Answer, Error> {
    let stage = DemoEntry::named(&asked.text()?)?;
    let ask: ProblemQuery = asked.query()?;
    let language = Language::asked(ask.lang.as_deref())?;
    let recording = stage.record(ask.problem.as_deref(), language)?;
    Ok(Answer::json(&recording))
}
