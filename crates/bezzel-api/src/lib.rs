//! What the lab is asked and what it answers: a function from a [`Request`] to an [`Answer`], without a server.
//!
//! [`Lab::answer`] is all there is to it. A server puts it behind HTTP; the page may as well carry it along and ask it
//! in the browser. Counts take longer than a moment: [`Lab::counting`] reads what is to be counted, whoever counts tells
//! how it goes in [`Line`]s.

#![forbid(unsafe_code)]

mod about;
mod answer;
mod count;
mod evolution;
mod lab;
mod maze;
mod problems;
mod queens;
mod query;
mod request;
mod runs;

pub use answer::{Answer, Refusal};
pub use count::{Counting, Line};
pub use lab::{Bounds, COUNT, Lab, Route, Verb, routes};
pub use request::Request;
pub use runs::Runs;

/// The README's listing is compiled and run.
#[doc = include_str!("../README.md")]
#[cfg(doctest)]
pub struct Readme;
