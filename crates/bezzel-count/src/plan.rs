//! The work cut into units: the queens on the border, one unit for each way to place them up to
//! symmetry.
//!
//! Every solution has a queen on each of the four edges, one queen serving two edges if she stands in
//! a corner. These queens are a *constellation*. The symmetries of the square permute
//! constellations, and constellations that are images of each other have equally many completions:
//! it is enough to complete one of each orbit and to multiply by the orbit's size. So all eight
//! symmetries are used and no solution is ever looked at to see whether it is canonical.

use serde::{Deserialize, Serialize};

use crate::Error;

/// The square of a queen, row and column counted from 0.
pub type Square = (u8, u8);

/// A part of the work: queens that stand already. Its solutions count `weight` times.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unit {
    /// Its number in the plan.
    pub number: u64,
    /// The side of the board.
    pub n: u8,
    /// How many images under the square's symmetries it stands for: 1, 2, 4 or 8.
    pub weight: u8,
    /// The queens that stand.
    pub queens: Vec<Square>,
}

/// All units of a board, in a fixed order.
///
/// ```
/// use bezzel_count::Plan;
///
/// let plan = Plan::new(8)?;
/// assert_eq!(plan.units().count(), 78);
/// assert!(Plan::finer(8, 150)?.units().count() >= 150);
/// # Ok::<(), bezzel_count::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    n: u8,
    /// How many of [`LINES`] have their queens placed beside the border.
    lines: usize,
    constellations: Vec<Constellation>,
}

/// The largest board there are plans for.
pub const LIMIT: u32 = 32;

/// What finer plans place after the border, one after the other.
const LINES: [Line; 4] = [Line::Left(1), Line::Right(1), Line::Top(1), Line::Bottom(1)];

/// A column or row, by its distance from an edge.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Line {
    Left(u8),
    Right(u8),
    Top(u8),
    Bottom(u8),
}

impl Line {
    /// The squares of the line on a board of side `n`.
    fn squares(self, n: u8) -> impl Iterator<Item = Square> {
        (0..n).map(move |at| match self {
            Self::Left(distance) => (at, distance),
            Self::Right(distance) => (at, n - 1 - distance),
            Self::Top(distance) => (distance, at),
            Self::Bottom(distance) => (n - 1 - distance, at),
        })
    }
}

impl Plan {
    /// The units that the border alone makes.
    ///
    /// # Errors
    /// [`Error::TooManyQueens`] beyond [`LIMIT`].
    pub fn new(n: u32) -> Result<Self, Error> {
        if n > LIMIT {
            return Err(Error::TooManyQueens { n, limit: LIMIT });
        }
        let n = n as u8;
        Ok(Self {
            n,
            lines: 0,
            constellations: Constellation::all(n),
        })
    }

    /// At least so many units, if the lines next to the border allow it.
    ///
    /// # Errors
    /// [`Error::TooManyQueens`] beyond [`LIMIT`].
    pub fn finer(n: u32, units: u64) -> Result<Self, Error> {
        let mut plan = Self::new(n)?;
        while plan.lines < LINES.len() && plan.n > 3 && (plan.units().count() as u64) < units {
            plan.lines += 1;
        }
        Ok(plan)
    }

    /// The side of the board.
    pub fn n(&self) -> u32 {
        self.n.into()
    }

    /// The units, by their numbers from 0 on.
    pub fn units(&self) -> impl Iterator<Item = Unit> {
        let mut units: Vec<(u8, Vec<Square>)> = Vec::new();
        let mut constellations = self.constellations.iter();
        let next = move || {
            while units.is_empty() {
                let constellation = constellations.next()?;
                let mut placed = vec![constellation.queens()];
                for &line in &LINES[..self.lines] {
                    placed = placed
                        .iter()
                        .flat_map(|queens| fill(self.n, queens, line))
                        .collect();
                }
                // Taken from the end.
                placed.reverse();
                units.extend(
                    placed
                        .into_iter()
                        .map(|queens| (constellation.weight, queens)),
                );
            }
            units.pop()
        };
        let unit = |(number, (weight, queens))| Unit {
            number,
            n: self.n,
            weight,
            queens,
        };
        (0..).zip(std::iter::from_fn(next)).map(unit)
    }
}

/// Every way to have a queen on a line too: just one if it has one already.
pub(crate) fn fill(n: u8, queens: &[Square], line: Line) -> Vec<Vec<Square>> {
    if line.squares(n).any(|square| queens.contains(&square)) {
        return vec![queens.to_vec()];
    }
    let free = line
        .squares(n)
        .filter(|&square| !queens.iter().any(|&queen| attacks(queen, square)));
    free.map(|square| [queens, &[square]].concat()).collect()
}

/// Whether two squares share a row, a column or a diagonal.
pub(crate) fn attacks((row, column): Square, (other_row, other_column): Square) -> bool {
    let (down, right) = (row.abs_diff(other_row), column.abs_diff(other_column));
    down == 0 || right == 0 || down == right
}

/// Queens on the edges: how far each stands from the corner where its edge begins, going round
/// clockwise from the upper left corner.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Constellation {
    n: u8,
    weight: u8,
    /// On the upper, right, lower and left edge; nothing on boards that are all border.
    edges: Option<[u8; 4]>,
}

impl Constellation {
    /// One of each orbit, in lexicographic order.
    fn all(n: u8) -> Vec<Self> {
        // Nothing lies inside the border of such boards: one unit, with no queen placed.
        if n < 4 {
            return vec![Self {
                n,
                weight: 1,
                edges: None,
            }];
        }
        let mut all = Vec::new();
        // No image of the first of an orbit has an edge nearer to its corner than the upper one.
        for upper in 0..n.div_ceil(2) {
            let others = upper..n - upper;
            for right in others.clone() {
                for lower in others.clone() {
                    for left in others.clone() {
                        all.extend(Self::first_of_orbit(n, [upper, right, lower, left]));
                    }
                }
            }
        }
        all
    }

    /// These edges, if they belong to queens that do not attack each other and come first among
    /// their images.
    fn first_of_orbit(n: u8, edges: [u8; 4]) -> Option<Self> {
        // A queen at the end of an edge is the one at the beginning of the next.
        let corner = |edge: usize| (edges[edge] == n - 1) == (edges[(edge + 1) % 4] == 0);
        if !(0..4).all(corner) {
            return None;
        }
        let mut images: Vec<[u8; 4]> = (0..4)
            .flat_map(|turn| {
                let turned: [u8; 4] = std::array::from_fn(|edge| edges[(edge + turn) % 4]);
                let mirrored = std::array::from_fn(|edge| n - 1 - turned[(4 - edge) % 4]);
                [turned, mirrored]
            })
            .collect();
        images.sort_unstable();
        images.dedup();
        let found = Self {
            n,
            weight: images.len() as u8,
            edges: Some(edges),
        };
        let queens = found.queens();
        let peaceful =
            (1..queens.len()).all(|i| !queens[..i].iter().any(|&other| attacks(other, queens[i])));
        (images[0] == edges && peaceful).then_some(found)
    }

    /// The queens, one in a corner named once.
    fn queens(&self) -> Vec<Square> {
        let Some([upper, right, lower, left]) = self.edges else {
            return Vec::new();
        };
        let last = self.n - 1;
        let mut queens = vec![
            (0, upper),
            (right, last),
            (last, last - lower),
            (last - left, 0),
        ];
        queens.sort_unstable();
        queens.dedup();
        queens
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orbits_cover_every_constellation() {
        for n in 4..=12_u8 {
            // All constellations, without regard to symmetry.
            let mut all = 0;
            for code in 0..u32::from(n).pow(4) {
                let edge = |power: u32| (code / u32::from(n).pow(power) % u32::from(n)) as u8;
                let edges = [edge(0), edge(1), edge(2), edge(3)];
                let corners = (0..4).all(|i| (edges[i] == n - 1) == (edges[(i + 1) % 4] == 0));
                let found = Constellation {
                    n,
                    weight: 1,
                    edges: Some(edges),
                };
                let queens = found.queens();
                let peaceful = queens
                    .iter()
                    .enumerate()
                    .all(|(i, &queen)| !queens[..i].iter().any(|&other| attacks(other, queen)));
                all += u32::from(corners && peaceful);
            }
            let weights: u32 = Constellation::all(n)
                .iter()
                .map(|one| u32::from(one.weight))
                .sum();
            assert_eq!(weights, all, "{n}");
        }
    }

    #[test]
    fn finer_plans_hold_the_same_boards() {
        let coarse = Plan::new(9).unwrap();
        let fine = Plan::finer(9, 800).unwrap();
        assert!(fine.units().count() >= 800);
        for unit in fine.units() {
            let parents = coarse.units().filter(|parent| {
                parent
                    .queens
                    .iter()
                    .all(|queen| unit.queens.contains(queen))
            });
            assert_eq!(parents.count(), 1, "{unit:?}");
        }
        assert!(Plan::new(33).is_err());
    }

    #[test]
    fn numbers_count_up() {
        let plan = Plan::finer(8, 1).unwrap();
        assert!(plan.units().map(|unit| unit.number).eq(0..78));
    }
}
