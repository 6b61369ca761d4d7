//! Boards as questions, read from text or JSON.

use super::lines;
use crate::Error;
use crate::queens::Board;

impl Board {
    /// Reads a board: a grid of `Q` for queens that stand, `#` for blocked squares and `.` for free ones; or JSON, like
    /// `{"n":4,"standing":[{"row":0,"column":1}],"blocked":[],"torus":false}`.
    ///
    /// # Errors
    /// [`Error::Unreadable`], naming the place; [`Error::ImpossibleBoard`] if queens that stand attack each other.
    pub fn read(bytes: &[u8]) -> Result<Self, Error> {
        let text = super::text(bytes)?;
        if text.trim_start().starts_with('{') {
            return serde_json::from_str(text).map_err(|error| {
                let told = error.to_string();
                // The place is told beside it.
                let reason = told.split(" at line ").next().unwrap_or(&told);
                lines::unreadable(error.line().max(1), error.column().max(1), reason)
            });
        }
        let groups = lines::groups(text, None);
        match &groups[..] {
            [] => Err(lines::unreadable(1, 1, "there is no board here")),
            [rows] => {
                let drawn = lines::dotted(rows)?;
                Self::with_marks(drawn.n, drawn.queens, drawn.blocked)
            }
            [_, second, ..] => {
                Err(second[0].unreadable(1, "a second board begins here, there should be one"))
            }
        }
    }
}
