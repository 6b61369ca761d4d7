//! Post 000: all solutions of four queens, as lists of columns.
//!
//! The post's `is_available` is [`Promising`]'s objection, its `dfs` is the search.

use bezzel::Search;
use bezzel_queens::{Error, Promising};

fn main() -> Result<(), Error> {
    let four = Promising::new(4)?;
    let solutions: Vec<_> = Search::new(&four).solutions().collect();
    println!("{solutions:?}");
    Ok(())
}
