//! How many knight's tours are there on a board? A problem of your own, counted by processes that may die.
//!
//! ```text
//! knights_tours 5 count 0/2 tours & knights_tours 5 count 1/2 tours; wait
//! knights_tours 5 merge tours
//! ```

use std::ops::Range;
use std::path::Path;

use bezzel::Problem;
use bezzel::job::{Branches, Ledger, Run, work};
use bezzel_ledger::{Merge, Shard, ShardFile};

/// Every tour of a knight over all squares, from any square, in either direction.
struct Tours {
    side: u32,
    /// The squares that can be reached from each, a bit a square.
    leaps: Vec<u64>,
}

/// Where the knight has been, and where it stands.
struct Ride {
    visited: u64,
    squares: Vec<u32>,
}

impl Tours {
    fn new(side: u32) -> Self {
        let near = |a: u32, b: u32| {
            let (down, right) = ((a / side).abs_diff(b / side), (a % side).abs_diff(b % side));
            (down, right) == (1, 2) || (down, right) == (2, 1)
        };
        let reached = |a| {
            (0..side * side)
                .filter(|&b| near(a, b))
                .map(|b| 1 << b)
                .sum()
        };
        Self {
            side,
            leaps: (0..side * side).map(reached).collect(),
        }
    }
}

impl Problem for Tours {
    type Choice = u32;
    type State = Ride;
    type Objection = &'static str;
    type Choices = Range<u32>;

    fn root(&self) -> Ride {
        Ride {
            visited: 0,
            squares: Vec::new(),
        }
    }

    fn choices(&self, _: &Ride) -> Range<u32> {
        0..self.side * self.side
    }

    fn objection(&self, ride: &Ride, square: u32) -> Option<&'static str> {
        let far = |&here: &u32| self.leaps[here as usize] >> square & 1 == 0;
        if ride.visited >> square & 1 == 1 {
            Some("it has been there")
        } else if ride.squares.last().is_some_and(far) {
            Some("no knight leaps so far")
        } else {
            None
        }
    }

    fn advance(&self, ride: &mut Ride, square: u32) {
        ride.visited |= 1 << square;
        ride.squares.push(square);
    }

    fn retreat(&self, ride: &mut Ride, square: u32) {
        ride.visited &= !(1 << square);
        ride.squares.pop();
    }

    fn solved(&self, ride: &Ride) -> bool {
        ride.squares.len() as u32 == self.side * self.side
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let [side, rest @ ..] = &words[..] else {
        return Err("knights_tours SIDE count K/N FOLDER | SIDE merge FOLDER".into());
    };
    let side: u32 = side.parse()?;
    if !(1..=7).contains(&side) {
        return Err("the side is from 1 to 7".into());
    }
    // Whoever changes what the tree looks like changes the version: old files are then refused.
    const VERSION: u32 = 1;
    let question = format!("knight's tours on {side} x {side} squares");
    let job = Branches::new(Tours::new(side), question, VERSION, 6);
    match rest {
        ["count", shard, folder] => {
            let shard: Shard = shard.parse()?;
            let ledger = ShardFile::open(Path::new(folder), &job, shard, "backtracking")?;
            work(&job, &ledger, &Run::default())?;
            let total = ledger.total()?;
            println!(
                "shard {shard}: {} tours in {} units",
                total.count, total.units
            );
        }
        ["merge", folder] => {
            let merge = Merge::of(Path::new(folder))?;
            let total = merge.total(&job)?;
            if !total.is_complete() {
                return Err(
                    format!("shards not complete: {}", Shard::array(&merge.missing())).into(),
                );
            }
            println!("{}", total.count);
        }
        _ => return Err("either count K/N FOLDER or merge FOLDER".into()),
    }
    Ok(())
}
