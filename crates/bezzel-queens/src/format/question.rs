//! Boards to fill, read from text or JSON.

use super::lines;
use crate::Board;
use crate::{BoardFlaw, Error};

impl Board {
    /// Reads a board: a grid of `Q` for placed queens, `#` for blocked squares and `.` for free
    /// ones; or JSON, like `{"n":4,"standing":[{"row":0,"column":1}],"blocked":[],"torus":false}`.
    ///
    /// # Errors
    /// [`Error::Unreadable`] with the place; [`Error::QueensAttack`] if placed queens attack each
    /// other.
    pub fn read(bytes: &[u8]) -> Result<Self, Error> {
        let text = super::text(bytes)?;
        if text.trim_start().starts_with('{') {
            return serde_json::from_str(text).map_err(|error| {
                // serde_json appends the place to its message; it is reported separately.
                let text = error.to_string();
                let detail = text.split(" at line ").next().unwrap_or(&text).to_owned();
                let (line, column) = (error.line().max(1), error.column().max(1));
                lines::unreadable(line, column, BoardFlaw::Json { detail })
            });
        }
        let groups = lines::groups(text, None);
        match &groups[..] {
            [] => Err(lines::unreadable(1, 1, BoardFlaw::NoBoard)),
            [rows] => {
                let drawing = lines::dotted(rows)?;
                Self::with_marks(drawing.n, drawing.queens, drawing.blocked)
            }
            [_, second, ..] => Err(second[0].unreadable(1, BoardFlaw::SecondBoard)),
        }
    }
}
