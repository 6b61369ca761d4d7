//! Geometry of a divided board: rows counted from the middle outwards, columns as masks, diagonals
//! at the cut.

/// The largest number of rows in a half.
pub const ROWS: usize = 16;

/// A board of side `n`, cut into two halves of `half` rows. If `n` is odd the middle row lies
/// between them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub struct Shape {
    /// The side of the board.
    pub n: u32,
    /// The number of rows in a half.
    pub half: u32,
}

/// Two sets of columns, left and right of the middle, counted from the corners: bit 0 is the column
/// at the edge.
pub type Corners = [u32; 2];

impl Shape {
    /// Returns a board of side `n`.
    pub fn new(n: u32) -> Self {
        Self { n, half: n / 2 }
    }

    /// Returns true if there is a middle row.
    pub fn is_odd(self) -> bool {
        self.n % 2 == 1
    }

    /// Returns the number of subsets of the columns left of the middle.
    pub fn corners(self) -> u32 {
        1 << self.half
    }

    /// Returns the columns left of the middle.
    pub fn left(self) -> u32 {
        self.corners() - 1
    }

    /// Returns the middle column, or 0 on even boards.
    pub fn middle(self) -> u32 {
        if self.is_odd() { 1 << self.half } else { 0 }
    }

    /// Returns every column.
    pub fn columns(self) -> u32 {
        ((1_u64 << self.n) - 1) as u32
    }

    /// Returns the mask of the columns in a pair of corners.
    pub fn of(self, [left, right]: Corners) -> u32 {
        left | (u64::from(right.reverse_bits()) << self.n >> u32::BITS) as u32
    }

    /// Returns the distance of a row of the upper half to the first row of the lower one.
    pub fn distance(self, row: usize) -> u32 {
        row as u32 + 1 + u32::from(self.is_odd())
    }

    /// Returns the diagonals of a queen at this distance above the lower half, by where they enter
    /// its first row. Bits 0 to 31 are the columns entered by diagonals that lead to the right,
    /// bits 32 to 63 those entered by diagonals that lead to the left. No queen above reaches the
    /// first column from the left or the last one from the right, so bits 0 and 63 are never set.
    pub fn diagonals(self, distance: u32, column: u32) -> u64 {
        let right = column + distance;
        let left = column.checked_sub(distance);
        let right = if right < self.n { 1_u64 << right } else { 0 };
        right | left.map_or(0, |left| 1_u64 << (32 + left))
    }

    /// Returns the indices of the two diagonals through a square of the lower half; 0 for a
    /// diagonal that no upper queen can be on.
    pub fn crossing(self, row: usize, column: u32) -> [u8; 2] {
        let row = row as u32;
        let right = column.saturating_sub(row);
        let left = if column + row < self.n - 1 {
            32 + column + row
        } else {
            0
        };
        [right as u8, left as u8]
    }

    /// Returns the number of pairs of squares in these columns of a half, in different rows, that
    /// attack each other along diagonals. The larger it is, the fewer placements there are.
    pub fn crowding(self, columns: u32) -> u32 {
        let apart = 1..self.half;
        let attacks =
            apart.map(|apart| (self.half - apart) * (columns & columns >> apart).count_ones());
        attacks.sum()
    }

    /// Returns a mask of the diagonals whose indices were returned by `crossing`.
    pub fn bits(crossing: [u8; 2]) -> u64 {
        // Index 0 stands for a diagonal that no upper queen can be on.
        (1 << crossing[0] | 1 << crossing[1]) & !1
    }
}

/// A half with some of its rows filled, from the middle outwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub struct Rest {
    /// The free columns.
    pub free: u32,
    /// The squares of the next row that queens of this half, and the queen of the middle row,
    /// attack along diagonals towards higher columns.
    pub up: u32,
    /// The same along diagonals towards lower columns.
    pub down: u32,
    /// The rows whose queens are left of the middle; the row next to the middle is the highest bit.
    pub pattern: u32,
}

impl Rest {
    /// Returns an empty half on these columns.
    pub fn new(free: u32) -> Self {
        Self {
            free,
            up: 0,
            down: 0,
            pattern: 0,
        }
    }

    /// Returns this half after a queen was placed in the middle row next to it: the squares that it
    /// attacks are blocked.
    pub fn beside(self, queen: u32) -> Self {
        Self {
            up: queen << 1,
            down: queen >> 1,
            ..self
        }
    }

    /// Returns the squares of the next row that are not attacked.
    #[inline(always)]
    pub fn open(&self) -> u32 {
        self.free & !(self.up | self.down)
    }

    /// Returns the half with a queen placed in a row.
    #[inline(always)]
    pub fn with(&self, queen: u32, row: usize, shape: Shape) -> Self {
        let left = u32::from(queen & shape.left() != 0);
        Self {
            free: self.free ^ queen,
            up: (self.up | queen) << 1,
            down: (self.down | queen) >> 1,
            pattern: self.pattern | left << (shape.half as usize - 1 - row),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn diagonals_meet_where_squares_do() {
        for n in 8..=32 {
            let shape = Shape::new(n);
            for distance in 1..=shape.half + u32::from(shape.is_odd()) {
                for upper in 0..n {
                    let bits = shape.diagonals(distance, upper);
                    assert_eq!(bits & (1 | 1 << 63), 0);
                    for row in 0..shape.half as usize {
                        for lower in 0..n {
                            let attacked = upper.abs_diff(lower) == distance + row as u32;
                            let crossing = shape.crossing(row, lower);
                            let result = crossing.into_iter().any(|bit| bits >> bit & 1 == 1);
                            assert_eq!(result, attacked, "{n}: {distance} {upper}, {row} {lower}");
                        }
                    }
                }
            }
        }
    }
}
