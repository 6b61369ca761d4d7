//! Input of an engine for one unit: the free rows, and the columns and diagonals that placed queens
//! occupy.

use super::position::Position;

/// The largest number of rows.
const MAX_ROWS: usize = 32;
/// Extra rows after the last one, for look-ahead.
const EXTRA_ROWS: usize = 6;

/// The part of the board that remains after placing the queens of a unit, rotated so that the
/// search is short.
///
/// Occupied columns at both sides are cut off. Bit i of a mask is the i-th remaining column.
#[derive(Debug, Clone)]
pub struct Frame {
    /// The number of columns from the first free one to the last.
    pub width: u32,
    /// The free columns.
    pub columns: u32,
    /// The number of rows without a queen.
    pub rows: usize,
    /// For each of these rows, the squares that placed queens attack along diagonals, or that are
    /// blocked.
    pub attacked: [u32; MAX_ROWS + EXTRA_ROWS],
    /// For each of these rows, the distance to the next one; 1 after the last row.
    pub gaps: [u32; MAX_ROWS + EXTRA_ROWS],
    cost: u32,
}

impl Frame {
    /// Returns the frame of a position in the rotation with the shortest expected search, among
    /// those at most `widest` wide.
    pub fn new(position: &Position, widest: u32) -> Option<Self> {
        let grounds = position
            .turns()
            .filter_map(|turned| RemainingBoard::new(&turned, widest));
        let shortest = grounds.min_by_key(|ground| ground.cost)?;
        Some(Self::of(&shortest))
    }

    /// Returns the expected cost of the frame, in arbitrary units.
    pub fn estimate(&self) -> f64 {
        // Fitted to boards of 13 and 15 queens: two thirds of the estimates are within a factor of
        // 1.4.
        (0.12 * f64::from(self.cost) / self.rows.max(1) as f64).exp()
    }

    fn of(ground: &RemainingBoard) -> Self {
        let mut frame = Self {
            width: ground.width,
            columns: ground.columns,
            rows: 0,
            attacked: [0; MAX_ROWS + EXTRA_ROWS],
            gaps: [1; MAX_ROWS + EXTRA_ROWS],
            cost: ground.cost,
        };
        let mut above = None;
        for row in ground.rows() {
            frame.attacked[frame.rows] = ground.attacked(row);
            if let Some(above) = above.replace(row) {
                frame.gaps[frame.rows - 1] = u32::from(row - above);
            }
            frame.rows += 1;
        }
        frame
    }
}

/// What the placed queens leave of a board, in one rotation.
struct RemainingBoard {
    n: u8,
    taken_rows: u64,
    /// The first free column.
    first: u32,
    width: u32,
    columns: u32,
    /// The squares of every row that placed queens attack along diagonals, and blocked squares.
    attacked: [u64; MAX_ROWS],
    /// The expected cost: free squares, weighted more in early rows.
    cost: u32,
}

impl RemainingBoard {
    /// Returns the remaining board, or `None` if it is too wide.
    fn new(position: &Position, widest: u32) -> Option<Self> {
        let (mut taken_rows, mut taken) = (0_u64, 0_u64);
        for &(row, column) in &position.queens {
            taken_rows |= 1 << row;
            taken |= 1 << column;
        }
        let free = !taken & ((1 << position.n) - 1);
        let first = free.trailing_zeros().min(63);
        let width = 64 - (free >> first).leading_zeros();
        if width > widest {
            return None;
        }
        let mut attacked = [0; MAX_ROWS];
        let rows = &mut attacked[..position.n.into()];
        for &(queen, column) in &position.queens {
            let square = 1_u64 << column;
            for (row, attacked) in (0_u8..).zip(&mut *rows) {
                let away = row.abs_diff(queen);
                *attacked |= square << away | square >> away;
            }
        }
        for &(row, column) in &position.blocked {
            attacked[usize::from(row)] |= 1 << column;
        }
        let mut ground = Self {
            n: position.n,
            taken_rows,
            first,
            width,
            columns: (free >> first) as u32,
            attacked,
            cost: 0,
        };
        let free = |row: u8| (ground.columns & !ground.attacked(row)).count_ones();
        let rows = (1..).zip(ground.rows().rev());
        ground.cost = rows.map(|(below, row)| below * free(row)).sum();
        Some(ground)
    }

    /// Returns the rows without a queen.
    fn rows(&self) -> impl DoubleEndedIterator<Item = u8> + use<> {
        let taken = self.taken_rows;
        (0..self.n).filter(move |row| taken >> row & 1 == 0)
    }

    /// Returns the squares of a row within the frame that are attacked along diagonals or blocked.
    fn attacked(&self, row: u8) -> u32 {
        (self.attacked[usize::from(row)] >> self.first) as u32 & mask(self.width)
    }
}

/// Returns the position in the rotation with the shortest expected search.
pub(crate) fn shortest_turn(position: &Position) -> Position {
    let cost = |turned: &Position| RemainingBoard::new(turned, u32::BITS).map(|ground| ground.cost);
    let shortest = position.turns().min_by_key(cost);
    shortest.expect("there are four turns")
}

/// Returns a mask of `width` bits.
fn mask(width: u32) -> u32 {
    ((1_u64 << width) - 1) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(n: u8, queens: &[(u8, u8)], blocked: &[(u8, u8)]) -> Position {
        Position {
            n,
            queens: queens.to_vec(),
            blocked: blocked.to_vec(),
        }
    }

    fn upright(position: Position, widest: u32) -> Option<Frame> {
        RemainingBoard::new(&position, widest).map(|ground| Frame::of(&ground))
    }

    #[test]
    fn the_border_is_cut_off() {
        let queens = [(0, 2), (3, 5), (5, 3), (2, 0)];
        let frame = upright(position(6, &queens, &[]), 16).unwrap();
        assert_eq!((frame.width, frame.columns, frame.rows), (4, 0b1001, 2));
        // Rows 1 and 4 remain; (0, 2) attacks (1, 1) and (1, 3), (2, 0) attacks (1, 1).
        assert_eq!(frame.attacked[0] & 0b0101, 0b0101);
        assert_eq!(frame.gaps[..2], [3, 1]);
        assert!(upright(position(6, &queens, &[]), 3).is_none());
        let blocked = upright(position(6, &queens, &[(4, 4)]), 16).unwrap();
        assert_eq!(blocked.attacked[1], frame.attacked[1] | 0b1000);
        assert_eq!(blocked.attacked[0], frame.attacked[0]);
    }

    #[test]
    fn an_empty_board_is_its_own_frame() {
        let frame = Frame::new(&position(5, &[], &[]), 32).unwrap();
        assert_eq!((frame.width, frame.columns, frame.rows), (5, 0b11111, 5));
        let full = Frame::new(&position(1, &[(0, 0)], &[]), 32).unwrap();
        assert_eq!((full.width, full.columns, full.rows), (0, 0, 0));
    }
}
