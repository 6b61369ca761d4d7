//! Solutions of the queens as text: every format can be written and read back.
//!
//! A format is one file with one type, and one line in [`FORMATS`].

mod board;
mod columns;
mod grid;
mod json;
mod leetcode;
mod lines;
mod pairs;
mod question;
mod svg;

use std::io::{self, Write};

use crate::{BoardFlaw, Error};
use crate::{Placement, Square};

/// The properties of a listing of solutions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Listing<'b> {
    /// The side of the board.
    pub n: u64,
    /// The blocked squares in reading order; formats that draw boards show them.
    pub blocked: &'b [Square],
    /// True for a list of solutions (`all`), false for one solution (`first`).
    pub many: bool,
    /// The number of the first row and column, in formats that allow a choice.
    pub base: u64,
    /// The number of solutions in the listing, if [`Format::needs_total`] is true.
    pub total: Option<u64>,
}

impl<'b> Listing<'b> {
    /// One solution of a board of side `n`.
    pub fn one(n: u64) -> Self {
        Self {
            n,
            blocked: &[],
            many: false,
            base: 0,
            total: Some(1),
        }
    }

    /// Solutions of a board of side `n`, one after the other.
    pub fn many(n: u64) -> Self {
        Self {
            many: true,
            total: None,
            ..Self::one(n)
        }
    }

    /// Returns the blocked squares of a row.
    fn blocked_in(&self, row: u64) -> &'b [Square] {
        let place = |row: u64| {
            let before = |square: &Square| u64::from(square.row) < row;
            self.blocked.partition_point(before)
        };
        if self.blocked.is_empty() {
            return &[];
        }
        &self.blocked[place(row)..place(row + 1)]
    }
}

/// A text format of solutions.
///
/// When a solution is written, its columns come from an iterator and are not stored, so that a
/// board of a hundred million queens needs little memory.
pub trait Format: Sync {
    /// Returns the name that users select it by.
    fn name(&self) -> &'static str;

    /// Returns a one-line description of the format.
    fn about(&self) -> &'static str;

    /// Returns true if the option `base` (numbering from 0 or from 1) has an effect on this format.
    fn has_base(&self) -> bool {
        false
    }

    /// Returns true if the number of solutions must be known before the first is written.
    fn needs_total(&self) -> bool {
        false
    }

    /// Writes the text before the first solution.
    ///
    /// # Errors
    /// Those of `out`.
    fn begin(&self, _out: &mut dyn Write, _listing: &Listing<'_>) -> io::Result<()> {
        Ok(())
    }

    /// Writes solution `number` (from 1), given by the columns of its rows (from 0).
    ///
    /// # Errors
    /// Those of `out`.
    fn solution(
        &self,
        out: &mut dyn Write,
        listing: &Listing<'_>,
        number: u64,
        columns: &mut dyn Iterator<Item = u64>,
    ) -> io::Result<()>;

    /// Writes the text after the last solution.
    ///
    /// # Errors
    /// Those of `out`.
    fn end(&self, _out: &mut dyn Write, _listing: &Listing<'_>) -> io::Result<()> {
        Ok(())
    }

    /// Returns true if the beginning of a text is in this format.
    fn recognises(&self, text: &str) -> bool;

    /// Reads all boards of a text in this format. `base` is the number of the first column, if it
    /// is known and the format allows a choice.
    ///
    /// # Errors
    /// [`Error::Unreadable`] with the place.
    fn read(&self, text: &str, base: Option<u32>) -> Result<Vec<Placement>, Error>;
}

/// All formats, in the order in which they are tried. The last one recognises any text; if that
/// text does not look like a board, `read` reports an unknown format.
pub const FORMATS: &[&dyn Format] = &[
    &columns::Columns,
    &grid::Grid,
    &pairs::Pairs,
    &json::Json,
    &leetcode::Leetcode,
    &svg::Svg,
    &board::Board,
];

/// Returns the format of that name.
pub fn format(name: &str) -> Option<&'static dyn Format> {
    FORMATS.iter().copied().find(|format| format.name() == name)
}

/// Reads the boards of a text, of which there must be at least one, and detects the format. `base`
/// is the number of the first column; if it is `None`, it is derived from the columns.
///
/// ```
/// use bezzel_queens::format::read;
///
/// let boards = read(b".Q..\n...Q\nQ...\n..Q.\n", None)?;
/// assert_eq!(boards, read(b"[1, 3, 0, 2]", None)?);
/// assert!(boards[0].is_solution());
/// # Ok::<(), bezzel_queens::Error>(())
/// ```
///
/// # Errors
/// [`Error::Unreadable`], naming the place.
pub fn read(bytes: &[u8], base: Option<u32>) -> Result<Vec<Placement>, Error> {
    let text = text(bytes)?;
    let format = FORMATS
        .iter()
        .find(|format| format.recognises(text.trim_start()))
        .expect("the last format recognises anything");
    let first = text.trim_start().chars().next();
    if format.name() == board::Board.name() && !first.is_none_or(|c| "Q.#S".contains(c)) {
        let blank = &text[..text.len() - text.trim_start().len()];
        let names: Vec<&str> = FORMATS.iter().map(|format| format.name()).collect();
        let formats = names.join(", ");
        return Err(lines::unreadable_after(
            blank,
            BoardFlaw::UnknownFormat { formats },
        ));
    }
    let boards = format.read(text, base)?;
    if boards.is_empty() {
        return Err(lines::unreadable(1, 1, BoardFlaw::NoBoard));
    }
    Ok(boards)
}

/// Returns bytes as text, without a byte order mark.
fn text(bytes: &[u8]) -> Result<&str, Error> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let before = &bytes[..error.valid_up_to()];
        let before = std::str::from_utf8(before).unwrap_or_default();
        lines::unreadable_after(before, BoardFlaw::NoText)
    })?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Masks;
    use bezzel::Search;

    fn write(format: &dyn Format, listing: &Listing<'_>, solutions: &[Vec<u32>]) -> String {
        let mut out = Vec::new();
        format.begin(&mut out, listing).unwrap();
        for (number, columns) in (1..).zip(solutions) {
            let mut columns = columns.iter().map(|&column| column.into());
            format
                .solution(&mut out, listing, number, &mut columns)
                .unwrap();
        }
        format.end(&mut out, listing).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn every_format_reads_what_it_writes() {
        for n in [0, 1, 4, 5, 6] {
            let problem = Masks::new(n).unwrap();
            let solutions: Vec<_> = Search::new(&problem).solutions().collect();
            let boards: Vec<_> = solutions
                .iter()
                .map(|s| Placement::from_columns(s))
                .collect();
            for format in FORMATS {
                for base in 0..=u64::from(format.has_base()) {
                    let listing = Listing {
                        base,
                        total: Some(boards.len() as u64),
                        ..Listing::many(n.into())
                    };
                    let text = write(*format, &listing, &solutions);
                    assert_eq!(
                        read(text.as_bytes(), None).as_ref(),
                        Ok(&boards),
                        "{} {n}",
                        format.name()
                    );
                    let crlf = text.trim_end().replace('\n', "\r\n");
                    assert_eq!(
                        read(crlf.as_bytes(), None).as_ref(),
                        Ok(&boards),
                        "{} {n}",
                        format.name()
                    );
                }
            }
        }
    }

    #[test]
    fn an_empty_listing_is_an_empty_picture() {
        let listing = Listing {
            total: Some(0),
            ..Listing::many(8)
        };
        let picture = write(format("svg").unwrap(), &listing, &[]);
        assert!(picture.contains("viewBox=\"-2 -2 364 4\""), "{picture}");
    }

    #[test]
    fn many_boards_are_read_in_a_moment() {
        // A reader that counts lines from the start of the text for every row would read about
        // 10^12 characters here; a reader that does not reads about 10^7.
        let board = r#"[".Q..","...Q","Q...","..Q."]"#;
        let boards = vec![board; 250_000].join(",\n");
        let boards = read(format!("[{boards}]").as_bytes(), None).unwrap();
        assert_eq!(boards.len(), 250_000);
    }

    #[test]
    fn blocked_squares_are_drawn_where_boards_are() {
        let blocked = [Square::new(0, 0), Square::new(2, 3)];
        let listing = Listing {
            blocked: &blocked,
            ..Listing::one(4)
        };
        let written = |name: &str| write(format(name).unwrap(), &listing, &[vec![1, 3, 0, 2]]);
        assert_eq!(written("board"), "#Q..\n...Q\nQ..#\n..Q.\n\n");
        assert_eq!(
            written("grid"),
            "|#|O| | |\n| | | |O|\n|O| | |#|\n| | |O| |\n"
        );
        assert_eq!(written("svg").matches("class=\"blocked\"").count(), 2);
        assert_eq!(written("columns"), "[1, 3, 0, 2]\n");
        assert_eq!(
            written("leetcode"),
            "[[\".Q..\",\"...Q\",\"Q...\",\"..Q.\"]]\n"
        );
        for format in FORMATS {
            let boards = read(written(format.name()).as_bytes(), None).unwrap();
            assert_eq!(
                boards[0].columns(),
                Some(vec![1, 3, 0, 2]),
                "{}",
                format.name()
            );
        }
    }

    #[test]
    fn complaints_name_the_place() {
        let complaint = |text: &str| read(text.as_bytes(), None).unwrap_err().to_string();
        assert_eq!(
            complaint(""),
            "line 1, column 1: the input contains no board"
        );
        assert_eq!(
            complaint("\n\n"),
            "line 1, column 1: the input contains no board"
        );
        assert_eq!(
            complaint(".Q\n.x\n"),
            "line 2, column 2: 'x' is none of 'Q', '.' and '#'"
        );
        assert_eq!(
            complaint(".Q..\n...Q\nQ..\n..Q.\n"),
            "line 3, column 4: this line has 3 cells, the lines above have 4"
        );
        assert_eq!(
            complaint(".Q..\n...Q\n"),
            "line 2, column 1: the board has 2 lines of 4 cells: it is not square"
        );
        assert_eq!(
            complaint("[1, 7, 0, 2]"),
            "line 1, column 1: column 7 of row 2 lies outside a board of 4"
        );
        assert_eq!(
            complaint("[[1, 3, 0, 2],\n [1, 9, 0, 2]]"),
            "line 2, column 2: column 9 of row 2 lies outside a board of 4"
        );
        assert_eq!(
            complaint("[[\".Q..\",\n  \"..xQ\"]]"),
            "line 2, column 6: 'x' is none of 'Q', '.' and '#'"
        );
        assert_eq!(
            complaint("1 3 0 2"),
            "line 1, column 1: this is in none of the formats columns, grid, pairs, json, leetcode, svg, board"
        );
        assert_eq!(
            complaint("[1, 3, 0\n, x]"),
            "line 2, column 3: this is not a list of columns like [1, 3, 0, 2]"
        );
        assert_eq!(
            complaint("(1, 2)\n(1, 2)\n"),
            "line 2, column 1: (1, 2) was given before"
        );
        assert_eq!(
            complaint("| |O|\n|x| |\n"),
            "line 2, column 2: \"x\" is none of \"O\", \" \" and \"#\""
        );
        assert_eq!(
            read(b"[2, 2, 1, 3]", Some(1)),
            read(b"[1, 1, 0, 2]", Some(0))
        );
        assert_eq!(
            read(b".Q\n.\xff", None).unwrap_err().to_string(),
            "line 2, column 2: this is not text (UTF-8)"
        );
    }
}
