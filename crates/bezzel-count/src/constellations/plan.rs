//! Units of a board: constellations, optionally with queens on the next lines placed too.

use std::ops::Range;

use bezzel::job::{Fingerprint, Identity};
use bezzel_queens::Error;
use bezzel_queens::{Board, Form, Masks};

use super::frame::Frame;
use super::orbit::Constellation;
use super::position::{BorderLine, Position};

/// The side of the largest board that can be planned.
pub const LIMIT: u32 = Masks::LIMIT;

/// All units of a board, in a fixed order.
///
/// ```
/// use bezzel_queens::Board;
/// use bezzel_count::Plan;
///
/// let plan = Plan::new(&Board::new(8))?;
/// assert_eq!(plan.units(), 78);
/// assert!(Plan::finer(&Board::new(8), 150)?.units() >= 150);
/// # Ok::<(), bezzel_queens::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Plan {
    /// The board, with its placed queens.
    board: Position,
    /// How many of the [`EXTRA_LINES`] are filled with queens after the border.
    lines: usize,
    constellations: Vec<Constellation>,
    /// The number of the first unit of each constellation, followed by the number of units.
    starts: Vec<u64>,
    /// The cumulative expected cost of constellations; `None` if all units cost about the same.
    costs: Option<Vec<f64>>,
    identity: Identity,
}

/// The lines that finer plans fill after the border, in this order.
const EXTRA_LINES: [BorderLine; 4] = [
    BorderLine::Left(1),
    BorderLine::Right(1),
    BorderLine::Top(1),
    BorderLine::Bottom(1),
];

impl Plan {
    /// The version of the partition into units, which must change whenever the units of any board
    /// change.
    const VERSION: u32 = 1;

    /// Returns the plan whose units are constellations: placements of the queens on the border.
    ///
    /// # Errors
    /// [`Error::TooManyQueens`] beyond [`LIMIT`], and [`Error::Unsuited`] for a torus.
    pub fn new(board: &Board) -> Result<Self, Error> {
        Self::finer(board, 0)
    }

    /// Returns a plan with at least this many units, if the lines next to the border allow it.
    ///
    /// # Errors
    /// Those of [`Plan::new`].
    pub fn finer(board: &Board, units: u64) -> Result<Self, Error> {
        check(board, "constellations")?;
        let squares = |squares: &[bezzel_queens::Square]| {
            let square = |square: &bezzel_queens::Square| (square.row as u8, square.column as u8);
            squares.iter().map(square).collect()
        };
        let position = Position {
            n: board.n() as u8,
            queens: squares(board.standing()),
            blocked: squares(board.blocked()),
        };
        let constellations = Constellation::all(&position, &board.symmetries());
        let mut plan = Self {
            lines: 0,
            starts: Vec::new(),
            costs: None,
            identity: Identity {
                question: serde_json::to_string(board).expect("a board is plain data"),
                cut: super::CUT.into(),
                version: Self::VERSION,
                units: 0,
                hash: Fingerprint::default(),
            },
            board: position,
            constellations,
        };
        plan.number();
        while plan.lines < EXTRA_LINES.len() && plan.board.n > 3 && plan.units() < units {
            plan.lines += 1;
            plan.number();
        }
        plan.weigh();
        Ok(plan)
    }

    /// Numbers the units and computes their fingerprint.
    fn number(&mut self) {
        let mut hash = Fingerprint::default();
        let mut starts = vec![0];
        let mut units: u64 = 0;
        for constellation in &self.constellations {
            for position in self.expand(constellation) {
                hash.add(&units.to_le_bytes());
                hash.add(&[position.n, constellation.weight]);
                for (row, column) in position.queens {
                    hash.add(&[row, column]);
                }
                units += 1;
            }
            starts.push(units);
        }
        self.starts = starts;
        (self.identity.units, self.identity.hash) = (units, hash);
    }

    /// Estimates the cost of each constellation. Boards with few units are skipped: estimating
    /// their cost would take longer than counting them.
    fn weigh(&mut self) {
        const WORTH_TELLING: u8 = 18;
        if self.board.n < WORTH_TELLING {
            return;
        }
        let mut sum = 0.0;
        let costs = self.constellations.iter().map(|constellation| {
            let frame = Frame::new(&constellation.place(&self.board), u32::BITS);
            sum += frame.map_or(1.0, |frame| frame.estimate());
            sum
        });
        self.costs = Some(costs.collect());
    }

    /// Returns the identity of its units.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Returns how many units there are.
    pub fn units(&self) -> u64 {
        self.identity.units
    }

    /// Returns the size of a unit's orbit under the symmetries of the board.
    pub fn weight(&self, unit: u64) -> u8 {
        self.constellations[self.constellation(unit)].weight
    }

    /// Returns the positions of some units.
    pub fn positions(&self, units: Range<u64>) -> impl Iterator<Item = (u64, Position)> {
        let first = self.constellation(units.start);
        let positions = (first..self.constellations.len()).flat_map(move |index| {
            let numbers = self.starts[index]..;
            numbers.zip(self.expand(&self.constellations[index]))
        });
        positions
            .skip_while(move |(number, _)| *number < units.start)
            .take_while(move |(number, _)| *number < units.end)
    }

    /// Returns the expected cost of some units. The cost of a constellation is divided evenly among
    /// its units.
    pub fn cost(&self, units: Range<u64>) -> f64 {
        let Some(costs) = &self.costs else {
            return (units.end - units.start) as f64;
        };
        let before = |unit: u64| {
            let index = self.constellation(unit);
            if index == self.constellations.len() {
                return costs.last().copied().unwrap_or(0.0);
            }
            let start = index.checked_sub(1).map_or(0.0, |last| costs[last]);
            let (first, next) = (self.starts[index], self.starts[index + 1]);
            start + (costs[index] - start) * (unit - first) as f64 / (next - first) as f64
        };
        before(units.end) - before(units.start)
    }

    /// Returns the index of the constellation a unit belongs to.
    fn constellation(&self, unit: u64) -> usize {
        if unit >= self.units() {
            return self.constellations.len();
        }
        self.starts.partition_point(|&start| start <= unit) - 1
    }

    /// Returns the units of a constellation.
    fn expand(&self, constellation: &Constellation) -> Vec<Position> {
        let mut placed = vec![constellation.place(&self.board)];
        for &line in &EXTRA_LINES[..self.lines] {
            let filled = placed.iter().flat_map(|position| position.filled(line));
            placed = filled.collect();
        }
        placed
    }
}

/// Refuses boards that constellations do not support.
pub fn check(board: &Board, engine: &'static str) -> Result<(), Error> {
    if board.n() > LIMIT {
        return Err(Error::TooManyQueens {
            n: board.n().into(),
            method: engine,
            limit: LIMIT.into(),
        });
    }
    if board.is_torus() {
        let reason = "begins with the queens on the border, and a torus has none: the default method can count it";
        return Err(Error::Unsuited {
            engine,
            reason: reason.into(),
        });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use bezzel_queens::Square;

    #[test]
    fn finer_plans_hold_the_same_boards() {
        let board = Board::new(9).block(Square::new(1, 1)).unwrap();
        let coarse = Plan::new(&board).unwrap();
        let fine = Plan::finer(&board, 1_800).unwrap();
        assert!(fine.units() >= 1_800);
        for (unit, position) in fine.positions(0..fine.units()) {
            let mut parents = coarse.positions(0..coarse.units()).filter(|(_, parent)| {
                let mut queens = parent.queens.iter();
                queens.all(|queen| position.queens.contains(queen))
            });
            let (parent, _) = parents.next().unwrap();
            assert!(parents.next().is_none(), "{position:?}");
            assert_eq!(fine.weight(unit), coarse.weight(parent));
            assert!(!position.queens.contains(&(1, 1)));
        }
        assert!(Plan::new(&Board::new(33)).is_err());
        assert!(Plan::new(&Board::new(5).torus().unwrap()).is_err());
    }

    #[test]
    fn units_are_numbered_and_cost_what_they_cost() {
        let plan = Plan::new(&Board::new(8)).unwrap();
        let numbers = plan.positions(0..78).map(|(number, _)| number);
        assert!(numbers.eq(0..78));
        let plan = Plan::finer(&Board::new(18), 20_000).unwrap();
        let middle = plan.units() / 2;
        let some: Vec<_> = plan.positions(middle..middle + 40).collect();
        assert_eq!((some.len(), some[7].0), (40, middle + 7));
        let whole = plan.cost(0..plan.units());
        let (first, rest) = (plan.cost(0..middle), plan.cost(middle..plan.units()));
        assert!(first > 0.0 && rest > 0.0);
        assert!(((first + rest) / whole - 1.0).abs() < 1e-9);
        assert_eq!(plan.cost(middle..middle), 0.0);
    }
}
