//! API of runs: the progress of the counts in a ledger.

use serde_json::json;

use super::answer::Answer;
use super::request::RoutedRequest;
use crate::Error;
use crate::Lab;

pub fn list(lab: &Lab) -> Result<Answer, Error> {
    match lab.runs() {
        Some(runs) => Ok(Answer::json(&runs.list()?)),
        None => Ok(Answer::json(&json!([]))),
    }
}

pub fn one(lab: &Lab, asked: &RoutedRequest) -> Result<Answer, Error> {
    let name = asked.text()?;
    let nothing = || Error::NoRun { name: name.clone() };
    let runs = lab.runs().ok_or_else(nothing)?;
    Ok(Answer::json(&runs.one(&name)?))
}
