//! What the tests of stores share: a database server of their own, and a job that costs nothing.
#![allow(dead_code, missing_docs)]

pub mod cluster;
pub mod numbers;
