//! Squares, and the lines along which queens attack.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A square of the board, row and column counted from 0.
///
/// It is written as the posts write it, counted from 1: `(1, 3)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Square {
    /// The row, from the top.
    pub row: u32,
    /// The column, from the left.
    pub column: u32,
}

impl Square {
    /// The square in `row` and `column`.
    #[inline]
    pub const fn new(row: u32, column: u32) -> Self {
        Self { row, column }
    }

    /// The line that joins two squares, if a queen can move along it. A square has no line to
    /// itself.
    #[inline]
    pub fn line_to(self, other: Self) -> Option<Line> {
        let down = i64::from(other.row) - i64::from(self.row);
        let right = i64::from(other.column) - i64::from(self.column);
        match (down, right) {
            (0, 0) => None,
            (0, _) => Some(Line::Row),
            (_, 0) => Some(Line::Column),
            _ if down == right => Some(Line::Falling),
            _ if down == -right => Some(Line::Rising),
            _ => None,
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "({}, {})",
            u64::from(self.row) + 1,
            u64::from(self.column) + 1
        )
    }
}

/// A line along which a queen attacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Line {
    /// Left and right.
    Row,
    /// Up and down.
    Column,
    /// The diagonal `/`: row + column is the same.
    Rising,
    /// The diagonal `\`: row - column is the same.
    Falling,
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Line::Row => "row",
            Line::Column => "column",
            Line::Rising => "diagonal /",
            Line::Falling => "diagonal \\",
        })
    }
}

/// A queen, and a square she attacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Attack {
    /// Where the attacking queen stands.
    pub queen: Square,
    /// The square she attacks.
    pub target: Square,
    /// Along which line.
    pub line: Line,
}

impl fmt::Display for Attack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            queen,
            target,
            line,
        } = self;
        // Only on a torus does a diagonal join squares that it does not join on the plane.
        let around = match queen.line_to(*target) {
            Some(_) => "",
            None => " around the edge",
        };
        write!(f, "{queen} attacks {target} along the {line}{around}")
    }
}
