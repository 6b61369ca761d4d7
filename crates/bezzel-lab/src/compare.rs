//! Compares methods on the same board, from no pruning to the posts' best.

use bezzel::{Event, Problem, Search};
use bezzel_queens::{Arrays, Promising, Square, is_solution};
use serde::Serialize;

use crate::Error;

/// The side of the largest board.
pub const COMPARED_LIMIT: u32 = 8;

/// The largest number of steps.
const MAX_STEPS: usize = 60_000;

/// A method of the comparison, and the tests it counts.
#[derive(Debug, Clone, Copy)]
pub struct Contestant {
    /// Its name in the API.
    pub name: &'static str,
    /// One line on how it works.
    pub about: &'static str,
    run: fn(u32) -> MethodRecording,
}

/// The methods, from the most work to the least.
pub const CONTESTANTS: [Contestant; 5] = [
    Contestant {
        name: "unpruned",
        about: "visits every node of the tree, tests it, and continues below it in any case",
        run: |n| unpruned(n, compared),
    },
    Contestant {
        name: "complete",
        about: "looks at every node and tests complete boards only",
        run: |n| {
            unpruned(n, |path| match path.len() == n as usize {
                true => (1..=path.len()).map(|rows| compared(&path[..rows])).sum(),
                false => 0,
            })
        },
    },
    Contestant {
        name: "scan",
        about: "walks from the square in eight directions until it meets a queen or the edge",
        run: |n| {
            pruned(&Promising::new(n).expect("a small board"), |path| {
                scanned(n, path)
            })
        },
    },
    Contestant {
        name: "promising",
        about: "compares with every queen above",
        run: |n| pruned(&Promising::new(n).expect("a small board"), compared),
    },
    Contestant {
        name: "arrays",
        about: "looks up the column and both diagonals",
        run: |n| pruned(&Arrays::new(n).expect("a small board"), looked_up),
    },
];

/// The steps of a method, as small numbers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct MethodRecording {
    /// The steps as numbers: the column of a placed queen, 100 plus the column of a rejected
    /// square, 200 for a solution, 201 for a retreat.
    pub steps: Vec<u32>,
    /// The number of tests of each step: queens compared, squares scanned, or array entries looked
    /// up.
    pub tests: Vec<u32>,
    /// Whether all steps are included.
    pub complete: bool,
}

/// Runs a method on an empty board.
///
/// # Errors
/// [`Error::BoardSize`] beyond [`COMPARED_LIMIT`]; [`Error::Unknown`] if there is no such method.
pub fn race(n: u32, name: &str) -> Result<MethodRecording, Error> {
    if !(1..=COMPARED_LIMIT).contains(&n) {
        return Err(Error::BoardSize {
            n,
            limit: COMPARED_LIMIT,
        });
    }
    let known = || CONTESTANTS.map(|one| one.name).join(", ");
    let unknown = || Error::Unknown {
        kind: "method",
        name: name.into(),
        known: known(),
    };
    let contestant = CONTESTANTS.iter().find(|one| one.name == name);
    Ok((contestant.ok_or_else(unknown)?.run)(n))
}

/// The tree of all boards with a queen in each row: nothing is rejected.
struct Unpruned {
    n: u32,
}

impl Problem for Unpruned {
    type Choice = u32;
    type State = Vec<u32>;
    type Objection = ();
    type Choices = std::ops::Range<u32>;

    fn root(&self) -> Vec<u32> {
        Vec::new()
    }

    fn choices(&self, placed: &Vec<u32>) -> Self::Choices {
        let full = placed.len() == self.n as usize;
        0..if full { 0 } else { self.n }
    }

    fn objection(&self, _: &Vec<u32>, _: u32) -> Option<()> {
        None
    }

    fn advance(&self, placed: &mut Vec<u32>, column: u32) {
        placed.push(column);
    }

    fn retreat(&self, placed: &mut Vec<u32>, _: u32) {
        placed.pop();
    }

    fn solved(&self, placed: &Vec<u32>) -> bool {
        placed.len() == self.n as usize && is_solution(placed)
    }
}

fn unpruned(n: u32, tests: impl Fn(&[u32]) -> u32) -> MethodRecording {
    pruned(&Unpruned { n }, tests)
}

/// Traces a search; `tests` returns the number of tests for the last queen of a path.
fn pruned<P: Problem<Choice = u32>>(problem: &P, tests: impl Fn(&[u32]) -> u32) -> MethodRecording {
    let trace = Search::new(problem).trace(MAX_STEPS);
    let mut race = MethodRecording {
        steps: Vec::with_capacity(trace.events.len()),
        tests: Vec::with_capacity(trace.events.len()),
        complete: trace.is_complete(),
    };
    let mut path = Vec::new();
    for event in &trace.events {
        let (step, cost) = match event {
            &Event::Enter(column) => {
                path.push(column);
                (column, tests(&path))
            }
            &Event::Reject(column, _) => {
                path.push(column);
                let cost = tests(&path);
                path.pop();
                (100 + column, cost)
            }
            Event::Solution => (200, 0),
            Event::Retreat(_) => {
                path.pop();
                (201, 0)
            }
        };
        race.steps.push(step);
        race.tests.push(cost);
    }
    race
}

/// Returns the last queen and the queens above it.
fn last(path: &[u32]) -> Option<(Square, &[u32])> {
    let (&column, above) = path.split_last()?;
    Some((Square::new(above.len() as u32, column), above))
}

/// Returns the number of earlier queens that the last queen is compared with, from the top row
/// until one attacks it.
fn compared(path: &[u32]) -> u32 {
    let Some((queen, above)) = last(path) else {
        return 0;
    };
    let attacks = |(row, &column): (u32, &u32)| Square::new(row, column).line_to(queen).is_some();
    let first = (0..).zip(above).position(attacks);
    first.map_or(above.len(), |index| index + 1) as u32
}

/// Returns the number of squares scanned: direction by direction, each up to the edge of the board,
/// until a queen is found.
fn scanned(n: u32, path: &[u32]) -> u32 {
    let Some((queen, above)) = last(path) else {
        return 0;
    };
    let mut looked_at = 0;
    for (down, right) in [
        (-1, 0),
        (-1, 1),
        (0, 1),
        (1, 1),
        (1, 0),
        (1, -1),
        (0, -1),
        (-1, -1),
    ] {
        let (mut row, mut column) = (i64::from(queen.row), i64::from(queen.column));
        loop {
            (row, column) = (row + down, column + right);
            if !(0..i64::from(n)).contains(&row) || !(0..i64::from(n)).contains(&column) {
                break;
            }
            looked_at += 1;
            if above
                .get(row as usize)
                .is_some_and(|&there| i64::from(there) == column)
            {
                return looked_at;
            }
        }
    }
    looked_at
}

/// Returns the number of array entries looked up (column, rising diagonal, falling diagonal) until
/// one is occupied.
fn looked_up(path: &[u32]) -> u32 {
    let Some((queen, above)) = last(path) else {
        return 0;
    };
    let taken = |line| {
        let mut above = (0..).zip(above);
        above.any(|(row, &column)| Square::new(row, column).line_to(queen) == Some(line))
    };
    use bezzel_queens::Line::{Column, Falling, Rising};
    let first = [Column, Rising, Falling]
        .iter()
        .position(|&line| taken(line));
    first.map_or(3, |index| index as u32 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nodes(race: &MethodRecording) -> usize {
        1 + race.steps.iter().filter(|&&step| step < 200).count()
    }

    #[test]
    fn the_posts_figures() {
        let four = |name| race(4, name).unwrap();
        let found = |race: &MethodRecording| race.steps.iter().filter(|&&step| step == 200).count();
        assert_eq!(nodes(&four("unpruned")), 341);
        assert_eq!(nodes(&four("complete")), 341);
        for pruned in ["scan", "promising", "arrays"] {
            assert_eq!(nodes(&four(pruned)), 61);
        }
        for contestant in CONTESTANTS {
            let race = four(contestant.name);
            assert_eq!(
                (found(&race), race.complete),
                (2, true),
                "{}",
                contestant.name
            );
            assert_eq!(race.steps.len(), race.tests.len());
        }
        assert!(!race(7, "unpruned").unwrap().complete);
        assert_eq!(found(&race(8, "arrays").unwrap()), 92);
        assert!(race(9, "arrays").is_err() && race(4, "none").is_err());
    }

    #[test]
    fn tests_are_counted() {
        // The second queen is directly below the first, on a board of side 4: one queen is
        // compared, one square is scanned, one entry is looked up.
        assert_eq!(compared(&[0, 0]), 1);
        assert_eq!(scanned(4, &[0, 0]), 1);
        assert_eq!(looked_up(&[0, 0]), 1);
        // Not attacked.
        assert_eq!((compared(&[0, 2]), looked_up(&[0, 2])), (1, 3));
        let sum = |name| race(6, name).unwrap().tests.iter().sum::<u32>();
        assert!(sum("scan") > sum("promising"));
    }
}
