//! A knight's tour: a knight visits every square of a board once.
//!
//! ```text
//! cargo run --release --example knights_tour -- 8
//! ```
//!
//! H. C. von Warnsdorff (1823): go first where the fewest ways lead on. In this order of choices
//! backtracking hardly ever has to go back; in the plain order an 8 x 8 board takes it minutes.

use std::process::ExitCode;

use bezzel::{Problem, Search};

struct Tour {
    side: usize,
}

/// Where the knight has been, and where it stands.
struct Ride {
    visited: Vec<bool>,
    squares: Vec<usize>,
}

impl Tour {
    fn moves(&self, from: usize) -> impl Iterator<Item = usize> {
        const LEAPS: [(isize, isize); 8] = [
            (1, 2),
            (2, 1),
            (2, -1),
            (1, -2),
            (-1, -2),
            (-2, -1),
            (-2, 1),
            (-1, 2),
        ];
        let side = self.side as isize;
        let (row, column) = (from as isize / side, from as isize % side);
        LEAPS
            .into_iter()
            .map(move |(down, right)| (row + down, column + right))
            .filter(move |&(row, column)| (0..side).contains(&row) && (0..side).contains(&column))
            .map(move |(row, column)| (row * side + column) as usize)
    }
}

impl Problem for Tour {
    type Choice = usize; // the square to go to
    type State = Ride;
    type Objection = &'static str;
    type Choices = std::vec::IntoIter<usize>;

    fn root(&self) -> Ride {
        Ride {
            visited: vec![false; self.side * self.side],
            squares: Vec::new(),
        }
    }

    fn choices(&self, ride: &Ride) -> Self::Choices {
        let Some(&here) = ride.squares.last() else {
            return vec![0].into_iter(); // start in the corner
        };
        let ways_on = |&square: &usize| self.moves(square).filter(|&on| !ride.visited[on]).count();
        let mut moves: Vec<usize> = self.moves(here).collect();
        moves.sort_by_key(ways_on);
        moves.into_iter()
    }

    fn objection(&self, ride: &Ride, square: usize) -> Option<&'static str> {
        ride.visited[square].then_some("it has been there")
    }

    fn advance(&self, ride: &mut Ride, square: usize) {
        ride.visited[square] = true;
        ride.squares.push(square);
    }

    fn retreat(&self, ride: &mut Ride, square: usize) {
        ride.visited[square] = false;
        ride.squares.pop();
    }

    fn solved(&self, ride: &Ride) -> bool {
        ride.squares.len() == self.side * self.side
    }
}

fn main() -> ExitCode {
    let side = match std::env::args().nth(1).map(|side| side.parse()) {
        None => 8,
        Some(Ok(side @ 1..=100)) => side,
        Some(_) => {
            eprintln!("knights_tour: the side of the board should be a number from 1 to 100");
            return ExitCode::from(2);
        }
    };
    const PATIENCE: u64 = 10_000_000;
    let tour = Tour { side };
    let search = Search::new(&tour).max_nodes(PATIENCE);
    let mut solutions = search.solutions();
    let Some(squares) = solutions.next() else {
        eprintln!(
            "knights_tour: no tour from the corner ({:?})",
            solutions.end()
        );
        return ExitCode::from(1);
    };
    let mut steps = vec![0; side * side];
    for (step, square) in (1..).zip(squares) {
        steps[square] = step;
    }
    let width = (side * side).to_string().len();
    for row in steps.chunks(side) {
        let row: Vec<String> = row.iter().map(|step| format!("{step:width$}")).collect();
        println!("{}", row.join(" "));
    }
    ExitCode::SUCCESS
}
