//! Mazes: find one route or the shortest, count all routes, generate and draw mazes.
//!
//! The text format has lines of equal length, with `S` for the start, `G` for an exit, a space for
//! an open cell and `#` for a wall. A route visits no cell twice and ends at the first exit it
//! reaches. [`Escape`] is the search as a [`Problem`](bezzel::Problem), [`shortest`] finds a
//! shortest route, [`Routes`] counts all of them, [`ALGORITHMS`] generate mazes, and [`drawing`]
//! draws them.
//!
//! ```
//! use bezzel::Search;
//! use bezzel_maze::{Budget, Escape, Maze, Order, Routes};
//!
//! let maze = Maze::parse(b"#####\n#S  #\n# # #\n#  G#\n#####\n".to_vec())?;
//! // Depth first, with dead ends marked; directions in the order of post 002 (north, south, west, east).
//! let escape = Escape::marking(&maze, Order::POST);
//! let route = Search::new(&escape).first().unwrap();
//! assert_eq!(route.iter().map(ToString::to_string).collect::<String>(), "SSEE");
//! assert_eq!(Routes::new(&maze, Budget::bytes(1 << 20)).count()?, 2_u32.into());
//! # Ok::<(), bezzel_maze::Error>(())
//! ```

mod direction;
pub mod drawing;
mod error;
mod escape;
mod generate;
mod number;
mod picture;
mod recording;
pub mod report;
mod routes;
mod shortest;

pub use direction::{Direction, Directions, Order};
pub use error::{Error, MazeFlaw};
pub use escape::{Escape, Obstacle, Walked};
pub use generate::{ALGORITHMS, Algorithm, MazePlan, algorithm};
pub use recording::{MazeRecording, Runner, Step};
pub use routes::{Budget, Hindrance, Onward, Routes};
pub use shortest::shortest;

/// The contents of a cell, as in post 002.
pub(crate) const WALL: u8 = b'#';
pub(crate) const WAY: u8 = b' ';
pub(crate) const START: u8 = b'S';
pub(crate) const EXIT: u8 = b'G';
/// The mark of a route.
pub(crate) const ROUTE: u8 = b'+';

/// A maze: a rectangle of cells with one start and at least one exit.
///
/// Cells are numbered line by line from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Maze {
    width: usize,
    cells: Vec<u8>,
    start: usize,
    exits: usize,
}

impl Maze {
    /// The largest number of cells: their numbers fit into 32 bits.
    pub const LIMIT: usize = u32::MAX as usize;

    /// Reads a maze from text or from a PNG, which is recognised by its first bytes. In a picture
    /// open cells are white and walls black; the start is a red pixel and exits are green, or both
    /// are gaps in the outer border.
    ///
    /// # Errors
    /// [`Error::Unreadable`] with line and column.
    pub fn read(bytes: Vec<u8>) -> Result<Self, Error> {
        Self::read_within(bytes, Self::LIMIT as u64)
    }

    /// Like [`read`](Self::read), for a picture of at most `pixels` pixels, each of which takes a
    /// byte of memory.
    ///
    /// # Errors
    /// [`Error::TooManyPixels`] before anything is decompressed; [`Error::Unreadable`] with line
    /// and column.
    pub fn read_within(bytes: Vec<u8>, pixels: u64) -> Result<Self, Error> {
        if picture::is_picture(&bytes) {
            picture::read(&bytes, pixels)
        } else {
            Self::parse(bytes)
        }
    }

    /// Reads a maze from text. The memory of the text is reused: a maze of a hundred million cells
    /// takes a hundred megabytes.
    ///
    /// CRLF line ends, a missing last line end and blank lines after the maze are accepted.
    ///
    /// # Errors
    /// [`Error::Unreadable`] with line and column.
    pub fn parse(mut text: Vec<u8>) -> Result<Self, Error> {
        let unreadable = |line: usize, column: usize, flaw: MazeFlaw| Error::Unreadable {
            line,
            column: column + 1,
            flaw,
        };
        if text.starts_with(b"\xEF\xBB\xBF") {
            text.drain(..3); // the UTF-8 byte order mark
        }
        while text
            .last()
            .is_some_and(|&byte| byte == b'\n' || byte == b'\r')
        {
            text.pop();
        }
        if text.is_empty() {
            return Err(unreadable(1, 0, MazeFlaw::NoMaze));
        }
        let mut width = None;
        let mut start = None;
        let mut exits = 0;
        let mut line = 0;
        let (mut read, mut kept) = (0, 0);
        while read < text.len() {
            line += 1;
            let end = memchr(b'\n', &text[read..]).map_or(text.len(), |length| read + length);
            let cells = read..if text[..end].ends_with(b"\r") && end > read {
                end - 1
            } else {
                end
            };
            for (column, index) in cells.clone().enumerate() {
                match text[index] {
                    WALL | WAY => {}
                    // A cell marked as part of a route (`+`) is open.
                    ROUTE => text[index] = WAY,
                    EXIT => exits += 1,
                    START if start.is_none() => start = Some(kept + column),
                    START => {
                        return Err(unreadable(line, column, MazeFlaw::SecondStart));
                    }
                    other => {
                        let found = match other {
                            b'!'..=b'~' => format!("{:?}", char::from(other)),
                            _ => format!("byte {other}"),
                        };
                        return Err(unreadable(line, column, MazeFlaw::UnknownCell { found }));
                    }
                }
            }
            let width = *width.get_or_insert(cells.len());
            if cells.len() != width {
                let flaw = MazeFlaw::RaggedLine {
                    cells: cells.len(),
                    above: width,
                };
                return Err(unreadable(line, cells.len().min(width), flaw));
            }
            text.copy_within(cells.clone(), kept);
            kept += cells.len();
            read = end + 1;
        }
        text.truncate(kept);
        let missing = |flaw| unreadable(line, 0, flaw);
        if kept > Self::LIMIT {
            return Err(missing(MazeFlaw::TooManyCells { limit: Self::LIMIT }));
        }
        let start = start.ok_or_else(|| missing(MazeFlaw::NoStart))?;
        if exits == 0 {
            return Err(missing(MazeFlaw::NoExit));
        }
        Ok(Self {
            width: width.unwrap_or(0),
            cells: text,
            start,
            exits,
        })
    }

    /// Returns a maze from valid cells.
    pub(crate) fn from_cells(width: usize, cells: Vec<u8>) -> Self {
        let start = memchr(START, &cells).expect("a maze has a start");
        let exits = cells.iter().filter(|&&cell| cell == EXIT).count();
        Self {
            width,
            cells,
            start,
            exits,
        }
    }

    /// Returns the number of cells in a line.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Returns the number of lines.
    pub fn height(&self) -> usize {
        self.cells.len() / self.width
    }

    /// Returns the letters of the cells, line by line.
    pub fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// Returns the number of the start.
    pub fn start(&self) -> usize {
        self.start
    }

    /// Returns how many exits there are.
    pub fn exits(&self) -> usize {
        self.exits
    }

    /// Returns true if a cell is not a wall.
    #[inline]
    pub fn is_open(&self, cell: usize) -> bool {
        self.cells[cell] != WALL
    }

    /// Returns true if a cell is an exit.
    #[inline]
    pub fn is_exit(&self, cell: usize) -> bool {
        self.cells[cell] == EXIT
    }

    /// Returns the cell next to `cell`, if it is inside the maze.
    #[inline]
    pub fn next(&self, cell: usize, direction: Direction) -> Option<usize> {
        match direction {
            Direction::North => cell.checked_sub(self.width),
            Direction::South => Some(cell + self.width).filter(|&next| next < self.cells.len()),
            Direction::West => (!cell.is_multiple_of(self.width)).then(|| cell - 1),
            Direction::East => Some(cell + 1).filter(|next| !next.is_multiple_of(self.width)),
        }
    }

    /// Returns the cells of a route from the start, both ends included.
    pub fn cells_of<'m>(&'m self, route: &'m [Direction]) -> impl Iterator<Item = usize> + 'm {
        let steps = route.iter().scan(self.start, |cell, &direction| {
            *cell = self.next(*cell, direction)?;
            Some(*cell)
        });
        std::iter::once(self.start).chain(steps)
    }
}

fn memchr(byte: u8, bytes: &[u8]) -> Option<usize> {
    bytes.iter().position(|&here| here == byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaint(text: &str) -> String {
        Maze::parse(text.into()).unwrap_err().to_string()
    }

    #[test]
    fn line_ends_do_not_matter() {
        let maze = Maze::parse("S #\n  G\n".into()).unwrap();
        assert_eq!(
            (maze.width(), maze.height(), maze.start(), maze.exits()),
            (3, 2, 0, 1)
        );
        assert_eq!(Maze::parse("S #\r\n  G".into()), Ok(maze.clone()));
        assert_eq!(Maze::parse("S #\r\n  G\r\n\r\n\n".into()), Ok(maze));
    }

    #[test]
    fn complaints_name_line_and_column() {
        assert_eq!(
            complaint(""),
            "line 1, column 1: the input contains no maze"
        );
        assert_eq!(
            complaint("\n\n\n"),
            "line 1, column 1: the input contains no maze"
        );
        assert_eq!(
            complaint("S  \n G"),
            "line 2, column 3: this line has 2 cells, the lines above have 3"
        );
        assert_eq!(
            complaint("S G\n\nS G"),
            "line 2, column 1: this line has 0 cells, the lines above have 3"
        );
        assert_eq!(
            complaint("S G\n  S"),
            "line 2, column 3: this is a second start 'S'"
        );
        assert_eq!(
            complaint("S x\n"),
            "line 1, column 3: 'x' is none of 'S', 'G', ' ' and '#'"
        );
        assert_eq!(
            complaint("S \0G\n"),
            "line 1, column 3: byte 0 is none of 'S', 'G', ' ' and '#'"
        );
        assert_eq!(
            complaint("  G\n"),
            "line 1, column 1: the maze ends without a start 'S'"
        );
        assert_eq!(
            complaint("S\n "),
            "line 2, column 1: the maze ends without an exit 'G'"
        );
    }

    #[test]
    fn neighbours_stay_inside() {
        use Direction::{East, North, South, West};
        let maze = Maze::parse("S  \n  G".into()).unwrap();
        assert_eq!(
            [North, South, West, East].map(|d| maze.next(0, d)),
            [None, Some(3), None, Some(1)]
        );
        assert_eq!(
            [North, South, West, East].map(|d| maze.next(5, d)),
            [Some(2), None, Some(4), None]
        );
    }
}
