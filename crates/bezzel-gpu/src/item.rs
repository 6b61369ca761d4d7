//! Work items of a card: classes or parts of classes, as the kernels read them.

use bezzel::job::{Outcome, PRIMES};
use bezzel_count::for_gpu::{Bound, Class, Kind, Rest, Shape};

/// A class, or a part of a class in which the first rows of the walked half are filled: `Item` of
/// `kernels/list.cuh`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub struct Item {
    /// The columns of the listed half.
    pub upper: u32,
    /// The column of the queen in the middle row, as a bit; 0 on even boards, and off the centre.
    pub middle: u32,
    /// 1 if the queens of the middle row and column are listed.
    pub off_centre: u32,
    /// The number of filled rows of the walked half.
    pub row: u32,
    /// The state of the walked half.
    pub lower: Rest,
    /// The diagonals of the queens in the filled rows of the walked half. Placements of the listed
    /// half that occupy one of them are not listed.
    pub barred: u64,
    /// The bound that both halves must reach.
    pub bound: Bound,
}

impl Item {
    /// Returns the item of a whole class.
    pub fn new(shape: Shape, class: &Class) -> Self {
        let sides = class.sides(shape);
        Self {
            upper: sides.listed,
            middle: sides.middle,
            off_centre: (class.kind == Kind::OffCentre).into(),
            row: 0,
            lower: Rest::new(sides.walked).beside(sides.middle),
            barred: 0,
            bound: sides
                .bound
                .map_or(Bound::NONE, |least| Bound::at(least, shape)),
        }
    }

    /// Returns its parts: one for every open square of the next row. Their lists are about a third
    /// as long.
    pub fn parts(&self, shape: Shape) -> impl Iterator<Item = Self> + use<> {
        let whole = *self;
        let row = whole.row as usize;
        let open = whole.lower.open();
        let columns = (0..shape.n).filter(move |column| open >> column & 1 == 1);
        let parts = columns.map(move |column| Self {
            row: whole.row + 1,
            lower: whole.lower.with(1 << column, row, shape),
            barred: whole.barred | Shape::bits(shape.crossing(row, column)),
            ..whole
        });
        parts.filter(move |part| {
            part.bound
                .admits(part.lower.pattern, (shape.half - part.row) as usize)
        })
    }
}

/// A card's count of an item: `ItemSum` of `kernels/block.cuh`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[repr(C)]
pub struct ItemSum {
    pub count: u64,
    /// The sums of the residues modulo each of `PRIMES`, not reduced.
    pub residues: [u64; 2],
    pub nodes: u64,
    /// Not 0 if a list did not fit. Then the other fields are invalid.
    pub overflowed: u64,
}

impl ItemSum {
    /// Returns the sum as an outcome.
    pub fn outcome(&self) -> Outcome {
        let residues = std::array::from_fn(|at| (self.residues[at] % u64::from(PRIMES[at])) as u32);
        Outcome::from_parts(self.count, residues, self.nodes)
    }
}

/// The length of a list: `Lengths` of `kernels/list.cuh`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Lengths {
    pub twice: u32,
    pub once: u32,
}
