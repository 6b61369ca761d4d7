//! The lab in the browser, without a server: `bezzel-lab` as a WebAssembly module.
//!
//! JavaScript writes a message into the module's memory, calls a function of `exports`, and reads
//! the answer. In Rust an [`Instance`] responds to the same messages, which the README lists:
//!
//! ```
//! use bezzel_wasm::Instance;
//!
//! let mut instance = Instance::default();
//! let answer = instance.respond(b"GET /api/queens/4");
//! assert!(answer.starts_with(b"200 application/json\n"));
//! ```

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
