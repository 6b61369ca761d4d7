//! How many knight's tours are there on a board? Any problem, counted by processes that may die.
//!
//! ```text
//! knights_tours 5 count 0/2 tours & knights_tours 5 count 1/2 tours; wait
//! knights_tours 5 merge tours
//! ```

use std::path::Path;

use bezzel::job::{Branches, CountOptions, Ledger, work};
use bezzel::problems::KnightsTour;
use bezzel_ledger::{Merge, Shard, ShardFile};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let [side, rest @ ..] = &words[..] else {
        return Err("knights_tours SIDE count K/N FOLDER | SIDE merge FOLDER".into());
    };
    let side: usize = side.parse()?;
    if !(1..=7).contains(&side) {
        return Err("the side is from 1 to 7".into());
    }
    // This version must be increased when the shape of the search tree changes, so that files of
    // older versions are refused.
    const VERSION: u32 = 1;
    let question = format!("knight's tours on {side} x {side} squares");
    let tours = KnightsTour {
        side,
        start: None,
        fewest_first: false,
    };
    let job = Branches::new(tours, question, VERSION, 6);
    match rest {
        ["count", shard, folder] => {
            let shard: Shard = shard.parse()?;
            let ledger = ShardFile::open(Path::new(folder), &job, shard, "backtracking")?;
            work(&job, &ledger, &CountOptions::default())?;
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
