//! Exact counts of N queens on NVIDIA graphics cards.
//!
//! The engine [`Gpu`] divides a board into the same units of work as
//! [`Halves`](bezzel_count::Halves), so that a processor can recheck the card's results unit by
//! unit. CUDA's driver and compiler are loaded at run time: the crate builds and runs on machines
//! without them, where the engine returns an error that names what is missing.
//!
//! Twelve queens are counted on a card if there is one:
//!
//! ```
//! use bezzel::job::CountOptions;
//! use bezzel_queens::{Board, Engine, count};
//! use bezzel_gpu::Gpu;
//!
//! let board = Board::new(12);
//! match Gpu.check(&board) {
//!     Ok(()) => assert_eq!(count(&Gpu, &board, false, &CountOptions::default())?.solutions(), 14_200),
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
