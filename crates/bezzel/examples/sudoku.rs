//! Sudoku: an 81-character line in (`.` or `0` for an empty cell), the solved line out.
//!
//! ```text
//! cargo run --release --example sudoku -- \
//!   53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
//! ```

use std::iter::{Repeat, Zip, repeat};
use std::ops::RangeInclusive;
use std::process::ExitCode;

use bezzel::{Problem, Search};

struct Sudoku {
    givens: [u8; 81],
}

/// The cells so far, 0 where empty, and for each house the digits it has, as bits.
struct Grid {
    cells: [u8; 81],
    houses: [u16; 27],
}

/// Rows are houses 0 to 8, columns 9 to 17, boxes 18 to 26.
fn houses(cell: usize) -> [usize; 3] {
    let (row, column) = (cell / 9, cell % 9);
    [row, 9 + column, 18 + row / 3 * 3 + column / 3]
}

impl Grid {
    fn taken(&self, cell: usize) -> u16 {
        houses(cell)
            .iter()
            .fold(0, |taken, &house| taken | self.houses[house])
    }

    fn flip(&mut self, cell: usize, digit: u8) {
        for house in houses(cell) {
            self.houses[house] ^= 1 << digit;
        }
    }
}

impl Problem for Sudoku {
    type Choice = (usize, u8); // a cell and its digit
    type State = Grid;
    type Objection = &'static str;
    type Choices = Zip<Repeat<usize>, RangeInclusive<u8>>;

    fn root(&self) -> Grid {
        let mut grid = Grid {
            cells: [0; 81],
            houses: [0; 27],
        };
        for (cell, &digit) in self
            .givens
            .iter()
            .enumerate()
            .filter(|(_, digit)| **digit != 0)
        {
            grid.cells[cell] = digit;
            grid.flip(cell, digit);
        }
        grid
    }

    /// The nine digits of the empty cell with the fewest left.
    fn choices(&self, grid: &Grid) -> Self::Choices {
        let empty = (0..81).filter(|&cell| grid.cells[cell] == 0);
        let cell = empty.max_by_key(|&cell| grid.taken(cell).count_ones());
        repeat(cell.unwrap_or(0)).zip(1..=9)
    }

    fn objection(&self, grid: &Grid, (cell, digit): (usize, u8)) -> Option<&'static str> {
        let names = ["the row has it", "the column has it", "the box has it"];
        let mut objections = houses(cell).into_iter().zip(names);
        objections
            .find(|&(house, _)| grid.houses[house] >> digit & 1 == 1)
            .map(|(_, name)| name)
    }

    fn advance(&self, grid: &mut Grid, (cell, digit): (usize, u8)) {
        grid.cells[cell] = digit;
        grid.flip(cell, digit);
    }

    fn retreat(&self, grid: &mut Grid, (cell, digit): (usize, u8)) {
        grid.cells[cell] = 0;
        grid.flip(cell, digit);
    }

    fn solved(&self, grid: &Grid) -> bool {
        !grid.cells.contains(&0)
    }
}

/// Reads a puzzle, and checks that no digit is given twice in a house.
fn parse(line: &str) -> Result<Sudoku, String> {
    let digits = line.chars().map(|cell| match cell {
        '.' => Ok(0),
        '0'..='9' => Ok(cell as u8 - b'0'),
        other => Err(format!("{other:?} is neither a digit nor '.'")),
    });
    let givens: Vec<u8> = digits.collect::<Result<_, _>>()?;
    let count = givens.len();
    let givens: [u8; 81] = givens
        .try_into()
        .map_err(|_| format!("{count} cells, there should be 81"))?;
    let empty = Sudoku { givens: [0; 81] };
    let mut grid = empty.root();
    for (cell, &digit) in givens.iter().enumerate().filter(|(_, digit)| **digit != 0) {
        if let Some(objection) = empty.objection(&grid, (cell, digit)) {
            return Err(format!(
                "the given {digit} in cell {} is wrong: {objection}",
                cell + 1
            ));
        }
        empty.advance(&mut grid, (cell, digit));
    }
    Ok(Sudoku { givens })
}

fn main() -> ExitCode {
    let line = std::env::args().nth(1).unwrap_or_else(|| {
        let mut line = String::new();
        // An unreadable line is an empty one, and refused as such.
        let _ = std::io::stdin().read_line(&mut line);
        line
    });
    let sudoku = match parse(line.trim()) {
        Ok(sudoku) => sudoku,
        Err(reason) => {
            eprintln!("sudoku: {reason}");
            return ExitCode::from(2);
        }
    };
    let mut solutions = Search::new(&sudoku).solutions();
    match solutions.advance() {
        Some(node) => {
            let digits = node
                .state
                .cells
                .iter()
                .map(|&digit| char::from(b'0' + digit));
            println!("{}", digits.collect::<String>());
        }
        None => {
            eprintln!("sudoku: there is no solution");
            return ExitCode::from(1);
        }
    }
    if solutions.advance().is_some() {
        eprintln!("sudoku: there are others");
    }
    ExitCode::SUCCESS
}
