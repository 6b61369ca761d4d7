//! Shared by the tests of stores: a database server, and a job whose units cost nothing.
#![allow(dead_code, missing_docs)]

pub mod cluster;
pub mod numbers;
