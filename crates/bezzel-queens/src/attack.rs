//! Squares, and the lines along which queens attack.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A square of the board, row and column counted from 0.
///
/// `Display` counts from 1, as the posts do: `(1, 3)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Square {
    /// The row, from the top.
    pub row: u32,
    /// The column, from the left.
    pub column: u32,
}

impl Square {
    /// Returns the square in `row` and `column`.
    #[inline]
    pub const fn new(row: u32, column: u32) -> Self {
        Self { row, column }
    }

    /// Returns the line through two squares, if a queen can move along it. A square has no line to
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
    /// A row.
    Row,
    /// A column.
    Column,
    /// A diagonal `/`: row + column is constant.
    Rising,
    /// A diagonal `\`: row - column is constant.
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

/// A queen, and a square it attacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Attack {
    /// The square of the attacking queen.
    pub queen: Square,
    /// The attacked square.
    pub target: Square,
    /// The line of the attack.
    pub line: Line,
}

impl fmt::Display for Attack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            queen,
            target,
            line,
        } = self;
        // Only on a torus can a diagonal join squares that are on no common diagonal of the plane.
        let around = match queen.line_to(*target) {
            Some(_) => "",
            None => " around the edge",
        };
        write!(f, "{queen} attacks {target} along the {line}{around}")
    }
}
