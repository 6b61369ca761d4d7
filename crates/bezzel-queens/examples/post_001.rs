//! Post 001: the first solution, as pairs of row and column.
//!
//! The post's `queens(level)` returns at the first success, and so does `first`.

use bezzel::Search;
use bezzel_queens::{Error, Promising};

fn main() -> Result<(), Error> {
    let four = Promising::new(4)?;
    if let Some(columns) = Search::new(&four).first() {
        for (row, column) in (1..).zip(columns) {
            println!("({row}, {})", column + 1);
        }
    }
    Ok(())
}
