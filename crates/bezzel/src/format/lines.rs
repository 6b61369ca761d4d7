//! Boards drawn line by line, and complaints that name the place.

use std::io::{self, Write};

use crate::Error;
use crate::queens::{Placement, Square};

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

/// The complaint about a place in a text, both counted from 1.
pub(super) fn unreadable(line: usize, column: usize, reason: impl Into<String>) -> Error {
    Error::Unreadable {
        line,
        column,
        reason: reason.into(),
    }
}

/// The complaint about the place right after `before`.
pub(super) fn unreadable_after(before: &str, reason: impl Into<String>) -> Error {
    let line = before.matches('\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    unreadable(line, before[start..].chars().count() + 1, reason)
}

/// A row of a drawn board and where it stands in the text.
#[derive(Clone, Copy)]
pub(super) struct Row<'t> {
    line: usize,
    /// What stands before it on its line.
    indent: usize,
    pub text: &'t str,
}

impl<'t> Row<'t> {
    /// The row `text`, which stands `after` letters behind `before`.
    pub fn within(before: &str, after: usize, text: &'t str) -> Self {
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Self {
            line: before.matches('\n').count() + 1,
            indent: before[start..].chars().count() + after,
            text,
        }
    }

    /// The complaint about a place in the row, counted from 1.
    pub fn unreadable(&self, column: usize, reason: impl Into<String>) -> Error {
        unreadable(self.line, self.indent + column, reason)
    }
}

/// The lines of a text in groups, blank lines and lines that start with `heading` between them.
pub(super) fn groups<'t>(text: &'t str, heading: Option<&str>) -> Vec<Vec<Row<'t>>> {
    let mut groups = vec![Vec::new()];
    for (index, line) in text.lines().enumerate() {
        let apart = heading.is_some_and(|heading| line.starts_with(heading));
        if apart || line.trim().is_empty() {
            groups.push(Vec::new());
        } else if let Some(group) = groups.last_mut() {
            group.push(Row {
                line: index + 1,
                indent: 0,
                text: line.trim_end(),
            });
        }
    }
    groups.retain(|group| !group.is_empty());
    groups
}

/// What a square of a drawn board shows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Cell {
    Free,
    Queen,
    Blocked,
}

/// A drawn board.
pub(super) struct Drawn {
    pub n: u32,
    pub queens: Vec<Square>,
    pub blocked: Vec<Square>,
}

impl Drawn {
    /// Its queens.
    pub fn placement(self) -> Placement {
        Placement::new(self.n, self.queens).expect("different squares of the board")
    }
}

/// The board drawn by lines of dots, `Q`s and `#`s.
pub(super) fn dotted(rows: &[Row<'_>]) -> Result<Drawn, Error> {
    drawn(rows, |row| {
        let cells = (1..)
            .zip(row.text.chars())
            .map(|(column, cell)| match cell {
                'Q' => Ok(Cell::Queen),
                '.' => Ok(Cell::Free),
                '#' => Ok(Cell::Blocked),
                other => {
                    let reason = format!("{other:?} is none of 'Q', '.' and '#'");
                    Err(row.unreadable(column, reason))
                }
            });
        cells.collect()
    })
}

/// The board drawn by `rows`, each read by `cells`.
pub(super) fn drawn(
    rows: &[Row<'_>],
    cells: impl Fn(&Row<'_>) -> Result<Vec<Cell>, Error>,
) -> Result<Drawn, Error> {
    let counted = |count: usize, what: &str| match count {
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    };
    let mut width = None;
    let (mut queens, mut blocked) = (Vec::new(), Vec::new());
    for (number, row) in (0..).zip(rows) {
        let cells = cells(row)?;
        let width = *width.get_or_insert(cells.len());
        if cells.len() != width {
            let here = counted(cells.len(), "cell");
            let reason = format!("this line has {here}, the lines above have {width}");
            return Err(row.unreadable(cells.len().min(width) + 1, reason));
        }
        for (column, cell) in (0..).zip(cells) {
            let square = Square::new(number, column);
            match cell {
                Cell::Free => {}
                Cell::Queen => queens.push(square),
                Cell::Blocked => blocked.push(square),
            }
        }
    }
    let width = width.unwrap_or(0);
    if let Some(last) = rows.last().filter(|_| rows.len() != width) {
        let height = counted(rows.len(), "line");
        let width = counted(width, "cell");
        let reason = format!("the board has {height} of {width}: it is not square");
        return Err(last.unreadable(1, reason));
    }
    Ok(Drawn {
        n: width as u32,
        queens,
        blocked,
    })
}
