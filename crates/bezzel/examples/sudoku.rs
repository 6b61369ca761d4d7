//! Solves a sudoku: 81 digits row by row in, `.` or `0` for an empty cell.
//!
//! ```text
//! cargo run --release -p bezzel --example sudoku -- \
//!   53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
//! ```

use bezzel::Search;
use bezzel::problems::Sudoku;

fn main() {
    let text = std::env::args().nth(1).unwrap_or_default();
    let digits = text
        .chars()
        .map(|cell| cell.to_digit(10).unwrap_or(0) as u8);
    let sudoku = Sudoku {
        side: 3,
        givens: digits.chain(std::iter::repeat(0)).take(81).collect(),
    };
    let mut solutions = Search::new(&sudoku).solutions();
    match solutions.advance() {
        Some(node) => {
            for row in node.state.chunks(9) {
                println!("{row:?}");
            }
        }
        None => println!("no solution"),
    }
}
