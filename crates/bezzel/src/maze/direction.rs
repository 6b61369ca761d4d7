//! The four directions and the order they are tried in.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::Error;

/// A step to a neighbouring cell.
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
    /// All four.
    pub const ALL: [Self; 4] = [Self::North, Self::South, Self::West, Self::East];

    /// The way back.
    pub fn reverse(self) -> Self {
        match self {
            Self::North => Self::South,
            Self::South => Self::North,
            Self::West => Self::East,
            Self::East => Self::West,
        }
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

/// The order in which directions are tried. It also orders routes: lexicographically, by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Order([Direction; 4]);

impl Order {
    /// Post 002's: its text says north, south, east, west, but its program tries west before east.
    pub const POST: Self = Self(Direction::ALL);

    /// The directions, the first to be tried first.
    #[inline]
    pub fn directions(self) -> Directions {
        let packed = |packed, &direction: &Direction| packed << 2 | direction as u8;
        Directions {
            packed: self.0.iter().rev().fold(0, packed),
            left: 4,
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
        let named = |letter: char| Direction::ALL.into_iter().find(|d| d.letter() == letter);
        let directions: Option<Vec<_>> = text.to_uppercase().chars().map(named).collect();
        directions
            .and_then(|directions| <[Direction; 4]>::try_from(directions).ok())
            .filter(|order| {
                Direction::ALL
                    .iter()
                    .all(|direction| order.contains(direction))
            })
            .map(Self)
            .ok_or_else(|| Error::UnknownOrder { order: text.into() })
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|direction| direction.fmt(f))
    }
}

/// Directions still to be tried. Two bytes: a long way keeps one of these at every cell.
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
        for wrong in ["", "NSW", "NSWW", "NSWEN", "NSWX", "ÄSWE"] {
            assert!(wrong.parse::<Order>().is_err(), "{wrong}");
        }
    }
}
