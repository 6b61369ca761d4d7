//! WebAssembly module of the lab: answers requests and counts in the browser.
//!
//! An [`Instance`] responds to messages, which the README lists. The page calls it through the
//! functions in `exports`, with bytes in the module's memory.

#![deny(unsafe_code)]

mod count;
#[cfg(target_family = "wasm")]
mod exports;
mod instance;

pub use instance::Instance;

/// The README's listing is compiled and run.
#[doc = include_str!("../README.md")]
#[cfg(doctest)]
pub struct Readme;
