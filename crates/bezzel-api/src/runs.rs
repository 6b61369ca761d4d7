//! Runs: how far the counts of a ledger are.

use serde_json::{Value, json};

use crate::answer::{Answer, Refusal};
use crate::lab::Lab;
use crate::request::Asked;

/// Where runs are looked up, if there are any to show.
pub trait Runs: Send + Sync {
    /// Every run, and how far it is.
    ///
    /// # Errors
    /// If they cannot be looked up.
    fn list(&self) -> Result<Value, Refusal>;

    /// One run, with who takes part and what is done where.
    ///
    /// # Errors
    /// If there is no such run, or it cannot be looked up.
    fn one(&self, name: &str) -> Result<Value, Refusal>;
}

pub fn list(lab: &Lab) -> Result<Answer, Refusal> {
    match lab.runs() {
        Some(runs) => Ok(Answer::json(&runs.list()?)),
        None => Ok(Answer::json(&json!([]))),
    }
}

pub fn one(lab: &Lab, asked: &Asked) -> Result<Answer, Refusal> {
    let name = asked.text()?;
    let nothing = || Refusal::new(404, format!("there is no run named {name}"));
    let runs = lab.runs().ok_or_else(nothing)?;
    Ok(Answer::json(&runs.one(&name)?))
}
