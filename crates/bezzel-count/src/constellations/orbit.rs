//! Placements of the border queens, up to symmetry.
//!
//! - Every solution has a queen on each of the four edges; a queen in a corner is on two edges.
//!   These queens are a *constellation*.
//! - The symmetries of the board permute constellations, and images of each other have the same
//!   number of completions.
//! - Hence it suffices to complete one constellation of each orbit, and to multiply by the size of
//!   the orbit. This uses all symmetries, and no solution is tested for being canonical.

use bezzel_queens::Symmetry;

use super::position::{Position, Square};

/// The queens on the edges, each by its distance from the corner where its edge begins, clockwise
/// from the upper left corner.
type Edges = [u8; 4];

/// A constellation that represents its orbit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Constellation {
    /// The size of the orbit.
    pub weight: u8,
    /// The queens on the upper, right, lower and left edge; `None` on boards that consist of border
    /// only.
    edges: Option<Edges>,
}

impl Constellation {
    /// Returns one constellation of each orbit under the symmetries of a board, in lexicographic
    /// order.
    pub fn all(board: &Position, symmetries: &[Symmetry]) -> Vec<Self> {
        let n = board.n;
        // Such boards consist of border only: one unit, with no queen placed.
        if n < 4 {
            return vec![Self {
                weight: 1,
                edges: None,
            }];
        }
        let actions: Vec<Action> = symmetries.iter().map(|&one| Action::of(one)).collect();
        let whole = actions.len() == Symmetry::ALL.len();
        let mut all = Vec::new();
        // If all symmetries apply, then in the first constellation of an orbit no queen is closer
        // to an end of its edge than the upper queen is to the upper left corner.
        for upper in 0..if whole { n.div_ceil(2) } else { n } {
            let others = if whole { upper..n - upper } else { 0..n };
            for right in others.clone() {
                for lower in others.clone() {
                    for left in others.clone() {
                        let edges = [upper, right, lower, left];
                        all.extend(Self::first_of_orbit(board, edges, &actions));
                    }
                }
            }
        }
        all
    }

    /// Returns these edges if their queens and the placed ones do not attack each other, and if
    /// they are the first of their orbit.
    fn first_of_orbit(board: &Position, edges: Edges, actions: &[Action]) -> Option<Self> {
        let n = board.n;
        // A queen at the end of an edge is at the beginning of the next.
        let corner = |edge: usize| (edges[edge] == n - 1) == (edges[(edge + 1) % 4] == 0);
        if !(0..4).all(corner) {
            return None;
        }
        let mut images = [edges; 8];
        for (image, action) in images.iter_mut().zip(actions) {
            *image = action.image(n, edges);
            if *image < edges {
                return None;
            }
        }
        let images = &mut images[..actions.len()];
        images.sort_unstable();
        let weight = 1 + images.windows(2).filter(|pair| pair[0] != pair[1]).count();
        let found = Self {
            weight: weight as u8,
            edges: Some(edges),
        };
        found.fits(board).then_some(found)
    }

    /// Returns true if its queens and the placed ones do not attack each other, and none is on a
    /// blocked square.
    fn fits(&self, board: &Position) -> bool {
        let mut position = board.clone();
        self.queens(board.n).all(|queen| {
            let fits = position.queens.contains(&queen) || position.is_free(queen);
            position.queens.push(queen);
            fits
        })
    }

    /// Returns the board with its queens added.
    pub fn place(&self, board: &Position) -> Position {
        let mut position = Position {
            n: board.n,
            queens: Vec::with_capacity(board.queens.len() + 4),
            blocked: board.blocked.clone(),
        };
        position.queens.extend(&board.queens);
        for queen in self.queens(board.n) {
            if !position.queens.contains(&queen) {
                position.queens.push(queen);
            }
        }
        position
    }

    /// Returns the queens on the border, in reading order; a queen in a corner may occur twice.
    fn queens(&self, n: u8) -> impl Iterator<Item = Square> {
        let queens = self.edges.map(|[upper, right, lower, left]| {
            let last = n - 1;
            let mut queens = [
                (0, upper),
                (right, last),
                (last, last - lower),
                (last - left, 0),
            ];
            queens.sort_unstable();
            queens
        });
        queens.into_iter().flatten()
    }
}

/// The action of a symmetry on edges: a number of quarter turns anticlockwise, then optionally a
/// reflection left to right.
#[derive(Debug, Clone, Copy)]
struct Action {
    turns: usize,
    mirrored: bool,
}

impl Action {
    fn of(symmetry: Symmetry) -> Self {
        let (turns, mirrored) = match symmetry {
            Symmetry::IDENTITY => (0, false),
            Symmetry::THREE_QUARTER_TURN => (1, false),
            Symmetry::HALF_TURN => (2, false),
            Symmetry::QUARTER_TURN => (3, false),
            Symmetry::MIRROR => (0, true),
            Symmetry::ANTITRANSPOSE => (1, true),
            Symmetry::UPSIDE_DOWN => (2, true),
            _ => (3, true),
        };
        Self { turns, mirrored }
    }

    #[inline]
    fn image(self, n: u8, edges: Edges) -> Edges {
        let turned: Edges = std::array::from_fn(|edge| edges[(edge + self.turns) % 4]);
        if !self.mirrored {
            return turned;
        }
        std::array::from_fn(|edge| n - 1 - turned[(4 - edge) % 4])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bezzel_queens as queens;

    fn empty(n: u8) -> Position {
        Position {
            n,
            queens: Vec::new(),
            blocked: Vec::new(),
        }
    }

    #[test]
    fn actions_are_those_of_the_symmetries() {
        let constellation = |edges| Constellation {
            weight: 1,
            edges: Some(edges),
        };
        let edges = [1, 2, 1, 4];
        for symmetry in Symmetry::ALL {
            let image = Action::of(symmetry).image(8, edges);
            let mut expected: Vec<Square> = constellation(edges)
                .queens(8)
                .map(|(row, column)| {
                    let square = queens::Square::new(row.into(), column.into());
                    let square = symmetry.square(8, square);
                    (square.row as u8, square.column as u8)
                })
                .collect();
            expected.sort_unstable();
            assert!(constellation(image).queens(8).eq(expected), "{symmetry:?}");
        }
    }

    #[test]
    fn orbits_cover_every_constellation() {
        for n in 4..=12_u8 {
            // All constellations, ignoring symmetry.
            let all = Constellation::all(&empty(n), &[Symmetry::IDENTITY]).len();
            for symmetries in [
                &Symmetry::ALL[..],
                &[Symmetry::IDENTITY, Symmetry::TRANSPOSE],
                &[Symmetry::IDENTITY, Symmetry::HALF_TURN],
            ] {
                let orbits = Constellation::all(&empty(n), symmetries);
                let weights: usize = orbits.iter().map(|one| usize::from(one.weight)).sum();
                assert_eq!(weights, all, "{n}");
            }
        }
    }
}
