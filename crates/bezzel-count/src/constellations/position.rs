//! A board with some queens placed: the content of a unit.

/// A square, row and column counted from 0.
pub type Square = (u8, u8);

/// Placed queens and blocked squares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    /// The side of the board.
    pub n: u8,
    /// The queens.
    pub queens: Vec<Square>,
    /// The squares that are blocked.
    pub blocked: Vec<Square>,
}

impl Position {
    /// Returns the position rotated by a quarter turn.
    pub fn turned(&self) -> Self {
        let turned = |squares: &[Square]| {
            let turned = squares.iter();
            turned
                .map(|&(row, column)| (column, self.n - 1 - row))
                .collect()
        };
        Self {
            n: self.n,
            queens: turned(&self.queens),
            blocked: turned(&self.blocked),
        }
    }

    /// Returns all four rotations.
    pub fn turns(&self) -> impl Iterator<Item = Self> {
        std::iter::successors(Some(self.clone()), |last| Some(last.turned())).take(4)
    }

    /// Returns true if a queen can be placed on a square: it is neither attacked nor blocked.
    pub fn is_free(&self, square: Square) -> bool {
        !self.queens.iter().any(|&queen| attacks(queen, square)) && !self.blocked.contains(&square)
    }

    /// Returns the positions with a queen added on a line, or the position itself if the line has
    /// one.
    pub fn filled(&self, line: BorderLine) -> Vec<Self> {
        if line
            .squares(self.n)
            .any(|square| self.queens.contains(&square))
        {
            return vec![self.clone()];
        }
        let free = line.squares(self.n).filter(|&square| self.is_free(square));
        free.map(|square| self.with(square)).collect()
    }

    /// Returns the position with a queen added.
    pub fn with(&self, queen: Square) -> Self {
        let mut position = self.clone();
        position.queens.push(queen);
        position
    }
}

/// Returns true if two squares share a row, a column or a diagonal.
fn attacks((row, column): Square, (other_row, other_column): Square) -> bool {
    let (down, right) = (row.abs_diff(other_row), column.abs_diff(other_column));
    down == 0 || right == 0 || down == right
}

/// A column or row, by its distance from an edge.
#[derive(Debug, Clone, Copy)]
pub enum BorderLine {
    Left(u8),
    Right(u8),
    Top(u8),
    Bottom(u8),
}

impl BorderLine {
    /// Returns the squares of the line on a board of side `n`.
    fn squares(self, n: u8) -> impl Iterator<Item = Square> {
        (0..n).map(move |at| match self {
            Self::Left(distance) => (at, distance),
            Self::Right(distance) => (at, n - 1 - distance),
            Self::Top(distance) => (distance, at),
            Self::Bottom(distance) => (n - 1 - distance, at),
        })
    }
}
