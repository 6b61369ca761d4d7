//! Answers as plain data.

use num_bigint::BigUint;
use serde::Serialize;

use crate::number::as_text;

/// How many routes a maze has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct RoutesReport {
    /// All routes.
    #[serde(serialize_with = "as_text")]
    pub routes: BigUint,
    /// How many of each length, the shortest first, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lengths: Option<Vec<LengthReport>>,
}

/// The routes of one length.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct LengthReport {
    /// Their steps.
    pub steps: usize,
    /// How many there are.
    #[serde(serialize_with = "as_text")]
    pub routes: BigUint,
}

impl RoutesReport {
    /// The report on so many routes, with their lengths if these are known.
    pub fn new(routes: BigUint, lengths: Option<Vec<(usize, BigUint)>>) -> Self {
        let length = |(steps, routes)| LengthReport { steps, routes };
        let lengths = lengths.map(|lengths| lengths.into_iter().map(length).collect());
        Self { routes, lengths }
    }
}
