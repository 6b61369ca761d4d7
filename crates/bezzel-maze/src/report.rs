//! Reports as plain data.

use num_bigint::BigUint;
use serde::Serialize;

use crate::number::as_text;

/// The number of routes of a maze.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct RoutesReport {
    /// All routes.
    #[serde(serialize_with = "as_text")]
    pub routes: BigUint,
    /// The number of routes of each length, the shortest first, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lengths: Option<Vec<LengthReport>>,
}

/// The routes of one length.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct LengthReport {
    /// The number of steps.
    pub steps: usize,
    /// The number of routes.
    #[serde(serialize_with = "as_text")]
    pub routes: BigUint,
}

impl RoutesReport {
    /// Returns the report on a number of routes, with their lengths if they were counted.
    pub fn new(routes: BigUint, lengths: Option<Vec<(usize, BigUint)>>) -> Self {
        let length = |(steps, routes)| LengthReport { steps, routes };
        let lengths = lengths.map(|lengths| lengths.into_iter().map(length).collect());
        Self { routes, lengths }
    }
}
