//! The four directions, and the order in which they are tried.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::Error;

/// A step to a neighbouring cell: a compass direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Direction {
    /// Up.
    North,
    /// Down.
    South,
    /// Left.
    West,
    /// Right.
    East,
}

impl Direction {
    /// All four directions.
    pub const ALL: [Self; 4] = [Self::North, Self::South, Self::West, Self::East];

    /// Returns the opposite direction.
    pub fn reverse(self) -> Self {
        match self {
            Self::North => Self::South,
            Self::South => Self::North,
            Self::West => Self::East,
            Self::East => Self::West,
        }
    }

    /// Returns this heading after a turn. The turn is written as the heading that it gives when
    /// starting from north: west is a left turn, north is straight on.
    fn turned(self, turn: Self) -> Self {
        // Clockwise from north.
        const ROUND: [Direction; 4] = [
            Direction::North,
            Direction::East,
            Direction::South,
            Direction::West,
        ];
        let place = |one| ROUND.iter().position(|&other| other == one).unwrap_or(0);
        ROUND[(place(self) + place(turn)) % 4]
    }

    fn letter(self) -> char {
        match self {
            Self::North => 'N',
            Self::South => 'S',
            Self::West => 'W',
            Self::East => 'E',
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// The order in which directions are tried. Routes are ordered lexicographically by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Order {
    directions: [Direction; 4],
    /// Whether directions are relative to the current heading, north being straight on.
    turns: bool,
}

impl Order {
    /// The order in the program of post 002: north, south, west, east. (The post's text says east
    /// before west.)
    pub const POST: Self = Self {
        directions: Direction::ALL,
        turns: false,
    };

    /// The walking rule of post 002: at every junction try left first, then straight on, right, and
    /// back. The initial heading is north. When routes are listed or compared, the heading is
    /// ignored and the order is west, north, east, south.
    pub const LEFT_FIRST: Self = Self {
        directions: [
            Direction::West,
            Direction::North,
            Direction::East,
            Direction::South,
        ],
        turns: true,
    };

    /// Returns the directions in the order they are tried, when heading north.
    #[inline]
    pub fn directions(self) -> Directions {
        let packed = |packed, &direction: &Direction| packed << 2 | direction as u8;
        Directions {
            packed: self.directions.iter().rev().fold(0, packed),
            left: 4,
        }
    }

    /// Returns the directions in the order they are tried, for this heading.
    #[inline]
    pub(crate) fn heading(mut self, heading: Direction) -> Directions {
        if self.turns {
            self.directions = self.directions.map(|turn| heading.turned(turn));
        }
        self.directions()
    }

    /// Returns true if the order depends on the heading.
    #[inline]
    pub(crate) fn turns(self) -> bool {
        self.turns
    }

    /// Returns the same order with a fixed heading of north.
    pub(crate) fn northward(self) -> Self {
        Self {
            turns: false,
            ..self
        }
    }
}

impl Default for Order {
    fn default() -> Self {
        Self::POST
    }
}

impl FromStr for Order {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        if text.eq_ignore_ascii_case("left") {
            return Ok(Self::LEFT_FIRST);
        }
        let named = |letter: char| Direction::ALL.into_iter().find(|d| d.letter() == letter);
        let directions: Option<Vec<_>> = text.to_ascii_uppercase().chars().map(named).collect();
        directions
            .and_then(|directions| <[Direction; 4]>::try_from(directions).ok())
            .filter(|order| {
                Direction::ALL
                    .iter()
                    .all(|direction| order.contains(direction))
            })
            .map(|directions| Self {
                directions,
                turns: false,
            })
            .ok_or_else(|| Error::UnknownOrder { order: text.into() })
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.turns {
            return f.write_str("left");
        }
        self.directions
            .iter()
            .try_for_each(|direction| direction.fmt(f))
    }
}

/// The directions not tried yet. It takes two bytes, because a long path stores one at every cell.
#[derive(Debug, Clone, Copy)]
pub struct Directions {
    packed: u8,
    left: u8,
}

impl Iterator for Directions {
    type Item = Direction;

    #[inline]
    fn next(&mut self) -> Option<Direction> {
        self.left = self.left.checked_sub(1)?;
        let direction = Direction::ALL[usize::from(self.packed & 3)];
        self.packed >>= 2;
        Some(direction)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left.into(), Some(self.left.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders() {
        for text in ["NSWE", "EWSN", "wnes"] {
            let order: Order = text.parse().unwrap();
            assert_eq!(order.to_string(), text.to_uppercase());
            let letters: String = order.directions().map(|d| d.letter()).collect();
            assert_eq!(letters, text.to_uppercase());
        }
        let left: Order = "Left".parse().unwrap();
        assert_eq!((left, left.to_string()), (Order::LEFT_FIRST, "left".into()));
        let from = |heading| {
            left.heading(heading)
                .map(|d| d.letter())
                .collect::<String>()
        };
        assert_eq!(Direction::ALL.map(from), ["WNES", "ESWN", "SWNE", "NESW"]);
        for wrong in ["", "NSW", "NSWW", "NSWEN", "NSWX", "ÄSWE"] {
            assert!(wrong.parse::<Order>().is_err(), "{wrong}");
        }
    }
}
