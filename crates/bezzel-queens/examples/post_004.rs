//! Post 004: the number of all nodes of the state-space tree, of visited nodes and of promising
//! nodes.
//!
//! The last row has three significant digits, as in the post. The post prints 9.74 and 8.57, but
//! 9.7267 and 8.5619 are correctly rounded to 9.73 and 8.56.

use bezzel::Search;
use bezzel_queens::report::TreeReport;
use bezzel_queens::{Board, Error, Promising};

/// Inserts commas between thousands.
fn grouped(value: &str) -> String {
    let mut text = String::new();
    for (place, digit) in value.chars().enumerate() {
        if place > 0 && (value.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Formats with three digits and a power of ten.
fn scientific(value: &str) -> String {
    let number: f64 = value.parse().expect("a count is a number");
    let exponent = value.len() - 1;
    format!(
        "{:.2} x 10^{exponent}",
        number / 10_f64.powi(exponent as i32)
    )
}

fn main() -> Result<(), Error> {
    println!("| n | 모든 노드 수 | 백트래킹으로 방문하는 노드 수 | 유망한 노드의 수 |");
    for n in [4, 8, 12] {
        let board = Board::new(n);
        let problem = Promising::new(&board)?;
        let tree = TreeReport::new(&board, &Search::new(&problem).profile());
        let write = if n < 12 { grouped } else { scientific };
        println!(
            "| {n} | {} | {} | {} |",
            write(&tree.all_nodes.to_string()),
            write(&tree.visited.to_string()),
            write(&tree.promising.to_string()),
        );
    }
    Ok(())
}
