//! Drawn boards, written and read line by line; errors state the line and the column.

use std::io::{self, Write};

use crate::{BoardFlaw, Error};
use crate::{Placement, Square};

/// Writes a row of dots with a `Q` in `column` and a `#` on every blocked square.
pub(super) fn row(out: &mut dyn Write, n: u64, column: u64, blocked: &[Square]) -> io::Result<()> {
    const DOTS: [u8; 64] = [b'.'; 64];
    if !blocked.is_empty() {
        let mut cells = vec![b'.'; n as usize];
        cells[column as usize] = b'Q';
        for square in blocked {
            cells[square.column as usize] = b'#';
        }
        return out.write_all(&cells);
    }
    if n <= 64 {
        let mut cells = DOTS;
        cells[column as usize] = b'Q';
        return out.write_all(&cells[..n as usize]);
    }
    let mut dots = |mut count: u64, after: &[u8]| {
        while count > 0 {
            let some = count.min(64);
            out.write_all(&DOTS[..some as usize])?;
            count -= some;
        }
        out.write_all(after)
    };
    dots(column, b"Q")?;
    dots(n - 1 - column, b"")
}

/// Returns the error at a place in a text, both coordinates counted from 1.
pub(super) fn unreadable(line: usize, column: usize, flaw: BoardFlaw) -> Error {
    Error::Unreadable { line, column, flaw }
}

/// A place in a text, counted from 1.
struct TextPlace {
    line: usize,
    column: usize,
}

impl TextPlace {
    /// Returns the place right after `before`.
    fn after(before: &str) -> Self {
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Self {
            line: before.matches('\n').count() + 1,
            column: before[start..].chars().count() + 1,
        }
    }
}

/// Returns the error at the place right after `before`.
pub(super) fn unreadable_after(before: &str, flaw: BoardFlaw) -> Error {
    let TextPlace { line, column } = TextPlace::after(before);
    unreadable(line, column, flaw)
}

/// A row of a drawn board and its place in the text.
#[derive(Clone, Copy)]
pub(super) struct TextRow<'t> {
    /// The text before this row. The line number is computed from it only when an error is
    /// reported, since a text may have millions of rows.
    before: &'t str,
    pub text: &'t str,
}

impl<'t> TextRow<'t> {
    /// Returns a row that is a part of `text`.
    pub fn within(text: &'t str, row: &'t str) -> Self {
        Self {
            before: before(text, row),
            text: row,
        }
    }

    /// Returns the error at a column of the row, counted from 1.
    pub fn unreadable(&self, column: usize, flaw: BoardFlaw) -> Error {
        let TextPlace { line, column: own } = TextPlace::after(self.before);
        unreadable(line, own - 1 + column, flaw)
    }
}

/// Returns the text before one of its parts.
pub(super) fn before<'t>(text: &'t str, part: &str) -> &'t str {
    let offset = part.as_ptr() as usize - text.as_ptr() as usize;
    &text[..offset]
}

/// Splits the lines of a text into groups, separated by blank lines and by lines that start with
/// `heading`. A group with a heading may be empty.
pub(super) fn groups<'t>(text: &'t str, heading: Option<&str>) -> Vec<Vec<TextRow<'t>>> {
    let mut groups: Vec<Vec<TextRow<'t>>> = Vec::new();
    let mut begun = false;
    for line in text.lines() {
        if heading.is_some_and(|heading| line.starts_with(heading)) {
            groups.push(Vec::new());
            begun = true;
        } else if line.trim().is_empty() {
            // Blank lines between a heading and its board are skipped.
            begun &= groups.last().is_some_and(Vec::is_empty);
        } else {
            if !begun {
                groups.push(Vec::new());
                begun = true;
            }
            let group = groups.last_mut().expect("one was begun");
            group.push(TextRow::within(text, line.trim_end()));
        }
    }
    groups
}

/// The content of a square of a drawn board.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum BoardCell {
    Free,
    Queen,
    Blocked,
}

/// A drawn board.
pub(super) struct DrawnBoard {
    pub n: u32,
    pub queens: Vec<Square>,
    pub blocked: Vec<Square>,
}

impl DrawnBoard {
    /// Returns the queens of the board.
    pub fn placement(self) -> Placement {
        Placement::new(self.n, self.queens).expect("different squares of the board")
    }
}

/// Returns the board drawn as lines of dots, `Q`s and `#`s.
pub(super) fn dotted(rows: &[TextRow<'_>]) -> Result<DrawnBoard, Error> {
    read_drawing(rows, |row| {
        let cells = (1..)
            .zip(row.text.chars())
            .map(|(column, cell)| match cell {
                'Q' => Ok(BoardCell::Queen),
                '.' => Ok(BoardCell::Free),
                '#' => Ok(BoardCell::Blocked),
                other => {
                    let found = format!("{other:?}");
                    let known = "'Q', '.' and '#'";
                    Err(row.unreadable(column, BoardFlaw::UnknownCell { found, known }))
                }
            });
        cells.collect()
    })
}

/// Returns the board drawn by `rows`; `cells` reads the squares of one row.
pub(super) fn read_drawing(
    rows: &[TextRow<'_>],
    cells: impl Fn(&TextRow<'_>) -> Result<Vec<BoardCell>, Error>,
) -> Result<DrawnBoard, Error> {
    let mut width = None;
    let (mut queens, mut blocked) = (Vec::new(), Vec::new());
    for (number, row) in (0..).zip(rows) {
        let cells = cells(row)?;
        let width = *width.get_or_insert(cells.len());
        if cells.len() != width {
            let flaw = BoardFlaw::RaggedLine {
                cells: cells.len(),
                above: width,
            };
            return Err(row.unreadable(cells.len().min(width) + 1, flaw));
        }
        for (column, cell) in (0..).zip(cells) {
            let square = Square::new(number, column);
            match cell {
                BoardCell::Free => {}
                BoardCell::Queen => queens.push(square),
                BoardCell::Blocked => blocked.push(square),
            }
        }
    }
    let width = width.unwrap_or(0);
    if let Some(last) = rows.last().filter(|_| rows.len() != width) {
        let lines = rows.len();
        let flaw = BoardFlaw::NotSquare {
            lines,
            cells: width,
        };
        return Err(last.unreadable(1, flaw));
    }
    Ok(DrawnBoard {
        n: width as u32,
        queens,
        blocked,
    })
}
