//! The engines of this program, in one table.

use bezzel::queens::{Engine, Engines};
use clap::builder::{PossibleValue, PossibleValuesParser};

/// Every engine, from the slowest to the fastest. One of another crate is a line here.
pub fn engines() -> Engines {
    bezzel_count::engines()
}

/// The names that `--method` takes.
pub fn names() -> PossibleValuesParser {
    let auto = PossibleValue::new("auto").help("the fastest of the others for the board");
    let value = |engine: &dyn Engine| PossibleValue::new(engine.name()).help(engine.about());
    PossibleValuesParser::new([auto].into_iter().chain(engines().all().map(value)))
}
