//! The board to fill: side, placed queens, blocked squares, torus.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Attack, Line, Square, Symmetry};
use crate::Error;

/// A board to be filled with n queens: its side, the queens already placed, the blocked squares,
/// and whether its edges are joined.
///
/// As text it is a grid: `Q` for a placed queen, `#` for a blocked square, `.` for a free one.
///
/// ```
/// use bezzel::Search;
/// use bezzel_queens::{Board, Masks, Square};
///
/// // One queen is placed: in how many ways can seven others be added?
/// let board = Board::new(8).stand(Square::new(0, 3))?;
/// assert_eq!(Search::new(&Masks::new(board)?).count().solutions, 18);
///
/// let corner = Board::read(b"#...\n....\n....\n....\n")?;
/// assert_eq!(corner.blocked(), [Square::new(0, 0)]);
/// assert_eq!(corner.symmetries().len(), 2);
///
/// // On a torus a queen that leaves the board comes back on the other side.
/// let torus = Board::new(5).torus()?;
/// assert_eq!(Search::new(&Masks::new(torus)?).count().solutions, 10);
/// # Ok::<(), bezzel_queens::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "BoardFields")]
pub struct Board {
    n: u32,
    /// The placed queens in reading order, no two of which attack each other.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    standing: Vec<Square>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    blocked: Vec<Square>,
    #[serde(skip_serializing_if = "is_false")]
    torus: bool,
}

fn is_false(flag: &bool) -> bool {
    !flag
}

/// The fields of a board before validation.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BoardFields {
    n: u32,
    #[serde(default)]
    standing: Vec<Square>,
    #[serde(default)]
    blocked: Vec<Square>,
    #[serde(default)]
    torus: bool,
}

impl TryFrom<BoardFields> for Board {
    type Error = Error;

    fn try_from(fields: BoardFields) -> Result<Self, Error> {
        Self {
            n: fields.n,
            standing: fields.standing,
            blocked: fields.blocked,
            torus: fields.torus,
        }
        .checked()
    }
}

/// An empty board.
impl From<u32> for Board {
    fn from(n: u32) -> Self {
        Self::new(n)
    }
}

impl From<&Board> for Board {
    fn from(board: &Board) -> Self {
        board.clone()
    }
}

impl Board {
    /// Returns an empty board of side `n`.
    pub fn new(n: u32) -> Self {
        Self {
            n,
            standing: Vec::new(),
            blocked: Vec::new(),
            torus: false,
        }
    }

    /// Returns a board of side `n` with placed queens and blocked squares.
    ///
    /// # Errors
    /// Those of [`stand`](Board::stand) and [`block`](Board::block).
    pub fn with_marks(n: u32, standing: Vec<Square>, blocked: Vec<Square>) -> Result<Self, Error> {
        Self {
            n,
            standing,
            blocked,
            torus: false,
        }
        .checked()
    }

    /// Returns the same board with another placed queen.
    ///
    /// # Errors
    /// [`Error::SquareOutside`], [`Error::QueenTwice`], [`Error::QueenBlocked`];
    /// [`Error::QueensAttack`] if a placed queen attacks it.
    pub fn stand(mut self, square: Square) -> Result<Self, Error> {
        self.standing.push(square);
        self.checked()
    }

    /// Returns the same board with another blocked square.
    ///
    /// # Errors
    /// [`Error::SquareOutside`], [`Error::QueenBlocked`].
    pub fn block(mut self, square: Square) -> Result<Self, Error> {
        self.blocked.push(square);
        self.checked()
    }

    /// Returns the same board with its edges joined, left to right and top to bottom: a queen that
    /// leaves it on one side reenters on the other.
    ///
    /// # Errors
    /// [`Error::QueensAttack`] if two placed queens then attack each other.
    pub fn torus(mut self) -> Result<Self, Error> {
        self.torus = true;
        self.checked()
    }

    /// Sorts the squares and validates them.
    fn checked(mut self) -> Result<Self, Error> {
        for squares in [&mut self.standing, &mut self.blocked] {
            squares.sort_unstable();
        }
        self.blocked.dedup();
        let squares = || self.standing.iter().chain(&self.blocked);
        if let Some(&square) = squares().find(|square| square.row.max(square.column) >= self.n) {
            return Err(Error::SquareOutside { square, n: self.n });
        }
        if let Some(&[square, _]) = self.standing.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(Error::QueenTwice { square });
        }
        if let Some(&square) = self.standing.iter().find(|&&queen| self.is_blocked(queen)) {
            return Err(Error::QueenBlocked { square });
        }
        if let Some(attack) = self.first_attack() {
            return Err(Error::QueensAttack { attack });
        }
        Ok(self)
    }

    /// Returns two placed queens that attack each other. Linear in the number of queens.
    fn first_attack(&self) -> Option<Attack> {
        use std::collections::HashMap;
        let mut taken: HashMap<(Line, i64), Square> = HashMap::new();
        for &target in &self.standing {
            for line in [Line::Row, Line::Column, Line::Rising, Line::Falling] {
                if let Some(queen) = taken.insert((line, self.number(line, target)), target) {
                    return Some(Attack {
                        queen,
                        target,
                        line,
                    });
                }
            }
        }
        None
    }

    /// Returns the index, among all lines of the given kind, of the line through a square.
    pub(super) fn number(&self, line: Line, square: Square) -> i64 {
        let (row, column) = (i64::from(square.row), i64::from(square.column));
        let number = match line {
            Line::Row => row,
            Line::Column => column,
            Line::Rising => row + column,
            Line::Falling => row - column,
        };
        if self.torus {
            number.rem_euclid(i64::from(self.n))
        } else {
            number
        }
    }

    /// Returns the side.
    pub fn n(&self) -> u32 {
        self.n
    }

    /// Returns the placed queens, in reading order.
    pub fn standing(&self) -> &[Square] {
        &self.standing
    }

    /// Returns the blocked squares, in reading order.
    pub fn blocked(&self) -> &[Square] {
        &self.blocked
    }

    /// Returns true if the edges are joined.
    pub fn is_torus(&self) -> bool {
        self.torus
    }

    /// Returns true if the board has no placed queens and no blocked squares and is not a torus.
    pub fn is_plain(&self) -> bool {
        self.standing.is_empty() && self.blocked.is_empty() && !self.torus
    }

    /// Returns the column of the placed queen in a row.
    pub fn standing_in(&self, row: u32) -> Option<u32> {
        let found = self.standing.binary_search_by_key(&row, |queen| queen.row);
        found.ok().map(|index| self.standing[index].column)
    }

    /// Returns true if a square is blocked.
    #[inline]
    pub fn is_blocked(&self, square: Square) -> bool {
        !self.blocked.is_empty() && self.blocked.binary_search(&square).is_ok()
    }

    /// Returns true if two squares lie on a common line of this kind.
    #[inline]
    pub fn joins(&self, line: Line, one: Square, other: Square) -> bool {
        self.number(line, one) == self.number(line, other)
    }

    /// Returns the line along which a queen on one square attacks the other, if any. A square has
    /// no line to itself.
    #[inline]
    pub fn line(&self, one: Square, other: Square) -> Option<Line> {
        let line = one.line_to(other);
        if line.is_some() || !self.torus || one == other {
            return line;
        }
        let around = [Line::Falling, Line::Rising];
        around
            .into_iter()
            .find(|&line| self.joins(line, one, other))
    }

    /// Returns the symmetries of the square that leave the board unchanged, the identity first.
    /// Translations of a torus are not included.
    pub fn symmetries(&self) -> Vec<Symmetry> {
        let keeps = |symmetry: &Symmetry, squares: &[Square]| {
            let mut images: Vec<Square> = squares
                .iter()
                .map(|&square| symmetry.square(self.n, square))
                .collect();
            images.sort_unstable();
            images == squares
        };
        Symmetry::ALL
            .into_iter()
            .filter(|symmetry| keeps(symmetry, &self.standing) && keeps(symmetry, &self.blocked))
            .collect()
    }
}

/// The grid. It does not show whether the edges are joined.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write;
        let (mut standing, mut blocked) = (self.standing.iter(), self.blocked.iter());
        let (mut queen, mut block) = (standing.next(), blocked.next());
        for row in 0..self.n {
            for column in 0..self.n {
                let here = Some(&Square::new(row, column));
                f.write_char(match () {
                    () if queen == here => {
                        queen = standing.next();
                        'Q'
                    }
                    () if block == here => {
                        block = blocked.next();
                        '#'
                    }
                    () => '.',
                })?;
            }
            f.write_char('\n')?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(text: &str) -> Result<Board, Error> {
        Board::read(text.as_bytes())
    }

    #[test]
    fn text_and_json_go_there_and_back() {
        for text in ["Q\n", "....\n..Q.\n#...\n...#\n", "..\n##\n"] {
            let read = board(text).unwrap();
            assert_eq!(read.to_string(), text);
            let json = serde_json::to_string(&read).unwrap();
            assert_eq!(serde_json::from_str::<Board>(&json).unwrap(), read);
            assert_eq!(board(&json).unwrap(), read);
        }
        let torus = Board::new(5).torus().unwrap();
        let json = serde_json::to_string(&torus).unwrap();
        assert_eq!(json, r#"{"n":5,"torus":true}"#);
        assert_eq!(board(&json).unwrap(), torus);
        assert_eq!(serde_json::to_string(&Board::new(8)).unwrap(), r#"{"n":8}"#);
    }

    #[test]
    fn impossible_requests_are_errors_that_name_the_reason() {
        let refusal = |text: &str| board(text).unwrap_err().to_string();
        assert_eq!(
            refusal("Q...\n.Q..\n....\n....\n"),
            r"(1, 1) attacks (2, 2) along the diagonal \, and both queens are on the given board"
        );
        assert_eq!(
            refusal(r#"{"n":4,"standing":[{"row":0,"column":4}]}"#),
            "line 1, column 1: (1, 5) lies outside a board of 4"
        );
        let json = r#"{"n":4,"standing":[{"row":0,"column":1}],"blocked":[{"row":0,"column":1}]}"#;
        assert!(refusal(json).contains("a queen stands on (1, 2), which is blocked"));
        // Without joined edges the queens do not attack each other. On this torus one row down is
        // the same as three rows up, so the second queen is on a diagonal `/` of the first.
        let torus = board("Q...\n...Q\n....\n....\n").unwrap().torus();
        assert_eq!(
            torus.unwrap_err().to_string(),
            "(1, 1) attacks (2, 4) along the diagonal / around the edge, and both queens are on the given board"
        );
    }

    #[test]
    fn symmetries_are_those_of_the_marks() {
        assert_eq!(Board::new(5).symmetries().len(), 8);
        let middle = Board::new(5).block(Square::new(2, 2)).unwrap();
        assert_eq!(middle.symmetries().len(), 8);
        let corner = Board::new(5).block(Square::new(0, 0)).unwrap();
        assert_eq!(
            corner.symmetries(),
            [Symmetry::IDENTITY, Symmetry::TRANSPOSE]
        );
        let anywhere = Board::new(5).stand(Square::new(0, 1)).unwrap();
        assert_eq!(anywhere.symmetries(), [Symmetry::IDENTITY]);
    }

    #[test]
    fn lines_of_a_torus_go_around() {
        let torus = Board::new(5).torus().unwrap();
        let line = |row, column| torus.line(Square::new(0, 0), Square::new(row, column));
        assert_eq!(line(0, 0), None);
        assert_eq!(line(0, 3), Some(Line::Row));
        assert_eq!(line(2, 2), Some(Line::Falling));
        assert_eq!(line(1, 4), Some(Line::Rising));
        assert_eq!(line(1, 2), None);
    }
}
