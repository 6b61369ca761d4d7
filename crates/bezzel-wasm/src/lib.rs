//! The lab in the browser itself: the answers of `bezzel-lab` and real counts, as a module of WebAssembly.
//!
//! An [`Instance`] responds to messages, which the README lists. In a browser the page asks it through the functions in
//! `exports`, over plain bytes in the module's memory.

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
