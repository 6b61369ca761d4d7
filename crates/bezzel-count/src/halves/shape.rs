//! A board cut in two: rows counted from the middle outwards, columns by their masks, diagonals where they cross.

/// The most rows a half can have.
pub const ROWS: usize = 16;

/// A board of side `n`, cut into two halves of `half` rows; between them lies the middle row if `n` is odd.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub struct Shape {
    /// The side of the board.
    pub n: u32,
    /// The rows of a half.
    pub half: u32,
}

/// Two sets of columns, left and right of the middle, counted from the corners: bit 0 is the column at the edge.
pub type Corners = [u32; 2];

impl Shape {
    /// A board of side `n`.
    pub fn new(n: u32) -> Self {
        Self { n, half: n / 2 }
    }

    /// Whether there is a middle row.
    pub fn is_odd(self) -> bool {
        self.n % 2 == 1
    }

    /// All subsets of the columns left of the middle are numbers below this.
    pub fn corners(self) -> u32 {
        1 << self.half
    }

    /// The columns left of the middle.
    pub fn left(self) -> u32 {
        self.corners() - 1
    }

    /// The middle column, if there is one.
    pub fn middle(self) -> u32 {
        if self.is_odd() { 1 << self.half } else { 0 }
    }

    /// Every column.
    pub fn columns(self) -> u32 {
        ((1_u64 << self.n) - 1) as u32
    }

    /// The columns of two corners.
    pub fn of(self, [left, right]: Corners) -> u32 {
        left | (u64::from(right.reverse_bits()) << self.n >> u32::BITS) as u32
    }

    /// How far a row of the upper half lies above the first row of the lower one.
    pub fn distance(self, row: usize) -> u32 {
        row as u32 + 1 + u32::from(self.is_odd())
    }

    /// The diagonals of a queen that stands so far above the lower half, where they enter its first row. Bits 0 to 31 are the columns
    /// entered by those that lead to the right, bits 32 to 62 by those that lead to the left. No queen above reaches the first
    /// column from the left or the last one from the right: bits 0 and 63 are never set.
    pub fn diagonals(self, distance: u32, column: u32) -> u64 {
        let right = column + distance;
        let left = column.checked_sub(distance);
        let right = if right < self.n { 1_u64 << right } else { 0 };
        right | left.map_or(0, |left| 1_u64 << (32 + left))
    }

    /// The bits of the two diagonals through a square of the lower half; 0 for one that no queen above can stand on.
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

    /// In how many ways queens in two rows of a half can attack each other along diagonals, if they stand on these columns: the
    /// more, the fewer placements.
    pub fn crowding(self, columns: u32) -> u32 {
        let apart = 1..self.half;
        let attacks =
            apart.map(|apart| (self.half - apart) * (columns & columns >> apart).count_ones());
        attacks.sum()
    }

    /// The diagonals of a crossing as bits.
    pub fn bits(crossing: [u8; 2]) -> u64 {
        // No queen stands on the diagonal of number 0.
        (1 << crossing[0] | 1 << crossing[1]) & !1
    }
}

/// A half with some of its rows filled, from the middle outwards: what is left for the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub struct Rest {
    /// The columns that are free.
    pub free: u32,
    /// What queens of the same half, and perhaps the one in the middle row, attack in the next row along diagonals.
    pub up: u32,
    /// The same, the other way.
    pub down: u32,
    /// The rows whose queens stand left of the middle; the row next to the middle is the highest bit of the half.
    pub pattern: u32,
}

impl Rest {
    /// An empty half on these columns.
    pub fn new(free: u32) -> Self {
        Self {
            free,
            up: 0,
            down: 0,
            pattern: 0,
        }
    }

    /// The same below or above a queen in the middle row.
    pub fn beside(self, queen: u32) -> Self {
        Self {
            up: queen << 1,
            down: queen >> 1,
            ..self
        }
    }

    /// The squares of the next row that no queen attacks.
    #[inline(always)]
    pub fn open(&self) -> u32 {
        self.free & !(self.up | self.down)
    }

    /// With a queen in a row.
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
                            let told = crossing.into_iter().any(|bit| bits >> bit & 1 == 1);
                            assert_eq!(told, attacked, "{n}: {distance} {upper}, {row} {lower}");
                        }
                    }
                }
            }
        }
    }
}
