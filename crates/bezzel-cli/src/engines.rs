//! Table of the counting engines of this program.

use anyhow::Result;
use bezzel_gpu::Gpu;
use bezzel_queens::{Board, Engine, Engines, Error};
use clap::builder::{PossibleValue, PossibleValuesParser};
use std::sync::Arc;

use crate::output;

/// Returns all engines, from the slowest to the fastest. An engine of another crate is added here.
pub fn engines() -> Engines {
    let processor = bezzel_count::engines();
    let cards: [Arc<dyn Engine>; 1] = [Arc::new(Gpu)];
    processor.all().chain(cards).collect()
}

/// Returns the engines that can run on this machine, without initialising a card.
pub fn ready() -> Engines {
    let cards = bezzel_gpu::cards().is_ok();
    let ready = |engine: &Arc<dyn Engine>| cards || engine.name() != Gpu.name();
    engines().all().filter(ready).collect()
}

/// Returns the fastest engine that this machine can start, for a board with about this many
/// promising nodes.
pub fn fastest(board: &Board, nodes: f64) -> Result<Arc<dyn Engine>> {
    let processor = bezzel_count::engines().fastest(board, nodes)?;
    let faster = engines().by_speed(board, nodes).into_iter();
    let mut faster = faster.take_while(|engine| engine.name() != processor.name());
    let is_taken =
        faster.any(|engine| engine.name() == Gpu.name()) && card_starts(board, processor.name());
    Ok(if is_taken { Arc::new(Gpu) } else { processor })
}

/// Returns true if a card can count a board. The card is initialised, and remains ready for the
/// count. If there is a card that cannot be used, prints the reason and the engine used instead.
pub fn card_starts(board: &Board, instead: &str) -> bool {
    use bezzel_gpu::Error::{NoCard, NoDriver};
    let started = start(&Gpu, board);
    if let Err(refusal @ Error::Search(bezzel::Error::CannotStart { .. })) = &started
        && !matches!(bezzel_gpu::cards(), Err(NoDriver | NoCard { .. }))
    {
        output::note(&format!("{refusal}; using `{instead}` instead"));
    }
    started.is_ok()
}

/// Returns an error if an engine cannot count a board on this machine at the moment. An engine that
/// uses cards initialises one.
pub fn start(engine: &dyn Engine, board: &Board) -> Result<(), Error> {
    engine.check(board)?;
    if engine.name() != Gpu.name() {
        return Ok(());
    }
    let job = engine.job(board)?;
    let mut started = Ok(());
    for number in 0..job.crew(1).size {
        started = job.worker(number).map(drop);
        if started.is_ok() {
            break;
        }
    }
    Ok(started?)
}

/// Returns the names that `--method` accepts.
pub fn names() -> PossibleValuesParser {
    let auto = PossibleValue::new(AUTO).help("the fastest engine for the board");
    let value = |engine: Arc<dyn Engine>| PossibleValue::new(engine.name()).help(engine.about());
    PossibleValuesParser::new([auto].into_iter().chain(engines().all().map(value)))
}

/// The value of `--method` that lets the program choose the engine.
pub const AUTO: &str = "auto";

/// Returns the engine that `--method` names; `None` if the program chooses.
pub fn chosen(method: &str) -> Option<Arc<dyn Engine>> {
    engines().named(method)
}
