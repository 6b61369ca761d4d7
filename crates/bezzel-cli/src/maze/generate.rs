//! `bezzel maze generate`: generates a maze.

use anyhow::Result;
use bezzel_maze::drawing::Drawing;
use bezzel_maze::{ALGORITHMS, Algorithm, MazePlan, algorithm};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};

use super::output::MazeOutput;
use crate::Exit;
use crate::input::whole_number;
use crate::memory;
use crate::seed;

/// Generate a maze of W x H rooms
#[derive(Args)]
#[command(after_help = "\
Examples:
  bezzel maze generate 12 6
  bezzel maze generate 30 30 --algorithm wilson --seed 1848
  bezzel maze generate 100 100 --loops 0.1 --exits 3 --format png --output maze.png")]
pub struct GenerateArgs {
    /// The number of rooms in a row
    #[arg(value_name = "W", allow_negative_numbers = true, value_parser = whole_number)]
    width: u64,
    /// The number of rows of rooms
    #[arg(value_name = "H", allow_negative_numbers = true, value_parser = whole_number)]
    height: u64,
    /// The algorithm
    #[arg(long, value_name = "ALGORITHM", default_value = "depth-first", value_parser = names())]
    algorithm: String,
    /// Remove this share of the remaining walls, from 0 to 1
    #[arg(
        long,
        value_name = "P",
        default_value_t = 0.0,
        allow_negative_numbers = true
    )]
    loops: f64,
    /// Make K exits
    #[arg(long, value_name = "K", default_value = "1", allow_negative_numbers = true, value_parser = whole_number)]
    exits: u64,
    /// Use this random seed [default: a random seed, printed on standard error]
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = whole_number)]
    seed: Option<u64>,
    #[command(flatten)]
    shape: MazeOutput,
}

fn names() -> PossibleValuesParser {
    let value = |algorithm: &Algorithm| PossibleValue::new(algorithm.name).help(algorithm.about);
    PossibleValuesParser::new(ALGORITHMS.iter().map(value))
}

impl GenerateArgs {
    pub fn run(self) -> Result<Exit> {
        let algorithm = algorithm(&self.algorithm).expect("clap accepts known algorithms only");
        let mut plan = MazePlan {
            width: self.width.try_into()?,
            height: self.height.try_into()?,
            loops: self.loops,
            exits: self.exits.try_into()?,
            seed: 0,
        };
        plan.check()?;
        self.shape.check_new()?;
        // One byte per cell, and the state of the generator.
        let cells = (2 * self.width + 1) * (2 * self.height + 1);
        memory::check(cells + cells / 2, || {
            format!("{} x {} rooms", self.width, self.height)
        })?;
        plan.seed = seed::given_or_new(self.seed, "the same maze");
        let maze = algorithm.generate(&plan)?;
        let format = self.shape.format(&maze)?;
        let drawing = Drawing {
            maze: &maze,
            route: None,
            steps: &[],
        };
        self.shape.draw(format, &drawing)?;
        Ok(Exit::Found)
    }
}
