//! The JSON API of the lab: a function from a [`Request`] to an [`Answer`], without a server.

mod about;
mod answer;
mod count;
mod evolution;
mod maze;
mod problems;
mod queens;
mod query;
mod request;
mod routes;
mod runs;

pub use answer::Answer;
pub use count::{CountLine, CountRequest};
pub use request::Request;
pub use routes::{Handler, Route, Verb};
