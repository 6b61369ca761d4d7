//! The eight symmetries of the square, acting on solutions.

use super::Square;

/// One of the eight symmetries of the square: optionally transposed, then optionally flipped upside
/// down, then optionally mirrored left to right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Symmetry {
    transposed: bool,
    upside_down: bool,
    mirrored: bool,
}

impl Symmetry {
    /// Leaves the board unchanged.
    pub const IDENTITY: Self = Self::new(false, false, false);
    /// A quarter turn clockwise.
    pub const QUARTER_TURN: Self = Self::new(true, false, true);
    /// A half turn.
    pub const HALF_TURN: Self = Self::new(false, true, true);
    /// A quarter turn anticlockwise.
    pub const THREE_QUARTER_TURN: Self = Self::new(true, true, false);
    /// Swaps left and right.
    pub const MIRROR: Self = Self::new(false, false, true);
    /// Swaps top and bottom.
    pub const UPSIDE_DOWN: Self = Self::new(false, true, false);
    /// Swaps rows and columns.
    pub const TRANSPOSE: Self = Self::new(true, false, false);
    /// The reflection in the other diagonal.
    pub const ANTITRANSPOSE: Self = Self::new(true, true, true);

    /// All eight, the identity first.
    pub const ALL: [Self; 8] = [
        Self::IDENTITY,
        Self::QUARTER_TURN,
        Self::HALF_TURN,
        Self::THREE_QUARTER_TURN,
        Self::MIRROR,
        Self::UPSIDE_DOWN,
        Self::TRANSPOSE,
        Self::ANTITRANSPOSE,
    ];

    const fn new(transposed: bool, upside_down: bool, mirrored: bool) -> Self {
        Self {
            transposed,
            upside_down,
            mirrored,
        }
    }

    /// Returns the image of a square of an n x n board.
    pub fn square(self, n: u32, square: Square) -> Square {
        let Square {
            mut row,
            mut column,
        } = square;
        if self.transposed {
            (row, column) = (column, row);
        }
        if self.upside_down {
            row = n - 1 - row;
        }
        if self.mirrored {
            column = n - 1 - column;
        }
        Square { row, column }
    }

    /// Returns the image of a solution.
    ///
    /// # Panics
    /// If `columns` is not a permutation of 0..n.
    pub fn apply(self, columns: &[u32]) -> Vec<u32> {
        let view = View::new(columns);
        (0..columns.len())
            .map(|row| view.column(self, row))
            .collect()
    }
}

/// A solution by row and by column, so that each row of each image can be read directly.
struct View<'a> {
    columns: &'a [u32],
    rows: Vec<u32>,
}

impl<'a> View<'a> {
    fn new(columns: &'a [u32]) -> Self {
        let mut rows = vec![u32::MAX; columns.len()];
        for (row, &column) in (0..).zip(columns) {
            let taken = std::mem::replace(&mut rows[column as usize], row);
            assert_eq!(taken, u32::MAX, "two queens in column {column}");
        }
        Self { columns, rows }
    }

    /// Returns the column of the queen in `row` of the image under `symmetry`.
    #[inline]
    fn column(&self, symmetry: Symmetry, row: usize) -> u32 {
        let last = self.columns.len() - 1;
        let row = if symmetry.upside_down {
            last - row
        } else {
            row
        };
        let column = if symmetry.transposed {
            self.rows[row]
        } else {
            self.columns[row]
        };
        if symmetry.mirrored {
            last as u32 - column
        } else {
            column
        }
    }

    fn image(&self, symmetry: Symmetry) -> impl Iterator<Item = u32> + Clone {
        (0..self.columns.len()).map(move |row| self.column(symmetry, row))
    }
}

/// Returns the lexicographically first image of a solution. It is equal for two solutions if and
/// only if one is an image of the other. `symmetries` are those of the board: [`Symmetry::ALL`] if
/// it is empty.
///
/// ```
/// use bezzel_queens::{Symmetry, canonical};
/// assert_eq!(canonical(&[2, 0, 3, 1], &Symmetry::ALL), [1, 3, 0, 2]);
/// ```
///
/// # Panics
/// As [`Symmetry::apply`], and without symmetries.
pub fn canonical(columns: &[u32], symmetries: &[Symmetry]) -> Vec<u32> {
    let view = View::new(columns);
    let images = symmetries.iter();
    let images = images.map(|&symmetry| view.image(symmetry).collect());
    images.min().expect("the identity is a symmetry")
}

/// Returns true if a solution is its own [`canonical`] form.
///
/// # Panics
/// As [`Symmetry::apply`].
pub fn is_canonical(columns: &[u32], symmetries: &[Symmetry]) -> bool {
    let view = View::new(columns);
    let mut images = symmetries.iter().map(|&symmetry| view.image(symmetry));
    images.all(|image| image.ge(columns.iter().copied()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quarter_turns_go_round() {
        let columns = [1, 3, 0, 2, 4];
        let turned = Symmetry::QUARTER_TURN.apply(&columns);
        // The queen of the first row, second column is moved to the second row, last column.
        assert_eq!(turned[1], 4);
        assert_eq!(
            Symmetry::QUARTER_TURN.apply(&turned),
            Symmetry::HALF_TURN.apply(&columns)
        );
        assert_eq!(Symmetry::THREE_QUARTER_TURN.apply(&turned), columns);
    }

    #[test]
    fn squares_and_solutions_agree() {
        let columns = [1, 3, 5, 0, 2, 4];
        for symmetry in Symmetry::ALL {
            let image = symmetry.apply(&columns);
            for (row, &column) in (0..).zip(&columns) {
                let square = symmetry.square(6, Square::new(row, column));
                assert_eq!(image[square.row as usize], square.column, "{symmetry:?}");
            }
        }
    }
}
