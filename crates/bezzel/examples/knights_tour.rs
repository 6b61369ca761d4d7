//! Finds a knight's tour: `cargo run --release -p bezzel --example knights_tour -- 8`.

use bezzel::Search;
use bezzel::problems::KnightsTour;

fn main() {
    let side = std::env::args().nth(1).and_then(|side| side.parse().ok());
    let tour = KnightsTour {
        side: side.unwrap_or(8),
        start: Some(0),
        fewest_first: true,
    };
    match Search::new(&tour).max_nodes(10_000_000).first() {
        Some(squares) => {
            for row in 0..tour.side {
                let here = (0..tour.side).map(|column| row * tour.side + column);
                let moves = here.map(|square| squares.iter().position(|&other| other == square));
                let moves = moves.map(|at| format!("{:3}", at.map_or(0, |at| at + 1)));
                println!("{}", moves.collect::<Vec<_>>().join(" "));
            }
        }
        None => println!("no tour found"),
    }
}
