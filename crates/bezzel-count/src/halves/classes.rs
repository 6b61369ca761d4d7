//! Classes of column sets: numbering, and grouping into units.

use std::ops::Range;

use bezzel::job::{Fingerprint, Identity};
use bezzel_queens::Board;

use super::shape::{Corners, Shape};
use super::walk::next_of_same_size;

/// The kind of board that a class counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A board without a middle row and column.
    Even,
    /// An odd board with a queen in the centre.
    Centre,
    /// An odd board whose queen of the middle row is in the left half, and whose queen of the
    /// middle column is in the upper half.
    OffCentre,
}

/// A set of columns for the lower half.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Class {
    /// The kind of board.
    pub kind: Kind,
    /// The columns.
    pub corners: Corners,
}

/// The two halves that are joined to count a class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sides {
    /// The columns of the listed half. Off the centre two of them belong to the queens of the
    /// middle row and column.
    pub listed: u32,
    /// The columns of the walked half.
    pub walked: u32,
    /// The queen between both halves; 0 on even boards and off the centre.
    pub middle: u32,
    /// The bound that each half's pattern and the pattern's complement must reach (see
    /// `Rest::pattern`); `None` for `Kind::OffCentre`.
    pub bound: Option<u32>,
}

impl Class {
    /// Returns the halves to join.
    pub fn sides(&self, shape: Shape) -> Sides {
        let walked = shape.of(self.corners);
        let listed = shape.columns() ^ walked;
        if self.kind == Kind::OffCentre {
            return Sides {
                listed,
                walked,
                middle: 0,
                bound: None,
            };
        }
        let middle = shape.middle();
        // By symmetry either half can be listed; the one with fewer expected placements is.
        let mut halves = [listed ^ middle, walked];
        halves.sort_by_key(|&columns| std::cmp::Reverse(shape.crowding(columns)));
        let [listed, walked] = halves;
        Sides {
            listed,
            walked,
            middle,
            bound: Some(self.corners[0]),
        }
    }
}

/// All classes of a board (sets of columns for the lower half, up to symmetry) in a fixed order,
/// grouped into units.
#[derive(Debug, Clone)]
pub struct Classes {
    shape: Shape,
    sections: Vec<ClassSection>,
    /// The number of consecutive classes of a section that form a unit.
    group: u64,
    identity: Identity,
}

/// Classes of the same kind and weight, ordered by their columns left of the middle.
#[derive(Debug, Clone)]
struct ClassSection {
    kind: Kind,
    right: Right,
    weight: u32,
    /// The number of the first unit.
    unit: u64,
    /// Indexed by left corner: the number of classes with a smaller left corner, and their expected
    /// cost.
    starts: Vec<(u64, f64)>,
}

/// The right corners that are combined with a left one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Right {
    /// All.
    Any,
    /// Those for which the left corner is less than the right one and than both complements.
    Above,
    /// The right corner is the complement of the left one. If the left one has half the columns, it
    /// may also equal the left one.
    Tied,
}

impl Classes {
    /// The version of this way of cutting, which must change whenever the units of any board
    /// change.
    const VERSION: u32 = 1;

    /// Returns the classes of an empty board.
    pub fn new(board: &Board) -> Self {
        let shape = Shape::new(board.n());
        let kinds: &[(Kind, Right, u32)] = if shape.half == 0 {
            // A board that consists of its middle, if any.
            &[(Kind::Centre, Right::Any, 1)]
        } else if shape.is_odd() {
            &[
                (Kind::OffCentre, Right::Any, 4),
                (Kind::Centre, Right::Above, 4),
                (Kind::Centre, Right::Tied, 2),
            ]
        } else {
            &[(Kind::Even, Right::Above, 4), (Kind::Even, Right::Tied, 2)]
        };
        let mut classes = Self {
            shape,
            sections: Vec::new(),
            group: group(board.n()),
            identity: Identity {
                question: serde_json::to_string(board).expect("a board is plain data"),
                cut: super::NAME.into(),
                version: Self::VERSION,
                units: 0,
                hash: Fingerprint::default(),
            },
        };
        for &(kind, right, weight) in kinds {
            let section = ClassSection::new(shape, kind, right, weight, classes.identity.units);
            let hash = &mut classes.identity.hash;
            hash.add(&weight.to_le_bytes());
            for (start, _) in &section.starts {
                hash.add(&start.to_le_bytes());
            }
            classes.identity.units += section.classes().div_ceil(classes.group);
            classes.sections.push(section);
        }
        classes.identity.hash.add(&classes.group.to_le_bytes());
        classes
    }

    /// Returns the identity of the units.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Returns the number of classes.
    pub fn count(&self) -> u64 {
        self.sections.iter().map(ClassSection::classes).sum()
    }

    /// Returns the factor with which a solution of a unit counts.
    pub fn weight(&self, unit: u64) -> u32 {
        self.section(unit).weight
    }

    /// Returns the classes of a unit.
    pub fn of(&self, unit: u64) -> impl Iterator<Item = Class> + use<'_> {
        self.between(unit..unit + 1).map(|(_, class)| class)
    }

    /// Returns the classes of consecutive units, each with its unit. Faster than unit by unit.
    pub fn between(&self, units: Range<u64>) -> impl Iterator<Item = (u64, Class)> + use<'_> {
        let group = self.group;
        self.sections.iter().flat_map(move |section| {
            let class = |unit: u64| {
                let class = unit.saturating_sub(section.unit).saturating_mul(group);
                class.min(section.classes())
            };
            let classes = class(units.start)..class(units.end);
            let corners = section.walk(self.shape, classes.clone());
            classes.zip(corners).map(move |(class, corners)| {
                let kind = section.kind;
                (section.unit + class / group, Class { kind, corners })
            })
        })
    }

    /// Returns the expected cost of some units.
    pub fn cost(&self, units: Range<u64>) -> f64 {
        let before = |unit: u64| -> f64 {
            let sections = self.sections.iter();
            let cost = sections.map(|section| {
                let classes = unit.saturating_sub(section.unit) * self.group;
                section.cost(classes.min(section.classes()))
            });
            cost.sum()
        };
        before(units.end) - before(units.start)
    }

    fn section(&self, unit: u64) -> &ClassSection {
        let after = self
            .sections
            .partition_point(|section| section.unit <= unit);
        &self.sections[after.saturating_sub(1)]
    }
}

/// Returns the number of classes in a unit, chosen so that a unit takes about a second if the whole
/// count takes hours, and that smaller boards have many units.
fn group(n: u32) -> u64 {
    match n {
        20 => 8,
        21..=23 => 32,
        24 => 4,
        25 => 2,
        _ => 1,
    }
}

impl ClassSection {
    fn new(shape: Shape, kind: Kind, right: Right, weight: u32, unit: u64) -> Self {
        let mut section = Self {
            kind,
            right,
            weight,
            unit,
            starts: vec![(0, 0.0)],
        };
        let corners = match right {
            Right::Any => shape.corners(),
            _ => shape.corners() / 2,
        };
        let (mut classes, mut cost) = (0, 0.0);
        for left in 0..corners {
            let more = section.rights(shape, left);
            classes += more;
            cost += more as f64 * section.expected(shape, left);
            section.starts.push((classes, cost));
        }
        section
    }

    fn classes(&self) -> u64 {
        self.starts.last().map_or(0, |start| start.0)
    }

    /// Returns how many right corners are combined with a left one.
    fn rights(&self, shape: Shape, left: u32) -> u64 {
        match self.right {
            Right::Tied => 1 + u64::from(2 * left.count_ones() == shape.half),
            _ => {
                let range = self.range(shape, left);
                range.end - range.start
            }
        }
    }

    /// Returns the right corners combined with a left one, as a range of ranks among those of the
    /// same size.
    fn range(&self, shape: Shape, left: u32) -> Range<u64> {
        let size = shape.half - left.count_ones();
        match self.right {
            Right::Any => 0..rank(shape.corners(), size),
            _ => rank(left + 1, size)..rank(shape.left() ^ left, size),
        }
    }

    /// Returns the corners of consecutive classes.
    fn walk(&self, shape: Shape, classes: Range<u64>) -> impl Iterator<Item = Corners> + use<'_> {
        let mut next = classes.start;
        let mut before: Option<Corners> = None;
        std::iter::from_fn(move || {
            if next >= classes.end {
                return None;
            }
            let corners = match (before, self.right) {
                // For one left corner, all right corners have the same number of columns and follow
                // in increasing order.
                (Some([left, right]), Right::Any | Right::Above)
                    if next < self.starts[left as usize + 1].0 =>
                {
                    [left, next_of_same_size(right)]
                }
                _ => self.corners(shape, next),
            };
            next += 1;
            before = Some(corners);
            before
        })
    }

    fn corners(&self, shape: Shape, class: u64) -> Corners {
        let left = self.starts.partition_point(|start| start.0 <= class) - 1;
        let place = class - self.starts[left].0;
        let left = left as u32;
        let right = match (self.right, place) {
            (Right::Tied, 0) => shape.left() ^ left,
            (Right::Tied, _) => left,
            _ => unrank(
                self.range(shape, left).start + place,
                shape.half - left.count_ones(),
            ),
        };
        [left, right]
    }

    /// Returns the expected total cost of all classes before `class`.
    fn cost(&self, class: u64) -> f64 {
        let left = self.starts.partition_point(|start| start.0 <= class) - 1;
        let (first, cost) = self.starts[left];
        let Some(&(next, more)) = self.starts.get(left + 1) else {
            return cost;
        };
        cost + (more - cost) * (class - first) as f64 / (next - first) as f64
    }

    /// Returns the expected cost of a class with this left corner.
    fn expected(&self, shape: Shape, left: u32) -> f64 {
        if self.kind == Kind::OffCentre {
            return 1.0;
        }
        // The share of patterns that reach the bound.
        1.0 - 2.0 * f64::from(left) / f64::from(shape.corners())
    }
}

/// Returns how many numbers less than `number` have exactly `bits` bits set.
fn rank(number: u32, mut bits: u32) -> u64 {
    let mut rank = 0;
    for place in (0..u32::BITS).rev() {
        if number >> place & 1 == 1 {
            rank += binomial(place, bits);
            if bits == 0 {
                break;
            }
            bits -= 1;
        }
    }
    rank
}

/// Returns the number at position `rank` among all numbers with `bits` bits set, in increasing
/// order.
fn unrank(mut rank: u64, bits: u32) -> u32 {
    let mut number = 0;
    for bits in (1..=bits).rev() {
        let place = (0..u32::BITS)
            .rev()
            .find(|&place| binomial(place, bits) <= rank);
        let place = place.expect("no number has fewer below it than none");
        rank -= binomial(place, bits);
        number |= 1 << place;
    }
    number
}

/// Returns the binomial coefficient.
fn binomial(of: u32, chosen: u32) -> u64 {
    if chosen > of {
        return 0;
    }
    (0..u64::from(chosen)).fold(1, |ways, at| ways * (u64::from(of) - at) / (at + 1))
}

/// Returns all sets of columns, ignoring symmetry.
#[cfg(test)]
pub fn all_corners(shape: Shape) -> impl Iterator<Item = Corners> {
    let mut sets = vec![shape.left()];
    while let Some(&last) = sets.last()
        && last != shape.left() << shape.half
    {
        sets.push(next_of_same_size(last));
    }
    let split = move |set: u32| [set & shape.left(), set >> shape.half];
    sets.into_iter().map(split)
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn ranks_are_places() {
        for bits in 0..=6 {
            let numbers = (0..1_u32 << 12).filter(|number| number.count_ones() == bits);
            for (place, number) in numbers.enumerate() {
                assert_eq!(rank(number, bits), place as u64);
                assert_eq!(unrank(place as u64, bits), number);
            }
        }
    }

    /// Returns the images of two corners under mirroring and exchanging the halves.
    pub fn orbit(shape: Shape, [left, right]: Corners) -> Vec<Corners> {
        let [other_left, other_right] = [left, right].map(|corner| corner ^ shape.left());
        let mut orbit = vec![
            [left, right],
            [right, left],
            [other_left, other_right],
            [other_right, other_left],
        ];
        orbit.sort_unstable();
        orbit.dedup();
        orbit
    }

    #[test]
    fn every_set_of_columns_is_in_the_orbit_of_one_class() {
        for n in 0..=17 {
            let classes = Classes::new(&Board::new(n));
            let shape = classes.shape;
            let mut covered: HashMap<(bool, Corners), u32> = HashMap::new();
            for unit in 0..classes.identity.units {
                for class in classes.of(unit) {
                    let off = class.kind == Kind::OffCentre;
                    let orbit = if off {
                        vec![class.corners]
                    } else {
                        orbit(shape, class.corners)
                    };
                    // Off the centre the symmetries act on the queens of the middle row and column,
                    // not on the set.
                    let expected = if off { 4 } else { orbit.len() as u32 };
                    assert_eq!(classes.weight(unit), expected);
                    for corners in orbit {
                        *covered.entry((off, corners)).or_default() += 1;
                    }
                }
            }
            let all: Vec<Corners> = all_corners(shape).collect();
            assert!(
                all.iter()
                    .all(|corners| covered.get(&(false, *corners)) == Some(&1)),
                "{n}"
            );
            if shape.is_odd() && n > 1 {
                assert!(
                    all.iter()
                        .all(|corners| covered.get(&(true, *corners)) == Some(&1)),
                    "{n}"
                );
            }
            assert_eq!(
                covered.len(),
                all.len() * if shape.is_odd() && n > 1 { 2 } else { 1 }
            );
        }
    }

    #[test]
    fn classes_in_a_row_are_those_found_one_by_one() {
        for n in [9, 14, 15, 20] {
            let classes = Classes::new(&Board::new(n));
            let units = classes.identity.units;
            let one_by_one = |section: &ClassSection| -> Vec<Corners> {
                let all = 0..section.classes();
                all.map(|class| section.corners(classes.shape, class))
                    .collect()
            };
            let expected: Vec<Corners> = classes.sections.iter().flat_map(one_by_one).collect();
            let found: Vec<(u64, Class)> = classes.between(0..units).collect();
            let corners = found.iter().map(|(_, class)| class.corners);
            assert_eq!(classes.count(), expected.len() as u64);
            assert!(corners.eq(expected));
            assert!(found.is_sorted_by_key(|(unit, _)| *unit));
            for cut in [0, 1, units / 3, units - 1, units] {
                let parts = classes.between(0..cut).chain(classes.between(cut..units));
                assert!(parts.eq(found.iter().copied()));
            }
        }
    }

    #[test]
    fn there_are_as_many_classes_as_there_should_be() {
        let units = |n| Classes::new(&Board::new(n)).identity.units;
        // For 20 queens a unit has eight classes.
        assert_eq!((units(8), units(18), units(20)), (23, 12_283, 5_814));
        // Half a billion sets of columns are numbered within milliseconds.
        assert!(units(32) > 150_000_000);
    }

    #[test]
    fn costs_add_up() {
        for n in [14, 15, 22] {
            let classes = Classes::new(&Board::new(n));
            let units = classes.identity.units;
            let whole = classes.cost(0..units);
            for cut in [0, 1, units / 3, units / 2, units - 1, units] {
                let sum = classes.cost(0..cut) + classes.cost(cut..units);
                assert!((sum / whole - 1.0).abs() < 1e-9);
            }
            assert!((0..units).all(|unit| classes.cost(unit..unit + 1) > 0.0));
        }
    }
}
