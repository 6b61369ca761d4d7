//! Exact counts of N queens on NVIDIA graphics cards.
//!
//! The engine [`Gpu`] counts the same units as [`Halves`](bezzel_count::Halves), so that the processor checks the card unit by unit. CUDA's
//! driver and compiler are loaded at run time: the crate builds and runs on machines without either, where the engine refuses with a
//! sentence that says what is missing.
//!
//! Eight queens are too few for a card; twelve are not, if there is one:
//!
//! ```
//! use bezzel::job::Run;
//! use bezzel_queens::{Board, Engine, count};
//! use bezzel_gpu::Gpu;
//!
//! let board = Board::new(12);
//! match Gpu.check(&board) {
//!     Ok(()) => assert_eq!(count(&Gpu, &board, false, &Run::default())?.solutions(), 14_200),
//!     Err(missing) => assert!(missing.to_string().starts_with("`gpu` cannot start: ")),
//! }
//! # Ok::<(), bezzel_queens::Error>(())
//! ```
//!
//! The crate's README explains the kernels and what was tried.

mod card;
mod compiler;
mod cuda;
mod engine;
mod error;
mod item;
#[cfg(test)]
mod kernels;
mod layout;
mod memory;
#[cfg(test)]
mod model;
mod source;
mod tables;
mod worker;

pub use cuda::Description;
pub use engine::{Gpu, cards};
pub use error::Error;
