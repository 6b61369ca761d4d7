//! Analysis of a board filled by the user: attacks, forced squares, and the corresponding step of
//! the search.

use std::ops::ControlFlow;

use bezzel::{Node, Observer, Search};
use bezzel_queens::{Attack, Board, Line, Placement, Promising, Square, with_fastest_form};
use bezzel_queens::{EachForm, Form};
use serde::Serialize;

use crate::Error;

/// The side of the largest board.
pub const HAND_LIMIT: u32 = 10;

/// The analysis of queens placed by the user.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct PlacementAnalysis {
    /// Every pair of queens that attack each other.
    pub attacks: Vec<Attack>,
    /// For every square, row by row, the number of queens that attack it.
    pub attacked: Vec<usize>,
    /// A square that must have a queen: the only free one in its row or column.
    pub forced: Option<Forced>,
    /// A row or a column without a free square.
    pub dead: Option<Dead>,
    /// The number of solutions that contain all these queens.
    pub solutions: u64,
    /// The step at which the search places, or rejects, the last of these queens; `None` if it
    /// never does.
    pub step: Option<u64>,
}

/// A square that must have a queen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Forced {
    /// The square.
    pub square: Square,
    /// The line, a row or a column, in which it is the only free square.
    pub line: Line,
}

/// A row or a column without a queen and without a free square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Dead {
    /// Row or column.
    pub line: Line,
    /// Its number, counted from 0.
    pub index: u32,
}

impl PlacementAnalysis {
    /// Analyses queens on a board of side `n`.
    ///
    /// # Errors
    /// [`Error::BoardSize`] beyond [`HAND_LIMIT`]; [`Error::SquareUnfit`] for a square that is
    /// outside of the board or occurs twice.
    pub fn of(n: u32, queens: &[Square]) -> Result<Self, Error> {
        if !(1..=HAND_LIMIT).contains(&n) {
            return Err(Error::BoardSize {
                n,
                limit: HAND_LIMIT,
            });
        }
        let wrong = |square| Error::SquareUnfit { square, n };
        let mut sorted = queens.to_vec();
        sorted.sort_unstable();
        if let Some(twice) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(wrong(twice[0]));
        }
        let placement = Placement::new(n, sorted.clone()).map_err(wrong)?;
        let attacks: Vec<Attack> = placement.attacks().collect();
        let squares = (0..n).flat_map(|row| (0..n).map(move |column| Square::new(row, column)));
        let attackers = |square: Square| {
            let on_a_line = |queen: &&Square| queen.line_to(square).is_some();
            sorted.iter().filter(on_a_line).count()
        };
        let attacked: Vec<usize> = squares.map(attackers).collect();
        let (forced, dead) = gaps(n, &sorted, &attacked);
        let peaceful = attacks.is_empty();
        Ok(Self {
            forced: forced.filter(|_| peaceful),
            dead: dead.filter(|_| peaceful),
            solutions: if peaceful {
                completions(n, sorted.clone())
            } else {
                0
            },
            step: met_at(n, &sorted),
            attacks,
            attacked,
        })
    }
}

/// Returns the first row or column with one free square, and the first without any.
fn gaps(n: u32, queens: &[Square], attacked: &[usize]) -> (Option<Forced>, Option<Dead>) {
    let square = |line: Line, index: u32, at: u32| match line {
        Line::Row => Square::new(index, at),
        _ => Square::new(at, index),
    };
    let free = |&square: &Square| {
        let number = square.row * n + square.column;
        attacked[number as usize] == 0 && !queens.contains(&square)
    };
    let mut forced = None;
    let mut dead = None;
    for line in [Line::Row, Line::Column] {
        for index in 0..n {
            let squares = || (0..n).map(|at| square(line, index, at));
            if squares().any(|square| queens.contains(&square)) {
                continue;
            }
            let mut left = squares().filter(free);
            match (left.next(), left.next()) {
                (None, _) if dead.is_none() => dead = Some(Dead { line, index }),
                (Some(square), None) if forced.is_none() => {
                    forced = Some(Forced { square, line });
                }
                _ => {}
            }
        }
    }
    (forced, dead)
}

/// Returns the number of solutions that contain these queens.
fn completions(n: u32, queens: Vec<Square>) -> u64 {
    struct Count<'b>(&'b Board);
    impl EachForm for Count<'_> {
        type Answer = u64;

        fn with<F: Form>(&self) -> u64 {
            let problem = F::of(self.0).expect("a small board");
            Search::new(&problem).count().solutions
        }
    }
    Board::with_marks(n, queens, Vec::new())
        .map_or(0, |board| with_fastest_form(&board, &Count(&board)))
}

/// Returns the step at which the search reaches these queens, if they are in consecutive rows from
/// the top, and all but the last promising.
fn met_at(n: u32, queens: &[Square]) -> Option<u64> {
    let in_order = (0..).zip(queens).all(|(row, queen)| queen.row == row);
    if !in_order || queens.is_empty() {
        return in_order.then_some(0);
    }
    let mut meeting = Meeting {
        path: queens.iter().map(|queen| queen.column).collect(),
        steps: 0,
        met: None,
    };
    let problem = Promising::new(n).ok()?;
    Search::new(&problem).observe(&mut meeting);
    meeting.met
}

/// Counts the steps of a search until it reaches a path.
struct Meeting {
    path: Vec<u32>,
    steps: u64,
    met: Option<u64>,
}

impl Observer<Promising> for Meeting {
    const SEES_REJECTED: bool = true;

    fn enter(&mut self, node: Node<'_, Promising>) -> ControlFlow<()> {
        if self.met.is_some() {
            return ControlFlow::Break(());
        }
        self.steps += u64::from(!node.is_start());
        if node.path().eq(self.path.iter().copied()) {
            self.met = Some(self.steps);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn solution(&mut self, _: Node<'_, Promising>) -> ControlFlow<()> {
        self.steps += 1;
        ControlFlow::Continue(())
    }

    fn reject(
        &mut self,
        node: Node<'_, Promising>,
        choice: u32,
        _: <Promising as bezzel::Problem>::Objection,
    ) {
        self.steps += 1;
        let here = node.path().chain([choice]);
        if self.met.is_none() && here.eq(self.path.iter().copied()) {
            self.met = Some(self.steps);
        }
    }

    fn retreat(&mut self, _: Node<'_, Promising>, _: u32) {
        self.steps += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bezzel::Event;

    fn hand(n: u32, queens: &[(u32, u32)]) -> PlacementAnalysis {
        let squares: Vec<Square> = queens.iter().map(|&(r, c)| Square::new(r, c)).collect();
        PlacementAnalysis::of(n, &squares).unwrap()
    }

    #[test]
    fn the_posts_own_examples() {
        // Counted from 1, the queen on [3, 4] attacks [5, 6] and does not attack [5, 5].
        assert_eq!(hand(8, &[(2, 3), (4, 5)]).attacks.len(), 1);
        let peaceful = hand(8, &[(2, 3), (4, 4)]);
        assert!(peaceful.attacks.is_empty());
        let first = |column| hand(8, &[(0, column)]).solutions;
        assert_eq!(
            (0..8).map(first).collect::<Vec<_>>(),
            [4, 8, 16, 18, 18, 16, 8, 4]
        );
        assert_eq!(hand(8, &[]).solutions, 92);
        // Counted from 1, queens on [1, 1] and [2, 3] leave no free square in row 3; a queen on [1,
        // 2] forces the squares of all others.
        let dead = hand(4, &[(0, 0), (1, 2)]).dead.unwrap();
        assert_eq!((dead.line, dead.index), (Line::Row, 2));
        let forced = hand(4, &[(0, 1)]).forced.unwrap();
        assert_eq!((forced.square, forced.line), (Square::new(1, 3), Line::Row));
        assert!(PlacementAnalysis::of(4, &[Square::new(4, 0)]).is_err());
        assert!(PlacementAnalysis::of(11, &[]).is_err());
    }

    #[test]
    fn steps_are_those_of_the_search() {
        let problem = Promising::new(5).unwrap();
        let trace = Search::new(&problem).trace(usize::MAX);
        let mut replay = trace.replay(&problem);
        let at = |path: &[u32]| {
            let queens = (0..)
                .zip(path)
                .map(|(row, &column)| Square::new(row, column));
            PlacementAnalysis::of(5, &queens.collect::<Vec<_>>())
                .unwrap()
                .step
        };
        let mut looked_at = 0;
        while let Some(event) = replay.forward() {
            let mut path = replay.path().to_vec();
            match event {
                Event::Enter(_) => {}
                Event::Reject(column, _) => path.push(*column),
                _ => continue,
            }
            looked_at += 1;
            assert_eq!(at(&path), Some(replay.step() as u64));
        }
        assert!(looked_at > 200);
        assert_eq!(at(&[0, 1, 2]), None);
        assert_eq!(at(&[]), Some(0));
    }
}
