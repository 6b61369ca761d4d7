//! Post 003: a number on standard input, the count on standard output (Baekjoon 9663).
//!
//! The post's three `visited` arrays are those of [`Arrays`].

use bezzel::Search;
use bezzel_queens::Arrays;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line)?;
    let board = Arrays::new(line.trim().parse::<u32>()?)?;
    println!("{}", Search::new(&board).count().solutions);
    Ok(())
}
